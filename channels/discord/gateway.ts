/**
 * What comes from Discord. Its gateway knows no acknowledgement and tells a new session nothing of before: after every gap, a
 * start included, each known channel is asked for what came after the last message, before anything else is handed on.
 */
import { isLater, isSnowflake } from '#lib/chat/discord.ts';
import { slicesOf } from '#lib/chat/json-slices.ts';
import { ADAPTER_FRAME_MAX_BYTES } from '#lib/spec/limits.ts';
import { memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import type { DaemonLink } from '#channels/daemon/link.ts';
import { type ApiFailure, growingWaitMs, TOKEN_WAIT_MS } from '#channels/provider/answer.ts';
import { attemptUntilStopped, type Hindrance } from '#channels/provider/attempts.ts';
import type { Tunnels } from '#kernel/wire/tunnel.ts';
import { type RestApi, DISCORD_TOKEN_CODES } from './rest.ts';
import { GatewaySession, type ResumeState, type SessionEnd } from './session.ts';

/** How long a description of a channel is believed. */
const CHANNEL_MS = 10 * 60_000;
const PAGE = 100;
/** More wait than are held: the next process asks for them. */
const WAITING_MAX = 5000;

/** What it works with. */
interface GatewayParts {
  readonly api: RestApi;
  readonly tunnels: Tunnels;
  readonly link: DaemonLink;
  readonly token: string;
  /** Where the token is, in words. */
  readonly tokenPlace: string;
  /** The last message that was kept of each channel. */
  readonly last: Map<string, string>;
}

export class Gateway {
  readonly #parts: GatewayParts;
  readonly #channels = new Map<string, { readonly text: string; readonly until: number }>();
  #session: GatewaySession | undefined;
  #resume: ResumeState | undefined;
  #failures = 0;
  #waiting = 0;
  /** One thing is handed on after the other. */
  #order: Promise<void> = Promise.resolve();

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /** Returns when the daemon wants no more. */
  run(): Promise<void> {
    return attemptUntilStopped(
      this.#parts.link,
      () => this.#attempt(),
      () => this.again(),
    );
  }

  /** Has Discord say anew whether it takes the token. */
  again(): void {
    this.#session?.end();
  }

  async #attempt(): Promise<Hindrance | undefined> {
    const trouble = (await this.#introduced()) ?? (await this.#connected());
    if (trouble !== undefined) this.#failures += 1;
    return trouble;
  }

  /** Asks whose the token is, and tells the daemon. */
  async #introduced(): Promise<Hindrance | undefined> {
    const { api, link } = this.#parts;
    const answer = await api.call('GET', '/users/@me', undefined, { signal: link.stopping });
    if (answer.is !== 'done') return this.#troubleOf(answer);
    const said = parsedJson(answer.text);
    const id = textAt(said, 'id');
    if (id === undefined)
      return { reason: 'Discord does not say whose token it is', waitMs: TOKEN_WAIT_MS };
    link.introduce(id, textAt(said, 'username') ?? id);
    return undefined;
  }

  /** One connection, from its beginning to its end. Returns what is wrong, if something is. */
  async #connected(): Promise<Hindrance | undefined> {
    const { api, link, tunnels, token } = this.#parts;
    const answer = await api.call('GET', '/gateway/bot', undefined, { signal: link.stopping });
    if (answer.is !== 'done') return this.#troubleOf(answer);
    const url = textAt(parsedJson(answer.text), 'url') ?? '';
    if (!/^wss?:$/u.test(URL.parse(url)?.protocol ?? ''))
      return { reason: 'Discord names no gateway', waitMs: growingWaitMs(this.#failures) };
    let isReady = false;
    const session = new GatewaySession({
      tunnels,
      token,
      url,
      resume: this.#resume,
      ready: (isGap) => {
        isReady = true;
        this.#then(async () => {
          if (isGap) await this.#catchUp();
          if (this.#session === session && !link.stopping.aborted) link.become('connected');
        });
      },
      event: (kind, raw) => this.#then(() => this.#bring(kind, raw)),
    });
    this.#session = session;
    if (link.stopping.aborted) session.end();
    const end = await session.ended;
    this.#session = undefined;
    this.#resume = end.resume;
    if (isReady) this.#failures = 0;
    return isReady && end.resume !== undefined ? undefined : this.#troubleIn(end);
  }

  /** Does it when all before it is done. */
  #then(work: () => Promise<void>): void {
    this.#waiting += 1;
    if (this.#waiting > WAITING_MAX) throw new Error('more comes than is taken up');
    this.#order = this.#order.then(async () => {
      if (!this.#parts.link.stopping.aborted) await work();
      this.#waiting -= 1;
    });
  }

  /** Hands on what came in each channel after the last message of it, the oldest first. */
  async #catchUp(): Promise<void> {
    const { api, last, link } = this.#parts;
    for (const channel of last.keys())
      for (;;) {
        const after = last.get(channel) ?? '0';
        const path = `/channels/${channel}/messages?limit=${PAGE}&after=${after}`;
        const answer = await api.get(path, link.stopping);
        // The bot is there no more.
        if (answer?.is !== 'done') break;
        const messages = slicesOf(answer.text, 2)
          .map((raw) => ({ raw, id: textAt(parsedJson(raw), 'id') }))
          .filter((one): one is { raw: string; id: string } => isSnowflake(one.id))
          .toSorted((one, other) => (isLater(one.id, other.id) ? 1 : -1));
        for (const { raw } of messages)
          await this.#bring('MESSAGE_CREATE', `{"t":"MESSAGE_CREATE","s":null,"op":0,"d":${raw}}`);
        if (messages.length < PAGE) break;
      }
  }

  /** Hands on an event of a message, with its channel. */
  async #bring(kind: string, raw: string): Promise<void> {
    const message = memberAt(parsedJson(raw), 'd');
    const [id, channel] = [textAt(message, 'id'), textAt(message, 'channel_id')];
    const key = id && keyOf(kind, id, textAt(message, 'edited_timestamp'));
    if (id === undefined || key === undefined || !isSnowflake(channel)) return;
    const described = await this.#channel(channel);
    const { last, link } = this.#parts;
    if (link.stopping.aborted) return;
    const both = Buffer.from(described === undefined ? raw : `${raw}\n${described}`);
    const isWhole = both.byteLength <= ADAPTER_FRAME_MAX_BYTES;
    await link.bring(
      key,
      isWhole ? both : Buffer.from(JSON.stringify({ t: kind, d: { id, channel_id: channel } })),
    );
    if (kind === 'MESSAGE_CREATE' && isSnowflake(id) && isLater(id, last.get(channel)))
      last.set(channel, id);
  }

  /** What Discord says of a channel; `undefined` where it says nothing. */
  async #channel(id: string): Promise<string | undefined> {
    const known = this.#channels.get(id);
    if (known !== undefined && known.until > Date.now()) return known.text;
    const { api, link } = this.#parts;
    const answer = await api.get(`/channels/${id}`, link.stopping);
    if (answer?.is !== 'done' || answer.text.includes('\n')) return undefined;
    this.#channels.set(id, { text: answer.text, until: Date.now() + CHANNEL_MS });
    return answer.text;
  }

  #troubleIn({ code }: SessionEnd): Hindrance {
    if (code === 4004) return this.#refused(code);
    if (code === 4013 || code === 4014)
      return {
        reason: `Discord refuses the intents (${code}): turn on the Message Content Intent of the bot in the Developer Portal`,
        waitMs: TOKEN_WAIT_MS,
      };
    const reason = `Discord closed the connection (${code})`;
    return { reason, waitMs: growingWaitMs(this.#failures) };
  }

  #troubleOf(failure: ApiFailure): Hindrance {
    const growing = growingWaitMs(this.#failures);
    const { is, reason } = failure;
    if (is !== 'refused') return { reason, waitMs: growing };
    if (DISCORD_TOKEN_CODES.has(failure.code)) return this.#refused(failure.code);
    return { reason, waitMs: failure.retryAfterMs ?? growing };
  }

  #refused(code: string | number): Hindrance {
    return {
      reason: `Discord does not accept the token in ${this.#parts.tokenPlace} (${code}): reset it under Bot in the Developer Portal`,
      waitMs: TOKEN_WAIT_MS,
    };
  }
}

/** The key of an event; of an edit each time, and none for what changes a message and is no edit. */
const keyOf = (kind: string, id: string, editedAt: string | undefined): string | undefined => {
  switch (kind) {
    case 'MESSAGE_CREATE':
      return id;
    case 'MESSAGE_UPDATE':
      return editedAt === undefined ? undefined : `${id}/${editedAt}`;
    case 'MESSAGE_DELETE':
      return `${id}/removed`;
    default:
      return undefined;
  }
};
