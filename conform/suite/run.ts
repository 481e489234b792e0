/** The suite: every case in a lab of its own, some at a time, each with a verdict. */
import { dirname } from 'node:path';

import {
  type ConformanceCase,
  type Lab,
  Undecided,
  type CaseVerdict,
  TraceLost,
  WitnessLost,
} from '#conform/case/case.ts';
import type { CaseReport } from './report.ts';

/** What to run, and by whom. */
export interface SuiteOptions {
  readonly cases: readonly ConformanceCase[];
  readonly jobs: number;
  /** Why some cases, chapters or requirements are not claimed by the kernel. */
  readonly notClaimed: Readonly<Record<string, string>>;
  /** Cases that are held all the same. */
  readonly claimed: readonly string[];
  /** A fresh lab for a case, in place of one that it had before; whoever is told of the case takes it away. */
  readonly open: (one: ConformanceCase) => Lab;
  /** Milliseconds, from any point. */
  readonly now: () => number;
  readonly told: (report: CaseReport) => void;
  readonly signal: AbortSignal;
}

/** Runs the cases; the reports in the order of the cases. */
export const runSuite = async (options: SuiteOptions): Promise<readonly CaseReport[]> => {
  const { cases, jobs, told, signal } = options;
  const reports = new Map<string, CaseReport>();
  const queue = cases.values();
  const worker = async (): Promise<void> => {
    for (const one of queue) {
      if (signal.aborted) return;
      const report = await reportCase(one, options);
      reports.set(one.id, report);
      told(report);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return cases.flatMap(({ id }) => reports.get(id) ?? []);
};

const reportCase = async (one: ConformanceCase, options: SuiteOptions): Promise<CaseReport> => {
  const begin = options.now();
  const { id, title, requirements, session } = one;
  const { verdict, why } = await judge(one, options);
  return {
    id,
    title,
    requirements,
    session,
    verdict,
    why,
    milliseconds: Math.round(options.now() - begin),
  };
};

/** One boot in some hundred is lost on a busy machine: four in a row are not chance. */
const TRIES = 4;

interface Judgement {
  readonly verdict: CaseVerdict;
  readonly why: readonly string[];
}

const whyNotClaimed = (
  { id, requirements }: ConformanceCase,
  notClaimed: SuiteOptions['notClaimed'],
): string | undefined => {
  const names = new Set([id, id.charAt(0), ...requirements]);
  return Object.entries(notClaimed).find(([ids]) =>
    ids.split(' ').some((name) => names.has(name)),
  )?.[1];
};

const judge = async (
  one: ConformanceCase,
  { open, notClaimed, claimed }: SuiteOptions,
): Promise<Judgement> => {
  const reason = claimed.includes(one.id) ? undefined : whyNotClaimed(one, notClaimed);
  if (reason !== undefined) return { verdict: 'not applicable', why: [reason] };
  let lost = '';
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const lab = open(one);
    const judgement = await judgeOnce(one, lab);
    if (typeof judgement !== 'string' && !lab.isOver()) return judgement;
    lost = typeof judgement === 'string' ? judgement : 'the day ended';
  }
  return { verdict: 'could not tell', why: [`${lost}, ${TRIES} times`] };
};

/** Words where the witness was lost: they say how. */
const judgeOnce = async (one: ConformanceCase, lab: Lab): Promise<Judgement | string> => {
  const { workspace } = lab.files;
  // Two runs say the same: where the workspace happened to lie is no part of it.
  const placeless = (text: string): string =>
    text.replaceAll(workspace, '{workspace}').replaceAll(dirname(workspace), '{place}');
  try {
    const why = await one.run(lab);
    return { verdict: why.length === 0 ? 'pass' : 'fail', why: [...new Set(why.map(placeless))] };
  } catch (error) {
    if (error instanceof Undecided) return { verdict: error.verdict, why: [error.message] };
    if (error instanceof WitnessLost) return placeless(error.message);
    if (error instanceof TraceLost)
      return { verdict: 'fail', why: [error.message, ...error.complaints].map(placeless) };
    throw error;
  }
};
