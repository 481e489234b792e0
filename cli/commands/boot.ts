/** `yamo boot`: the kernel's steps as they happen, then a conversation, a single turn, or lines from a pipe. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isDay } from '#lib/workspace/day.ts';
import type { BootRequest } from '#kernel/boot-request.ts';
import { Conversation } from '#kernel/conversation.ts';
import { isZone } from '#kernel/effects/clock.ts';
import { closeInherited } from '#kernel/effects/inherited.ts';
import type { Human, KernelEvent } from '#kernel/events.ts';
import type { Session } from '#kernel/session/session.ts';
import { hostFor, workspaceOf } from '../host.ts';
import { humanAt, Lines } from '../lines.ts';
import type { Given } from '../options.ts';
import { viewer } from '../show.ts';
import { reportRefusal } from '../report.ts';
import { isInteractive, print, printError, onClosedPipe } from '../terminal.ts';

/** Runs the command; returns its exit code. */
export const boot = async (given: Given): Promise<number> => {
  const mistake = mistakeIn(given);
  if (mistake !== undefined) {
    printError(`${mistake}\nSee: yamo boot --help\n`);
    return EXIT.usage;
  }
  const request = requestFrom(given);
  if (given.flag('plan')) return (await import('./plan.ts')).plan(given, request);
  return new Run(given, request).run();
};

const mistakeIn = (given: Given): string | undefined => {
  const zone = given.text('tz');
  const date = given.text('date');
  const message = given.text('message');
  if (zone !== undefined && !isZone(zone))
    return `--tz ${JSON.stringify(zone)} is not the name of a time zone, such as Europe/Berlin.`;
  if (date !== undefined && !isDateGiven(date))
    return `--date ${JSON.stringify(date)} is not YYYY-MM-DD, or YYYY-MM-DDTHH:MM with or without :SS.`;
  if (message?.trim() === '') return '--message is empty.';
  return undefined;
};

const isDateGiven = (date: string): boolean => {
  const [day = '', time, more] = date.split('T');
  return (
    isDay(day) &&
    more === undefined &&
    (time === undefined || /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time))
  );
};

const requestFrom = (given: Given): BootRequest => {
  const session = given.text('session');
  return {
    path: workspaceOf(given),
    session: session === 'main' || session === 'shared' ? session : undefined,
    participants: given.texts('participant'),
    channel: given.text('channel'),
    agent: given.text('agent'),
    strict: given.flag('strict'),
    reconfigure: given.flag('reconfigure'),
    rebirth: given.flag('rebirth'),
    unsandboxed: given.flag('unsandboxed'),
    zone: given.text('tz'),
    date: given.text('date'),
  };
};

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const EXIT_OF: Readonly<Record<Signal, number>> = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
  SIGHUP: EXIT.hangup,
};

/** Somebody takes part from now on: `/join discord:bob`. */
const JOIN = /^\s*\/join\b\s*(.*?)\s*$/i;

/** One run of the command: what may end it, and how it is ended in good order. */
class Run {
  readonly #given: Given;
  readonly #request: BootRequest;
  readonly #json: boolean;
  readonly #stop = new AbortController();
  readonly #lines: Lines | undefined;
  readonly #human: Human | undefined;
  #conversation: Conversation | undefined;
  /** The turn that runs, and whether it was asked to stop. */
  #turn: 'none' | 'running' | 'stopping' = 'none';
  #signal: Signal | undefined;
  /** The one message of `--message` has been said. */
  #said = false;

  constructor(given: Given, request: BootRequest) {
    this.#given = given;
    this.#request = request;
    this.#json = given.flag('json');
    const interactive = isInteractive() && given.text('message') === undefined && !this.#json;
    if (given.text('message') === undefined)
      this.#lines = new Lines(interactive, () => this.#interrupt());
    this.#human = interactive && this.#lines !== undefined ? humanAt(this.#lines) : undefined;
  }

  async run(): Promise<number> {
    closeInherited();
    onClosedPipe(() => this.#end('SIGHUP'));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => this.#end(signal));
    try {
      const emit = this.#json ? printFrame : viewer();
      const host = await hostFor(this.#given, {
        human: this.#human,
        emit,
        signal: this.#stop.signal,
      });
      this.#conversation = await Conversation.open(this.#request, host);
      await this.#serve(this.#conversation);
      return this.#exit(EXIT.done);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.#exit(reportRefusal(error, this.#json));
    } finally {
      this.#lines?.close();
    }
  }

  /** Turns until the human, a signal or the agent ends it; then the session is closed. */
  async #serve(conversation: Conversation): Promise<void> {
    try {
      while (await this.#attend(conversation));
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
  async #attend(conversation: Conversation): Promise<boolean> {
    const { session } = conversation;
    let lost: Refusal | undefined;
    let isOver = false;
    // The end of the agent ends the waiting for a line. (A race with it for each line would keep all of them.)
    void session.agentEnded.then((how) => {
      if (isOver) return;
      lost = new Refusal('AGENT_LOST', { reason: how });
      this.#lines?.close();
    });
    for (;;) {
      const line = await this.#next();
      if (lost !== undefined) throw lost;
      isOver = line === undefined || line.trim() === '/quit';
      if (line === undefined || isOver) return false;
      const [, who] = JOIN.exec(line) ?? [];
      if (who === '') printError('Who? Say: /join discord:bob\n');
      else if (who !== undefined) {
        isOver = true;
        if (await conversation.join(who)) return true;
        isOver = false;
      } else if (line.trim() !== '') await this.#take(session, line);
      if (this.#signal !== undefined) return false;
    }
  }

  async #next(): Promise<string | undefined> {
    if (this.#signal !== undefined) return undefined;
    // A signal closes the lines, which ends the waiting.
    if (this.#lines !== undefined) return this.#lines.next(this.#human === undefined ? '' : '> ');
    if (this.#said) return undefined;
    this.#said = true;
    return this.#given.text('message');
  }

  async #take(session: Session, line: string): Promise<void> {
    this.#turn = 'running';
    try {
      await session.turn(line);
    } finally {
      this.#turn = 'none';
    }
  }

  /**
   * Ctrl-C at a terminal: a turn is asked to stop, and the agent is ended if it does not and Ctrl-C
   * comes again; where there is no turn, the session ends.
   */
  #interrupt(): void {
    const session = this.#conversation?.session;
    if (session === undefined || this.#turn === 'stopping') return this.#end('SIGINT');
    if (this.#turn === 'none') return this.#lines?.close();
    this.#turn = 'stopping';
    // If the agent is gone, the turn ends by itself.
    session.cancel().catch(() => undefined);
  }

  #end(signal: Signal): void {
    this.#signal ??= signal;
    this.#stop.abort();
    this.#lines?.close();
  }

  #exit(code: number): number {
    return this.#signal === undefined ? code : EXIT_OF[this.#signal];
  }
}

const printFrame = (event: KernelEvent): void => print(`${JSON.stringify(event)}\n`);
