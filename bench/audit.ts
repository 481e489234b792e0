/**
 * The figures of the auditor: `node bench/audit.ts`, with `--json` for machines, `--quick` for fewer rounds without
 * the slow peers, `--no-peers` without any; only the peers need the network, to be installed. Whole processes on
 * generated trees; in every round each program runs once, bare `node -e 0` first.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import { buildDist } from '../scripts/build.ts';
import { type Corpus, CORPUS_DAY, writeCorpus, writeGiant } from './corpus.ts';
import { detectorCosts, detectorLines } from './detectors.ts';
import { writeDiffering } from './differing-corpus.ts';
import { type Figure, type Row, machineFacts, rowOf, tableOf } from './measure.ts';
import { installPeers, type Peer } from './peers.ts';
import { Place, YAMO } from './place.ts';
import { type Cost, peakMegabytes, type Task, timed } from './timed.ts';

const MB = 1_000_000;

/** How often each thing is run; the large ones are steadier by themselves. */
interface Rounds {
  readonly small: number;
  readonly large: number;
  readonly giant: number;
  readonly slowPeers: number;
  readonly memory: number;
}

const ROUNDS: Rounds = { small: 21, large: 7, giant: 5, slowPeers: 2, memory: 5 };
const QUICK_ROUNDS: Rounds = { small: 7, large: 3, giant: 2, slowPeers: 0, memory: 2 };

/** So many times slower than yamo, at least. */
const SLOW_PEERS_ARE = 20;
/** secretlint, on workspaces of which no two files are alike. */
const QUICK_PEERS_ARE = 1.25;
/** On more workspaces a slow peer takes a minute, and is not run but to be measured. */
const SLOW_MAX_WORKSPACES = 100;

/** Files that were touched within it are not yet trusted by time stamp; yamo waits two seconds. */
const SETTLING_MS = 2500;

/** One thing that takes its turn in the first `rounds` rounds; before them comes one that is not counted. */
interface Entry {
  readonly task: Task;
  readonly rounds: number;
  /** Its program was run a moment ago: the caches of the machine hold it. */
  readonly isWarm?: boolean;
}

const BARE: Omit<Task, 'cwd'> = { args: ['-e', '0'], sign: /^$/, exits: [0] };

/** yamo ends with 1 where something keeps a workspace from passing: a key in the fleet of clones. */
const auditOf = ({ path, workspaces }: Corpus, ...options: readonly string[]): Task => ({
  args: [YAMO, 'audit', '--date', CORPUS_DAY, ...options, '.'],
  cwd: path,
  sign: workspaces === 1 ? /The workspace is|passes/ : new RegExp(`^${workspaces} workspaces: `),
  exits: [0, 1],
});

/** Runs everything in turns. The costs are in the order of the rounds. */
const takeTurns = <Name extends string>(
  place: Place,
  entries: Readonly<Record<Name, Entry>>,
): ReadonlyMap<string, readonly Cost[]> => {
  const all = Object.entries<Entry>(entries).filter(([, { rounds }]) => rounds > 0);
  const costs = new Map<string, Cost[]>(all.map(([name]) => [name, []]));
  for (const [, { task, isWarm }] of all) if (isWarm !== true) timed(place, task);
  const last = Math.max(...all.map(([, { rounds }]) => rounds));
  for (let round = 0; round < last; round += 1) {
    for (const [name, { task, rounds }] of all)
      if (round < rounds) costs.get(name)?.push(timed(place, task));
  }
  return costs;
};

type Costs = ReturnType<typeof takeTurns>;

/** What one program took, beside another in the same rounds. */
const figureOf = (
  costs: Costs,
  name: string,
  { than }: { readonly than: string },
): Pick<Figure, 'samples' | 'bare' | 'cpu'> => {
  const own = costs.get(name) ?? [];
  const [samples, cpu] = timesOf(own);
  const [bare, bareCpu] = timesOf(costs.get(than)?.slice(0, own.length) ?? []);
  return { samples, bare, cpu: { samples: cpu, bare: bareCpu } };
};

/** On the wall, and of the processors. */
const timesOf = (costs: readonly Cost[]): [number[], number[]] => [
  costs.map(({ wallMs }) => wallMs),
  costs.map(({ cpuMs }) => cpuMs),
];

interface Trees {
  readonly one: Corpus;
  readonly many: Corpus;
  readonly thousand: Corpus;
  /** Of text as people write it, no two files alike. */
  readonly differing: Corpus;
  readonly differingThousand: Corpus;
}

const writeTrees = (place: Place): Trees => ({
  one: writeCorpus(join(place.folder, 'one'), { workspaces: 1, files: 20, bytes: 0.09 * MB }),
  many: writeCorpus(join(place.folder, 'many'), { workspaces: 33, files: 900, bytes: 4.5 * MB }),
  thousand: writeCorpus(join(place.folder, 'thousand'), {
    workspaces: 1000,
    files: 10_000,
    bytes: 40 * MB,
  }),
  differing: writeDiffering(join(place.folder, 'differing'), {
    workspaces: 33,
    files: 900,
    bytes: 4.5 * MB,
  }),
  differingThousand: writeDiffering(join(place.folder, 'differing-thousand'), {
    workspaces: 1000,
    files: 10_000,
    bytes: 40 * MB,
  }),
});

