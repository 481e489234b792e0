/** The start of `yamo hook` as it is published: a script, run with the code that an earlier run has compiled. */
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { disk } from '#kernel/fs/disk.ts';
import { runScript } from '#kernel/process/script.ts';
import { audited } from './commands/audited.ts';
import type * as Answer from './commands/hook-answer.ts';
import type * as Program from './hook-program.ts';
import type * as Start from './hook-start.ts';

const script = runScript<typeof Program>(
  disk,
  join(import.meta.dirname, 'hook', 'program.js'),
  getCompileCacheDir(),
);

export const answer: typeof Answer.answer = async (given) => {
  const exit = await script.exports.answerWith(audited, given);
  script.keepCode(1);
  return exit;
};

export const start: typeof Start.start = async (argv) => {
  const line = script.exports.parsePlain(argv);
  if (line?.done === false && line.given.positional === undefined) return answer(line.given);
  const { start: startAny } = await import('./start.ts');
  return startAny(argv);
};
