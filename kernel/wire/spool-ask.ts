/** Asking the kernel by files (spool.ts), from inside a view. */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** An answer mostly takes a few milliseconds, and minutes where a human is asked. */
const FIRST_LOOK_MS = 1;
const LONGEST_PAUSE_MS = 50;

/** Asks in `folder` and waits for the answer. Throws where the folder is gone, and when `signal` is aborted. */
export const askBySpool = async (
  folder: string,
  question: string,
  signal: AbortSignal,
): Promise<string> => {
  const name = join(folder, randomUUID());
  const asked = `${name}.question`;
  writeFileSync(`${name}.new`, question, { flag: 'wx', mode: 0o600 });
  renameSync(`${name}.new`, asked);
  try {
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await wait(pause, undefined, { signal });
      const answer = taken(`${name}.answer`);
      if (answer !== undefined) return answer;
      statSync(folder);
    }
  } finally {
    rmSync(asked, { force: true });
  }
};

/** The answer, which is removed; `undefined` while it is not there. */
const taken = (path: string): string | undefined => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  rmSync(path, { force: true });
  return text;
};
