/** What clients change of memory: a change is taken back, and lines are forgotten, each after a look at what will go. */
import { PATCH_MAX_CHARS } from '#lib/spec/limits.ts';
import { answerIn } from './ask-command.ts';
import {
  count,
  FLAG,
  formed,
  list,
  MOMENT,
  optional,
  orNull,
  shape,
  textField,
  WORDS,
} from './field.ts';
import { journalHere } from './journal-here.ts';
import { type Method, method } from './method.ts';
import { changedSince } from './problem.ts';

const ENTRY = shape({
  id: count(1),
  at: MOMENT,
  kind: WORDS,
  files: list(WORDS),
  why: orNull(WORDS),
  undoes: orNull(count(1)),
  isUndone: FLAG,
  /** Nobody was asked, or it was made outside yamo. */
  isUnasked: FLAG,
  isFound: FLAG,
  /** Its texts are gone: it cannot be undone. */
  isPurged: FLAG,
});

const WOULD_UNDO = shape({ would: count(1), files: list(WORDS), patch: WORDS });
const UNDONE = shape({ undone: list(count(1)), files: list(WORDS), journal: list(count(1)) });

const SPAN = shape({ file: WORDS, line: count(1), to: count(1) });
const WOULD_FORGET = shape({ would: SPAN, hash: WORDS, patch: WORDS });
const FORGOTTEN = shape({ forgotten: SPAN, journal: count(1) });

/** MEMORY.md, a log, one that was put away, or a note of a day. */
const FILE = formed(/^(?:MEMORY\.md|memory\/[^:@\p{Cc}]{1,200})$/u);
const HASH = formed(/^[0-9a-f]{64}$/u);
const SEEN = optional(textField(PATCH_MAX_CHARS));

/** By their names. */
export const JOURNAL_METHODS: Readonly<Record<string, Method>> = {
  'memory.journal': method(
    'Changes of memory, the oldest first, with those that were undone.',
    {},
    shape({ entries: list(ENTRY) }),
    async (serving, _params, client) => ({
      entries: (await journalHere(serving, client)).map(({ entry, isUndone }) => ({
        id: entry.id,
        at: entry.at,
        kind: entry.kind,
        files: entry.files.map(({ file }) => file),
        why: entry.why ?? null,
        undoes: entry.undoes ?? null,
        isUndone,
        isUnasked: entry.unasked === true,
        isFound: entry.found === true,
        isPurged: entry.purged === true,
      })),
    }),
  ),
  'memory.undo': method(
    'What taking back an entry of the journal would change, as a patch. With the patch that you have seen it is taken back, where it is still that one.',
    { id: count(1), seen: SEEN },
    shape({ patch: WORDS, journal: list(count(1)) }),
    async ({ commands }, { id, seen }, { workspace }) => {
      const words = (...options: readonly string[]) =>
        ['memory', 'undo', '--json', ...options, '--', workspace.request.path, String(id)] as const;
      const { patch } = await answerIn(commands, words('--dry-run'), WOULD_UNDO);
      if (seen === undefined) return { patch, journal: [] };
      if (seen !== patch) throw changedSince('Memory');
      const { journal } = await answerIn(commands, words('--consent'), UNDONE);
      return { patch, journal };
    },
    { isLimited: true },
  ),
  'memory.forget': method(
    'What forgetting lines of memory would take out, as a patch, with the hash of these lines. With the hash they are taken out of the file, of older entries of the journal and of the index, where they are still the same.',
    { file: FILE, line: count(1), to: optional(count(1)), hash: optional(HASH) },
    shape({ patch: WORDS, hash: WORDS, journal: orNull(count(1)) }),
    async ({ commands }, { file, line, to = line, hash }, { workspace }) => {
      const words = (place: string, ...options: readonly string[]) =>
        ['memory', 'forget', '--json', ...options, '--', workspace.request.path, place] as const;
      const place = `${file}:${line}-${to}`;
      const seen = await answerIn(commands, words(place, '--dry-run'), WOULD_FORGET);
      const { patch, hash: current } = seen;
      if (hash === undefined) return { patch, hash: current, journal: null };
      if (hash !== current) throw changedSince('Memory');
      const { journal } = await answerIn(commands, words(`${place}@${hash}`, '--yes'), FORGOTTEN);
      return { patch, hash, journal };
    },
    { isLimited: true },
  ),
};
