/** What a rule finds: a place, what is there and what should be, in our own words. It never quotes the file. */

/** A change of a file's text: `start` to `end` (offsets in the text as read, byte order mark included) becomes `text`. */
export interface Edit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** How a finding is put right. `safe` changes no meaning; `asks` needs a person's yes each time. */
export interface Fix {
  readonly kind: 'safe' | 'asks';
  /** What it does, as an order: `Rename the heading to "## Safety"`. */
  readonly title: string;
  /** All of them or none. An edit of a file that does not exist creates it (start and end are 0). */
  readonly edits: readonly Edit[];
}

/** A credential as a report may speak of it. */
export interface SecretFacts {
  /** What kind of credential, or the label it stood under, from our own table. */
  readonly kind: string;
  /** Characters. */
  readonly length: number;
  /** Keyed hash of the value: equal for equal values, useless without the key. */
  readonly hash: string;
}

/** Something that a rule found: where, what is, and what was expected. It quotes nothing of a file. */
export interface Finding {
  /** A name in the workspace; empty for the workspace as a whole. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  /** From 1, in UTF-16 units. */
  readonly column?: number;
  /** What is there: `the heading "Session Startup"` only if these words stand in a table of ours. */
  readonly found: string;
  readonly expected: string;
  readonly fix?: Fix;
  /** The file is not there; `yamo init --layout` lays it out in a workspace of another system. */
  readonly absent?: true;
  readonly secret?: SecretFacts;
  /**
   * What tells this finding from others of its rule in its file whatever lines move: a section, a step, an index.
   * In words of our own. A credential needs none: its hash tells.
   */
  readonly anchor?: string;
}

/** A finding with the rule that made it. */
export interface RuleFinding extends Finding {
  readonly rule: string;
}

/** A rule that could not be answered, and why. */
export interface Unanswered {
  readonly rule: string;
  readonly reason: string;
}

/** What a rule says of a workspace. No findings means that it passes. */
export type RuleOutcome =
  | readonly Finding[]
  | { readonly not: 'applicable' }
  /** It could not be looked at here, and why: `USER.md is ignored by git, and this is a checkout`. */
  | { readonly not: 'auditable'; readonly reason: string };

/** There is nothing that the rule speaks of. */
export const NOT_APPLICABLE: RuleOutcome = { not: 'applicable' };

/** What the rule speaks of cannot be looked at. */
export const notAuditable = (reason: string): RuleOutcome => ({ not: 'auditable', reason });
