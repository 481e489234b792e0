/** Lines from standard input, none lost between questions; the human at a terminal. */
import process from 'node:process';
import { createInterface, type Interface } from 'node:readline';
import { revealed } from '#lib/injection/characters.ts';
import { pending } from '#lib/protocol/file-diff.ts';
import type { Human, Subject } from '#kernel/contract/events.ts';
import { harmless, print, screen } from '#cli/io/terminal.ts';
import { withdrawnText } from './questions.ts';

/** Lines of standard input where that is no terminal, one at a time. */
export class Lines {
  readonly #interface: Interface;
  readonly #queue: string[] = [];
  #waiting: ((line: string | undefined) => void) | undefined;
  #ended = false;

  /** `interrupted` hears Ctrl-C. */
  constructor(interactive: boolean, interrupted: () => void) {
    this.#interface = createInterface({
      input: process.stdin,
      ...(interactive ? { output: screen(), terminal: true } : { terminal: false }),
    });
    this.#interface.on('line', (line) => this.#give(line));
    this.#interface.on('SIGINT', interrupted);
    this.#interface.on('close', () => {
      this.#ended = true;
      this.#give(undefined);
    });
  }

  /** The next line, after showing `prompt`; `undefined` at the end of the input, and when `signal` takes the prompt back. */
  async next(prompt = '', signal?: AbortSignal): Promise<string | undefined> {
    if (signal?.aborted === true) return undefined;
    const waiting = this.#queue.shift();
    if (waiting !== undefined) return waiting;
    if (this.#ended) return undefined;
    if (prompt !== '') {
      const lines = harmless(prompt).split('\n');
      const last = lines.pop() ?? '';
      if (lines.length > 0) print(`${lines.join('\n')}\n`);
      this.#interface.setPrompt(last);
      this.#interface.prompt();
    }
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#waiting = resolve;
    const takeBack = (): void => {
      if (this.#waiting !== resolve) return;
      this.#waiting = undefined;
      // What was typed is an answer to nothing.
      this.#interface.write(null, { ctrl: true, name: 'u' });
      if (signal !== undefined) print(`\n${withdrawnText(signal)}\n`);
      resolve(undefined);
    };
    signal?.addEventListener('abort', takeBack);
    return promise.finally(() => signal?.removeEventListener('abort', takeBack));
  }

  /** What was typed while nothing was asked is no answer. */
  forget(): void {
    this.#queue.length = 0;
  }

  close(): void {
    this.#interface.close();
  }

  #give(line: string | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) waiting(line);
    else if (line !== undefined) this.#queue.push(line);
  }
}

/** The human behind these lines. */
export const humanAt = (lines: Pick<Lines, 'next'>): Human => ({
  isAtTerminal: true,
  next: () => lines.next('> '),
  answer: (question, signal) => lines.next(question, signal),
  choose: async (question, options, subject, signal) => {
    const list = options.map(({ label }, index) => `  ${index + 1}  ${label}`);
    const asked = [question, ...(await linesAbout(subject)), ...list];
    const prompt = `${asked.join('\n')}\nYour choice (Enter for no): `;
    const answer = await lines.next(prompt, signal);
    return options[Number(answer ?? '') - 1]?.id;
  },
});

/** All that a question is about: nobody allows what was not shown. */
const linesAbout = async (subject: Subject | undefined): Promise<readonly string[]> => {
  if (subject === undefined) return [];
  const { viewDiff } = await import('#cli/tui/diff-view.ts');
  const changes = subject.diffs.flatMap((diff) => viewDiff(diff, true).rows);
  return [
    ...(subject.command === undefined ? [] : [`  $ ${revealed(subject.command)}`]),
    ...changes.map((row) => row.map(({ text }) => text).join('')),
    ...pending(subject),
  ];
};
