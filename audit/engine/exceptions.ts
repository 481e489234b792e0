/**
 * Exceptions in the files themselves: `<!-- yamo-allow RULE reason="…" -->` on the line above what is meant, and
 * `yamo-allow-file` anywhere for the whole file. Files that hold no comments have theirs in the configuration.
 * One without a reason, of an unknown rule, or that nothing needs, is a finding itself.
 */
import { extents } from '#lib/text/lines.ts';
import type { FilePlace } from '#lib/text/place.ts';
import { once } from '#audit/workspace/document.ts';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import type { Rule } from '#audit/rule/rule.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** A `yamo-allow` comment: which rule it excuses, where, and why. */
export interface Exception extends FilePlace {
  /** As written; only ever compared. */
  readonly rule: string;
  readonly hasReason: boolean;
  readonly isForFile: boolean;
}

/** What was taken out: it is counted in every report. */
export interface ExceptionTally {
  /** Findings that an exception with a reason covers. */
  readonly allowed: number;
  /** The rules that were excepted, with how often, in order of rule. */
  readonly byRule: Readonly<Record<string, number>>;
}

const MARK = 'yamo-allow';
const OPENING = '<!--';
const EXCEPTION = /<!--[ \t]*yamo-allow(-file)?[ \t]+([\w./-]{1,80})((?:(?!-->).){0,1000})-->/u;
const isReasoned = (rest: string): boolean =>
  /\breason[ \t]*=[ \t]*"[^"\p{L}]*\p{L}[^"]*"/u.test(rest);

/** Every exception in the texts of a workspace. */
export const exceptionsIn = (workspace: AuditedWorkspace): readonly Exception[] =>
  workspace.names.flatMap((name) => {
    const document = workspace.document(name);
    if (document !== undefined) return inDocument(document);
    const content = workspace.item(name)?.content;
    return content?.is === 'not text' ? inText(name, content.text) : [];
  });

const inText = (file: string, text: string): readonly Exception[] => {
  // A search is the faster the rarer the first character is: most notes have no `<`, and all have a `y`.
  if (!text.includes(OPENING) || !text.includes(MARK)) return [];
  const found: Exception[] = [];
  let line = 0;
  for (const { from, to } of extents(text)) {
    line += 1;
    const raw = text.slice(from, to);
    if (!raw.includes(MARK)) continue;
    const [, whole, rule, rest = ''] = EXCEPTION.exec(raw) ?? [];
    if (rule === undefined) continue;
    const isForFile = whole !== undefined;
    found.push({ file, line, rule, hasReason: isReasoned(rest), isForFile });
  }
  return found;
};

const inDocument = once(({ name, text }) => inText(name, text));

/** Findings without the excepted ones, what was taken out, and what is wrong with the exceptions. */
export const takeOut = (
  findings: readonly RuleFinding[],
  exceptions: readonly Exception[],
  { rules, answered }: { readonly rules: readonly Rule[]; readonly answered: readonly Rule[] },
): {
  readonly kept: readonly RuleFinding[];
  readonly tally: ExceptionTally;
  readonly complaints: readonly RuleFinding[];
} => {
  if (exceptions.length === 0)
    return { kept: findings, tally: { allowed: 0, byRule: {} }, complaints: [] };
  const ids = new Set(rules.map(({ id }) => id));
  // Without an answer (no --pedantic, no --history) nobody knows whether an exception is needed.
  const known = new Set(answered.map(({ id }) => id));
  const used = new Set<Exception>();
  const byPlace = new Map(
    exceptions.map((one) => [placeOf(one.isForFile ? { ...one, line: WHOLE_FILE } : one), one]),
  );
  const byRule: Record<string, number> = {};
  const kept = findings.filter((finding) => {
    const exception = covering(finding, byPlace);
    if (exception === undefined) return true;
    used.add(exception);
    // An exception without a reason is a finding, and takes nothing out.
    if (!exception.hasReason) return true;
    byRule[finding.rule] = (byRule[finding.rule] ?? 0) + 1;
    return false;
  });
  const complaints = exceptions.flatMap((one) =>
    complaint(one, ids, used.has(one) || !known.has(one.rule)),
  );
  const allowed = findings.length - kept.length;
  return { kept, tally: { allowed, byRule: sorted(byRule) }, complaints };
};

/** An exception stands on the line above, on the same line (in a table there is no line above), or is for the file. */
const covering = (
  { file, line, rule }: RuleFinding,
  byPlace: ReadonlyMap<string, Exception>,
): Exception | undefined =>
  (line === undefined
    ? undefined
    : (byPlace.get(placeOf({ file, line: line - 1, rule })) ??
      byPlace.get(placeOf({ file, line, rule })))) ??
  byPlace.get(placeOf({ file, line: WHOLE_FILE, rule }));

/** No line is before the first one. */
const WHOLE_FILE = -1;

const placeOf = ({ file, line, rule }: Pick<Exception, 'file' | 'line' | 'rule'>): string =>
  [rule, line, file].join('\0');

const complaint = (
  { file, line, rule, hasReason }: Exception,
  ids: ReadonlySet<string>,
  isUsed: boolean,
): readonly RuleFinding[] => {
  const at = { file, line };
  if (!ids.has(rule)) {
    const expected = 'the id of a rule, as the report prints it';
    return [{ rule: 'yamo/allow-unknown', ...at, found: 'an exception for no rule', expected }];
  }
  if (!isUsed) {
    const expected = 'no exception where the rule finds nothing on the line below, or in the file';
    return [
      { rule: 'yamo/allow-unused', ...at, found: 'an exception that nothing needs', expected },
    ];
  }
  if (hasReason) return [];
  const expected = 'reason="…" with a reason in words; until then the finding stays';
  return [{ rule: 'yamo/allow-reason', ...at, found: 'an exception without a reason', expected }];
};

const sorted = (counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
