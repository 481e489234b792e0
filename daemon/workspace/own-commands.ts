/**
 * Commands of yamo that the daemon runs as processes of their own: they read what would stop it for too long, and open
 * files that nothing but SQLite may open in its own process. They run one after the other, each for a limited time.
 */
import process from 'node:process';
import {
  OWN_COMMAND_MS,
  OWN_COMMAND_OUTPUT_CHARS,
  OWN_COMMANDS_WAITING,
} from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isJsonObject, parsedJson, textAt } from '#lib/text/json.ts';
import { runToEnd } from '#kernel/process/child.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { ownProgram } from '#kernel/programs/own-program.ts';

/** A command said no. */
export class CommandRefused extends Error {
  readonly code: string;
  readonly remedy: string;

  constructor(code: string, what: string, remedy: string) {
    super(what);
    this.code = code;
    this.remedy = remedy;
  }
}

/** A command, and what it is given. */
export type CommandWords = readonly [command: string, ...others: readonly string[]];

/** What a command said. */
export interface CommandSaid {
  /** Each line of JSON. */
  readonly lines: readonly unknown[];
  readonly complaint: string;
}

export class OwnCommands {
  readonly #environment: Environment;
  readonly #end = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** They get the variables of `environment`. */
  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /**
   * What `yamo` says with these arguments, when those asked for before have ended; `input` is what it can read. Throws
   * CommandRefused, COMMAND_UNFINISHED.
   */
  async run(args: CommandWords, input = ''): Promise<CommandSaid> {
    const [command] = args;
    if (this.#waiting >= OWN_COMMANDS_WAITING) throw unfinished(command, 'too many are waiting');
    this.#waiting += 1;
    const run = this.#last.then(() => this.#run(command, args, input));
    this.#last = run.catch(() => undefined);
    try {
      return await run;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Ends what runs, and what waits. Resolves when nothing runs. Never rejects. */
  async end(): Promise<void> {
    this.#end.abort();
    await this.#last;
  }

  async #run(command: string, args: CommandWords, input: string): Promise<CommandSaid> {
    const { signal } = this.#end;
    if (signal.aborted) throw unfinished(command, 'the daemon ends');
    const { entry } = ownProgram('yamo.js', ['cli/main.ts']);
    const asked = {
      program: process.execPath,
      args: [entry, ...args],
      environment: this.#environment,
      directory: '/',
    };
    const limits = {
      input,
      signal,
      withinMs: OWN_COMMAND_MS,
      outputMaxChars: OWN_COMMAND_OUTPUT_CHARS,
    };
    const { how, output, complaint, isLate } = await runToEnd(asked, limits);
    if (signal.aborted) throw unfinished(command, 'the daemon ends');
    if (isLate) throw unfinished(command, `not done after ${OWN_COMMAND_MS} ms`);
    if (output.length > OWN_COMMAND_OUTPUT_CHARS)
      throw unfinished(command, 'it says more than can be told');
    const lines = output.split('\n').flatMap((line) => parsedJson(line) ?? []);
    const refused = lines.find((line) => isJsonObject(line) && line['event'] === 'refused');
    if (refused !== undefined)
      throw new CommandRefused(
        textAt(refused, 'code') ?? '',
        textAt(refused, 'what') ?? '',
        textAt(refused, 'remedy') ?? '',
      );
    if (lines.length === 0 && how !== 'exit code 0')
      throw unfinished(command, complaint.trim().split('\n').at(-1) || how);
    return { lines, complaint };
  }
}

const unfinished = (command: string, reason: string): Refusal =>
  new Refusal('COMMAND_UNFINISHED', { command, reason });
