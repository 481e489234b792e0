/**
 * The built program in a session with a scripted model: boots it against the fake and takes turns with it. Import it
 * from test files only: it registers its clean-up with vitest.
 */
import { afterAll } from 'vitest';

import type { Place } from '#test/support/yamo.ts';
import { type Frame, type Result, type Running, startYamo, until } from '#test/support/yamo.ts';
import type { Script } from './reply.ts';
import { FAKE_KEY, MessagesApi, type MessagesApiOptions } from './server.ts';

const MODEL = 'anthropic/claude-sonnet-5';

export interface TalkOptions {
  /** `PROVIDER/MODEL`; empty: none is named. */
  readonly model?: string;
  /** Put before the workspace. */
  readonly args?: readonly string[];
  readonly api?: Omit<MessagesApiOptions, 'script'>;
  readonly env?: Readonly<Record<string, string>>;
  readonly wrapper?: readonly string[];
}

const open = new Set<MessagesApi>();
afterAll(async () => {
  await Promise.all([...open].map((api) => api.close()));
});

/** A session that is under way; `script` may be changed at `api`. */
export class Talk {
  readonly api: MessagesApi;
  readonly kernel: Running;

  private constructor(api: MessagesApi, kernel: Running) {
    this.api = api;
    this.kernel = kernel;
  }

  /** Starts the kernel; it may end before it is ready. */
  static async begin(ws: Place, script: Script, options: TalkOptions = {}): Promise<Talk> {
    const api = await MessagesApi.start({ ...options.api, script });
    open.add(api);
    const { model = MODEL } = options;
    const named = model === '' ? [] : ['--model', model];
    const args = ['boot', '--json', '--attended', ...named, ...(options.args ?? [])];
    const env = { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url, ...options.env };
    const wrapper = options.wrapper === undefined ? {} : { wrapper: options.wrapper };
    return new Talk(api, startYamo(args, { workspace: ws, env, ...wrapper }));
  }

  /** Starts it, and waits until turns can be said. */
  static async open(ws: Place, script: Script, options: TalkOptions = {}): Promise<Talk> {
    const talk = await Talk.begin(ws, script, options);
    await talk.kernel.ready();
    return talk;
  }

  /** Says it and waits until the turn is over; returns what was told meanwhile. */
  async turn(words: string): Promise<readonly Frame[]> {
    const before = this.frames().length;
    this.kernel.say(words);
    await this.told(before, 'turn');
    return this.frames().slice(before);
  }

  /** Waits for an event of this kind behind the first `before` ones. Throws, with the output, if the program ends first. */
  async told(before: number, event: string): Promise<void> {
    let isOver = false;
    void this.kernel.ended.then(() => (isOver = true));
    const isTold = (): boolean =>
      this.frames()
        .slice(before)
        .some((frame) => frame['event'] === event);
    await until(() => isTold() || isOver);
    if (!isTold()) throw new Error(`it ended without ${event}:\n${this.kernel.output}`);
  }

  /** All that was told so far. */
  frames(): readonly Frame[] {
    return this.kernel.output.split('\n').flatMap((line) => (isFrame(line) ? frameOf(line) : []));
  }

  /** Ends its input, and waits for its end. */
  async end(): Promise<Result> {
    this.kernel.finish();
    const result = await this.kernel.ended;
    await this.api.close();
    open.delete(this.api);
    return result;
  }
}

const isFrame = (line: string): boolean => line.startsWith('{"event":') && line.endsWith('}');

const frameOf = (line: string): readonly Frame[] => {
  const value: unknown = JSON.parse(line);
  return typeof value === 'object' && value !== null
    ? [Object.fromEntries(Object.entries(value))]
    : [];
};
