/** What a rule of the auditor is. One rule, one file in `rules/`, named after its id. */
import type { LayoutName } from '#lib/spec/layouts.ts';
import type { Item, Snapshot } from '#lib/workspace/snapshot.ts';
import type { RuleOutcome } from '#audit/workspace/finding.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/**
 * A workspace that shows the rule: what is different from the golden v3.0 workspace. `null` takes a file away.
 * The examples of a rule are its tests, and what `yamo explain` and docs/rules show.
 */
export interface Example {
  readonly shows: string;
  /** The files are a whole workspace of this layout, and not what is different from the golden one. */
  readonly layout?: LayoutName;
  readonly files: Readonly<Record<string, string | null>>;
  /** What is no text: links, folders, bytes that do not decode. They replace what the files above give. */
  readonly items?: readonly Item[];
  /** History, records, what git knows. */
  readonly facts?: Partial<Omit<Snapshot, 'items'>>;
}

/** A bad example says where: `AGENTS.md:12`, `AGENTS.md` without a line, or an empty text for the workspace. */
export interface BadExample extends Example {
  readonly at: readonly string[];
}

/** One rule of the auditor: what it asks, why, and how a finding of it is fixed. */
export interface Rule {
  /** `2.2/first-run`: the section and a name. RFC-0006 is written `0006-2.1/ghost-header`. Never changes. */
  readonly id: string;
  /** A sentence without a full stop: what holds when the rule passes. */
  readonly title: string;
  /** `§2.2`, or `RFC-0006 §2.1`. */
  readonly section: string;
  /** The weight of the sentence in the RFC; `advisory` where it is advice of ours. */
  readonly level: 'must' | 'should' | 'advisory';
  /** The tier that a failure costs. Only a `must` costs one. */
  readonly tier: 'lite' | 'v3.0' | 'none';
  /** The layouts of whose workspaces it is asked; where nothing is said, that of RFC-0009. */
  readonly layouts?: 'all' | readonly LayoutName[];
  /** The rule reads prose and may be mistaken: it costs the tier with `--strict` only. */
  readonly heuristic?: true;
  /** A convention that real workspaces do not follow: looked at with `--pedantic` only. */
  readonly pedantic?: true;
  /** What the first boot writes: not asked of a workspace that waits for it (§6.2). */
  readonly afterFirstBoot?: true;
  /** Needs git's history (`--history`), the kernel's boot records, what it wrote in logs, or this machine (`--here`). */
  readonly needs?: 'history' | 'records' | 'logs' | 'here';
  /** Why anybody should care, in one or two sentences. */
  readonly why: string;
  /** What to do, as an order. */
  readonly remedy: string;
  /** The best fix that a finding of this rule may carry. */
  readonly fix: 'safe' | 'asks' | 'none';
  /** The requirements of RFC-0009.md that it shows: `Y24`. */
  readonly requirements: readonly string[];
  /** The version of yamo that had it first. */
  readonly since: string;
  /** Built when asked for: an audit never needs them. */
  readonly examples: () => {
    readonly good: readonly Example[];
    readonly bad: readonly BadExample[];
  };
  /** Pure; never throws. */
  readonly check: (workspace: AuditedWorkspace) => RuleOutcome;
}

/** Is the rule asked of workspaces of this layout? */
export const isFor = ({ layouts = OWN }: Pick<Rule, 'layouts'>, layout: string): boolean =>
  layouts === 'all' || layouts.some((name) => name === layout);

const OWN: readonly LayoutName[] = ['rfc-0009'];

/** A rule, checked by the compiler to be one. */
export const defineRule = (rule: Rule): Rule => rule;
