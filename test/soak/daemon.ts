/**
 * A daemon of twenty workspaces for so many minutes (`node test/soak/daemon.ts 60`): clients come and go, words are said,
 * sessions end. Its memory and descriptors are looked at all the while, and it fails where they rise after the warm-up.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import { membersOf } from '#lib/text/json.ts';
import { stateKey } from '#kernel/state/home.ts';

import { Place, YAMO } from '../../bench/place.ts';

const WORKSPACES = 20;
const WARM_UP = 0.5;
const SAMPLE_MS = 1000;
const PAUSE_MS = 200;
/** What may be more at the end than after the warm-up: a session that is open just then. */
const MORE_DESCRIPTORS = 40;
const MORE_MB = 25;
const MB = 1024 * 1024;
const PAGE_BYTES = 4096;

const BORN = resolve(import.meta.dirname, '../../workspaces/newborn');

const started = async (place: Place, paths: readonly string[]) => {
  const child = spawn(process.execPath, [YAMO, 'start', ...paths, '--port', '0', '--json'], {
    env: place.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { event, port } = membersOf(JSON.parse(line));
    if (event !== 'listening') continue;
    child.stdout.resume();
    return { child, port: Number(port) };
  }
  throw new Error('it does not serve');
};

const sizeOf = ({ pid }: ChildProcess) => ({
  megabytes: (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / MB,
  descriptors: readdirSync(`/proc/${pid}/fd`).length,
});

/** An end before it was asked for says what a client that lost it cannot. */
const mustLast = (child: ChildProcess): void => {
  child.once('exit', (code, signal) => {
    if (!child.killed) throw new Error(`the daemon ended by itself: ${signal ?? code}`);
  });
};

/** A kept connection that its server closes while a request is on its way: once more, and counted. */
let resets = 0;
const ask = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { cause } = Object(error);
    if (Object(cause).code !== 'ECONNRESET') throw error;
    resets += 1;
    return fetch(url, init);
  }
};

/** A client that hears the events, says a line in a session, ends it, goes, and comes again. Returns how often. */
const client = async (url: string, token: string, until: number): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (method: string, params: object) => {
    const init = { method: 'POST', headers, body: JSON.stringify(params) };
    const response = await ask(`${url}/api/${method}`, init);
    const answer = membersOf(await response.json());
    // So many words a minute are too many: then it waits.
    if (response.status !== 200 && response.status !== 429) throw new Error(JSON.stringify(answer));
    return answer;
  };
  let times = 0;
  while (Date.now() < until) {
    const gone = new AbortController();
    const stream = await ask(`${url}/events`, { headers, signal: gone.signal });
    const { session } = await call('chat.send', { text: 'A line of a soak.', wait: true });
    if (session !== undefined) await call('sessions.close', { session });
    gone.abort();
    await stream.body?.cancel().catch(() => undefined);
    times += 1;
    await pause(PAUSE_MS);
  }
  return times;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

if (import.meta.main) {
  const minutes = Number(process.argv[2] ?? 60);
  const place = new Place();
  try {
    const paths = Array.from({ length: WORKSPACES }, () => {
      const path = place.emptyWorkspace();
      cpSync(BORN, path, { recursive: true });
      return path;
    });
    const { child, port } = await started(place, paths);
    mustLast(child);
    const begin = Date.now();
    const until = begin + minutes * 60_000;
    const url = `http://127.0.0.1:${port}`;
    const clients = paths.map((path) => {
      const state = join(place.folder, 'state/yamo', stateKey(statSync(path, { bigint: true })));
      return client(url, readFileSync(join(state, 'serve-token'), 'utf8'), until);
    });
    const samples: (ReturnType<typeof sizeOf> & { readonly share: number })[] = [];
    while (Date.now() < until) {
      samples.push({ ...sizeOf(child), share: (Date.now() - begin) / (until - begin) });
      await pause(SAMPLE_MS);
    }
    const times = (await Promise.all(clients)).reduce((sum, one) => sum + one, 0);
    child.kill('SIGTERM');
    await once(child, 'exit');
    const settled = samples.filter(({ share }) => share >= WARM_UP);
    const half = Math.floor(settled.length / 2);
    const [first, last] = [settled.slice(0, half), settled.slice(half)];
    const rise = (of: 'megabytes' | 'descriptors'): number =>
      mean(last.map((one) => one[of])) - mean(first.map((one) => one[of]));
    const [megabytes, descriptors] = [rise('megabytes'), rise('descriptors')];
    const end = samples.at(-1);
    process.stdout.write(
      `${WORKSPACES} workspaces, ${minutes} min: ${times} sessions, ${resets} connections reset; ${end?.megabytes.toFixed(0)} MB and ${end?.descriptors} descriptors at the end; in the second half of what is settled ${megabytes.toFixed(1)} MB and ${descriptors.toFixed(1)} descriptors more\n`,
    );
    process.exitCode = megabytes <= MORE_MB && descriptors <= MORE_DESCRIPTORS ? 0 : 1;
  } finally {
    place.remove();
  }
}
