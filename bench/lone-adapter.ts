/** Adapters of chats without the view that holds them, in which nothing could be loaded that tells of their loop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { Duplex } from 'node:stream';

import { networkOf } from '#daemon/adapters/network.ts';
import { ADAPTERS } from '#daemon/adapters/registry.ts';
import { messagesOf } from '#lib/chat/parts.ts';
import type { ToAdapter } from '#lib/protocol/adapter.ts';
import { memberAt } from '#lib/text/json.ts';

import type { ChatScene } from './chat-scenes.ts';
import { LOOP_PROBE } from './daemon-loop.ts';
import { residentOf } from './processes.ts';

const CHANNEL = 4;
const NETWORK = 5;
const DIST = join(import.meta.dirname, '../dist');

export class LoneAdapter {
  readonly #scene: ChatScene;
  readonly #child: ChildProcess;
  readonly #channel: Duplex;
  #brought = 0;
  #sent = 0;
  #heard = Promise.withResolvers<void>();

  private constructor(scene: ChatScene, child: ChildProcess, channel: Duplex) {
    this.#scene = scene;
    this.#child = child;
    this.#channel = channel;
    createInterface({ input: channel }).on('line', (line) => this.#take(JSON.parse(line)));
  }

  /** Resolves when it is connected. */
  static async start(scene: ChatScene): Promise<LoneAdapter> {
    const { program, tokens, server } = scene;
    // As the daemon starts it, but for where it lies.
    const flags = ADAPTERS.get(program)?.commandOf({}).args.slice(0, -1) ?? [];
    const entry = join(DIST, `${program}.js`);
    const child = spawn(process.execPath, [...flags, '--import', LOOP_PROBE, entry], {
      env: { YAMO_CHANNEL: String(CHANNEL), YAMO_NETWORK: String(NETWORK) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe', 'pipe'],
    });
    const { [CHANNEL]: channel, [NETWORK]: network }: readonly unknown[] = child.stdio;
    if (!(channel instanceof Duplex) || !(network instanceof Duplex)) throw new Error('no channel');
    networkOf([new URL(server.url).host], {})?.(network);
    const adapter = new LoneAdapter(scene, child, channel);
    const [token = '', appToken] = tokens;
    adapter.#say({
      is: 'token',
      token,
      ...(appToken !== undefined && { appToken }),
      settings: { api: server.url },
      last: null,
    });
    await server.until(scene.isReady);
    return adapter;
  }

  /** Resident megabytes. */
  get megabytes(): number {
    return residentOf(this.#child.pid);
  }

  /** So many messages are said, and it hands them on. */
  async bring(count: number): Promise<void> {
    for (let nth = 0; nth < count; nth += 1) this.#scene.say(nth, `Message ${nth}.`);
    await this.#until(() => this.#brought, count);
  }

  /** Somebody says this, as their name, too. */
  async hear(text: string): Promise<void> {
    this.#scene.say(0, text, text);
    await this.#until(() => this.#brought, 1);
  }

  /** The agent answers this, in so many messages as it takes. */
  async answer(text: string): Promise<void> {
    const { chat, maxChars } = this.#scene;
    const before = this.#sent;
    const messages = messagesOf(text, maxChars);
    for (const [nth, one] of messages.entries()) {
      const id = before + nth + 1;
      this.#say({ is: 'send', id, chat, parts: [{ text: one }], nonce: `n${id}` });
    }
    await this.#until(() => this.#sent, messages.length);
  }

  /** The agent sends a file of so many bytes, which nobody can make smaller. */
  async sendFile(bytes: number): Promise<void> {
    const id = this.#sent + 1;
    const file = randomBytes(bytes).toString('base64');
    const parts = [{ text: 'noise.bin' }];
    this.#say({ is: 'send', id, chat: this.#scene.chat, parts, nonce: `n${id}`, file });
    await this.#until(() => this.#sent, 1);
  }

  /** Milliseconds of the longest stop of its loop during `work`. */
  async stopOf(work: () => Promise<void>): Promise<number> {
    await this.#ask('reset');
    await work();
    return Number(memberAt(await this.#ask('stop'), 'ms'));
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#say({ is: 'stop' });
    await exit;
    this.#scene.server.close();
  }

  async #ask(what: string): Promise<unknown> {
    const answer = once(this.#child, 'message');
    this.#child.send(what);
    const [said]: unknown[] = await answer;
    return said;
  }

  #say(frame: ToAdapter): void {
    this.#channel.write(`${JSON.stringify(frame)}\n`);
  }

  #take(frame: unknown): void {
    const is = memberAt(frame, 'is');
    if (is === 'failed' || is === 'unknown') throw new Error(JSON.stringify(frame));
    if (is === 'event') {
      this.#brought += 1;
      this.#say({ is: 'kept', n: Number(memberAt(frame, 'n')) });
    }
    if (is === 'sent') this.#sent += 1;
    this.#heard.resolve();
  }

  async #until(count: () => number, more: number): Promise<void> {
    for (const end = count() + more; count() < end;) {
      this.#heard = Promise.withResolvers();
      await this.#heard.promise;
    }
  }
}
