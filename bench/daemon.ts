/**
 * The figures of the daemon, as one table: `npm run bench:daemon`, with `--json` for machines. Starts, set-ups and turns
 * as whole programs, in rounds that take turns with what they are compared with; answers as requests of 32 connections.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

import { textAt } from '#lib/text/json.ts';

import { type Figure, report, rowOf } from './measure.ts';
import { Place, YAMO } from './place.ts';
import { runToExit } from './processes.ts';

const WARM_UP_ROUNDS = 2;
const ROUNDS = 15;
const CONNECTIONS = 32;
const REQUESTS = 20_000;
const TURNS = 40;

/** A daemon that serves one workspace. */
export interface Served {
  readonly port: number;
  readonly pid: number;
  readonly token: string;
  readonly stop: () => Promise<void>;
}

/** Returns when `/health` says 200, with how many milliseconds that took; `more` says with which agent, and its key. */
export const start = async (
  place: Place,
  path: string,
  more: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Served & { readonly ms: number }> => {
  const begin = performance.now();
  const args = [YAMO, 'start', path, '--port', '0', '--json', ...(more.args ?? [])];
  const child = spawn(process.execPath, args, {
    env: { ...place.environment, ...more.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  let port = 0;
  for await (const line of lines) {
    const { event, port: bound }: { event?: string; port?: number } = JSON.parse(line);
    if (event !== 'listening') continue;
    port = bound ?? 0;
    break;
  }
  const health = await fetch(`http://127.0.0.1:${port}/health`);
  if (health.status !== 200) throw new Error(`/health says ${health.status}`);
  const ms = performance.now() - begin;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { port, pid: child.pid ?? 0, token: tokenIn(place), stop, ms };
};

const tokenIn = (place: Place): string => {
  const state = join(place.folder, 'state/yamo');
  const tokens = readdirSync(state).map((name) => join(state, name, 'serve-token'));
  const token = tokens.find((path) => existsSync(path)) ?? '';
  return readFileSync(token, 'utf8');
};

/** Milliseconds for so many requests, over connections that stay open. */
const ask = async (port: number, headers: Record<string, string>): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const once200 = (): Promise<void> =>
    new Promise((resolve, reject) => {
      request({ port, path: '/health', headers, agent, host: '127.0.0.1' }, (response) => {
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end();
    });
  const begin = performance.now();
  let left = REQUESTS;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left > 0) {
        left -= 1;
        await once200();
      }
    }),
  );
  agent.destroy();
  return performance.now() - begin;
};

/** Milliseconds of each turn of an agent in a session that is open. */
const turns = async ({ port, token }: Served): Promise<readonly number[]> => {
  const say = async (session?: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/chat.send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'A line.', wait: true, ...(session && { session }) }),
    });
    return textAt(await response.json(), 'session') ?? '';
  };
  const session = await say();
  const took: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const begin = performance.now();
    await say(session);
    took.push(performance.now() - begin);
  }
  return took;
};

/** The same at a pipe of `yamo boot`. */
const turnsOfBoot = async (place: Place, path: string): Promise<readonly number[]> => {
  const child = spawn(process.execPath, [YAMO, 'boot', path, '--json'], {
    env: place.environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const until = async (event: string): Promise<void> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true || value.includes(`"event":"${event}"`)) return;
    }
  };
  await until('ready');
  const took: number[] = [];
  for (let turn = -1; turn < TURNS; turn += 1) {
    const begin = performance.now();
    child.stdin.write('A line.\n');
    await until('turn');
    if (turn >= 0) took.push(performance.now() - begin);
  }
  child.stdin.end();
  await once(child, 'exit');
  return took;
};

const measured = async (place: Place): Promise<readonly Figure[]> => {
  const [starts, bare, trees, plain]: number[][] = [[], [], [], []];
  const workspace = place.emptyWorkspace();
  runToExit(place, [YAMO, 'init', workspace]);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const empty = runToExit(place, ['-e', '0']);
    const { ms, stop } = await start(place, workspace);
    await stop();
    const init = runToExit(place, [YAMO, 'init', place.emptyWorkspace()]);
    const tree = runToExit(place, [YAMO, 'init', place.emptyWorkspace(), '--layout', 'nexus']);
    if (round < 0) continue;
    bare?.push(empty);
    starts?.push(ms);
    plain?.push(init);
    trees?.push(tree);
  }
  const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const served = await start(place, workspace);
  const headers = { authorization: `Bearer ${served.token}` };
  const [answers, ofNode]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    ofNode.push(await ask(typeof address === 'object' ? (address?.port ?? 0) : 0, headers));
    answers.push(await ask(served.port, headers));
  }
  server.close();
  const own = await turns(served);
  await served.stop();
  const atPipe = await turnsOfBoot(place, workspace);
  return [
    {
      what: 'start to /health 200',
      unit: 'ms',
      samples: starts ?? [],
      bare: bare ?? [],
      target: { atMost: 10, of: 'bare' },
    },
    {
      what: 'init of Nexus, with six databases (compared with init)',
      unit: 'ms',
      samples: trees ?? [],
      bare: plain ?? [],
      target: { atMost: 3, of: 'bare' },
    },
    {
      what: `${REQUESTS} times /health with the token (compared with node:http)`,
      unit: 'ms',
      samples: answers,
      bare: ofNode,
      target: { atMost: 1 / 0.6, of: 'bare' },
    },
    {
      what: 'a turn (compared with one at a pipe of yamo boot)',
      unit: 'ms',
      samples: own,
      bare: atPipe,
      target: { atMost: 1.3, of: 'bare' },
    },
  ];
};

if (import.meta.main) {
  const place = new Place();
  try {
    const rows = (await measured(place)).map((one) => rowOf(one));
    report(rows);
  } finally {
    place.remove();
  }
}
