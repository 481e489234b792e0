/**
 * The suite held to its own promises: yamo passes it, and its report is the same again and again; every planted fault
 * is found, nothing is found where there is none, and the shell script fails where its pattern is weak. Minutes:
 * `npm run test:conform`, and each night.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import type { ConformReport } from '#conform/suite/report.ts';
import { CASES } from '#conform/suite/cases.ts';
import { cannotRun, held, idsOf, kernelFile, only } from '#test/support/conform.ts';
import { toyFaults, toyWith } from '#test/support/toy-faults.ts';
import { freshPath } from '#test/support/workspace.ts';

/** Right kernels, in three languages, with an agent and without. */
const SOUND = 'toy-sound toy-messages toy-chat sound-shell sound-acp sound-container'.split(' ');

const FAULTS = toyFaults();

const DRAWN = 10;

/** Cases of any chapter, by its name. */
const drawn = (fault: string): readonly string[] => {
  const place = ({ id }: { readonly id: string }): string =>
    createHash('sha256').update(`${fault} ${id}`).digest('hex');
  const all = CASES.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
  return all.slice(0, DRAWN).map(({ id }) => id);
};

/** A report but for its times. */
const told = (report: ConformReport): unknown => ({
  ...report,
  cases: report.cases.map((one) => ({ ...one, milliseconds: 0 })),
});

const yamo = (): Promise<ConformReport> => held(kernelFile('yamo'));

/** As long as the work takes, three programs for each core want all of it. */
const underLoad = async <T>(work: () => Promise<T>): Promise<T> => {
  const busy = Array.from({ length: 3 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    return await work();
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
};

/** Three runs of all cases on a machine that has six times as much to do as it can. */
const LONG_MS = 1_800_000;

describe.skipIf(cannotRun)('the suite', { timeout: LONG_MS }, () => {
  it('passes yamo, and says the same again and under load', async () => {
    const first = await yamo();
    expect(first.cases.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(idsOf(first, 'could not tell')).toEqual([]);
    expect(told(await yamo())).toEqual(told(first));
    expect(told(await underLoad(yamo))).toEqual(told(first));
  });

  it('finds every planted fault of the toy', async () => {
    const report = await held(kernelFile('toy'));
    expect(report.cases.filter(({ verdict }) => verdict !== 'fail')).toEqual([]);
  });

  it.each(SOUND)('raises no false alarm: %s', async (name) => {
    const report = await held(kernelFile(name));
    expect(report.cases.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(idsOf(report, 'could not tell')).toEqual([]);
  });

  it.each(FAULTS)('finds that $fault, and nothing else', async ({ fault, fails }) => {
    const file = freshPath('kernel.json');
    writeFileSync(file, toyWith(fault));
    const failing = fails.split(' ');
    const ids = [...new Set([...failing.map((id) => id.charAt(0)), ...drawn(fault)])];
    const report = await held(file, ...only(...ids));
    const isHeld = new Set(report.cases.map(({ id }) => id));
    expect(idsOf(report, 'fail')).toEqual(failing.filter((id) => isHeld.has(id)));
    expect(idsOf(report, 'could not tell')).toEqual([]);
  });

  it.each(['messages', 'chat'])('finds faults of a loop of its own: %s', async (api) => {
    const text = readFileSync(kernelFile(`toy-${api}`), 'utf8').replaceAll(
      '{here}',
      dirname(kernelFile('toy')),
    );
    const faulty = freshPath('kernel.json');
    const planted = text
      .replaceAll(/"\{provider\}[^"]*"/g, '$&, "{case}"')
      .replaceAll('toy.mjs', 'toy-faulty.mjs');
    writeFileSync(faulty, planted);
    const ids = 'A-01 A-05 A-10 B-01 B-03 B-30 B-32 M-01 M-07 S-05'.split(' ');
    const report = await held(faulty, ...ids.flatMap((id) => ['--only', id]));
    expect(idsOf(report, 'fail')).toEqual(ids);
  });

  it('fails the shell script where its pattern is weak', async () => {
    const report = await held(kernelFile('shell'));
    const weak =
      'B-02 B-06 B-10 B-11 B-12 B-13 B-14 B-17 B-18 B-19 B-20 B-21 B-22 B-29 B-30 B-31 X-02 X-03 X-18';
    expect(idsOf(report, 'fail')).toEqual(expect.arrayContaining(weak.split(' ')));
    const strong =
      'B-01 B-03 B-07 B-09 B-15 B-24 S-01 S-02 S-03 S-04 S-05 S-06 S-07 S-08 L-01 M-07 X-07 X-08';
    expect(idsOf(report, 'pass')).toEqual(expect.arrayContaining(strong.split(' ')));
  });
});
