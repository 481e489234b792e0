/** A shape in which people write, and what of it a person who knows the note would call a credential. */
import type { Dice } from './dice.ts';

/** The words of one language. */
export interface Tongue {
  readonly code: string;
  /** Labels of passwords. */
  readonly passwords: readonly string[];
  /** Labels of keys and tokens. */
  readonly keys: readonly string[];
  readonly users: readonly string[];
  /** Whole sentences that speak of nothing private. */
  readonly prose: readonly string[];
  /** Whole sentences about passwords and keys that tell none. */
  readonly about: readonly string[];
  /** What stands where a password would, and is none. */
  readonly instead: readonly string[];
  /** `The password is …`, with `%` for the value. */
  readonly tells: readonly string[];
  /** What a label ends with. */
  readonly colon: string;
  readonly comma: string;
}

/**
 * A text with its labels at the ends of lines: `⟦c⟧` for a credential, `⟦w⟧` for what only a person can tell: a weak
 * word behind a label.
 */
export type Shape = (dice: Dice, tongue: Tongue) => string;

/** A set of cases. */
export interface Half {
  readonly tongues: readonly Tongue[];
  /** By kind. */
  readonly credentials: Readonly<Record<string, Shape>>;
  /** What looks like a credential, and is none. */
  readonly others: Readonly<Record<string, Shape>>;
}
