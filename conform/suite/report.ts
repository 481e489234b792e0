/** What a run of the suite says of a kernel; plain data that is JSON as it is (schemas/conform-report.schema.json). */
import { EXIT } from '#lib/spec/exits.ts';
import type { ConformanceCase, CaseVerdict } from '#conform/case/case.ts';

export interface CaseReport extends Pick<
  ConformanceCase,
  'id' | 'title' | 'requirements' | 'session'
> {
  readonly verdict: CaseVerdict;
  /** What is wrong, or why there is no judgement; empty for a pass. */
  readonly why: readonly string[];
  readonly milliseconds: number;
}

/** A report of one run. */
export interface ConformReport {
  /** Of this shape. A field may be added without a new version. */
  readonly version: 1;
  /** The version of the suite: of yamo. */
  readonly yamo: string;
  readonly kernel: {
    readonly name: string;
    readonly version: string | null;
    /** What it is, as its document says. */
    readonly about: string | null;
    /** Its document, as it was given. */
    readonly file: string;
  };
  /** `EXIT` of lib/spec/exits.ts: 0 nothing failed, 1 a case failed, 4 a case could not be told. */
  readonly exit: number;
  readonly totals: Readonly<Record<CaseVerdict, number>>;
  /** What this machine does not have, in words. */
  readonly notes: readonly string[];
  readonly cases: readonly CaseReport[];
}

const countOf = (cases: readonly CaseReport[], verdict: CaseVerdict): number =>
  cases.filter((one) => one.verdict === verdict).length;

/** The report of these cases. */
export const reportOf = (
  facts: Pick<ConformReport, 'yamo' | 'kernel' | 'notes'>,
  cases: readonly CaseReport[],
): ConformReport => {
  const totals = {
    pass: countOf(cases, 'pass'),
    fail: countOf(cases, 'fail'),
    'not applicable': countOf(cases, 'not applicable'),
    'could not tell': countOf(cases, 'could not tell'),
  };
  const undecided = totals['could not tell'] > 0 ? EXIT.machine : EXIT.done;
  const exit = totals.fail > 0 ? EXIT.refused : undecided;
  return { version: 1, ...facts, exit, totals, cases };
};

/** One sentence. */
export const reportSentence = (report: ConformReport): string =>
  `${report.kernel.name}: ${verdictCounts(report)}`;

/** How many cases have each verdict, in words. */
export const verdictCounts = ({ totals, cases }: ConformReport): string =>
  [
    `${totals.pass} of ${cases.length} cases pass, ${totals.fail} fail`,
    ...(totals['not applicable'] > 0 ? [`${totals['not applicable']} not applicable`] : []),
    ...(totals['could not tell'] > 0 ? [`${totals['could not tell']} could not be told`] : []),
  ].join(', ');
