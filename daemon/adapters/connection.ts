/**
 * One process of an adapter, and what is said to it and by it. One frame is dealt with before the next is read, so that who
 * says more than is taken up waits at its descriptor; who says what is no frame is ended.
 */
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { adapterFrame, type FromAdapter, type ToAdapter } from '#lib/protocol/adapter.ts';
import {
  ADAPTER_EXIT_MS,
  ADAPTER_FRAME_MAX_BYTES,
  AGENT_UNREAD_MAX_BYTES,
} from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Child } from '#kernel/process/child.ts';
import { LineAssembler } from '#kernel/wire/message-lines.ts';
import { failureText } from '#daemon/data/event-log.ts';
import { type Confinement, startConfined } from './confine.ts';
import { AdapterLog } from './log.ts';
import { networkOf } from './network.ts';
import type { AdapterProgram } from './registry.ts';

/** Why an adapter is ended, as a sentence without its subject. */
type Fault = string;

/** What is told to an adapter at its start, and who hears it. */
export interface ConnectionParts {
  readonly program: AdapterProgram;
  readonly confinement: Confinement;
  readonly token: string;
  readonly appToken: string | undefined;
  readonly settings: unknown;
  /** The key of the event that was kept last. */
  readonly last: string | null;
  /** The variables of its owner, which it does not see: they name the proxy on the way out. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Settles when the frame is dealt with; with what is wrong with it, if something is. */
  readonly take: (frame: FromAdapter, connection: Connection) => Promise<Fault | undefined>;
}

/** How it ended. */
export interface ConnectionEnd {
  readonly reason: string;
  /** What it printed last. */
  readonly log: readonly string[];
}

export class Connection {
  readonly #child: Child;
  readonly #channel: Duplex;
  readonly #log: AdapterLog;
  /** Settles when the process has ended, and all is dealt with that it said. Never rejects. */
  readonly ended: Promise<ConnectionEnd>;
  #fault: Fault | undefined;

  private constructor(child: Child, channel: Duplex, { token, appToken, take }: ConnectionParts) {
    this.#child = child;
    this.#channel = channel;
    this.#log = new AdapterLog([token, ...(appToken === undefined ? [] : [appToken])], child);
    this.ended = this.#run(take);
  }

  /** Throws ADAPTER_FAILED, SCRATCH_UNUSABLE, STATE_UNUSABLE. */
  static async start(parts: ConnectionParts): Promise<Connection> {
    const { program, confinement, environment, settings } = parts;
    const reason = program.faultOf?.(settings);
    if (reason !== undefined) throw new Refusal('ADAPTER_FAILED', { reason });
    const network = networkOf(program.hostsOf(settings), environment);
    const { child, channel } = await startConfined(
      program.commandOf(settings),
      confinement,
      network,
    );
    const connection = new Connection(child, channel, parts);
    const { token, appToken, last } = parts;
    connection.say({ is: 'token', token, ...(appToken && { appToken }), settings, last });
    return connection;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Settles when the process has ended; what it said before may be dealt with later. Never rejects. */
  get exited(): Promise<unknown> {
    return this.#child.exit;
  }

  /** Who does not read what it is told is ended. */
  say(frame: ToAdapter): void {
    if (this.#channel.destroyed || this.#channel.writableEnded) return;
    this.#channel.write(`${JSON.stringify(frame)}\n`);
    if (this.#channel.writableLength > AGENT_UNREAD_MAX_BYTES)
      this.end('does not read what it is told');
  }

  /** Ends it at once, for this reason; the first counts. */
  end(fault: Fault): void {
    this.#fault ??= fault;
    void this.#child.end(0);
  }

  /** It may say how what is on its way comes out, and then ends. Never rejects. */
  async stop(): Promise<void> {
    this.say({ is: 'stop' });
    const timer = setTimeout(() => void this.#child.end(ADAPTER_EXIT_MS), ADAPTER_EXIT_MS);
    await this.ended;
    clearTimeout(timer);
  }

  async #run(take: ConnectionParts['take']): Promise<ConnectionEnd> {
    const fault = await this.#read(take);
    if (fault !== undefined) this.end(fault);
    // It has said all that it has to say.
    else void this.#child.end(ADAPTER_EXIT_MS);
    const how = await this.#child.ended;
    const reason = this.#fault === undefined ? `it ended (${how})` : `it ${this.#fault}`;
    return { reason, log: await this.#log.lines().catch(() => []) };
  }

  /** Returns when it says no more, or what is wrong. */
  async #read(take: ConnectionParts['take']): Promise<Fault | undefined> {
    const lines = new LineAssembler(LINE_MAX_BYTES);
    const chunks: AsyncIterable<Buffer> = this.#channel;
    try {
      for await (const chunk of chunks)
        for (const line of lines.take(chunk)) {
          const frame = adapterFrame(line);
          const fault = typeof frame === 'string' ? frame : await take(frame, this);
          if (fault !== undefined) return fault;
          await nextTurn();
        }
    } catch (error) {
      if (error instanceof RangeError)
        return `said a frame of more than ${ADAPTER_FRAME_MAX_BYTES} bytes`;
      // The process has ended, and its descriptor with it.
      if (!isClosed(error)) return `was ended: ${failureText(error)}`;
    }
    return undefined;
  }
}

/** Base64 has four letters for three bytes; the rest of the line is short. */
const LINE_MAX_BYTES = Math.ceil((ADAPTER_FRAME_MAX_BYTES * 4) / 3) + 64 * 1024;

const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CLOSED.has(error.code);
const CLOSED: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'EPIPE', 'ECONNRESET']);
