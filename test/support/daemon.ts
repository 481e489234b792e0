/** A daemon of the built program, and what its clients say to it. Import it from test files only, as yamo.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { disk } from '#kernel/fs/disk.ts';
import { stateKey } from '#kernel/state/home.ts';
import { membersOf } from '#lib/text/json.ts';

import { type Frame, type Place, type Running, startYamo } from './yamo.ts';

/** A daemon that listens. */
export class Daemon {
  readonly running: Running;
  readonly port: number;
  readonly #place: Place;

  private constructor(running: Running, port: number, place: Place) {
    this.running = running;
    this.port = port;
    this.#place = place;
  }

  /** Starts one on a free port, for `place` and more. */
  static async start(
    place: Place,
    more: readonly string[] = [],
    env?: Readonly<Record<string, string>>,
  ): Promise<Daemon> {
    const running = startYamo(['start', '--port', '0', '--json', ...more], {
      workspace: place,
      ...(env && { env }),
    });
    await running.printed('"event":"listening"');
    const port = Number(/"listening","port":(\d+)/u.exec(running.output)?.[1]);
    return new Daemon(running, port, place);
  }

  /** The token of the workspace. */
  get token(): string {
    const config = join(this.#place.path, 'state/config.json');
    if (existsSync(config)) return JSON.parse(readFileSync(config, 'utf8')).runtime.auth.token;
    const stat = disk.lstat(this.#place.path);
    if (stat === undefined) throw new Error(`${this.#place.path} is gone`);
    // Others may be served with the same state.
    const own = join(this.#place.stateHome, 'yamo', stateKey(stat));
    return readFileSync(join(own, 'serve-token'), 'utf8');
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** A request with the token. */
  fetch(
    path: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {},
  ): Promise<Response> {
    return fetch(this.url(path), {
      ...init,
      headers: { authorization: `Bearer ${this.token}`, ...init.headers },
    });
  }

  /** Calls a method. Returns its status, and what it answers. */
  async call(method: string, params: object = {}): Promise<{ status: number; answer: Frame }> {
    const response = await this.fetch(`/api/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(params),
    });
    return { status: response.status, answer: membersOf(await response.json()) };
  }

  socket(): Socket {
    return new Socket(
      new WebSocket(this.url('/ws').replace('http', 'ws'), ['yamo.v1', `bearer.${this.token}`]),
    );
  }
}

/** The token of the owner's commands. */
export const controlOf = ({ stateHome }: Pick<Place, 'stateHome'>): string =>
  JSON.parse(readFileSync(join(stateHome, 'yamo/daemon/daemon.json'), 'utf8')).control;

/** A client of the WebSocket. */
export class Socket {
  readonly #socket: WebSocket;
  readonly #frames: Frame[] = [];
  readonly #heard = new Set<() => void>();
  /** Settles when it is open; rejects where it is not let in. */
  readonly opened: Promise<void>;
  #asked = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.opened = new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error('not let in')));
    });
    socket.addEventListener('message', ({ data }) => {
      this.#frames.push(JSON.parse(String(data)));
      for (const listener of this.#heard) listener();
    });
  }

  /** The first frame of which `is` holds, also of those that came already. */
  async frame(is: (frame: Frame) => boolean): Promise<Frame> {
    const found = (): Frame | undefined => this.#frames.find(is);
    for (;;) {
      const frame = found();
      if (frame !== undefined) return frame;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#heard.add(resolve);
      await promise;
      this.#heard.delete(resolve);
    }
  }

  /** Asks, and waits for the answer. */
  async ask(method: string, params: object = {}): Promise<Frame> {
    this.#asked += 1;
    const id = this.#asked;
    this.#socket.send(JSON.stringify({ type: 'req', id, method, params }));
    return this.frame((frame) => frame['type'] === 'res' && frame['id'] === id);
  }

  close(): void {
    this.#socket.close();
  }
}
