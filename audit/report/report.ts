/**
 * What `yamo audit` found, ready to be shown: plain data that is JSON as it is (schemas/audit-report.schema.json).
 * Every format is a function of it. Names of files are as on disk, however hostile: each format escapes them.
 */
import type { NeverMet } from '#lib/layout/never-met.ts';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import type { Goal, Tier } from '#audit/engine/grade.ts';
import type { Rule } from '#audit/rule/rule.ts';
import type { State } from '#audit/workspace/state.ts';

/**
 * `error`: it keeps the workspace below the tier that is required or claimed, or below Lite where none is.
 * `warning`: another must, or a should. `note`: advice.
 */
export type Level = 'error' | 'warning' | 'note';

/** The levels, the gravest first. */
export const LEVELS: readonly Level[] = ['error', 'warning', 'note'];

/** The names of the tiers as RFC-0009 §2.0 writes them. */
export const TIER_OF = {
  lite: 'RFC-0009 Lite',
  'v3.0': 'RFC-0009 v3.0',
} as const satisfies Record<Goal, Tier>;

/** A report of one run, as `schemas/audit-report.schema.json` describes it. */
export interface Report {
  /** Of this shape. A field may be added without a new version. */
  readonly version: 1;
  /** The version of the program. */
  readonly yamo: string;
  /** What the workspaces were audited as. */
  readonly layout: ReportedLayout;
  /** The tier that this implementation declares (§2.0). */
  readonly implements: Tier;
  readonly required: Goal | null;
  readonly claim: Goal | null;
  /** The configuration that was read; absent where there was none. */
  readonly config?: string;
  /** `EXIT` of lib/spec/exits.ts: 0 all pass, 1 one does not, 4 one could not be audited. */
  readonly exit: number;
  /** One sentence. */
  readonly verdict: string;
  readonly totals: Totals;
  /** What was asked, in the order of the sections. */
  readonly rules: readonly ReportedRule[];
  /** In the order in which they were given. */
  readonly workspaces: readonly WorkspaceReport[];
}

/** The layout of a run. Tiers are those of RFC-0009: a workspace of another layout has none. */
interface ReportedLayout {
  /** As `--layout` names it. */
  readonly id: string;
  /** As its own project writes it. */
  readonly title: string;
  /** Requirements of RFC-0009 that such a workspace can never meet. */
  readonly neverMet: readonly NeverMet[];
}

/** Counts over all workspaces of the run. */
export interface Totals {
  readonly workspaces: number;
  /** Workspaces that do what is required of them. */
  readonly passing: number;
  /** Workspaces that could not be audited. */
  readonly failed: number;
  readonly tiers: Readonly<Record<Tier, number>>;
  readonly findings: Readonly<Record<Level, number>>;
  /** Findings that an exception or the baseline took out: they are in none of the counts above. */
  readonly suppressed: Pick<Suppressed, 'allowed' | 'baseline' | 'config'>;
}

/** A rule as far as a reader of a report needs it. */
export interface ReportedRule extends Pick<
  Rule,
  'id' | 'title' | 'section' | 'tier' | 'why' | 'remedy' | 'fix'
> {
  /** How a finding of this rule is shown in this run. */
  readonly level: Level;
  /** The weight of the sentence in the RFC. */
  readonly weight: Rule['level'];
  readonly heuristic: boolean;
  readonly pedantic: boolean;
}

/** What the run says of one workspace. */
export interface WorkspaceReport {
  /** As given, or relative to where the program was started. */
  readonly path: string;
  /** The name of its folder, where the path does not tell. */
  readonly name?: string;
  /** From the root of its repository, with `/`, empty for the root itself; absent where it lies in none. */
  readonly repositoryPath?: string;
  /** Why it could not be audited. Then nothing was found, and state and tier mean nothing. */
  readonly error?: string;
  /** Of another layout than RFC-0009: the title of that. */
  readonly layout?: string;
  /** By what it was recognised as one of that, in words; absent where somebody named the layout. */
  readonly recognisedBy?: string;
  readonly state: State;
  readonly tier: Tier;
  /** `static`: from files alone; `recorded`: with the kernel's boot records. */
  readonly basis: 'static' | 'recorded';
  /** Does it do what is required of it? */
  readonly passes: boolean;
  /** One sentence. */
  readonly verdict: string;
  /** The next tier and the rules that are missing to it; null where there is no higher one. */
  readonly next: { readonly tier: Tier; readonly rules: readonly string[] } | null;
  /** The command that a person should run now, word by word; null where none helps. */
  readonly command: readonly string[] | null;
  /** Where no command helps: the place to edit first. */
  readonly edit: Pick<ReportedFinding, 'rule' | 'file' | 'line'> | null;
  readonly findings: readonly ReportedFinding[];
  /** How many more there are that only v3.0 asks for, which nobody required; 0 where they are shown. */
  readonly unasked: number;
  /** With `--since`: what was found then and is gone. */
  readonly fixed: readonly ReportedFinding[];
  readonly suppressed: Suppressed;
  /** Rules that could not be answered, and why. */
  readonly unanswered: readonly { readonly rule: string; readonly reason: string }[];
  /** Those of them that cost a tier: the tier holds only if they would pass. */
  readonly unverified: readonly string[];
  /** Rules that were not asked here: there is no history or no record to ask. */
  readonly notAsked: readonly string[];
  /** How many rules passed. */
  readonly passed: number;
  /** The files that hosts put into each prompt, largest first. */
  readonly sizes: readonly { readonly file: string; readonly chars: number }[];
  /** Not everything was looked at, and why. */
  readonly partial?: string;
}

/** How many findings are not counted, by what keeps them from it. */
export interface Suppressed {
  /** By a yamo-allow comment with a reason. */
  readonly allowed: number;
  /** By the baseline. */
  readonly baseline: number;
  /** By the configuration, or by options that choose rules and files. */
  readonly config: number;
  readonly byRule: Readonly<Record<string, number>>;
}

/** A finding with all that its rule says, so that a reader needs nothing else. */
export interface ReportedFinding extends Omit<RuleFinding, 'absent' | 'anchor' | 'fix'> {
  readonly section: string;
  readonly level: Level;
  readonly title: string;
  readonly remedy: string;
  readonly fix: 'safe' | 'asks' | 'none';
  readonly fixTitle?: string;
  /** The command that makes it, word by word. */
  readonly fixCommand?: readonly string[];
  /** Equal for the same finding in two runs, whatever lines moved. */
  readonly fingerprint: string;
  /** With `--since`: was it there before? */
  readonly status?: 'new' | 'known';
}
