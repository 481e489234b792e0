/**
 * A boot with 200,000 entries in its record over one with none: `npm run bench:record [entries]`. Runs take turns; time
 * of the processor and the most memory that the kernel had. Then what `yamo log` and an audit of it take.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';

import { disk } from '#kernel/fs/disk.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { appendRecord, walkChain } from '#kernel/state/chain.ts';
import { StateHome } from '#kernel/state/home.ts';

import { buildDist } from '../scripts/build.ts';
import { median } from './measure.ts';
import { Place, YAMO } from './place.ts';

const ROUNDS = 11;
const WARM_UP_ROUNDS = 2;
const MB = 1024;

interface Run {
  readonly cpuMs: number;
  readonly megabytes: number;
}

/** Prints, at its end, what a process took: what it was told comes before. */
const METER = `process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); require('node:fs').writeSync(2, '\\nMETER ' + (userCPUTime + systemCPUTime) / 1000 + ' ' + maxRSS + '\\n'); })`;

const run = (place: Place, args: readonly string[]): Run => {
  const meter = `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('/'); ${METER}`)}`;
  const { stderr, status } = spawnSync(process.execPath, ['--import', meter, YAMO, ...args], {
    env: place.environment,
    cwd: place.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  const found = /METER ([\d.]+) (\d+)/.exec(String(stderr));
  if (found === null)
    throw new Error(`yamo ${args.join(' ')} ended with ${status}: ${String(stderr)}`);
  return { cpuMs: Number(found[1]), megabytes: Number(found[2]) / MB };
};

const boot = (place: Place, workspace: string): Run =>
  run(place, ['boot', workspace, '--message', '/who']);

/** Adds copies of the last entry until there are so many. */
const fill = (place: Place, path: string, entries: number): void => {
  const uid = process.geteuid?.() ?? 0;
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  // What is not durable is as long.
  const quick = { ...disk, fsync: () => undefined };
  const { path: folder } = StateHome.open(join(place.folder, 'state/yamo'), workspace, uid);
  const by = { disk: quick, uid };
  const home = StateHome.common('workspace', dirname(folder), by, basename(folder));
  let record: object = {};
  for (const { seq: _seq, previous: _previous, hash: _hash, ...rest } of walkChain(home))
    record = rest;
  for (let count = 0; count < entries; count += 1) appendRecord(home, record);
  home.close();
  workspace.close();
};

if (import.meta.main) {
  const entries = Number(process.argv[2] ?? 200_000);
  if (!existsSync(YAMO)) await buildDist();
  const place = new Place();
  try {
    const [fresh, old] = [place.newborn(), place.newborn()];
    for (const workspace of [fresh, old]) boot(place, workspace);
    fill(place, old, entries);
    const runs: Record<'fresh' | 'old', Run[]> = { fresh: [], old: [] };
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const both = { fresh: boot(place, fresh), old: boot(place, old) };
      if (round < 0) continue;
      runs.fresh.push(both.fresh);
      runs.old.push(both.old);
    }
    const middle = (of: readonly Run[], what: keyof Run): number =>
      median(of.map((one) => one[what]));
    for (const [what, unit] of [
      ['cpuMs', 'ms'],
      ['megabytes', 'MB'],
    ] as const) {
      const [bare, full] = [middle(runs.fresh, what), middle(runs.old, what)];
      process.stdout.write(
        `boot, ${what}: ${bare.toFixed(1)} ${unit} with none, ${full.toFixed(1)} ${unit} with ${entries} entries, ${(full / bare).toFixed(3)} ×\n`,
      );
    }
    for (const args of [
      ['log', old],
      ['audit', old],
    ] as const) {
      const { cpuMs, megabytes } = run(place, args);
      process.stdout.write(
        `yamo ${args[0]}: ${(cpuMs / 1000).toFixed(1)} s, ${megabytes.toFixed(0)} MB\n`,
      );
    }
  } finally {
    place.remove();
  }
}
