/**
 * Proposals for MEMORY.md (RFC-0009 §5.3): entries to add, each with the place that it is from, and lines to take out, each
 * with why. A proposal is applied as a whole to the text that is there, or not at all. Pure.
 */
import { type GuardedBy, isNumber, isString, listOf, objectOf } from '#lib/guard.ts';
import { listItem, withItem } from '#lib/text/list-item.ts';
import { dayOf } from '#lib/text/day.ts';
import type { FilePlace } from '#lib/text/place.ts';

/** Why it is never applied unseen: who wrote or proposed it may have read what comes from outside. */
const areMarks = listOf(isString);

const isEntry = objectOf(
  {
    /** One line, without its day. */
    text: isString,
    /** `memory/2026-02-21.md:14`. */
    source: isString,
  },
  {
    /** The line of MEMORY.md, from 1, that it takes the place of; that line is among those to take out. */
    supersedes: isNumber,
    marks: areMarks,
  },
);

/** An entry to add. */
export type ProposedEntry = GuardedBy<typeof isEntry>;

const isRemoval = objectOf(
  {
    /** From 1. */
    line: isNumber,
    /** As it stands there, to the letter. */
    text: isString,
    why: isString,
  },
  { marks: areMarks },
);

/** A line to take out. */
export type ProposedRemoval = GuardedBy<typeof isRemoval>;

/** What a proposal has. */
export const PROPOSAL = { add: listOf(isEntry), remove: listOf(isRemoval) };

export const isProposal = objectOf(PROPOSAL);

/** What is proposed. */
export type Proposal = GuardedBy<typeof isProposal>;

/** A line of a log. */
interface Source extends FilePlace {
  readonly day: string;
}

/** The place that a source names; `undefined` if it names none. */
export const sourceOf = (source: string): Source | undefined => {
  const [, file = '', line = ''] =
    /^(memory\/\d{4}-\d\d-\d\d\.md):([1-9]\d{0,8})$/.exec(source) ?? [];
  const day = dayOf(file);
  return day === undefined ? undefined : { day, file, line: Number(line) };
};

/** An entry as it is written down: one line, dated, and nothing in it that Markdown would take for more. */
export const entryLine = ({ text, source }: ProposedEntry): string => {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .replace(/^[-*+] +/, '')
    .replaceAll('<!--', String.raw`\<!--`);
  const isDated = /^\d{4}-\d\d-\d\d/.test(line);
  return listItem(isDated ? '' : `${sourceOf(source)?.day ?? ''}: `, line);
};

