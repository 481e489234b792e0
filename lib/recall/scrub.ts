/**
 * Layer 0 (RFC-0007, RFC-0011 §6.1): what a unit of memory passes before it is kept anywhere else than in its file.
 *
 * Secrets come first, in the file as it stands: a unit that touches one is not taken in at all. Then the six stages:
 * structural clean-up (line ends, what nobody sees, control characters), semantic filter (something must be said; every
 * letter of every script counts), normalisation (NFC, personal data redacted), and, by whoever calls, units and what
 * is known of them; at last what came out is looked through once more. A unit that fails is left out and reported,
 * never kept as it was.
 */
import { RECALL_UNIT_MAX_CHARS } from '#lib/spec/limits.ts';
import { labelledCredentials } from '#lib/secrets/credential.ts';
import { formatKeysIn } from '#lib/secrets/provider-keys.ts';
import { withoutInvisible } from '#lib/text/unseen.ts';
import { hasLetter } from '#lib/text/ascii.ts';
import { LineFinder } from '#lib/text/line-finder.ts';
import type { LineRange } from '#lib/text/place.ts';
import { type PersonalKind, redactPersonalData } from './personal-data.ts';

/** Where a secret stands, without its value. */
export interface SecretPlace extends LineRange {
  /** Words of our own. */
  readonly kind: string;
}

/** Why a unit is not kept. */
export type Rejection = 'secret' | 'nothing said' | 'too long' | 'failed';

/** What came out of a unit. */
export type Scrubbed =
  | { readonly text: string; readonly redacted: readonly PersonalKind[] }
  | { readonly rejected: Rejection };

/** What a terminal obeys, and no memory needs. */
const CONTROL = /[^\P{Cc}\t\n]/gu;
const LINE_END = /\r\n?|[\u{85}\u{2028}\u{2029}]/gu;
const BLANKS_AT_END = /(?<![ \t])[ \t]+$/gmu;

/** Every secret that the detectors of this project see in a text, sure or not. Linear in its length; never throws. */
export function secretsIn(text: string): readonly SecretPlace[] {
  const lines = new LineFinder(text);
  const keys = formatKeysIn(text).map(({ kind, from, to }) => ({
    kind,
    from: lines.numberAt(from),
    to: lines.numberAt(Math.max(from, to - 1)),
  }));
  const labelled = labelledCredentials(text).map(({ kind, line }) => ({
    kind,
    from: line,
    to: line,
  }));
  return [...keys, ...labelled].toSorted((one, other) => one.from - other.from);
}

/** A unit as it may be kept. Linear in its length; never throws. */
export function scrub(raw: string): Scrubbed {
  const clean = withoutInvisible(raw)
    .replaceAll(LINE_END, '\n')
    .replaceAll(CONTROL, '')
    .replaceAll(BLANKS_AT_END, '')
    .normalize('NFC')
    .trim();
  if (!hasLetter(clean)) return { rejected: 'nothing said' };
  if (clean.length > RECALL_UNIT_MAX_CHARS) return { rejected: 'too long' };
  const { text, kinds } = redactPersonalData(clean);
  // Clean-up may have put together what invisible characters held apart.
  if (secretsIn(text).length > 0) return { rejected: 'secret' };
  return { text, redacted: kinds };
}
