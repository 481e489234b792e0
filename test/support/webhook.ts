/** A program that talks with an agent by signed requests, and takes what that answers. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import { membersOf, parsedJson } from '#lib/text/json.ts';

import { ChatServer } from './chat-server.ts';
import { listen } from './listen.ts';

export const HOOK_SECRET = 'fleet-heron-4711-wading-downstream';

/** Takes what a webhook is answered with, each answer once. */
export class AnswersServer extends ChatServer {
  readonly sent: { readonly place: string; readonly text: string }[] = [];
  readonly #taken = new Set<unknown>();
  readonly #server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '');
    this.heard += `${request.url} ${body}\n`;
    const { chat, text: words, file, ...more } = membersOf(parsedJson(body));
    if (Object.keys(more).length > 0) this.faults.push(`an answer of another form: ${body}`);
    const id = request.headers['webhook-id'];
    const { name, data } = membersOf(file);
    const place = String(chat);
    if (!this.#taken.has(id) && file !== undefined)
      this.files.push({ place, name: String(name), bytes: Buffer.from(String(data), 'base64') });
    else if (!this.#taken.has(id)) this.sent.push({ place, text: String(words) });
    this.#taken.add(id);
    this.passed('answer', 'before');
    response.writeHead(202).end(() => setImmediate(() => this.passed('answer', 'after')));
    this.changed();
  });
  url = '';

  async start(): Promise<this> {
    this.url = `http://127.0.0.1:${await listen(this.#server)}/answers`;
    return this;
  }

  override close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The program says something to the webhook of the daemon at this port. Returns the status. */
  async post(port: number, id: string, body: string): Promise<number> {
    const seconds = String(Math.floor(Date.now() / 1000));
    const hash = createHmac('sha256', HOOK_SECRET)
      .update(`${id}.${seconds}.${body}`)
      .digest('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${hash}`,
    };
    const asked = fetch(`http://127.0.0.1:${port}/hooks/webhook`, {
      method: 'POST',
      headers,
      body,
    });
    setImmediate(() => this.passed('hook', 'before'));
    const { status } = await asked;
    this.passed('hook', 'after');
    return status;
  }
}
