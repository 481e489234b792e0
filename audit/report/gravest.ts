/** What a person should hear of first, whatever else is wrong: what leaks, what gives orders, what was left lying about. */
import { plural } from '#lib/report/plural.ts';
import type { ReportedFinding } from './report.ts';

/** Credentials that anybody who reads the file has. */
const LEAKS: ReadonlySet<string> = new Set([
  '4.2/provider-key',
  '4.2/labelled-credential',
  '4.2/secret-in-history',
]);
const ORDERS: ReadonlySet<string> = new Set(['4/injected-words', 'host/injected-words']);
const LEFT: ReadonlySet<string> = new Set(['4.3/bootstrap-left']);
const GRAVE = [LEAKS, ORDERS, LEFT] as const;

/** Does a finding of this rule say that a credential leaks? */
export const isLeak = (rule: string): boolean => LEAKS.has(rule);

/** How soon a finding of this rule is told: 0 is first. */
const rankOf = ({ rule }: Pick<ReportedFinding, 'rule'>): number => {
  const rank = GRAVE.findIndex((rules) => rules.has(rule));
  return rank < 0 ? GRAVE.length : rank;
};

/** The gravest first; those of one kind in their order. */
export const gravestFirst = (findings: readonly ReportedFinding[]): readonly ReportedFinding[] =>
  findings.toSorted((one, other) => rankOf(one) - rankOf(other));

/** The finding that comes before anything else that there is to do, where there is one. */
export const firstOfAll = (findings: readonly ReportedFinding[]): ReportedFinding | undefined =>
  gravestFirst(findings).find(
    (finding) => rankOf(finding) < GRAVE.length && finding.level !== 'note',
  );

/** `, the first of 37 keys and passwords in 12 files`; nothing where there is one, or another kind. */
export const amongPhrase = (rule: string, findings: readonly ReportedFinding[]): string => {
  const kind = [LEAKS, ORDERS].find((rules) => rules.has(rule));
  const same = findings.filter((finding) => kind?.has(finding.rule) === true);
  if (same.length < 2) return '';
  const files = new Set(same.map(({ file }) => file)).size;
  const what = kind === LEAKS ? 'keys and passwords' : 'orders';
  return `, the first of ${same.length} ${what} in ${plural(files, 'file')}`;
};
