/**
 * How long a process stands still while another one holds the write lock of one of its two workspaces, as one table:
 * `node bench/write-lock.ts`, with `--json` for machines. Lines are appended to both meanwhile; exits with 1 if one is lost.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

import { disk } from '#kernel/fs/disk.ts';
import { Clock } from '#kernel/process/clock.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { deskOf } from '#test/support/desk.ts';
import { rowOf, tableOf } from './measure.ts';
import { Place } from './place.ts';

const ROUNDS = 5;
const HELD_MS = 3000;
const PAUSE_MS = 20;
const STOP_TARGET_MS = 50;

interface Round {
  /** Milliseconds. */
  readonly longestStop: number;
  /** How long the line waited that was asked for when the lock was taken. */
  readonly waited: number;
  readonly lost: number;
}

const logged = (opened: OpenWorkspace): number =>
  readFileSync(join(opened.workspace.path, opened.daily.file), 'utf8').split('\n- ').length - 1;

/** `isHeld`: by another process; without, it is what the disk and the machine stop it for. */
const round = async (place: Place, isHeld: boolean): Promise<Round> => {
  const stateRoot = join(place.folder, 'state');
  const open = (path: string): OpenWorkspace =>
    OpenWorkspace.open(disk, path, {
      strict: false,
      uid: process.geteuid?.() ?? 0,
      stateRoot,
      clock: Clock.start(),
    });
  const [held, free] = [open(place.emptyWorkspace()), open(place.emptyWorkspace())];
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../test/support/writing-child.ts'), held.workspace.path, stateRoot],
    { stdio: ['ignore', 'pipe', 'inherit'], env: place.environment },
  );
  await once(child.stdout, 'data');
  if (!isHeld) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const [desk, beside] = [deskOf(held), deskOf(free)];
  // What is compiled first is no stop of the lock's.
  await beside.append(free.daily.file, '- warm\n');
  const stops = monitorEventLoopDelay({ resolution: 1 });
  stops.enable();
  const begin = performance.now();
  const waiting = desk.append(held.daily.file, '- waited\n').then(() => performance.now() - begin);
  let lines = 1;
  while (performance.now() - begin < HELD_MS) {
    await beside.append(free.daily.file, `- line ${lines}\n`);
    lines += 1;
    await delay(PAUSE_MS);
  }
  if (isHeld) child.kill('SIGKILL');
  const waited = await waiting;
  stops.disable();
  const lost = lines - logged(free) + 1 - logged(held);
  held.close();
  free.close();
  return { longestStop: stops.max / 1e6, waited, lost };
};

if (import.meta.main) {
  const place = new Place();
  try {
    const rounds: Round[] = [];
    const alone: Round[] = [];
    for (let nth = 0; nth < ROUNDS; nth += 1) {
      alone.push(await round(place, false));
      rounds.push(await round(place, true));
    }
    const rows = [
      rowOf({
        what: `longest stop of the event loop, ${HELD_MS / 1000} s of a lock that another process holds`,
        unit: 'ms',
        samples: rounds.map(({ longestStop }) => longestStop),
        bare: alone.map(({ longestStop }) => longestStop),
        target: { atMost: STOP_TARGET_MS, of: 'unit' },
      }),
      rowOf({
        what: 'the line that waited',
        unit: 'ms',
        samples: rounds.map(({ waited }) => waited),
      }),
    ];
    const lost = [...alone, ...rounds].reduce((sum, one) => sum + one.lost, 0);
    process.stdout.write(
      process.argv.includes('--json')
        ? `${JSON.stringify({ rows, lost }, undefined, 2)}\n`
        : `${tableOf(rows)}\n\nlines lost: ${lost}\n`,
    );
    process.exitCode = lost === 0 ? 0 : 1;
  } finally {
    place.remove();
  }
}
