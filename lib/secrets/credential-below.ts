/** What a label with nothing after it, or a heading that is one, promises for the lines below. */
import { listedKey, listedString } from './credential-forms.ts';
import type { CredentialMatch } from './credential-match.ts';
import { headingLabel, isBelowHeading } from './credential-headings.ts';
import { LABEL_MAX_CHARS, labelBefore, labelIn } from '#lib/language/credential-labels.ts';
import type { Label } from '#lib/language/credential-labels.ts';
import {
  isKeyAlone,
  isMixed,
  isPasswordAlone,
  isWorth,
  looksRandom,
  VALUE_MAX_CHARS,
} from './credential-values.ts';
import { phraseIn, tokenOf } from './credential-token.ts';
import { isOther, foundBy } from './credential-sure.ts';

/** A label with nothing after it: the value may stand on the lines below. */
interface Waiting {
  readonly label: Label;
  /** It has no mark: any number of blank lines may follow, and only what is clearly a value counts. */
  readonly isHeading: boolean;
  /** It is a setting: `DB_PASSWORD=`. */
  readonly isSetting: boolean;
  readonly sawBlank: boolean;
  readonly sawFence: boolean;
  readonly sawItem: boolean;
}

/** May stand between a label's mark and the end of its line: emphasis, blanks. */
const NOTHING_AFTER = /[\s*_>]/u;
const FENCE = /^\s*(?:`{3,}|~{3,})\s*(?:[\w-]+\s*)?$/u;
/** An item, without its mark, in which something has a name. */
const NAMED_ITEM = /^[^:：=|`]{2,60}?(?:[*_]{0,2}[:：=][*_]{0,2}|\s(?:->|→|[-–—|]))\s?(\S.*)$/u;
const ITEM = /^\s*(?:>\s*)?(?:[-*+]|\d{1,3}[.)])\s+/u;

/** Below an empty setting stands the next one. */
const SETTING = /^\s*(?:export\s)?[A-Za-z_][\w.-]{0,60}\s?=/u;

/** The label that the lines below are read under, if one was left open. */
export class OpenLabel {
  #waiting: Waiting | undefined;

  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** The next line stands elsewhere. */
  forget(): void {
    this.#waiting = undefined;
  }

  /** What a label above promised of this line, which may leave one open itself. */
  take(raw: string): readonly CredentialMatch[] {
    const waiting = this.#waiting;
    this.#waiting = openLabel(raw);
    if (waiting === undefined) return [];
    const mayBeBlank = waiting.isHeading || !waiting.sawBlank;
    if (raw.trim() === '' && mayBeBlank && !waiting.sawItem) {
      this.#waiting = { ...waiting, sawBlank: true };
      return [];
    }
    if (FENCE.test(raw) && !waiting.sawFence && !waiting.sawItem) {
      this.#waiting = { ...waiting, sawFence: true };
      return [];
    }
    const found = judgeBelow(raw, waiting);
    // The others of the list are below the label too, if this one is none.
    const goesOn = found.length > 0 || (!waiting.isHeading && NAMED_ITEM.test(raw));
    if (ITEM.test(raw) && goesOn) this.#waiting ??= { ...waiting, sawItem: true };
    return found;
  }
}

function openLabel(raw: string): Waiting | undefined {
  let end = raw.length;
  while (end > 0 && NOTHING_AFTER.test(raw.charAt(end - 1))) end -= 1;
  const isHeading = !/[:=：＝]/u.test(raw.charAt(end - 1));
  // So many marks of emphasis black something out.
  if (!isHeading && (raw.length - end > LABEL_MAX_CHARS || /\*{4}$/u.test(raw))) return undefined;
  const listed = listedKey(raw);
  const label =
    listed === undefined
      ? isHeading
        ? headingLabel(raw)
        : labelIn(labelOf(raw.slice(0, end - 1)))
      : labelIn(listed);
  if (label === undefined) return undefined;
  return {
    label,
    isHeading: isHeading && listed === undefined,
    isSetting: raw.charAt(end - 1) === '=',
    sawBlank: false,
    sawFence: false,
    sawItem: false,
  };
}

/** `Passwords (change them, please)`. */
const labelOf = (text: string): string => {
  const bare = text.replace(/\([^()]*\)[*_\s]*$/u, '').trimEnd();
  return labelBefore(bare, bare.length);
};

/** A value has its line for itself. A single word counts only where nothing else can be meant. */
function judgeBelow(raw: string, waiting: Waiting): readonly CredentialMatch[] {
  if (raw.length > VALUE_MAX_CHARS) return [];
  const { label, isHeading, isSetting, sawBlank, sawFence } = waiting;
  if (isSetting && SETTING.test(raw)) return [];
  const isItem = ITEM.test(raw);
  const line = listedString(raw) ?? raw.replace(ITEM, '').replace(/^\s*>\s?/u, '');
  const phrase = label.kind === 'password' ? phraseIn(line, label.words) : undefined;
  if (phrase !== undefined) return [{ kind: label.kind, value: phrase, confidence: 'high' }];
  const named = isItem ? NAMED_ITEM.exec(line)?.[1] : undefined;
  if (named !== undefined) return judgeNamed(named, label);
  const { value, isAlone, isQuoted } = tokenOf(line);
  const { kind } = label;
  if (isHeading && !isBelowHeading(line, value, kind)) return [];
  if (!isAlone || !isWorth(value, kind) || isOther(label, value)) return [];
  if (!sawFence && !isQuoted && /^#|:$/u.test(value)) return [];
  const isPlain = kind === 'password' && (sawFence || isQuoted || !(isItem || sawBlank));
  const isTold = kind === 'pin' || isPlain || (kind === 'password' && isMixed(value));
  if (!isTold && !looksRandom(value)) return [];
  return [{ ...foundBy(label, value), ...(sawFence && { isShown: true as const }) }];
}

/** `Passwords:`, and below it `- router: …`. */
function judgeNamed(rest: string, { kind }: Label): readonly CredentialMatch[] {
  const { value, isAlone } = tokenOf(rest);
  const isTold = kind === 'password' ? isPasswordAlone(value) : isKeyAlone(value);
  return isAlone && isTold && isWorth(value, kind) ? [{ kind, value, confidence: 'high' }] : [];
}
