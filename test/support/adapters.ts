/** A provider of a chat on this machine, with its own record of what was acknowledged and posted, and adapters for it. */
import { execFileSync } from 'node:child_process';
import { constants, mkdirSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import process from 'node:process';

import type { AdapterProgram, AdapterRegistry } from '#daemon/adapters/registry.ts';
import { membersOf } from '#lib/text/json.ts';

import { freshPath } from './workspace.ts';

/** Where an adapter dies: after what it has just said, or before it does what follows from what it has heard. */
type Arrow = 'event' | 'kept' | 'send' | 'posted';

const TOKEN = 'fleet-heron-4711-wading';

/** The program of an adapter whose provider listens in `folder`; `looks` is a folder that it tries to look into. */
const program = (folder: string, looks: string): AdapterProgram => {
  const entry = resolve(import.meta.dirname, 'adapter-program.mjs');
  return {
    commandOf: () => ({
      program: process.execPath,
      args: [entry, looks],
      readable: [entry, process.execPath, folder],
    }),
    hostsOf: () => [],
    tokenOf: async () => TOKEN,
  };
};

export const registryOf = (folder: string, looks = '/'): AdapterRegistry =>
  new Map([['local', program(folder, looks)]]);

const pipe = (path: string, readable: boolean): Socket =>
  new Socket({ fd: openSync(path, constants.O_RDWR | constants.O_NONBLOCK), readable });

/** Gives again, to each adapter that comes, what no adapter has acknowledged. */
export class Provider {
  readonly folder = freshPath('provider');
  readonly settings = {
    toProvider: join(this.folder, 'to-provider'),
    toAdapter: join(this.folder, 'to-adapter'),
  };
  readonly acknowledged: unknown[] = [];
  readonly posts: { readonly nonce: string; readonly chat: unknown; readonly text: unknown }[] = [];
  /** What an adapter saw where it looked. */
  saw: unknown;
  token: unknown;
  /** Hears of each thing that an adapter says, before it is answered. */
  heard: (what: 'hello' | 'acknowledged' | 'post' | 'saw') => void = () => undefined;
  /** What a post is answered with. */
  answer: () => object | undefined = () => undefined;
  dieAt: Arrow | undefined;
  readonly #updates: { readonly id: number; readonly text: string }[] = [];
  #session: unknown;
  readonly #from: Socket;
  readonly #to: Socket;

  constructor() {
    mkdirSync(this.folder, { mode: 0o700 });
    execFileSync('mkfifo', Object.values(this.settings));
    this.#from = pipe(this.settings.toProvider, true);
    this.#to = pipe(this.settings.toAdapter, false);
    let rest = '';
    this.#from.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#take(membersOf(JSON.parse(line)));
    });
  }

  close(): void {
    this.#from.destroy();
    this.#to.destroy();
  }

  /** Something is said in a chat. */
  bring(...texts: readonly string[]): void {
    for (const text of texts) {
      const update = { id: this.#updates.length + 1, text };
      this.#updates.push(update);
      this.tell({ update });
    }
  }

  /** Of an adapter that is there. */
  tell(frame: object): void {
    if (this.#session === undefined) return;
    this.#to.write(`${JSON.stringify({ session: this.#session, ...frame })}\n`);
  }

  #take(said: Readonly<Record<string, unknown>>): void {
    const { hello, session, acknowledged, post, chat, text, saw } = said;
    if (hello !== undefined) {
      this.#session = session;
      this.token = hello;
      const { dieAt } = this;
      this.dieAt = undefined;
      this.heard('hello');
      this.tell({ welcome: dieAt ?? null });
      for (const update of this.#updates)
        if (!this.acknowledged.includes(update.id)) this.tell({ update });
    }
    if (acknowledged !== undefined) {
      this.acknowledged.push(acknowledged);
      this.heard('acknowledged');
    }
    if (typeof post === 'string') {
      const refused = this.answer();
      if (refused === undefined) this.posts.push({ nonce: post, chat, text });
      this.heard('post');
      this.tell(
        refused === undefined
          ? { posted: { nonce: post, id: `p${this.posts.length}` } }
          : { refused: { nonce: post, ...refused } },
      );
    }
    if (saw !== undefined) {
      this.saw = saw;
      this.heard('saw');
    }
  }
}
