/**
 * The figures of a boot, as one table: `npm run bench`, with `--json` for machines. Everything is
 * measured in rounds that take turns with bare `node -e 0`, so that a machine that slows down slows
 * both; medians, and the ratio to bare node in the same rounds. No network.
 */
import { existsSync, statfsSync } from 'node:fs';
import process from 'node:process';

import { buildDist } from '../scripts/build.ts';
import { measureGuard } from './guard.ts';
import { type Figure, machineFacts, rowOf, tableOf } from './measure.ts';
import { Place, YAMO } from './place.ts';
import {
  heldScribe,
  idleKernel,
  idleNode,
  plainScribe,
  runToExit,
  scribeAnswers,
} from './processes.ts';
import { measureRecognition } from './recognise.ts';
import { canTrace, trace } from './traced.ts';

/** The first rounds fill the compile cache and the page cache. */
const WARM_UP_ROUNDS = 3;
const ROUNDS = 21;
const MEMORY_RUNS = 5;

const BARE = ['-e', '0'];

interface Samples {
  readonly bare: number[];
  readonly version: number[];
  readonly initialize: number[];
  /** What the view adds to that, in the same round. */
  readonly viewed: number[];
  readonly bareTraced: number[];
  readonly unlink: number[];
  readonly spawned: number[];
}

const isUnlinkOfOrders = (call: string): boolean => /^unlink.*\/BOOTSTRAP\.md"/.test(call);
const isStartOfAgent = (call: string): boolean => /^execve\(.*"--permission"/.test(call);

/** Rounds of everything that is a process of its own. */
const measureProcesses = async (place: Place, tracing: boolean): Promise<Samples> => {
  const born = place.newborn();
  runToExit(place, [YAMO, 'boot', born, '--message', '/who']);
  let samples: Samples = noSamples();
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    if (round === 0) samples = noSamples();
    samples.bare.push(runToExit(place, BARE));
    samples.version.push(runToExit(place, [YAMO, '--version']));
    const plain = await scribeAnswers(plainScribe());
    samples.initialize.push(plain);
    const held = heldScribe(place);
    if (held !== undefined) samples.viewed.push((await scribeAnswers(held)) - plain);
    if (!tracing) continue;
    samples.bareTraced.push(trace(place, BARE).untilExit());
    const first = trace(place, [YAMO, 'boot', place.newborn(), ...place.unheld]);
    samples.unlink.push(first.until('unlink of BOOTSTRAP.md', isUnlinkOfOrders));
    const next = trace(place, [YAMO, 'boot', born, ...place.unheld]);
    samples.spawned.push(next.until('start of the agent', isStartOfAgent));
  }
  return samples;
};

const noSamples = (): Samples => ({
  bare: [],
  version: [],
  initialize: [],
  viewed: [],
  bareTraced: [],
  unlink: [],
  spawned: [],
});

const measureMemory = async (place: Place): Promise<Pick<Figure, 'samples' | 'bare'>> => {
  const born = place.newborn();
  runToExit(place, [YAMO, 'boot', born, '--message', '/who']);
  const [samples, bare]: [number[], number[]] = [[], []];
  for (let run = 0; run < MEMORY_RUNS; run += 1) {
    bare.push(await idleNode(place));
    samples.push(await idleKernel(place, born));
  }
  return { samples, bare };
};

const measure = async (place: Place, tracing: boolean): Promise<readonly Figure[]> => {
  const guard = measureGuard(place);
  const { bare, version, initialize, viewed, bareTraced, unlink, spawned } = await measureProcesses(
    place,
    tracing,
  );
  const memory = await measureMemory(place);
  const { boots, without } = measureRecognition(place);
  return [
    { what: 'bare node -e 0, spawn to exit', unit: 'ms', samples: bare, bare },
    {
      what: 'guard, warm, with directory fsync',
      unit: 'µs',
      samples: guard.durable,
      target: { atMost: 400, of: 'unit' },
    },
    {
      what: 'guard, warm, without fsync',
      unit: 'µs',
      samples: guard.volatile,
      target: { atMost: 80, of: 'unit' },
    },
    ...(tracing ? tracedFigures({ bareTraced, unlink, spawned }) : []),
    {
      what: "spawn to the scribe's answer to initialize",
      unit: 'ms',
      samples: initialize,
      bare,
      target: { atMost: 3, of: 'bare' },
    },
    ...(viewed.length === 0
      ? []
      : [
          {
            what: 'start of the scribe in a view, over that',
            unit: 'ms',
            samples: viewed,
            target: { atMost: 15, of: 'unit' },
          } as const,
        ]),
    {
      what: 'yamo --version',
      unit: 'ms',
      samples: version,
      bare,
      target: { atMost: 3, of: 'bare' },
    },
    {
      what: 'resident memory of an idle kernel',
      unit: 'MB',
      ...memory,
      target: { atMost: 90, of: 'unit' },
    },
    {
      what: 'a boot that tells whose workspace it is, over one that does not look',
      unit: 'ms',
      samples: boots,
      bare: without,
      target: { atMost: 1.02, of: 'bare' },
    },
  ];
};

const tracedFigures = ({
  bareTraced,
  unlink,
  spawned,
}: Pick<Samples, 'bareTraced' | 'unlink' | 'spawned'>): readonly Figure[] => [
  { what: 'bare node -e 0, under strace', unit: 'ms', samples: bareTraced, bare: bareTraced },
  {
    what: 'execve to unlink of BOOTSTRAP.md, no view, under strace',
    unit: 'ms',
    samples: unlink,
    bare: bareTraced,
    target: { atMost: 3, of: 'bare' },
  },
  {
    what: 'execve to execve of the agent, no view, under strace',
    unit: 'ms',
    samples: spawned,
    bare: bareTraced,
    target: { atMost: 4.5, of: 'bare' },
  },
];

const TMPFS_MAGIC = 0x01021994;

const machineOf = (place: Place): Readonly<Record<string, string>> => ({
  ...machineFacts(),
  'temporary folder': statfsSync(place.folder).type === TMPFS_MAGIC ? 'tmpfs' : 'a disk',
});

if (import.meta.main) {
  if (process.platform !== 'linux')
    throw new Error('The figures are taken from /proc and strace, so they need Linux.');
  if (!existsSync(YAMO)) await buildDist();
  const tracing = canTrace();
  if (!tracing)
    process.stderr.write(
      '!!! strace cannot run here: the two rows that need it are left out !!!\n',
    );
  const place = new Place();
  try {
    const machine = machineOf(place);
    const rows = (await measure(place, tracing)).map((figure) => rowOf(figure));
    if (process.argv.includes('--json')) {
      process.stdout.write(`${JSON.stringify({ machine, rows }, undefined, 2)}\n`);
    } else {
      const facts = Object.entries(machine).map(([name, value]) => `${name}: ${value}`);
      process.stdout.write(`${facts.join('; ')}\n\n${tableOf(rows)}\n`);
    }
  } finally {
    place.remove();
  }
}
