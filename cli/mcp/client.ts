/**
 * The program that is connected, whatever carries its messages: who it says it is, what kind of session that makes, and
 * whether the owner lets it have texts (RFC-0009 §3, §4.4). Its session begins with the first request that needs one.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host, Settings } from '#kernel/contract/boot-request.ts';
import { decideClientKind, type KindDecision } from '#kernel/run/kind.ts';
import { AgentlessSession } from '#kernel/boot/agentless.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';

/** What the command line says of the one client of this server. */
export interface ClientParts {
  readonly workspace: string;
  /** `--session`. */
  readonly session: SessionKind | undefined;
  /** `--client`: its name, whatever it says itself. */
  readonly client: string | undefined;
  /** With the settings as they are now: the owner may allow something meanwhile, or no longer. Throws SETTINGS_INVALID. */
  readonly host: () => Promise<Host>;
}

/** A name may be of anything; of what is shown and recorded only this is left. */
const NAME_MAX_CHARS = 64;
const ODD = /[^\w.@/+:() -]/g;
const NAME = /^\w[\w.@/+:() -]{0,63}$/;
const PLAIN = /^[\w.@/+:-]+$/;

/** The client at the other end, and the agentless session that answers it. */
export class Client {
  readonly #parts: ClientParts;
  readonly #running = new Set<Promise<unknown>>();
  /** As it named itself first: who has a session does not become somebody else. */
  #name: string | undefined;
  #session: AgentlessSession | undefined;
  /** Its session, while it is being opened. */
  #opening: Promise<AgentlessSession> | undefined;
  #closed = false;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    this.#name = parts.client;
  }

  /** The program has said its name, with this request or before, if it has one. */
  meet(name: string | undefined): void {
    this.#name ??= name;
  }

  /** Of its session, also before there is one. Throws SETTINGS_INVALID. */
  async kind(): Promise<SessionKind> {
    const { settings } = await this.#parts.host();
    return this.#session?.kind ?? this.#kindIn(settings).kind;
  }

  get workspace(): string {
    return this.#parts.workspace;
  }

  /** Its session, to be used for what gives no text away. Throws what `AgentlessSession.open` throws, and SETTINGS_INVALID. */
  async session(): Promise<AgentlessSession> {
    const host = await this.#parts.host();
    if (this.#session !== undefined) return this.#session;
    if (this.#closed) throw new Refusal('INTERRUPTED', {});
    const request = {
      path: this.#parts.workspace,
      decision: this.#kindIn(host.settings),
      client: this.#shownName(),
    };
    // It is there before it is no longer being opened: whoever asks in between has it, too.
    this.#opening ??= AgentlessSession.open(request, host)
      .then((session) => (this.#session = session))
      .finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  /** Its session, to be used for what gives it texts. Throws EXPORT_NOT_ALLOWED, and as `visit`. */
  async exporting(): Promise<AgentlessSession> {
    const { settings } = await this.#parts.host();
    if (clientIn(settings, this.#name)?.export !== true)
      throw new Refusal('EXPORT_NOT_ALLOWED', {
        client: this.#shownName(),
        advice: adviceFor(this.#name ?? ''),
      });
    return this.session();
  }

  /** Work that is done before the session ends. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    const running = work();
    const settled = running.catch(() => undefined);
    this.#running.add(settled);
    try {
      return await running;
    } finally {
      this.#running.delete(settled);
    }
  }

  /** Ends the session if there is one, when what is running has ended. Throws what `AgentlessSession.close` throws. */
  async close(reason: string): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#running);
    this.#session?.close(reason);
  }

  /** What cannot be told is shared (R-74). */
  #kindIn(settings: Settings): KindDecision {
    return decideClientKind(this.#parts.session, settings, this.#name ?? '');
  }

  #shownName(): string {
    const name = (this.#name ?? '').replaceAll(ODD, '?').slice(0, NAME_MAX_CHARS);
    return name === '' ? '(a client without a name)' : name;
  }
}

const clientIn = (
  { clients }: Settings,
  name: string | undefined,
): Settings['clients'][string] | undefined =>
  name !== undefined && Object.hasOwn(clients, name) ? clients[name] : undefined;

/** A command that the owner may copy: so no name goes into it that a shell could take for more than a name. */
const adviceFor = (name: string): string => {
  if (!NAME.test(name))
    return 'start yamo mcp with --client NAME, and run yamo mcp --allow-export NAME';
  return `yamo mcp --allow-export ${PLAIN.test(name) ? name : `'${name}'`}`;
};