/** What a proposal comes to. */
export type Applied =
  | {
      readonly ok: true;
      readonly after: string;
      readonly added: number;
      readonly removed: number;
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Applies a proposal to MEMORY.md. A line that moved is found by its text where that stands there once; an entry that is
 * there already is left out.
 */
export const applyProposal = (memory: string, { add, remove }: Proposal): Applied => {
  const lines = memory.split('\n');
  const gone = new Map<number, number>();
  for (const { line, text } of remove) {
    const at = placeOf(lines, line, text);
    if (at === undefined) return { ok: false, reason: `line ${line} of MEMORY.md is another one` };
    gone.set(line, at);
  }
  const known = new Set(lines.map((line) => line.trim()));
  const fresh = add.filter((entry) => !known.has(entryLine(entry).trim()));
  const instead = new Map<number, string>();
  for (const entry of fresh) {
    if (entry.supersedes === undefined) continue;
    const at = gone.get(entry.supersedes);
    if (at === undefined)
      return { ok: false, reason: `line ${entry.supersedes} is superseded and not taken out` };
    instead.set(at, (instead.get(at) ?? '') + entryLine(entry));
  }
  const out = new Set(gone.values());
  const kept = lines.flatMap((line, at) =>
    out.has(at) ? (instead.get(at)?.trimEnd().split('\n') ?? []) : [line],
  );
  const after = fresh
    .filter(({ supersedes }) => supersedes === undefined)
    .reduce((text, entry) => withItem(text, entryLine(entry)), kept.join('\n'));
  return { ok: true, after, added: fresh.length, removed: out.size };
};

/** Where the line stands now, from 0; `undefined` if that is not beyond doubt. */
const placeOf = (lines: readonly string[], line: number, text: string): number | undefined => {
  const wanted = text.trim();
  if (wanted === '') return undefined;
  if (lines[line - 1]?.trim() === wanted) return line - 1;
  const found = lines.flatMap((one, at) => (one.trim() === wanted ? [at] : []));
  return found.length === 1 ? found[0] : undefined;
};

/** Two proposals as one; what both say is there once. */
export const mergeProposals = (one: Proposal, other: Proposal): Proposal => ({
  add: [...new Map([...one.add, ...other.add].map((entry) => [entryLine(entry), entry])).values()],
  remove: [
    ...new Map([...one.remove, ...other.remove].map((removal) => [removal.text, removal])).values(),
  ],
});

/** What is left of a proposal without what the other one has; `undefined` if nothing is. */
export const without = (one: Proposal, other: Proposal): Proposal | undefined => {
  const lines = new Set(other.add.map(entryLine));
  const gone = new Set(other.remove.map(({ text }) => text));
  const rest = {
    add: one.add.filter((entry) => !lines.has(entryLine(entry))),
    remove: one.remove.filter(({ text }) => !gone.has(text)),
  };
  return isEmptyProposal(rest) ? undefined : rest;
};

/** Each part of a proposal as a text, by which it is known again. */
export const proposalParts = ({ add, remove }: Proposal): readonly string[] => [
  ...add.map(entryPart),
  ...remove.map(removalPart),
];

const entryPart = (entry: ProposedEntry): string => `+ ${entryLine(entry).trim()}`;
const removalPart = ({ text, why }: ProposedRemoval): string => `- ${text.trim()} (${why})`;

/** A proposal without parts of which `isGone` is said, without what supersedes a line that is not taken out then, and without what nothing supersedes any more. */
export const withoutParts = (
  { add, remove }: Proposal,
  isGone: (part: string) => boolean,
): Proposal => {
  const wanted = add.filter((entry) => !isGone(entryPart(entry)));
  const [before, after] = [add, wanted].map(
    (entries) => new Set(entries.map(({ supersedes }) => supersedes)),
  );
  const stays = remove.filter(
    (one) => !isGone(removalPart(one)) && before?.has(one.line) === after?.has(one.line),
  );
  const lines = new Set(stays.map(({ line }) => line));
  return {
    add: wanted.filter(({ supersedes }) => supersedes === undefined || lines.has(supersedes)),
    remove: stays,
  };
};

const isMarked = ({ marks = [] }: Pick<ProposedEntry, 'marks'>): boolean => marks.length > 0;

/** What may be applied unseen, and what must not: a marked entry or line goes with what it supersedes, or is superseded by. */
export const splitProposal = ({
  add,
  remove,
}: Proposal): { readonly plain: Proposal; readonly marked: Proposal } => {
  const lines = new Set(remove.filter(isMarked).map(({ line }) => line));
  // One line may be superseded by several entries, and all of them wait for one that is marked.
  for (const entry of add)
    if (isMarked(entry) && entry.supersedes !== undefined) lines.add(entry.supersedes);
  const waits = (entry: ProposedEntry): boolean =>
    isMarked(entry) || (entry.supersedes !== undefined && lines.has(entry.supersedes));
  return {
    plain: {
      add: add.filter((entry) => !waits(entry)),
      remove: remove.filter(({ line }) => !lines.has(line)),
    },
    marked: { add: add.filter(waits), remove: remove.filter(({ line }) => lines.has(line)) },
  };
};

export const isEmptyProposal = ({ add, remove }: Proposal): boolean =>
  add.length === 0 && remove.length === 0;