const nameOf = ({ workspaces, files, bytes }: Corpus): string => {
  const size = bytes < MB ? `${Math.round(bytes / 1000)} KB` : `${(bytes / MB).toFixed(1)} MB`;
  return `${workspaces} ${workspaces === 1 ? 'workspace' : 'workspaces'}, ${files} files, ${size}`;
};

const measureTrees = async (
  place: Place,
  { one, many, thousand, differing, differingThousand }: Trees,
  rounds: Rounds,
): Promise<readonly Figure[]> => {
  const bare: Task = { ...BARE, cwd: place.folder };
  const [cold, warm] = [auditOf(thousand, '--fresh'), auditOf(thousand)];
  await pause(SETTLING_MS);
  timed(place, warm);
  timed(place, auditOf(many));
  timed(place, auditOf(differing));
  const costs = takeTurns(place, {
    bare: { task: bare, rounds: rounds.small },
    one: { task: auditOf(one, '--fresh'), rounds: rounds.small },
    many: { task: auditOf(many, '--fresh'), rounds: rounds.small },
    manyWarm: { task: auditOf(many), rounds: rounds.small },
    differing: { task: auditOf(differing, '--fresh'), rounds: rounds.small },
    differingWarm: { task: auditOf(differing), rounds: rounds.small },
    differingCold: { task: auditOf(differingThousand, '--fresh'), rounds: rounds.large },
    cold: { task: cold, rounds: rounds.large },
    warm: { task: warm, rounds: rounds.large },
  });
  const toBare = (name: string): Pick<Figure, 'samples' | 'bare' | 'cpu'> =>
    figureOf(costs, name, { than: 'bare' });
  const time = (what: string, name: string, target?: Figure['target']): Figure => ({
    what,
    unit: 'ms',
    ...toBare(name),
    ...(target !== undefined && { target }),
  });
  return [
    time('bare node -e 0', 'bare'),
    time(nameOf(one), 'one', { atMost: 2.8, of: 'bare' }),
    time(nameOf(many), 'many', { atMost: 6, of: 'bare' }),
    time('the same with a warm cache', 'manyWarm'),
    time(`${nameOf(differing)}, all different`, 'differing', {
      atMost: 12,
      of: 'bare CPU',
    }),
    time('the same with a warm cache', 'differingWarm', { atMost: 3.5, of: 'bare CPU' }),
    time(`${nameOf(differingThousand)}, all different`, 'differingCold'),
    time(nameOf(thousand), 'cold', { atMost: 1000, of: 'unit' }),
    time('the same with a warm cache', 'warm', { atMost: 400, of: 'unit' }),
    ...(await measureMemory(place, rounds.memory, [
      { what: 'bare node -e 0', task: bare },
      { what: nameOf(one), task: auditOf(one, '--fresh'), atMost: 80 },
      { what: nameOf(many), task: auditOf(many, '--fresh') },
      { what: nameOf(thousand), task: cold, atMost: 150 },
      {
        what: `${nameOf(differingThousand)}, all different`,
        task: auditOf(differingThousand, '--fresh'),
        atMost: 150,
      },
      { what: 'the same with a warm cache', task: warm },
    ])),
  ];
};

const measureMemory = async (
  place: Place,
  runs: number,
  tasks: readonly { readonly what: string; readonly task: Task; readonly atMost?: number }[],
): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const { what, task, atMost } of tasks) {
    const samples: number[] = [];
    for (let run = 0; run < runs; run += 1) samples.push(await peakMegabytes(place, task));
    const target: Figure['target'] = atMost === undefined ? undefined : { atMost, of: 'unit' };
    figures.push({
      what: `peak memory: ${what}`,
      unit: 'MB',
      samples,
      ...(target !== undefined && { target }),
    });
  }
  return figures;
};

const GIANTS_MB = [1, 10, 100] as const;
/** By so much a megabyte of the largest file may be dearer than one of the file a tenth as long. */
const GROWTH_MAX = 1.25;

