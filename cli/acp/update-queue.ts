/**
 * What an editor is told of one session, in order. An editor drops what it hears of a session that it does not know yet,
 * so everything waits until it has the answer in which the session's id stands.
 */
import { methods, type AgentContext, type SessionUpdate } from '@agentclientprotocol/sdk';

export class UpdateQueue {
  readonly #client: AgentContext;
  #waiting: SessionUpdate[] = [];
  #id: string | undefined;

  constructor(client: AgentContext) {
    this.#client = client;
  }

  /** The session's id, once the editor knows it. */
  get id(): string | undefined {
    return this.#id;
  }

  tell(updates: readonly SessionUpdate[]): void {
    if (this.#id === undefined) this.#waiting.push(...updates);
    else for (const update of updates) this.#send(this.#id, update);
  }

  /** The editor knows the session: `before` is told, then what has waited. */
  begin(id: string, before: readonly SessionUpdate[] = []): void {
    if (this.#id !== undefined) return;
    this.#id = id;
    this.tell([...before, ...this.#waiting.splice(0)]);
  }

  /** What was said while there was nowhere to show it, for a question to begin with. It is not told again. */
  takeWords(): string {
    const words = this.#waiting.map(wordsIn).join('');
    this.#waiting = this.#waiting.filter((update) => wordsIn(update) === '');
    return words;
  }

  #send(sessionId: string, update: SessionUpdate): void {
    // An editor that is gone hears nothing; that it is gone ends the session elsewhere.
    this.#client
      .notify(methods.client.session.update, { sessionId, update })
      .catch(() => undefined);
  }
}

const wordsIn = (update: SessionUpdate): string =>
  update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
    ? update.content.text
    : '';
