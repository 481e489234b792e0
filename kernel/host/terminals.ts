/**
 * The shell tool: commands that an agent runs through the kernel (terminals of the Agent Client
 * Protocol). Each runs in the view of its session, within limits; what it prints reaches the agent
 * without credentials, and every one is in the journal (RFC-0009 §3.2, §4.2, §4.4).
 */
import { SHELL_COMMAND_MAX_CHARS, SHELL_TERMINALS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { scan, type InjectionFinding } from '#lib/injection/scan.ts';
import { printable } from '#lib/text/unseen.ts';
import type { ShellSettings } from '#kernel/contract/boot-request.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import type { KernelEvent } from '#kernel/contract/events.ts';
import type { CommandEntry } from '#kernel/gate/journal.ts';
import type { Journal } from '#kernel/run/journal.ts';
import { type EndedBy, CommandTerminal, type TerminalExit } from './terminal.ts';
import { type CommandRequest, type Enclose, enclosed, commandLine } from './terminal-command.ts';
import { lastBytes } from '#kernel/redact/terminal-output.ts';
import type { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';

/** A session's shell: what its commands run in, and within. */
export interface SessionShell {
  readonly enclose: Enclose;
  readonly places: readonly [string, ...string[]];
  readonly limits: Pick<ShellSettings, 'seconds' | 'outputBytes' | 'processes'>;
}

export interface TerminalsParts {
  /** Why there is none, where there is none. */
  readonly shell: SessionShell | Refusal;
  readonly journal: Journal;
  /** Takes credentials out of what commands print, and out of their names. */
  readonly redactor: CredentialRedactor;
  /** Takes out what else an agent of this session must not see. */
  readonly screen: (text: string) => string | Promise<string>;
  /** Hears that a credential was taken out of what a command printed. */
  readonly redacted: () => void;
  readonly emit: (event: KernelEvent) => void;
  readonly diagnostics: (text: string) => void;
}

/** What `terminal/create` carries. */
export interface CreateRequest extends CommandRequest {
  readonly outputByteLimit?: number | null;
}

/** What `terminal/output` answers. */
export interface ShownOutput {
  readonly output: string;
  readonly truncated: boolean;
  readonly exitStatus?: Status;
  /** What in it speaks to the agent in place of its human, or hides; absent for nothing. */
  readonly _meta?: { readonly yamo: { readonly untrusted: readonly InjectionFinding[] } };
}

/** What `terminal/wait_for_exit` answers. */
export type Status = Pick<TerminalExit, 'exitCode' | 'signal'>;

/** A command line as the journal shows it. */
type Named = Pick<CommandEntry, 'operation' | 'command' | 'sha256'>;

/** Of a command that is too long to be run so much is looked at, to name it. */
const NAMED_CHARS = 4096;

interface Held {
  readonly terminal: CommandTerminal;
  readonly limit: number;
  /** The last answer, and what it rests on: agents ask again and again. */
  shown?: { readonly of: string; readonly answer: Promise<ShownOutput> };
}

/** The commands of an agent, by the ids that the protocol gives them. */
export class Terminals {
  readonly #parts: TerminalsParts;
  readonly #held = new Map<string, Held>();
  /** Settle when the end of a command is in the journal. */
  readonly #noted = new Set<Promise<void>>();
  /** Commands between being asked for and having a terminal. */
  readonly #starting = new Set<Promise<unknown>>();
  #created = 0;
  #isClosed = false;

  constructor(parts: TerminalsParts) {
    this.#parts = parts;
  }

  /** Is an agent told that it can ask for commands? */
  get isOffered(): boolean {
    return !(this.#parts.shell instanceof Refusal);
  }

  /** Starts a command; returns the name of its terminal. Throws SHELL_… refusals. */
  async create(request: CreateRequest): Promise<string> {
    const named = await this.#named(commandLine(request));
    try {
      return await this.#start(request, named);
    } catch (error) {
      if (error instanceof Refusal) this.#parts.journal.note({ ...named, answer: error.code });
      throw error;
    }
  }

  /** What it printed so far, without what is redacted. Throws SHELL_UNKNOWN. */
  async output(id: string): Promise<ShownOutput> {
    const held = this.#find(id);
    const of = `${held.terminal.output.printed} ${held.terminal.exit === undefined}`;
    if (held.shown?.of !== of) held.shown = { of, answer: this.#show(held) };
    return held.shown.answer;
  }

  /** Throws SHELL_UNKNOWN. */
  async waitForExit(id: string): Promise<Status> {
    return statusOf(await this.#find(id).terminal.exited);
  }

  /** Ends the command; its terminal stays. Throws SHELL_UNKNOWN. */
  async kill(id: string): Promise<void> {
    await this.#find(id).terminal.end('agent');
  }

  /** Ends the command and forgets its terminal. Throws SHELL_UNKNOWN. */
  async release(id: string): Promise<void> {
    const { terminal } = this.#find(id);
    this.#held.delete(id);
    await terminal.end('agent');
  }

  /** Ends every command; each is in the journal then, and no other is started. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#starting);
    await Promise.all([...this.#held.values()].map(({ terminal }) => terminal.end('session end')));
    await Promise.all(this.#noted);
  }

  async #start(request: CreateRequest, named: Named): Promise<string> {
    const { shell, emit, diagnostics } = this.#parts;
    if (shell instanceof Refusal) throw shell;
    const command = enclosed(request, shell);
    if (this.#isClosed || this.#held.size + this.#starting.size >= SHELL_TERMINALS)
      throw new Refusal('SHELL_BUSY', { limit: SHELL_TERMINALS });
    const { seconds, outputBytes } = shell.limits;
    const limit = Math.min(request.outputByteLimit ?? outputBytes, outputBytes);
    const starting = CommandTerminal.start(command, { seconds, outputBytes: limit }, diagnostics);
    this.#starting.add(starting);
    try {
      const terminal = await starting;
      this.#created += 1;
      const id = `terminal-${this.#created}`;
      this.#held.set(id, { terminal, limit });
      this.#note(terminal, named);
      emit({ event: 'command', terminal: id, command: named.command });
      return id;
    } catch (error) {
      throw asRefusal(
        error,
        (reason) =>
          new Refusal('SHELL_INVALID', {
            reason,
            advice: 'Ask for a shorter one, or tell your human.',
          }),
      );
    } finally {
      this.#starting.delete(starting);
    }
  }

  #find(id: string): Held {
    const held = this.#held.get(id);
    if (held === undefined) throw new Refusal('SHELL_UNKNOWN', {});
    return held;
  }

  async #named(whole: string): Promise<Named> {
    const line = whole.length > SHELL_COMMAND_MAX_CHARS ? whole.slice(0, NAMED_CHARS) : whole;
    const shown = await this.#parts.screen(await this.#parts.redactor.redact(line));
    // Of the line as it is shown: the hash of a short secret gives it away.
    return { operation: 'command:execute', command: printable(shown), sha256: sha256(shown) };
  }

  #note(terminal: CommandTerminal, named: Named): void {
    const noted = terminal.exited.then(({ exitCode, signal, endedBy, ms }) => {
      this.#parts.journal.note({
        ...named,
        answer: 'done',
        ...(exitCode === null ? {} : { exit: exitCode }),
        ...(signal === null ? {} : { signal }),
        ...(endedBy === undefined ? {} : { endedBy }),
        bytes: terminal.output.printed,
        ms,
      });
      this.#noted.delete(noted);
    });
    this.#noted.add(noted);
  }

  async #show({ terminal, limit }: Held): Promise<ShownOutput> {
    const { exit } = terminal;
    const { text, from, truncated } = terminal.output.judged(exit !== undefined);
    const clean = await this.#parts.redactor.redact(text, from);
    if (clean !== text.slice(from)) this.#parts.redacted();
    const redacted = await this.#parts.screen(clean);
    const whole = withNote(redacted, exit?.endedBy);
    const output = lastBytes(whole, limit);
    const injections = scan(output);
    return {
      output,
      truncated: truncated || output.length < whole.length,
      ...(exit === undefined ? {} : { exitStatus: statusOf(exit) }),
      ...(injections.length === 0 ? {} : { _meta: { yamo: { untrusted: injections } } }),
    };
  }
}

const statusOf = ({ exitCode, signal }: TerminalExit): Status => ({ exitCode, signal });

/** What the command printed, and that it was not its own end if it was not. */
const withNote = (text: string, endedBy: EndedBy | undefined): string => {
  if (endedBy !== 'time limit' && endedBy !== 'output limit') return text;
  const newline = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${newline}[ended: ${endedBy}]\n`;
};
