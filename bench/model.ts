/**
 * The figures of a session with a model, as one table: `node bench/model.ts`, with `--json` for machines. The provider
 * is the fake of the tests, in this process and without any delay of its own; kernel and agent are the built program,
 * held as it holds a model agent on this machine.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import { readTemplate } from '#kernel/process/package.ts';
import { fillTemplate } from '#lib/workspace/template.ts';
import { familyOf } from '#test/support/family.ts';
import { say, type Script } from '#test/support/messages-api/reply.ts';
import { type Exchange, FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { costInTokens, type Usage } from '#conform/provider/messages/tokens.ts';
import { type Figure, machineFacts, rowOf, tableOf } from './measure.ts';
import { Place, YAMO } from './place.ts';

/** The fake keeps prefixes of this one from 1,024 tokens on, as the real service does. */
const MODEL = 'anthropic/claude-sonnet-5';
/** After this many turns V8 has compiled what it is going to compile. */
const WARM_UP_TURNS = 20;
const TURNS = 100;
const STREAMED_TURNS = 40;
/** Between the events of a stream, so that the first word comes alone. */
const EVENT_PAUSE_MS = 8;
const IDLE_SESSIONS = 5;
/** An idle session has nothing left to do after this. */
const IDLE_MS = 1000;
const CACHE_SESSIONS = 3;
const CACHE_TURNS = 10;
/** Four bytes each, as the fake counts. */
const STATIC_TOKENS = 8000;
const BYTES_OF_TOKEN = 4;

const ANSWER = 'The tide turns at nine, and the pier is free until noon. I noted it.';
const script: Script = () => say(ANSWER, { atOnce: true });

/** Milliseconds since the epoch, as the fake takes them. */
const instant = (): number => performance.timeOrigin + performance.now();

/** A session of the built program that thinks with the fake. */
class Talk {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<string, (at: number) => void>();
  readonly #ended: Promise<unknown>;

