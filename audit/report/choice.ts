/**
 * What the owner of a run wants to hear of: rules chosen on the command line, and the configuration beside the
 * workspaces, which may come from a stranger. It makes a report quieter, and no tier higher.
 */
import { matchesPath } from '#lib/text/glob.ts';
import { costs, type Goal } from '#audit/engine/grade.ts';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import type { Rule } from '#audit/rule/rule.ts';
import type { Level } from './report.ts';

/** What `.yamo-audit.json` says (schemas/audit-config.schema.json). */
export interface AuditConfig {
  readonly require?: Goal;
  readonly exclude?: readonly string[];
  readonly rules?: Readonly<
    Record<string, { readonly level: Level | 'off'; readonly reason: string }>
  >;
  readonly public?: readonly { readonly value: string; readonly reason: string }[];
  readonly allow?: readonly {
    readonly rule: string;
    readonly file: string;
    readonly reason: string;
  }[];
}

/** What was chosen. */
export interface ChosenConfig {
  readonly config: AuditConfig;
  /** Hashes of the values that are no secrets, as findings have them. */
  readonly publicHashes: ReadonlySet<string>;
  /** The command line requires a tier, and the configuration only lies beside the workspaces. */
  readonly isGuarded: boolean;
  /** Only these rules; all where there are none. */
  readonly rules: readonly string[];
  readonly ignoredRules: readonly string[];
  readonly exclude: readonly string[];
  /** Errors only. */
  readonly quiet: boolean;
  readonly maxWarnings?: number;
}

/** Nothing was chosen. */
export const ALL: ChosenConfig = {
  config: {},
  publicHashes: new Set(),
  isGuarded: false,
  rules: [],
  ignoredRules: [],
  exclude: [],
  quiet: false,
};

/** Is a finding left out? `paths` are its file as seen from its workspace, and from the folder that patterns are relative to. */
export const leavesOut = (
  chosen: ChosenConfig,
  {
    finding: { rule: id, secret },
    rule,
    strict,
  }: { readonly finding: RuleFinding; readonly rule: Rule | undefined; readonly strict: boolean },
  paths: readonly string[],
): boolean => {
  const { rules, ignoredRules, exclude, config, publicHashes } = chosen;
  if ((rules.length > 0 && !rules.includes(id)) || ignoredRules.includes(id)) return true;
  const isIn = (pattern: string): boolean => paths.some((path) => matchesPath(pattern, path));
  if (exclude.some(isIn)) return true;
  if (!mayBeQuiet(chosen, rule, strict)) return false;
  if (config.rules?.[id]?.level === 'off') return true;
  return (
    (secret !== undefined && publicHashes.has(secret.hash)) ||
    config.exclude?.some(isIn) === true ||
    config.allow?.some((one) => one.rule === id && isIn(one.file)) === true
  );
};

/** The level of a rule in this run. */
export const chosenLevel = (
  chosen: ChosenConfig,
  rule: Rule,
  { level, strict }: { readonly level: Level; readonly strict: boolean },
): Level => {
  const set = chosen.config.rules?.[rule.id]?.level;
  if (set === undefined || set === 'off') return level;
  return set === 'error' || mayBeQuiet(chosen, rule, strict) ? set : level;
};

/** What costs a tier is never quiet where somebody requires one and did not choose the configuration. */
const mayBeQuiet = (
  { isGuarded }: ChosenConfig,
  rule: Rule | undefined,
  strict: boolean,
): boolean => !isGuarded || (rule !== undefined && costs(rule, strict) === 'none');
