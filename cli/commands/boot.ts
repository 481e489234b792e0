/** `yamo boot`: the kernel's steps as they happen, then a conversation, a single turn, or lines from a pipe. */
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { BootRequest } from '#kernel/contract/boot-request.ts';
import { Conversation } from '#kernel/boot/conversation.ts';
import { closeInherited } from '#kernel/process/inherited.ts';

import { bootMistake, bootRequest } from '#cli/args/boot-request.ts';
import { hostFor, hostOptions, layoutGiven } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { ownersTerminal } from '#cli/io/owners-terminal.ts';
import { reportRefusal } from '#cli/io/report.ts';
import { type SessionUi, linesUi, messageUi } from '../session/ui.ts';
import { asksForHelp, commandsText, ownCommands } from '../session/commands.ts';
import { type SingleMessage, messageIn } from '../session/message.ts';
import { viewer, type Viewer } from '#cli/tui/show.ts';
import { exitAfterSignal, onSignals, type Signal } from '#cli/io/signals.ts';
import { canDraw, isInteractive, printError, printFrame, onClosedPipe } from '#cli/io/terminal.ts';

/** Runs the command; returns its exit code. */
export const boot = async (given: Given<'boot'>): Promise<number> => {
  const mistake = bootMistake(given);
  if (mistake !== undefined) {
    printError(`${mistake}\nSee: yamo boot --help\n`);
    return EXIT.usage;
  }
  const request = bootRequest(given);
  if (given.flag('plan')) {
    const { plan } = await import('./plan.ts');
    return plan(given, { ...request, layout: await layoutGiven(given) });
  }
  const said = await messageIn(given);
  if ('mistake' in said) {
    printError(`${said.mistake}\nSee: yamo boot --help\n`);
    return EXIT.usage;
  }
  return new Run(given, request, said).run();
};

/** Somebody takes part from now on: `/join discord:bob`. */
const JOIN = /^\s*\/join\b\s*(.*?)\s*$/i;

/** One run of the command: what may end it, and how it is ended in good order. */
class Run {
  readonly #given: Given<'boot'>;
  readonly #request: BootRequest;
  readonly #json: boolean;
  /** The one thing to say; `undefined` where somebody says one after the other. */
  readonly #message: string | undefined;
  /** What is said is no command, whatever it begins with. */
  readonly #isText: boolean;
  readonly #stop = new AbortController();
  /** The terminal is gone, or whoever sent the signal waits for the end: nothing more is asked. */
  readonly #gone = new AbortController();
  #ui: SessionUi | undefined;
  #conversation: Conversation | undefined;
  /** Why the last turn ended. */
  #ended = '';
  #signal: Signal | undefined;

  constructor(given: Given<'boot'>, request: BootRequest, { message, isText }: SingleMessage) {
    this.#given = given;
    this.#request = request;
    this.#json = given.flag('json');
    this.#message = message;
    this.#isText = isText;
  }

  async run(): Promise<number> {
    closeInherited();
    // What cannot be told any more, for whatever reason, ends the session in good order.
    const unheard = (): void => this.#end('SIGHUP');
    onClosedPipe(unheard, unheard);
    onSignals((signal) => this.#end(signal));
    try {
      const ui = await this.#participants();
      this.#ui = ui;
      const host = await hostFor(hostOptions(this.#given), {
        human: ui.human,
        terminal: ownersTerminal(() => ui.close(), this.#gone.signal),
        emit: ui.emit,
        signal: this.#stop.signal,
      });
      const request = { ...this.#request, layout: await layoutGiven(this.#given) };
      this.#conversation = await Conversation.open(request, host, () => ui.close());
      await this.#serve(this.#conversation, ui);
      return this.#exit(this.#message === undefined ? EXIT.done : exitAfter(this.#ended));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#ui?.close();
      return this.#exit(reportRefusal(error, this.#json));
    } finally {
      this.#ui?.close();
    }
  }

  /** What a terminal needs is loaded where there is one. */
  async #participants(): Promise<SessionUi> {
    const verbosity = { allSteps: this.#given.flag('trace'), quiet: this.#given.flag('quiet') };
    const isScript = this.#json || (this.#message === undefined && !isInteractive());
    if (isScript || !canDraw()) {
      const shown = this.#json ? FRAMES : viewer(verbosity);
      if (this.#message !== undefined) return messageUi(this.#message, shown);
      return linesUi(!isScript, shown, () => this.#interrupt());
    }
    const { TerminalUi } = await import('../session/terminal-ui.ts');
    return new TerminalUi({
      message: this.#message,
      verbosity,
      commands: () => this.#conversation?.session.commands ?? [],
      interrupted: () => this.#interrupt(),
    });
  }

  /** Turns until the human, a signal or the agent ends it; then the session is closed. */
  async #serve(conversation: Conversation, ui: SessionUi): Promise<void> {
    try {
      await this.#attend(conversation, ui);
      if (this.#signal === undefined && conversation.lost !== undefined) throw conversation.lost;
    } catch (error) {
      if (this.#signal === undefined) {
        await conversation.fail(error);
        throw error;
      }
    }
    await conversation.close(this.#signal ?? 'ended by the human');
  }

  /** What the human says, one after the other. A signal, or the end of the agent, ends the waiting for it. */
  async #attend(conversation: Conversation, ui: SessionUi): Promise<void> {
    while (this.#signal === undefined) {
      const line = await ui.next();
      if (line === undefined || (!this.#isText && line.trim() === '/quit')) return;
      const [, who] = (this.#isText ? null : JOIN.exec(line)) ?? [];
      if (who === '') printError('Who? Say: /join discord:bob\n');
      else if (who !== undefined) await conversation.join(who);
      else if (line.trim() !== '') await this.#take(conversation, ui, line);
    }
  }

  /** A command of the terminal's, of the kernel's, or something for the agent. */
  async #take(conversation: Conversation, ui: SessionUi, line: string): Promise<void> {
    const isText = this.#isText;
    if (!isText && (ui.takes?.(line) === true || helps(conversation, ui, line))) return;
    ui.turn('running');
    try {
      this.#ended = (await conversation.say({ words: line, isText }, ownCommands)) ?? this.#ended;
    } finally {
      ui.turn('none');
    }
  }

  /**
   * Ctrl-C at a terminal: a turn is asked to stop, and the agent is ended if it does not and Ctrl-C
   * comes again; where there is no turn, the session ends.
   */
  #interrupt(): void {
    const before = this.#conversation?.stop() ?? 'stopping';
    if (before === 'stopping') this.#end('SIGINT');
    else if (before === 'none') this.#ui?.close();
    else this.#ui?.turn('stopping');
  }

  #end(signal: Signal): void {
    this.#signal ??= signal;
    if (signal !== 'SIGINT') this.#gone.abort();
    this.#stop.abort();
    this.#ui?.close();
  }

  #exit(code: number): number {
    return exitAfterSignal(this.#signal, code);
  }
}

/** What a terminal shows while it waits is nothing for a program. */
const FRAMES: Viewer = {
  emit: (event) => {
    if (event.event !== 'starting') printFrame(event);
  },
  close: () => undefined,
};

/** `/help` where there is no terminal that answers it. */
const helps = ({ session }: Conversation, { emit }: SessionUi, line: string): boolean => {
  if (!asksForHelp(line)) return false;
  emit({ event: 'answer', text: commandsText(session.commands) });
  return true;
};

/** A script wants to know whether its one question was answered. */
const exitAfter = (ended: string): number =>
  ended === 'failed' ? EXIT.machine : ended === 'budget' ? EXIT.refused : EXIT.done;