  constructor(place: Place, args: readonly string[], api: MessagesApi) {
    this.#child = spawn(process.execPath, [YAMO, 'boot', '--model', MODEL, '--json', ...args], {
      env: { ...place.environment, ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url },
      cwd: place.folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#ended = once(this.#child, 'exit');
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const at = instant();
      const event = /^\{"event":"(\w+)"/.exec(line)?.[1] ?? '';
      this.#waiting.get(event)?.(at);
      this.#waiting.delete(event);
      if (event === 'refused') throw new Error(line);
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** When the next event of this kind comes. Throws if the session ends first. */
  async next(event: string): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#waiting.set(event, resolve);
    const at = await Promise.race([promise, this.#ended]);
    if (typeof at !== 'number') throw new Error(`the session ended before ${event}`);
    return at;
  }

  /** One turn: when it was said, when its first word came and when it was over. */
  async turn(): Promise<Record<'said' | 'text' | 'over', number>> {
    const [text, over] = [this.next('text'), this.next('turn')];
    const said = instant();
    this.#child.stdin.write('When does the tide turn?\n');
    return { said, text: await text, over: await over };
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }
}

/** A workspace after its first boot whose static part is as large as asked for, in tokens of the fake. */
const bornWorkspace = (place: Place, staticTokens: number): string => {
  const path = place.emptyWorkspace();
  const names = { name: 'Robin', role: 'harbour pilot', user: 'Ada', timezone: 'UTC' };
  const files = (['AGENTS.md', 'SOUL.md', 'USER.md'] as const).map(
    (name) => [name, fillTemplate(readTemplate('v3', name), names)] as const,
  );
  const bytes = files.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
  const missing = Math.max(0, staticTokens * BYTES_OF_TOKEN - bytes);
  const line = '- She would rather read one good page than three that say it again.\n';
  for (const [name, text] of files) {
    const more = name === 'USER.md' ? `\n${line.repeat(Math.ceil(missing / line.length))}` : '';
    writeFileSync(join(path, name), text + more, { mode: 0o600 });
  }
  writeFileSync(join(path, 'MEMORY.md'), '# Memory\n\n- 2026-03-01: The pier is closed.\n');
  return path;
};

const withTalk = async <Value>(
  place: Place,
  api: MessagesApi,
  work: (talk: Talk) => Promise<Value>,
  args: readonly string[] = [bornWorkspace(place, 0)],
): Promise<Value> => {
  const talk = new Talk(place, args, api);
  await talk.next('ready');
  try {
    return await work(talk);
  } finally {
    await talk.end();
  }
};

/**
 * Milliseconds of each turn without those that the provider took from the request to the end of its answer; and those
 * of the processors, which tell more where other programs want them too.
 */
const measureTurns = (
  place: Place,
  api: MessagesApi,
): Promise<Record<'took' | 'cpu', readonly number[]>> =>
  withTalk(place, api, async (talk) => {
    for (let warm = 0; warm < WARM_UP_TURNS; warm += 1) await talk.turn();
    const family = familyOf(talk.pid);
    const took: number[] = [];
    const cpu: number[] = [];
    for (let nth = 0; nth < TURNS; nth += 1) {
      const before = cpuMsOf(family);
      const { said, over } = await talk.turn();
      const { receivedAt, sentAt } = lastOf(api);
      took.push(over - said - (sentAt - receivedAt));
      cpu.push(cpuMsOf(family) - before);
    }
    return { took, cpu };
  });

/** What the processes have had of the processors since they began. */
const cpuMsOf = (pids: readonly number[]): number =>
  sumOf(
    pids
      .flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}`))
      .map((task) => Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6),
  );

/** Milliseconds from the first word's way to the socket until it is shown. */
const measureFirstWords = (place: Place, api: MessagesApi): Promise<readonly number[]> =>
  withTalk(place, api, async (talk) => {
    for (let warm = 0; warm < WARM_UP_TURNS; warm += 1) await talk.turn();
    api.script = () => say(ANSWER, { pauseMs: EVENT_PAUSE_MS });
    const took: number[] = [];
    for (let nth = 0; nth < STREAMED_TURNS; nth += 1) {
      const { text } = await talk.turn();
      took.push(text - lastOf(api).firstTextAt);
    }
    api.script = script;
    return took;
  });

/** The newest exchange, whose answer was sent. */
const lastOf = (api: MessagesApi): Exchange & Record<'firstTextAt' | 'sentAt', number> => {
  const last = api.requests.at(-1);
  const { firstTextAt, sentAt } = last ?? {};
  if (last === undefined || firstTextAt === undefined || sentAt === undefined)
    throw new Error(`no answer was sent: ${last?.error}`);
  return { ...last, firstTextAt, sentAt };
};

/** Megabytes of all processes of sessions that wait, after a turn: resident, and with what they share counted once. */
const measureMemory = async (
  place: Place,
  api: MessagesApi,
): Promise<Record<'Rss' | 'Pss', readonly number[]>> => {
  const found = { Rss: [] as number[], Pss: [] as number[] };
  for (let nth = 0; nth < IDLE_SESSIONS; nth += 1) {
    await withTalk(place, api, async (talk) => {
      await talk.turn();
      await pause(IDLE_MS);
      const pids = familyOf(talk.pid);
      if (pids.length < 2) throw new Error('the session has no agent');
      found.Rss.push(megabytesOf(pids, 'Rss'));
      found.Pss.push(megabytesOf(pids, 'Pss'));
    });
  }
  return found;
};

const megabytesOf = (pids: readonly number[], field: 'Rss' | 'Pss'): number =>
  pids
    .map((pid) => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    .map((text) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]))
    .reduce((sum, kilobytes) => sum + kilobytes / 1024, 0);

/** A workspace of OSA with a base of so many tokens; `facts`: where what is dynamic comes from. */
const osaWorkspace = (place: Place, baseTokens: number, facts: string): readonly string[] => {
  const path = place.emptyWorkspace();
  mkdirSync(join(path, 'prompts'), { recursive: true, mode: 0o700 });
  const line = 'Say what you do before you do it, and when it is done.\n';
  const base = line.repeat(Math.ceil((baseTokens * BYTES_OF_TOKEN) / line.length));
  writeFileSync(join(path, 'prompts', 'SYSTEM.md'), `## 1. SECURITY\n\n${base}`, { mode: 0o600 });
  return ['--layout', 'osa', '--facts', facts, path];
};

/** What sessions of ten turns cost in tokens of input, as they are and if nothing had been cached. */
const measureCost = async (
  place: Place,
  api: MessagesApi,
  // Sessions share the cache of one key: with another size no prefix is known from the one before.
  argsOf: (tokens: number) => readonly string[],
  begin: (turn: number) => void = () => undefined,
): Promise<Record<'cached' | 'plain', readonly number[]>> => {
  const found = { cached: [] as number[], plain: [] as number[] };
  for (let nth = 0; nth < CACHE_SESSIONS; nth += 1) {
    const before = api.requests.length;
    await withTalk(
      place,
      api,
      async (talk) => {
        for (let turn = 0; turn < CACHE_TURNS; turn += 1) {
          begin(turn);
          await talk.turn();
        }
      },
      argsOf(STATIC_TOKENS + 100 * nth),
    );
    const usages = api.requests.slice(before).flatMap(({ usage }) => usage ?? []);
    if (usages.length !== CACHE_TURNS) throw new Error(`${usages.length} answers were paid for`);
    found.cached.push(sumOf(usages.map(costInTokens)));
    found.plain.push(sumOf(usages.map((usage) => costInTokens(uncached(usage)))));
  }
  return found;
};

const uncached = ({ input, read, written5m, written1h, output }: Usage): Usage => ({
  input: input + read + written5m + written1h,
  read: 0,
  written5m: 0,
  written1h: 0,
  output,
});

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const atMost = (value: number, of: 'unit' | 'bare' = 'unit'): Pick<Figure, 'target'> => ({
  target: { atMost: value, of },
});

if (import.meta.main) {
  const place = new Place();
  const api = await MessagesApi.start({ script });
  try {
    const turns = await measureTurns(place, api);
    const words = await measureFirstWords(place, api);
    const memory = await measureMemory(place, api);
    const cost = await measureCost(place, api, (tokens) => [bornWorkspace(place, tokens)]);
    const outside = join(place.folder, 'facts.json');
    const begin = (turn: number): void =>
      writeFileSync(outside, JSON.stringify({ tasks: `Task ${turn}.` }));
    begin(-1);
    const fresh = await measureCost(
      place,
      api,
      (tokens) => osaWorkspace(place, tokens, outside),
      begin,
    );
    const rows = [
      {
        what: 'a turn, over the time of the provider',
        unit: 'ms',
        samples: turns.took,
        cpu: { samples: turns.cpu },
        ...atMost(5),
      },
      { what: 'first word shown after it was sent', unit: 'ms', samples: words, ...atMost(2) },
      { what: 'idle session, resident', unit: 'MB', samples: memory.Rss },
      {
        what: 'idle session, what is shared counted once',
        unit: 'MB',
        samples: memory.Pss,
        ...atMost(160),
      },
      {
        what: `cost of ${CACHE_TURNS} turns, ${STATIC_TOKENS} tokens static`,
        unit: 'tokens',
        samples: cost.cached,
        bare: cost.plain,
        ...atMost(0.3, 'bare'),
      },
      {
        what: `cost of ${CACHE_TURNS} turns of OSA, whose tasks are others in each`,
        unit: 'tokens',
        samples: fresh.cached,
        bare: fresh.plain,
      },
    ] satisfies Figure[];
    const table = rows.map((row) => rowOf(row, 'uncached'));
    const machine = machineFacts();
    if (process.argv.includes('--json')) {
      process.stdout.write(`${JSON.stringify({ machine, rows: table }, undefined, 2)}\n`);
    } else {
      const facts = Object.entries(machine).map(([name, value]) => `${name}: ${value}`);
      process.stdout.write(`${facts.join('; ')}\n\n${tableOf(table, 'uncached')}\n`);
    }
    process.exitCode = table.some(({ pass }) => pass === false) ? 1 : 0;
  } finally {
    await api.close();
    place.remove();
  }
}
