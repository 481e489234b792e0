/** A program in the place of this process, which waits for it and has nothing to say. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program with this process's own input and output; descriptors beyond them are not inherited. Returns its
 * exit code as a shell says it, 128 and the number of a signal. Throws if it cannot be started.
 */
export const runInForeground = async (
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> => {
  const child = spawn(program, args, { env: environment, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve(signal === null ? (code ?? 0) : 128 + constants.signals[signal]),
    );
  });
};