/** One daily log that grows: what each megabyte costs, the start of the process taken off. */
const measureGrowth = (place: Place, rounds: number): readonly Figure[] => {
  const small = writeGiant(join(place.folder, 'giant-0'), 1000);
  const giants = GIANTS_MB.map((size) =>
    writeGiant(join(place.folder, `giant-${size}`), size * MB),
  );
  const entries: Record<string, Entry> = {
    empty: { task: auditOf(small, '--fresh'), rounds },
    ...Object.fromEntries(
      giants.map((giant, at) => [
        `giant-${GIANTS_MB[at]}`,
        { task: auditOf(giant, '--fresh'), rounds },
      ]),
    ),
  };
  const costs = takeTurns(place, entries);
  for (const { path } of giants) rmSync(path, { recursive: true });
  const empty = costs.get('empty') ?? [];
  const grown = (size: number): readonly Cost[] =>
    (costs.get(`giant-${size}`) ?? []).map(({ wallMs, cpuMs }, round) => ({
      wallMs: (wallMs - (empty[round]?.wallMs ?? NaN)) / size,
      cpuMs: (cpuMs - (empty[round]?.cpuMs ?? NaN)) / size,
    }));
  return GIANTS_MB.map((size, at): Figure => {
    const before = GIANTS_MB[at - 1];
    const [samples, cpu] = timesOf(grown(size));
    const figure: Figure = {
      what: `a log of ${size} MB`,
      unit: 'ms/MB',
      samples,
      cpu: { samples: cpu },
    };
    if (before === undefined) return figure;
    const [smaller, smallerCpu] = timesOf(grown(before));
    return Object.assign(figure, {
      bare: smaller,
      cpu: { samples: cpu, bare: smallerCpu },
      target: { atMost: GROWTH_MAX, of: 'bare' },
    });
  });
};

/** The peers on the same trees, in turns with yamo. A peer is so many times slower: `× yamo`. */
const measurePeers = (
  place: Place,
  peers: readonly Peer[],
  { many, thousand, differingThousand }: Trees,
  rounds: Rounds,
): readonly Figure[] => {
  const wanted = peers.filter(({ isSlow }) => !isSlow || rounds.slowPeers > 0);
  return [
    ...besidePeers(place, many, wanted, { quick: rounds.large, slow: rounds.large }),
    ...besidePeers(place, thousand, wanted, { quick: rounds.giant, slow: rounds.slowPeers }),
    ...besidePeers(
      place,
      differingThousand,
      wanted.filter(({ isSlow }) => !isSlow),
      { quick: rounds.giant, slow: 0 },
    ),
  ];
};

const besidePeers = (
  place: Place,
  corpus: Corpus,
  peers: readonly Peer[],
  rounds: { readonly quick: number; readonly slow: number },
): readonly Figure[] => {
  const entries: Record<string, Entry> = {
    yamo: { task: auditOf(corpus, '--fresh'), rounds: rounds.quick },
  };
  for (const { name, isSlow, on } of peers)
    entries[name] = {
      task: on(corpus),
      rounds: isSlow ? rounds.slow : rounds.quick,
      isWarm: isSlow && corpus.workspaces > SLOW_MAX_WORKSPACES,
    };
  const isLarge = corpus.workspaces > SLOW_MAX_WORKSPACES;
  const costs = takeTurns(place, entries);
  const figure = (what: string, name: string, atLeast?: number): Figure => ({
    what,
    unit: 'ms',
    ...figureOf(costs, name, { than: 'yamo' }),
    ...(isLarge && atLeast !== undefined && { target: { atLeast, of: 'bare' } }),
  });
  return [
    figure(`yamo: ${nameOf(corpus)}`, 'yamo'),
    ...peers.map(({ name, isSlow }) =>
      figure(name, name, isSlow ? SLOW_PEERS_ARE : QUICK_PEERS_ARE),
    ),
  ];
};

interface Table {
  readonly title: string;
  /** What the rows are compared with. */
  readonly base: string;
  readonly rows: readonly Row[];
}

const table = (title: string, base: string, figures: readonly Figure[]): Table => ({
  title,
  base,
  rows: figures.map((figure) => rowOf(figure, base)),
});

const measure = async (place: Place, options: ReadonlySet<string>): Promise<readonly Table[]> => {
  const rounds = options.has('--quick') ? QUICK_ROUNDS : ROUNDS;
  // First, because it is what can fail.
  const peers = options.has('--no-peers') ? [] : installPeers(place);
  const trees = writeTrees(place);
  const tables = [
    table('yamo audit', 'bare', await measureTrees(place, trees, rounds)),
    table('One file that grows', 'smaller', measureGrowth(place, rounds.giant)),
  ];
  if (peers.length === 0) return tables;
  return [...tables, table('Beside others', 'yamo', measurePeers(place, peers, trees, rounds))];
};

if (import.meta.main) {
  if (process.platform !== 'linux')
    throw new Error('The figures are taken from /proc and bash, so they need Linux.');
  if (!existsSync(YAMO)) await buildDist();
  const options = new Set(process.argv.slice(2));
  const place = new Place();
  try {
    const before = machineFacts();
    const tables = await measure(place, options);
    if (options.has('--json')) {
      process.stdout.write(`${JSON.stringify({ machine: before, tables }, undefined, 2)}\n`);
    } else {
      const facts = Object.entries(before).map(([name, value]) => `${name}: ${value}`);
      const texts = tables.map(({ title, base, rows }) => `${title}\n\n${tableOf(rows, base)}\n`);
      process.stdout.write(`${facts.join('; ')}\n\n${texts.join('\n')}`);
      const costs = await detectorCosts([join(import.meta.dirname, '..')]);
      process.stdout.write(
        `\nDetectors on dense text, CPU\n\n${detectorLines(costs).join('\n')}\n`,
      );
    }
  } finally {
    place.remove();
  }
}
