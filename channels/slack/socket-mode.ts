/**
 * What comes from Slack, by Socket Mode: each envelope is acknowledged when what it holds is on the disk, which Slack waits three
 * seconds for; what is not acknowledged comes again. Slack ends each connection sooner or later, and says so before: the next
 * one is opened while the old one goes on, so that there is always one.
 */
import { memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import type { DaemonLink } from '#channels/daemon/link.ts';
import { type ApiFailure, growingWaitMs, TOKEN_WAIT_MS } from '#channels/provider/answer.ts';
import { attemptUntilStopped, type Hindrance } from '#channels/provider/attempts.ts';
import type { Tunnels } from '#kernel/wire/tunnel.ts';
import { SlackConnection, type Leaving } from './connection.ts';
import { SLACK_TOKEN_CODES, TOO_MANY, type WebApi } from './web-api.ts';

const CALL_TIMEOUT_MS = 30_000;
/** So often is looked whether somebody has turned it on again. */
const OFF_WAIT_MS = 30_000;
/** Without these nobody can be heard and answered in a direct chat. */
const SCOPES = ['chat:write', 'im:history'] as const;

/** What it works with. */
interface SocketModeParts {
  /** With the token of the bot. */
  readonly api: WebApi;
  /** With that of the app. */
  readonly appApi: WebApi;
  readonly tunnels: Tunnels;
  readonly link: DaemonLink;
  /** Where the tokens are, in words. */
  readonly tokenPlace: string;
  readonly appTokenPlace: string;
}

export class SocketMode {
  readonly #parts: SocketModeParts;
  #connection: SlackConnection | undefined;
  #failures = 0;

  constructor(parts: SocketModeParts) {
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

  /** Has Slack say anew whether it takes the tokens. */
  again(): void {
    this.#connection?.end();
  }

  async #attempt(): Promise<Hindrance | undefined> {
    const trouble = (await this.#introduced()) ?? (await this.#connected());
    if (trouble !== undefined) this.#failures += 1;
    return trouble;
  }

  /** Asks whose the token is, and tells the daemon. */
  async #introduced(): Promise<Hindrance | undefined> {
    const { api, link, tokenPlace } = this.#parts;
    let scopes: readonly string[] = SCOPES;
    const limits = { signal: link.stopping, timeoutMs: CALL_TIMEOUT_MS };
    const answer = await api.call('auth.test', {}, limits, (names) => void (scopes = names));
    if (answer.is !== 'done') return this.#troubleOf(answer, tokenPlace, BOT_TOKEN);
    const said = parsedJson(answer.text);
    const [id, name] = [textAt(said, 'user_id'), textAt(said, 'user')];
    if (id === undefined || memberAt(said, 'bot_id') === undefined)
      return {
        reason: `the token in ${tokenPlace} is no bot’s: ${BOT_TOKEN}`,
        waitMs: TOKEN_WAIT_MS,
      };
    const missing = SCOPES.filter((one) => !scopes.includes(one));
    if (missing.length > 0)
      return {
        reason: `the bot may not ${missing.join(', ')}: add what is missing under OAuth & Permissions, and install the app again`,
        waitMs: TOKEN_WAIT_MS,
      };
    link.introduce(id, name ?? id);
    return undefined;
  }

  /** Opens a connection and has it until another one is needed. Returns what is wrong, if something is. */
  async #connected(): Promise<Hindrance | undefined> {
    const { appApi, appTokenPlace, link, tunnels } = this.#parts;
    const limits = { signal: link.stopping, timeoutMs: CALL_TIMEOUT_MS };
    const answer = await appApi.call('apps.connections.open', {}, limits);
    if (answer.is !== 'done') return this.#troubleOf(answer, appTokenPlace, APP_TOKEN);
    const url = textAt(parsedJson(answer.text), 'url') ?? '';
    const opened = await SlackConnection.open(tunnels, url, (key, raw) => link.bring(key, raw));
    if (!(opened instanceof SlackConnection)) return this.#troubleIn(opened);
    const before = this.#connection;
    this.#connection = opened;
    void before?.close();
    if (link.stopping.aborted) opened.end();
    else link.become('connected');
    const why = await opened.leaving;
    this.#failures = 0;
    return this.#troubleIn(why);
  }

  #troubleIn(leaving: Leaving): Hindrance | undefined {
    switch (leaving) {
      case 'refresh':
        return undefined;
      case 'off':
        return { reason: `Socket Mode is off: ${TURN_ON}`, waitMs: OFF_WAIT_MS };
      case 'closed':
        return { reason: 'Slack closed the connection', waitMs: growingWaitMs(this.#failures) };
    }
  }

  #troubleOf(failure: ApiFailure, place: string, remedy: string): Hindrance {
    const growing = growingWaitMs(this.#failures);
    const { is, reason } = failure;
    if (is !== 'refused') return { reason, waitMs: growing };
    const { code, retryAfterMs } = failure;
    if (code === TOO_MANY) return { reason, waitMs: retryAfterMs ?? growing };
    const why = SLACK_TOKEN_CODES.has(code) || code === 'missing_scope' ? remedy : TURN_ON;
    return {
      reason: `Slack does not accept the token in ${place} (${code}): ${why}`,
      waitMs: TOKEN_WAIT_MS,
    };
  }
}

const BOT_TOKEN = 'take the Bot User OAuth Token (xoxb-) of OAuth & Permissions';
const APP_TOKEN = 'make an app-level token (xapp-) with connections:write under Basic Information';
const TURN_ON = 'turn Socket Mode on in the settings of the app';
