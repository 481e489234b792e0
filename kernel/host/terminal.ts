/** One command that runs, or has run, in the view of its session: its process, its limits, its output. */
import { SHELL_PRINTED_MAX_BYTES } from '#lib/spec/limits.ts';
import { type Child, type Command, startChild } from '#kernel/process/child.ts';
import { CommandOutput } from '#kernel/redact/terminal-output.ts';

/** How long a command may run, and how much of what it prints is kept. */
export interface TerminalLimits {
  readonly seconds: number;
  /** Of the output that is kept. */
  readonly outputBytes: number;
}

/** Who ended a command before its own end. */
export type EndedBy = 'time limit' | 'output limit' | 'agent' | 'session end';

/** How a command ended. */
export interface TerminalExit {
  /** As a shell tells it: 128 and its number for a signal inside the view. `null` if it was ended. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly endedBy?: EndedBy;
  readonly ms: number;
}

/** One command of an agent, in the sandbox of its session. */
export class CommandTerminal {
  readonly output: CommandOutput;
  /** Settles when the command and all it started have ended and all they printed is read. Never rejects. */
  readonly exited: Promise<TerminalExit>;
  readonly #child: Child;
  #exit: TerminalExit | undefined;
  #endedBy: EndedBy | undefined;

  private constructor(
    child: Child,
    { seconds, outputBytes }: TerminalLimits,
    diagnostics: (text: string) => void,
  ) {
    const began = performance.now();
    this.#child = child;
    this.output = new CommandOutput(outputBytes);
    child.diagnostics.setEncoding('utf8').on('data', diagnostics);
    child.input.end();
    let isFirst = true;
    child.output.on('data', (chunk: Buffer) => {
      // The first byte is not the command's (see terminal-command.ts).
      this.output.add(isFirst ? chunk.subarray(1) : chunk);
      isFirst = false;
      if (this.output.printed > SHELL_PRINTED_MAX_BYTES) void this.end('output limit');
    });
    const timer = setTimeout(() => void this.end('time limit'), seconds * 1000);
    // What it left running in its group ends with it.
    void child.exit.then(() => this.#sweep());
    this.exited = child.closed.then(({ code, signal }) => {
      clearTimeout(timer);
      const ms = Math.round(performance.now() - began);
      this.#exit =
        this.#endedBy === undefined
          ? { exitCode: code, signal, ms }
          : { exitCode: null, signal: 'SIGKILL', endedBy: this.#endedBy, ms };
      return this.#exit;
    });
  }

  /** Throws the error of the system if the process cannot be started. */
  static async start(
    command: Command,
    limits: TerminalLimits,
    diagnostics: (text: string) => void,
  ): Promise<CommandTerminal> {
    return new CommandTerminal(await startChild(command), limits, diagnostics);
  }

  /** How it ended; `undefined` while it runs. */
  get exit(): TerminalExit | undefined {
    return this.#exit;
  }

  /** Ends it with all it started, if it still runs. */
  async end(by: EndedBy): Promise<void> {
    if (this.#exit !== undefined) return;
    this.#endedBy ??= by;
    this.#sweep();
    await this.exited;
  }

  /** Kills the group. */
  #sweep(): void {
    void this.#child.end(0);
  }
}
