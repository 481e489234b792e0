/**
 * The figures of prompts: `npm run bench:prompt`, with `--json` for machines. Needs dist/. Fails where a target is
 * missed. Texts differ from run to run, so that nothing is measured that was seen before.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import { planPrompt, type PlanRequest } from '#lib/prompt/plan.ts';
import { type Figure, rowOf, tableOf } from './measure.ts';
import { Place, YAMO } from './place.ts';
import { runToExit } from './processes.ts';

const WARM_UP = 200;
const RUNS = 200;
const LARGE_RUNS = 15;
const ROUNDS = 15;
const BESIDE = 50_000;
const SMALL_BYTES = 60_000;
const LARGE_BYTES = 10_000_000;

const NAMES = LAYOUTS.aletheia.files.map(({ name }) => name);

/** A prompt of Aletheia whose nine files have so many bytes in all. */
const requestOf = (bytes: number, seed: number): PlanRequest => {
  const section = `## Section ${seed}\n\n${'The tide comes in at the lagoon, and nobody is there. '.repeat(8)}\n\n`;
  const text = section.repeat(Math.ceil(bytes / NAMES.length / section.length));
  return {
    document: LAYOUTS.aletheia,
    context: {
      audience: 'main',
      heartbeat: false,
      order: 'normal',
      dailyInShared: false,
      variables: { today: '2026-03-14', yesterday: '2026-03-13' },
    },
    facts: {},
    files: new Map(NAMES.map((name) => [name, { text, sha256: String(seed) }])),
  };
};

const planMs = (bytes: number, seed: number): number => {
  const request = requestOf(bytes, seed);
  const begin = process.hrtime.bigint();
  const { pieces } = planPrompt(request);
  const end = process.hrtime.bigint();
  if (pieces.length === 0) throw new Error('nothing was planned');
  return Number(end - begin) / 1e6;
};

const series = (bytes: number, runs: number): readonly number[] =>
  Array.from({ length: runs }, (_, seed) => planMs(bytes, seed));

const place = new Place();
const figures = (): readonly Figure[] => {
  series(SMALL_BYTES, WARM_UP);
  const small = series(SMALL_BYTES, RUNS);
  const large = series(LARGE_BYTES, LARGE_RUNS);
  const [stock, crowded] = [place.emptyWorkspace(), place.emptyWorkspace()];
  for (const path of [stock, crowded]) runToExit(place, [YAMO, 'init', path, '--name', 'Robin']);
  for (let at = 0; at < BESIDE; at += 1) writeFileSync(join(crowded, `note-${at}.txt`), '');
  const [bare, ofStock, ofCrowded]: [number[], number[], number[]] = [[], [], []];
  runToExit(place, [YAMO, 'prompt', stock, '--table']);
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(runToExit(place, ['-e', '0']));
    ofStock.push(runToExit(place, [YAMO, 'prompt', stock, '--table']));
    ofCrowded.push(runToExit(place, [YAMO, 'prompt', crowded, '--table']));
  }
  return [
    {
      what: 'assemble 9 files, 60 KB, warm',
      unit: 'ms',
      samples: small,
      target: { of: 'unit', atMost: 0.5 },
    },
    {
      what: 'assemble 10 MB, budget of 40,000 tokens',
      unit: 'ms',
      samples: large,
      target: { of: 'unit', atMost: 40 },
    },
    {
      what: 'yamo prompt --table, a stock workspace',
      unit: 'ms',
      samples: ofStock,
      bare,
      target: { of: 'bare', atMost: 3 },
    },
    {
      what: 'the same beside 50,000 files',
      unit: 'ms',
      samples: ofCrowded,
      bare,
      target: { of: 'bare', atMost: 5 },
    },
    { what: 'node -e 0', unit: 'ms', samples: bare },
  ];
};

try {
  const rows = figures().map((figure) => rowOf(figure));
  process.stdout.write(
    process.argv.includes('--json') ? `${JSON.stringify({ rows })}\n` : `${tableOf(rows)}\n`,
  );
  process.exitCode = rows.some(({ pass }) => pass === false) ? 1 : 0;
} finally {
  place.remove();
}
