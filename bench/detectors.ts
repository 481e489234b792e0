/**
 * What the detectors cost on dense text, each by itself, in CPU: `node bench/detectors.ts`, and with `--against FOLDER`
 * those of another checkout beside it, in turns within one run.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { denseText } from './dense.ts';

const CHARS = 2_000_000;
const ROUNDS = 9;
const MICROSECONDS = 1000;

type Detector = (text: string) => unknown;

/** Names that are loaded from a checkout, so that two can be compared. */
const DETECTORS = {
  labels: ['lib/secrets/credential.ts', 'labelledCredentials'],
  formats: ['lib/secrets/provider-keys.ts', 'formatKeysIn'],
  prefilter: ['lib/secrets/provider-prefilter.ts', 'mayHoldPresetKey'],
  orders: ['lib/injection/scan.ts', 'scan'],
} as const;

type Name = keyof typeof DETECTORS;
const NAMES: readonly Name[] = ['labels', 'formats', 'prefilter', 'orders'];

const detectorsOf = async (root: string): Promise<ReadonlyMap<Name, Detector>> => {
  const found = new Map<Name, Detector>();
  for (const name of NAMES) {
    const [file, exported] = DETECTORS[name];
    const module: Readonly<Record<string, unknown>> = await import(
      pathToFileURL(resolve(root, file)).href
    );
    const detector = module[exported];
    if (typeof detector !== 'function') throw new Error(`${file} has no ${exported}`);
    found.set(name, (text) => detector(text));
  }
  return found;
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Milliseconds of CPU for a million characters of dense text, by detector and checkout, measured in turns. */
export const detectorCosts = async (
  roots: readonly string[],
  rounds = ROUNDS,
): Promise<ReadonlyMap<Name, readonly number[]>> => {
  const text = denseText(CHARS);
  const all = await Promise.all(roots.map(detectorsOf));
  const costs = new Map<Name, number[]>();
  for (const name of NAMES) {
    const times = all.map((): number[] => []);
    for (let round = 0; round <= rounds; round += 1)
      for (const [at, detectors] of all.entries()) {
        const before = process.cpuUsage();
        detectors.get(name)?.(text);
        const { user, system } = process.cpuUsage(before);
        // The first one warms up.
        if (round > 0) times[at]?.push((user + system) / MICROSECONDS);
      }
    costs.set(
      name,
      times.map((one) => (medianOf(one) * 1_000_000) / text.length),
    );
  }
  return costs;
};

/** A line for each detector. */
export const detectorLines = (costs: ReadonlyMap<Name, readonly number[]>): readonly string[] =>
  [...costs].map(
    ([name, each]) =>
      `${name.padEnd(10)} ${each.map((cost) => cost.toFixed(1).padStart(7)).join('  ')} ms/MB`,
  );

if (import.meta.main) {
  const at = process.argv.indexOf('--against');
  const other = at < 0 ? [] : [process.argv[at + 1] ?? '.'];
  const costs = await detectorCosts([resolve(import.meta.dirname, '..'), ...other]);
  process.stdout.write(`${detectorLines(costs).join('\n')}\n`);
}
