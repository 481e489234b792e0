/** One session as the page knows it: how it is, and what is seen of it. */
import { signal } from '@preact/signals';
import { isJsonObject, membersOf, textAt } from '#lib/text/json.ts';
import type { ServerEvent } from '#web/connection/event.ts';
import { Items } from './items.ts';

/** A command without its slash. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly hint: string | undefined;
}

/** How a session is. */
export interface SessionHead {
  /** Main or shared; `undefined` before it was opened. */
  readonly kind: string | undefined;
  /** Why it is of this kind. */
  readonly reason: string | undefined;
  readonly agent: string | undefined;
  readonly isWorking: boolean;
  /** It takes words; one that is not can be gone on with by `kept`. */
  readonly isOpen: boolean;
  readonly kept: string | undefined;
  readonly commands: readonly SlashCommand[];
  /** Of the last turn and all of them, in words. */
  readonly cost: string | undefined;
}

const NEW: SessionHead = {
  kind: undefined,
  reason: undefined,
  agent: undefined,
  isWorking: false,
  isOpen: false,
  kept: undefined,
  commands: [],
  cost: undefined,
};

/** What ends a turn, or all of them. */
const ENDS: ReadonlySet<string> = new Set(['turn', 'failed', 'closed', 'refused']);

export class SessionStore {
  /** Empty before the server has given it one. */
  readonly id = signal('');
  readonly head = signal<SessionHead>(NEW);
  readonly items = new Items();
  /** Changes when they do, once a frame at most. */
  readonly version = signal(0);
  /** `unread`: nothing of its past was asked for. */
  readonly past = signal<'unread' | 'reading' | 'more' | 'whole'>('unread');
  /** The number before which its past goes on. */
  before = 0;
  #isDue = false;

  take(event: ServerEvent): void {
    this.#headBy(event);
    if (this.past.peek() !== 'unread' && this.items.take(event)) this.changed();
  }

  /** Shows what has changed at the next frame. */
  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.version.value += 1;
    });
  }

  /** What is known of it otherwise. */
  become(head: Partial<SessionHead>): void {
    const before = this.head.peek();
    const isOther = Object.entries(head).some(
      ([name, value]) => Reflect.get(before, name) !== value,
    );
    // Whatever is shown of it is made anew.
    if (isOther) this.head.value = { ...before, ...head };
  }

  /** What it has told of itself: it says so where it is open, else its past does. */
  tells(ready: unknown, commands: unknown, past: unknown): void {
    const told = (Array.isArray(past) ? past : [])
      .filter(isJsonObject)
      .findLast((one) => one['type'] === 'ready');
    const from = isJsonObject(ready) ? ready : told?.['payload'];
    const { kind, reason, agent, commands: offered } = this.head.peek();
    this.become({
      kind: kind ?? textAt(from, 'kind'),
      reason: reason ?? textAt(from, 'reason'),
      agent: agent ?? textAt(from, 'agent'),
      commands: offered.length > 0 || !Array.isArray(commands) ? offered : commandsIn(commands),
    });
  }

  #headBy({ type, payload }: ServerEvent): void {
    if (type === 'said') this.become({ isWorking: true, isOpen: true });
    else if (type === 'ready')
      this.become({
        kind: textAt(payload, 'kind'),
        reason: textAt(payload, 'reason'),
        agent: textAt(payload, 'agent'),
      });
    else if (type === 'commands') this.become({ commands: commandsIn(payload['commands']) });
    else if (type === 'usage') this.become({ cost: costText(payload) });
    else if (ENDS.has(type)) this.become({ isWorking: false });
  }
}

const commandsIn = (value: unknown): readonly SlashCommand[] =>
  (Array.isArray(value) ? value : []).filter(isJsonObject).map((one) => ({
    name: textAt(one, 'name') ?? '',
    description: textAt(one, 'description') ?? '',
    hint: textAt(one, 'hint'),
  }));

const costText = (payload: object): string => {
  const { session, sessionUsd, model, contextUsed } = membersOf(payload);
  const tokens = Object.values(membersOf(session)).reduce<number>(
    (sum, one) => sum + (typeof one === 'number' ? one : 0),
    0,
  );
  return [
    String(model),
    `${tokens.toLocaleString()} tokens`,
    ...(typeof sessionUsd === 'number' ? [`$${sessionUsd.toFixed(sessionUsd < 1 ? 4 : 2)}`] : []),
    ...(typeof contextUsed === 'number' ? [`${Math.round(contextUsed * 100)} % full`] : []),
  ].join(' · ');
};
