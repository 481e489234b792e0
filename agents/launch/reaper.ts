/** What ends the processes of a Landlock sandbox, where there is no namespace that ends with its first one. */
import { spawn } from 'node:child_process';
import { fstatSync } from 'node:fs';

/** Is the descriptor open, and a socket? */
export const isSocket = (fd: number): boolean => {
  try {
    return fstatSync(fd).isSocket();
  } catch {
    return false;
  }
};

/**
 * Leaves a process that waits until the other end of `fd` is closed, by the end of the session or of the kernel, and
 * then kills whatever it can reach. The caller must be restricted already, with signals in the scope: what it can reach
 * is everybody in the same domain and in those within. Throws where it cannot be started.
 */
export const startReaper = (fd: number): void => {
  const { pid } = spawn('/bin/sh', ['-c', 'read -r _; kill -s KILL -- -1'], {
    env: {},
    detached: true,
    stdio: [fd, 'ignore', 'ignore'],
  });
  if (pid === undefined) throw new Error('what ends its processes could not be started');
};
