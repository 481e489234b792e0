/** `yamo boot`: the kernel's steps as they happen, then a conversation, a single turn, or lines from a pipe. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isDay } from '#lib/text/day.ts';
import type { BootRequest } from '#kernel/contract/boot-request.ts';
import { Conversation } from '#kernel/boot/conversation.ts';
import { isZone } from '#lib/text/zones.ts';
import { closeInherited } from '#kernel/process/inherited.ts';

import type { KernelEvent } from '#kernel/contract/events.ts';
import type { Session } from '#kernel/session/session.ts';
import { agentMistake, hostFor, hostOptions, layoutSaid, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { reportRefusal } from '#cli/io/report.ts';
import { type SessionUi, linesUi, messageUi, type TurnState } from '../session/ui.ts';
import { asksForHelp, commandsText, ownCommands } from '../session/commands.ts';
import { type Message, messageIn } from '../session/message.ts';
import { viewer } from '#cli/tui/show.ts';
import { exitAfterSignal, onSignals, type Signal } from '#cli/io/signals.ts';
import { canDraw, isInteractive, printError, printFrame, onClosedPipe } from '#cli/io/terminal.ts';

/** Runs the command; returns its exit code. */
export const boot = async (given: Given<'boot'>): Promise<number> => {
  const mistake = mistakeIn(given);
  if (mistake !== undefined) {
    printError(`${mistake}\nSee: yamo boot --help\n`);
    return EXIT.usage;
  }
  const request = requestFrom(given);
  if (given.flag('plan')) return (await import('./plan.ts')).plan(given, request);
  const said = await messageIn(given);
  if ('mistake' in said) {
    printError(`${said.mistake}\nSee: yamo boot --help\n`);
    return EXIT.usage;
  }
  return new Run(given, request, said).run();
};

const mistakeIn = (given: Given<'boot'>): string | undefined => {
  const zone = given.text('tz');
  const date = given.text('date');
  if (zone !== undefined && !isZone(zone))
    return `--tz ${JSON.stringify(zone)} is not the name of a time zone, such as Europe/Berlin.`;
  if (date !== undefined && !isDateGiven(date))
    return `--date ${JSON.stringify(date)} is not YYYY-MM-DD, or YYYY-MM-DDTHH:MM with or without :SS.`;
  if (given.flag('attended') && given.flag('unattended'))
    return '--attended and --unattended exclude each other.';
  return agentMistake(given);
};

/** Whoever types at a terminal is there, also where only one thing is said. */
const attendedIn = (given: Given<'boot'>): boolean | undefined => {
  if (given.flag('attended')) return true;
  return given.flag('unattended') ? false : process.stdin.isTTY || undefined;
};

const isDateGiven = (date: string): boolean => {
  const [day = '', time, more] = date.split('T');
  return (
    isDay(day) &&
    more === undefined &&
    (time === undefined || /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time))
  );
};

