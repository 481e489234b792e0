/** How sure it is that what stands behind a label is a credential. */
import type { CredentialMatch } from './credential-match.ts';
import {
  isBareKey,
  isDocumentLabel,
  isExampleLabel,
  isPassLabel,
  isPinCode,
  isPinOfSix,
} from '#lib/language/credential-labels.ts';
import type { Label } from '#lib/language/credential-labels.ts';
import { isDocumentToken, isStrongKey, isStrongPassword, isUuid } from './credential-values.ts';

/** `key` alone labels a piano key as often as a secret; real keys are long. */
const BARE_KEY_MIN_CHARS = 12;

/** A short key of no door, or the name of a document. */
export function isOther(label: Label, value: string): boolean {
  if (label.kind !== 'key or token') return false;
  return value.length < BARE_KEY_MIN_CHARS
    ? isBareKey(label)
    : isDocumentLabel(label) && isDocumentToken(value);
}

/** A value as what its label promises. */
export function foundBy(label: Label, value: string): CredentialMatch {
  return { kind: label.kind, value, confidence: isSure(label, value) ? 'high' : 'low' };
}

/** Can it be nothing else, behind this label? */
export function isSure(label: Label, value: string): boolean {
  if (isExampleLabel(label)) return false;
  if (label.kind === 'pin') return !isPinCode(label.words);
  if (isPinOfSix(label, value)) return true;
  if (label.kind === 'password' || isPassLabel(label)) return isStrongPassword(value);
  // A bare `key` names many a record by its UUID.
  return isStrongKey(value) && !(isUuid(value) && isBareKey(label));
}
