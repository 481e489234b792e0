/** Standard error where the owner sees it, and their answers, without whatever draws on the terminal otherwise. */
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import type { OwnersTerminal } from '#kernel/contract/events.ts';
import { errorScreen, harmless, isWatched, printError } from './terminal.ts';

/**
 * `undefined` where standard error is no terminal. `letGo` makes whatever else reads or draws there stop; `signal` ends
 * a question, and every later one.
 */
export const ownersTerminal = (
  letGo: () => void,
  signal: AbortSignal,
): OwnersTerminal | undefined =>
  isWatched()
    ? {
        show: (text) => {
          letGo();
          printError(harmless(text));
        },
        ask: async (question) => {
          letGo();
          if (!process.stdin.isTTY || signal.aborted) return undefined;
          const lines = createInterface({ input: process.stdin, output: errorScreen() });
          // Ctrl-C and Ctrl-D answer nothing.
          const { promise: closed, resolve } = Promise.withResolvers<undefined>();
          lines.once('close', () => resolve(undefined)).once('SIGINT', () => lines.close());
          try {
            return await Promise.race([lines.question(question, { signal }), closed]);
          } catch {
            return undefined;
          } finally {
            lines.close();
          }
        },
      }
    : undefined;