const requestFrom = (given: Given<'boot'>): BootRequest => {
  const session = given.text('session');
  return {
    path: workspaceOf(given),
    session: session === 'main' || session === 'shared' ? session : undefined,
    participants: given.texts('participant'),
    channel: given.text('channel'),
    agent: given.text('agent'),
    model: given.text('model'),
    resume: given.text('resume'),
    attended: attendedIn(given),
    strict: given.flag('strict'),
    reconfigure: given.flag('reconfigure'),
    rebirth: given.flag('rebirth'),
    dropUnread: given.flag('drop-unread'),
    layout: layoutSaid(given),
    unsandboxed: given.flag('unsandboxed'),
    zone: given.text('tz'),
    date: given.text('date'),
  };
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
  #ui: SessionUi | undefined;
  #conversation: Conversation | undefined;
  #turn: TurnState = 'none';
  /** Why the last turn ended. */
  #ended = '';
  #signal: Signal | undefined;

  constructor(given: Given<'boot'>, request: BootRequest, { message, isText }: Message) {
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
        emit: ui.emit,
        signal: this.#stop.signal,
      });
      this.#conversation = await Conversation.open(this.#request, host);
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
    const isScript = this.#json || (this.#message === undefined && !isInteractive());
    if (isScript || !canDraw()) {
      const emit = this.#json ? printEvent : viewer();
      if (this.#message !== undefined) return messageUi(this.#message, emit);
      return linesUi(!isScript, emit, () => this.#interrupt());
    }
    const { TerminalUi } = await import('../session/terminal-ui.ts');
    return new TerminalUi({
      message: this.#message,
      allSteps: this.#given.flag('trace'),
      commands: () => this.#conversation?.session.commands ?? [],
      interrupted: () => this.#interrupt(),
    });
  }

  /** Turns until the human, a signal or the agent ends it; then the session is closed. */
  async #serve(conversation: Conversation, ui: SessionUi): Promise<void> {
    try {
      while (await this.#attend(conversation, ui));
    } catch (error) {
      if (this.#signal === undefined) {
        await conversation.session.close(
          error instanceof Refusal ? error.code : 'a bug',
          error instanceof Refusal ? error : undefined,
        );
        throw error;
      }
    }
    await conversation.session.close(this.#signal ?? 'ended by the human');
  }

  /** The turns of one session. True when another one serves from here on. */
  async #attend(conversation: Conversation, ui: SessionUi): Promise<boolean> {
    const { session } = conversation;
    let lost: Refusal | undefined;
    let isOver = false;
    // The end of the agent ends the waiting for a line. (A race with it for each line would keep all of them.)
    void session.agentEnded.then((why) => {
      if (isOver) return;
      lost = why;
      ui.close();
    });
    for (;;) {
      // A signal closes the desk, which ends the waiting.
      const line = this.#signal === undefined ? await ui.next() : undefined;
      if (lost !== undefined) throw lost;
      isOver = line === undefined || (!this.#isText && line.trim() === '/quit');
      if (line === undefined || isOver) return false;
      const [, who] = (this.#isText ? null : JOIN.exec(line)) ?? [];
      if (who === '') printError('Who? Say: /join discord:bob\n');
      else if (who !== undefined) {
        isOver = true;
        if (await conversation.join(who)) return true;
        isOver = false;
      } else if (line.trim() !== '') await this.#take(session, ui, line);
      if (this.#signal !== undefined) return false;
    }
  }

  /** A command of the terminal's, of the kernel's, or something for the agent. */
  async #take(session: Session, ui: SessionUi, line: string): Promise<void> {
    if (!this.#isText && (ui.takes?.(line) === true || helps(session, ui, line))) return;
    this.#turnIs('running');
    try {
      const isDone = !this.#isText && (await session.command(line, ownCommands));
      if (!isDone) this.#ended = await session.turn(this.#isText ? line : session.forAgent(line));
    } finally {
      this.#turnIs('none');
    }
  }

  #turnIs(state: TurnState): void {
    this.#turn = state;
    this.#ui?.turn(state);
  }

  /**
   * Ctrl-C at a terminal: a turn is asked to stop, and the agent is ended if it does not and Ctrl-C
   * comes again; where there is no turn, the session ends.
   */
  #interrupt(): void {
    const session = this.#conversation?.session;
    if (session === undefined || this.#turn === 'stopping') return this.#end('SIGINT');
    if (this.#turn === 'none') return this.#ui?.close();
    this.#turnIs('stopping');
    // If the agent is gone, the turn ends by itself.
    session.cancel().catch(() => undefined);
  }

  #end(signal: Signal): void {
    this.#signal ??= signal;
    this.#stop.abort();
    this.#ui?.close();
  }

  #exit(code: number): number {
    return exitAfterSignal(this.#signal, code);
  }
}

/** What a terminal shows while it waits is nothing for a program. */
const printEvent = (event: KernelEvent): void => {
  if (event.event !== 'starting') printFrame(event);
};

/** `/help` where there is no terminal that answers it. */
const helps = ({ commands }: Session, { emit }: SessionUi, line: string): boolean => {
  if (!asksForHelp(line)) return false;
  emit({ event: 'answer', text: commandsText(commands) });
  return true;
};

/** A script wants to know whether its one question was answered. */
const exitAfter = (ended: string): number =>
  ended === 'failed' ? EXIT.machine : ended === 'budget' ? EXIT.refused : EXIT.done;
