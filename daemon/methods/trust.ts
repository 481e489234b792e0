/** What clients ask to see for themselves: how boots went, what was changed and refused, what holds here, what is to be fixed. */
import { COUNTED_DAYS_MAX, PATCH_MAX_CHARS, RECORDS_SHOWN } from '#lib/spec/limits.ts';
import { driftedFiles } from '#kernel/owner/drift.ts';
import { refusedByRule } from '#daemon/data/event-counts.ts';
import { CommandRefused } from '#daemon/workspace/own-commands.ts';
import { answerOf, layoutWords, linesOfCommand, silentVoice } from './ask-command.ts';
import { sinceDays } from './days.ts';
import {
  anything,
  count,
  FLAG,
  formed,
  list,
  MOMENT,
  ofSchema,
  optional,
  orNull,
  shape,
  textField,
  word,
  WORDS,
} from './field.ts';
import { type Method, method } from './method.ts';
import { changedSince } from './problem.ts';

const SHA256 = formed(/^[0-9a-f]{64}$/u);
const RULE = formed(/^[a-z0-9.-]{1,40}\/[a-z0-9-]{1,60}$/u);

const FAULT = shape({ code: WORDS, what: WORDS, remedy: WORDS });

const DRIFTED = shape({ file: WORDS, sha256: SHA256, before: optional(WORDS), after: WORDS });

const ACCEPTED = shape({
  files: list(shape({ file: WORDS, sha256: SHA256 })),
  birth: FLAG,
  removedLines: FLAG,
  layout: optional(WORDS),
});

const REFUSED = shape({
  code: WORDS,
  operation: orNull(WORDS),
  count: count(1),
  lastAt: MOMENT,
  file: orNull(WORDS),
});

/** By their names. */
export const TRUST_METHODS: Readonly<Record<string, Method>> = {
  'trust.records': method(
    'The last boots with each of their steps, from the chain of records, which is verified whole; "fault" says where it is broken.',
    { last: optional(count(1, RECORDS_SHOWN)) },
    shape({ records: list(ofSchema('boot-record')), fault: orNull(FAULT) }),
    async ({ commands }, { last = 1 }, { workspace }) => {
      try {
        const asked = ['log', '--json', `--last=${last}`] as const;
        return {
          records: await linesOfCommand(commands, workspace, asked, ofSchema('boot-record')),
          fault: null,
        };
      } catch (error) {
        if (!(error instanceof CommandRefused) || error.code !== 'RECORD_BROKEN') throw error;
        const { code, message: what, remedy } = error;
        return { records: [], fault: { code, what, remedy } };
      }
    },
    { isLimited: true },
  ),
  'trust.drift': method(
    'What is watched (SOUL.md and AGENTS.md; of another layout the files that say who its agent is) where it was changed outside yamo, as it was accepted and as it is; without "before" only a hash of that is known.',
    {},
    shape({ files: list(DRIFTED) }),
    async ({ workspace: files }, _params, { workspace }) => ({
      files: driftedFiles(files, await workspace.hostNow(silentVoice())),
    }),
  ),
  'trust.accept': method(
    'Takes what is watched as it is, as yamo accept does, where those that drifted are still what you have seen.',
    { seen: list(shape({ file: textField(100), sha256: SHA256 })) },
    ACCEPTED,
    async ({ commands, workspace: files }, { seen }, { workspace }) => {
      const now = driftedFiles(files, await workspace.hostNow(silentVoice()));
      const isSeen = ({ file, sha256 }: (typeof now)[number]): boolean =>
        seen.some((one) => one.file === file && one.sha256 === sha256);
      if (!now.every(isSeen)) throw changedSince('A file');
      return answerOf(commands, workspace, ['accept', '--json'], ACCEPTED);
    },
    { isLimited: true },
  ),
  'trust.refusals': method(
    'What was refused in the last days (30 where you do not say), by rule, the most frequent first.',
    { days: optional(count(1, COUNTED_DAYS_MAX)) },
    shape({ refusals: list(REFUSED) }),
    async ({ data }, { days }) => ({
      refusals: await refusedByRule(data.events, sinceDays(days)),
    }),
  ),
  'trust.machine': method(
    'What holds an agent on this machine, tried, as yamo doctor --json says it.',
    {},
    anything('As yamo doctor --json prints it.'),
    ({ commands }, _params, { workspace }) =>
      answerOf(commands, workspace, ['doctor', '--json'], anything('the diagnosis')),
    { isLimited: true },
  ),
  'audit.run': method(
    'Audits the workspace, as yamo audit --format json does.',
    {},
    ofSchema('audit-report'),
    ({ commands }, _params, { workspace }) =>
      answerOf(
        commands,
        workspace,
        ['audit', '--format=json', ...layoutWords(workspace)],
        ofSchema('audit-report'),
      ),
    { isLimited: true },
  ),
  'audit.fix': method(
    'What the fixes of a rule would change, as a patch. With the patch that you have seen they are made, where it is still that one. "asks" is for a rule whose fixes need your yes, which this is.',
    { rule: RULE, fix: optional(word('safe', 'asks')), seen: optional(textField(PATCH_MAX_CHARS)) },
    shape({ patch: WORDS, isMade: FLAG }),
    async ({ commands }, { rule, fix = 'safe', seen }, { workspace }) => {
      const fixes = async (...more: readonly string[]): Promise<string> => {
        const asked = ['audit', '--format=json', `--rule=${rule}`, HOW[fix], ...more] as const;
        const words = [...asked, '--', workspace.request.path] as const;
        return patchIn((await commands.run(words, fix === 'safe' ? '' : YES)).complaint);
      };
      const patch = await fixes('--dry-run');
      if (seen === undefined || patch === '') return { patch, isMade: false };
      if (seen !== patch) throw changedSince('What would be fixed');
      await fixes();
      return { patch, isMade: true };
    },
    { isLimited: true },
  ),
};

const HOW = { safe: '--fix', asks: '--fix-unsafe' } as const;

/** To as many questions as there can be. */
const YES = 'y\n'.repeat(10_000);

/** Of what the command says, the lines from the first file on that are of a patch. */
const patchIn = (complaint: string): string => {
  const from = /(?:^|\[y\/N\] )(?=--- )/mu.exec(complaint);
  const lines = from === null ? [] : complaint.slice(from.index + from[0].length).split('\n');
  const end = lines.findIndex((line) => !/^[-+ @\\]/u.test(line));
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => `${line}\n`)
    .join('');
};
