/**
 * How long the event loop of a daemon stands still for its other workspaces, and what one more of them, and one more session,
 * takes, as one table: `node bench/daemon-loop.ts`, with `--json` for machines.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { stateKey } from '#kernel/state/home.ts';
import { membersOf } from '#lib/text/json.ts';

import { rowOf, tableOf } from './measure.ts';
import { Place, YAMO } from './place.ts';
import { runToExit } from './processes.ts';

const BOOTS = 10;
const MORE = 10;
const STOP_MS = 50;
const HELD_MS = 4000;
const QUIET_MS = 1500;

/** What a process loads that tells of its loop. */
export const LOOP_PROBE = pathToFileURL(join(import.meta.dirname, 'loop-probe.mjs')).href;

/** What the daemon says of itself. */
interface Said {
  readonly ms?: number;
  readonly megabytes?: number;
  readonly descriptors?: number;
}

/** A daemon that tells how long its loop stood still. */
export class MeasuredDaemon {
  readonly #place: Place;
  readonly #child: ChildProcess;
  readonly #port: number;

  private constructor(place: Place, child: ChildProcess, port: number) {
    this.#place = place;
    this.#child = child;
    this.#port = port;
  }

  /** `args`: more of the command. */
  static async start(
    place: Place,
    paths: readonly string[],
    args: readonly string[] = [],
  ): Promise<MeasuredDaemon> {
    const command = [YAMO, 'start', ...paths, '--port', '0', '--json', ...args];
    const child = spawn(process.execPath, command, {
      env: { ...place.environment, NODE_OPTIONS: `--import ${LOOP_PROBE}` },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    if (child.stdout === null) throw new Error('no output');
    for await (const line of createInterface({ input: child.stdout })) {
      const { event, port } = membersOf(JSON.parse(line));
      if (event !== 'listening') continue;
      child.stdout.resume();
      return new MeasuredDaemon(place, child, Number(port));
    }
    throw new Error('it does not serve');
  }

  async says(asked: 'reset' | 'stop' | 'size'): Promise<Said> {
    const answer = once(this.#child, 'message');
    this.#child.send(asked);
    const [said]: Said[] = await answer;
    return said ?? {};
  }

  /** The longest stop while `work` is done. */
  async stopOf(work: () => Promise<unknown>): Promise<number> {
    await this.says('reset');
    await work();
    return (await this.says('stop')).ms ?? 0;
  }

  get port(): number {
    return this.#port;
  }

  async call(path: string, method: string, params: object = {}): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/api/${method}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.tokenOf(path)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(params),
    });
    const answer: unknown = await response.json();
    if (response.status !== 200) throw new Error(JSON.stringify(answer));
    return answer;
  }

  tokenOf(path: string): string {
    const key = stateKey(statSync(path, { bigint: true }));
    return readFileSync(join(this.#place.folder, 'state/yamo', key, 'serve-token'), 'utf8');
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }
}

const born = (place: Place): string => {
  const path = place.newborn();
  runToExit(place, [YAMO, 'boot', path, '--message', 'Good morning.']);
  return path;
};

const many = <Value>(count: number, make: () => Value): readonly Value[] =>
  Array.from({ length: count }, make);

/** Milliseconds of the longest stop: idle, and while other workspaces boot, boot first, and wait for a lock of theirs. */
const stops = async (place: Place) => {
  const first = born(place);
  const [boots, births] = [many(BOOTS, () => born(place)), many(BOOTS, () => place.newborn())];
  const daemon = await MeasuredDaemon.start(place, [first, ...boots, ...births]);
  const boot = (path: string) => daemon.call(path, 'chat.send', { text: 'A line.', wait: true });
  // What is loaded with the first boot of all is no stop of the next one's.
  await boot(first);
  const quiet: number[] = [];
  const ofBoots: number[] = [];
  const ofBirths: number[] = [];
  for (const [index, path] of boots.entries()) {
    quiet.push(await daemon.stopOf(() => pause(QUIET_MS)));
    ofBoots.push(await daemon.stopOf(() => boot(path)));
    ofBirths.push(await daemon.stopOf(() => boot(births[index] ?? path)));
  }
  const held = [
    await daemon.stopOf(async () => {
      const holder = spawn(process.execPath, ['-e', HOLDS, lockOf(place, first), String(HELD_MS)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(holder.stdout, 'data');
      await boot(first);
    }),
  ];
  await daemon.stop();
  return { quiet, ofBoots, ofBirths, held };
};

const lockOf = (place: Place, path: string): string =>
  join(place.folder, 'state/yamo', stateKey(statSync(path, { bigint: true })), 'write.lock');

const HOLDS = `
const { DatabaseSync } = require('node:sqlite');
const [lock, ms] = process.argv.slice(1);
const held = new DatabaseSync(lock);
held.exec('BEGIN EXCLUSIVE');
process.stdout.write('held');
setTimeout(() => process.exit(), Number(ms));`;

/** What `MORE` more workspaces, and `MORE` more sessions whose agents have ended, take, each. */
const sizes = async (place: Place) => {
  const paths = many(MORE + 1, () => born(place));
  const [first = ''] = paths;
  const each = (more: Said, less: Said) => ({
    megabytes: ((more.megabytes ?? 0) - (less.megabytes ?? 0)) / MORE,
    descriptors: ((more.descriptors ?? 0) - (less.descriptors ?? 0)) / MORE,
  });
  const one = await MeasuredDaemon.start(place, [first]);
  const alone = await one.says('size');
  await one.call(first, 'sessions.open');
  const before = await one.says('size');
  for (let more = 0; more < MORE; more += 1) await one.call(first, 'sessions.open');
  const sessions = each(await one.says('size'), before);
  await one.stop();
  const all = await MeasuredDaemon.start(place, paths);
  const workspaces = each(await all.says('size'), alone);
  await all.stop();
  return { sessions, workspaces };
};

if (import.meta.main) {
  const place = new Place();
  try {
    const { quiet, ofBoots, ofBirths, held } = await stops(place);
    const { sessions, workspaces } = await sizes(place);
    const target = { atMost: STOP_MS, of: 'unit' } as const;
    const stop = (what: string, samples: readonly number[]) =>
      ({ what: `longest stop, ${what}`, unit: 'ms', samples, bare: quiet, target }) as const;
    const rows = [
      stop('another workspace boots (compared with none)', ofBoots),
      stop('another workspace boots for the first time', ofBirths),
      stop(`write.lock is held elsewhere for ${HELD_MS} ms`, held),
      {
        what: 'one more idle workspace',
        unit: 'MB',
        samples: [workspaces.megabytes],
        target: { atMost: 1, of: 'unit' },
      } as const,
      {
        what: 'one more session with its agent',
        unit: 'MB',
        samples: [sessions.megabytes],
        target: { atMost: 4, of: 'unit' },
      } as const,
    ].map((figure) => rowOf(figure));
    const descriptors = { workspace: workspaces.descriptors, session: sessions.descriptors };
    process.stdout.write(
      process.argv.includes('--json')
        ? `${JSON.stringify({ rows, descriptors, ofBirths, ofBoots, quiet }, undefined, 2)}\n`
        : `${tableOf(rows)}\ndescriptors: ${JSON.stringify(descriptors)}\n`,
    );
    process.exitCode = rows.every(({ pass }) => pass !== false) ? 0 : 1;
  } finally {
    place.remove();
  }
}
