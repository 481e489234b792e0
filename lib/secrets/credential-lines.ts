/**
 * Reads lines for labelled credentials, one after the other: in prose and lists, in tables, in YAMO lines, in the forms
 * of programs, and below a label that has nothing after it, or a heading that is one.
 */
import { withoutType } from './credential-code.ts';
import {
  belowCommand,
  hasForm,
  inForms,
  inUrls,
  isCommandOpen,
  mayFormEnd,
} from './credential-forms.ts';
import type { CredentialMatch, Formed } from './credential-match.ts';
import { inGroups, mayGroupsFollow, mayHoldGroups } from './credential-groups.ts';
import { inHeaders, isAuthorization } from './credential-headers.ts';
import { headingLabel } from './credential-headings.ts';
import {
  isPassLabel,
  LABEL_MAX_CHARS,
  labelAtEnd,
  labelBefore,
  labelIn,
  nextHint,
  SAYS,
  settingIn,
} from '#lib/language/credential-labels.ts';
import type { LabelKind } from '#lib/language/credential-labels.ts';
import {
  isChainAddress,
  isPasswordAlone,
  isUuid,
  isWorth,
  looksRandom,
  VALUE_MAX_CHARS,
} from './credential-values.ts';
import { phraseIn, tokenOf } from './credential-token.ts';
import type { ValueToken } from './credential-token.ts';
import { besideOwners, mayBeTold, told } from './credential-told.ts';
import { matchesIn } from '#lib/text/matches.ts';
import { isOther, foundBy, isSure } from './credential-sure.ts';
import { OpenLabel } from './credential-below.ts';

interface Candidate extends Formed {
  /** Split by a word and not by a mark: `the password is …`. */
  readonly inProse?: true;
  /** In the first row of a table, whose cells may all be titles. */
  readonly inFirstRow?: true;
  /** A variable that a program is started with: the value ends at the blank, whatever follows. */
  readonly isVariable?: true;
}

/**
 * What ends a label: a mark, a word, in Chinese and Japanese a character. What follows `://` is an address and no value;
 * it is looked at by itself.
 */
const LONGEST_FIRST = SAYS.toSorted((one, other) => other.length - one.length);
const SEPARATOR = new RegExp(
  String.raw`::?=|[:：](?!\/\/)|=>?|＝|[是为爲為は]|改成了?|[는은]\s|を(?=\s?[^\sに]{4,60}\s?に)|[을를]\s(?=\S{4,60}\s?(?:으로|로)(?:\s|$))|\s(?:[—–→]|->|${LONGEST_FIRST.join('|')})\s`,
  'gi',
);
/** The same at the end of a text, where it is no longer than this. */
const SEPARATOR_AT_END = new RegExp(`(?:${SEPARATOR.source})$`, 'i');
/** The last are a word with a digit in it, and a PIN. */
const TELLING = new RegExp(String.raw`${SEPARATOR.source}|[:：;|]|[^\s\d]\d|\d[^\s\d]|\d{4}`, 'i');
const SEPARATOR_MAX_CHARS = 2 + Math.max(...SAYS.map(({ length }) => length));
const MARK_OR_BLANK = /[\s:：=＝>;|是为爲為は成了を]/u;
/** `DB_PASSWORD` in front of its `=`. */
const VARIABLE = /(?<![\w-])[A-Z][A-Z0-9_]*$/;
/** A label that fills a cell or a field may be as long as it is read. */
const CELL_LABEL_MAX_CHARS = 4 * LABEL_MAX_CHARS;

/**
 * Without a mark or a word that ends a label, behind the first hint of a line, the line tells nothing; but the row of a
 * table and a heading may promise something for the next one. `behind` is where that hint ends. An address is no label,
 * and tells a password only in front of an `@`.
 */
export const mayTell = (line: string, behind: number): boolean => {
  let hint = behind;
  const lastAt = line.lastIndexOf('@');
  while (line.startsWith('://', hint - 3) && lastAt < hint) {
    hint = nextHint(line, hint);
    if (hint < 0) return false;
  }
  return (
    TELLING.test(line.slice(hint)) ||
    // `… (global api key)`
    line.lastIndexOf(' (', hint) > line.lastIndexOf(')', hint - 1) ||
    line.trimStart().startsWith('|') ||
    hasForm(line) ||
    mayHoldGroups(line) ||
    headingLabel(line) !== undefined
  );
};

/** Finds labelled credentials in lines that follow each other, tables and headings included. */
export class LineReader {
  #inTable = false;
  /** The cells of the first row, if one of them labels the column below it. */
  #titles: readonly string[] | undefined;
  readonly #open = new OpenLabel();
  /** A command goes on on the next line. */
  #isInCommand = false;

  /** Does the line that was read last say something about the next one? */
  get isWaiting(): boolean {
    return this.#titles !== undefined || this.#isInCommand || this.#open.isWaiting;
  }

  /** Goes on at another place, behind this line; it says nothing about the next one but that a table has begun. */
  skipTo(lineBefore: string | undefined): void {
    this.#inTable = lineBefore !== undefined && cellsOf(lineBefore) !== undefined;
    this.#titles = undefined;
    this.#isInCommand = false;
    this.#open.forget();
  }

  /** What the next line holds, each value once. */
  take(raw: string): readonly CredentialMatch[] {
    // Without a word of a label a line tells a password in front of an address alone.
    if (!this.isWaiting && nextHint(raw, 0) < 0) {
      this.#inTable = cellsOf(raw) !== undefined;
      return raw.includes('@') ? eachOnce([...besideOwners(raw), ...inGroups(raw)]) : [];
    }
    const cells = cellsOf(raw);
    const found: CredentialMatch[] = [];
    const isFirstRow = !this.#inTable;
    const candidates = cells === undefined ? inLine(raw) : inTable(cells, this.#titles, isFirstRow);
    for (const one of candidates) judge(one, found);
    for (const one of inForms(raw)) judge(one, found);
    if (this.#isInCommand) for (const one of belowCommand(raw)) judge(one, found);
    this.#isInCommand = isCommandOpen(raw, this.#isInCommand);
    for (const one of this.#open.take(raw)) found.push(one);
    if (cells === undefined) this.#titles = undefined;
    else if (isFirstRow)
      this.#titles = cells.some((cell) => labelIn(cell) !== undefined) ? cells : undefined;
    this.#inTable = cells !== undefined;
    for (const look of [told, inHeaders, inGroups, inUrls])
      for (const one of look(raw)) found.push(one);
    return eachOnce(found);
  }
}

/**
 * For whoever reads a line before its end is known: may the value of a credential begin right behind the character
 * at `at`? Nothing that `LineReader` finds in a line stands elsewhere, but for passwords in URLs. It may say yes where
 * the rest of the line says no.
 */
export function mayValueFollow(line: string, at: number): boolean {
  const char = line.charAt(at);
  const behind = at + 1;
  const before = line.slice(Math.max(0, behind - CELL_LABEL_MAX_CHARS), behind);
  if (mayFormEnd(before) || mayBeTold(before) || mayGroupsFollow(before)) return true;
  if (!MARK_OR_BLANK.test(char)) return false;
  const separator = SEPARATOR_AT_END.exec(
    line.slice(Math.max(0, behind - SEPARATOR_MAX_CHARS), behind),
  );
  if (separator === null && char !== ';' && char !== '|') return false;
  const end = separator === null ? at : behind - separator[0].length;
  if (line.trimStart().startsWith('|'))
    return nextHint(line.slice(Math.max(0, end - CELL_LABEL_MAX_CHARS), end), 0) >= 0;
  if (char === ';') return labelIn(line.slice(line.lastIndexOf(';', at - 1) + 1, at)) !== undefined;
  const label = labelBefore(line, end);
  return (labelIn(label) ?? settingIn(label)) !== undefined || isAuthorization(label);
}

function cellsOf(raw: string): readonly string[] | undefined {
  const row = raw.trim();
  return row.startsWith('|')
    ? row.split('|').slice(1, row.endsWith('|') ? -1 : undefined)
    : undefined;
}

/** In a table a label stands left of its value, or above it. */
function inTable(
  cells: readonly string[],
  titles: readonly string[] | undefined,
  isFirstRow: boolean,
): readonly Candidate[] {
  return cells.flatMap((rest, index) => {
    const labels = [cells[index - 1], titles?.[index]];
    return [
      ...labels.flatMap((label) =>
        label === undefined
          ? []
          : [{ label, rest, ...(isFirstRow && { inFirstRow: true as const }) }],
      ),
      ...inLine(rest),
    ];
  });
}

function inLine(raw: string): readonly Candidate[] {
  const candidates: Candidate[] = [];
  // Only behind a hint, and not too far behind it, can a label end.
  let hint = nextHint(raw, 0);
  if (hint < 0) return inFields(raw);
  let next = hint;
  for (const match of matchesIn(raw, SEPARATOR)) {
    while (next >= 0 && next <= match.index) {
      hint = next;
      next = nextHint(raw, next);
    }
    if (hint > match.index || hint <= match.index - LABEL_MAX_CHARS) continue;
    const end = match.index + match[0].length;
    const isAssigned = /=>?$/u.test(match[0]);
    const label = isAssigned ? assignedIn(raw, match) : labelBefore(raw, match.index);
    const isTight = /^\S/u.test(raw.slice(end, end + 1));
    // A link of a chain, `arn:aws:secret:db`; a word behind a time or a port is none.
    const isChained = match[0] === ':' && raw.charAt(match.index - label.length - 1) === ':';
    if (isChained && isTight && !/\s/u.test(label)) continue;
    candidates.push({
      label,
      rest: raw.slice(end, end + VALUE_MAX_CHARS),
      ...(match[0].length > 1 && !isAssigned && { inProse: true }),
      ...(match[0] === '=' && isTight && VARIABLE.test(label) && { isVariable: true }),
    });
  }
  const fields = inFields(raw);
  return fields.length === 0 ? candidates : [...candidates, ...fields];
}

/** A name in front of `=`; a type may stand between the two where a text in quotes follows. */
const assignedIn = (raw: string, { 0: mark, index }: RegExpExecArray): string => {
  const isText = /^\s?["'`]/u.test(raw.slice(index + mark.length, index + mark.length + 2));
  const before = raw.slice(Math.max(0, index - LABEL_MAX_CHARS), index);
  const name = isText ? withoutType(before) : before;
  return labelBefore(name, name.length);
};

/** A YAMO line: `password;…;`. */
function inFields(raw: string): readonly Candidate[] {
  if (!raw.trimEnd().endsWith(';')) return [];
  const fields = raw.split(';');
  return fields.slice(1).map((rest, index) => ({ label: fields[index] ?? '', rest }));
}

/** A token of a block chain: `CA / token`. */
const CONTRACT = /(?<![\p{L}\p{N}])(?:CA|[Cc]ontract|[Mm]int|[Ww]allet)(?![\p{L}\p{N}])/u;

/** Adds to `found` what a candidate is a credential of. */
function judge(candidate: Candidate, found: CredentialMatch[]): void {
  const { rest, inProse, inFirstRow, isVariable } = candidate;
  const label =
    inProse === true
      ? labelAtEnd(candidate.label)
      : (labelIn(candidate.label) ?? settingIn(candidate.label));
  if (label === undefined) return;
  const token = isVariable === true ? { ...tokenOf(rest), isAlone: true } : tokenOf(rest);
  const phrase = label.kind === 'password' ? phraseIn(rest, label.words) : undefined;
  if (phrase !== undefined) {
    found.push({ kind: label.kind, value: phrase, confidence: 'high' });
    return;
  }
  if (!isWorth(token.value, label.kind) || isOther(label, token.value)) return;
  if (CONTRACT.test(candidate.label) && isChainAddress(token.value)) return;
  if (label.isLoose === true && !isPasswordAlone(token.value)) return;
  if (label.isQualified === true && !isSure(label, token.value)) return;
  // What passed a test.
  if (isPassLabel(label) && isUuid(token.value)) return;
  if (inFirstRow === true && !/\d/u.test(token.value)) return;
  if (mayBeWord(token, label.kind, inProse === true) || looksRandom(token.value))
    found.push(foundBy(label, token.value));
}

function mayBeWord(
  { value, isAlone, isQuoted }: ValueToken,
  kind: LabelKind,
  inProse: boolean,
): boolean {
  if (kind === 'pin') return true;
  return kind === 'password' && (isAlone || isQuoted) && !isAssertion(value, inProse);
}

/** `The password is outdated` says something about it and does not tell it. */
function isAssertion(value: string, inProse: boolean): boolean {
  return inProse && /(?:ed|able|ible|ful)$/i.test(value);
}

/** `ada:…`, and of that the password alone. */
const isPartOf = (value: string, values: ReadonlyMap<string, CredentialMatch>): boolean =>
  [...values.keys()].some((known) => known.length > value.length && known.endsWith(`:${value}`));

/** Each value once, with the best that was said of it. */
function eachOnce(found: readonly CredentialMatch[]): readonly CredentialMatch[] {
  if (found.length < 2) return found;
  const values = new Map<string, CredentialMatch>();
  for (const one of found) {
    if (isPartOf(one.value, values)) continue;
    const known = values.get(one.value);
    if (known === undefined || (known.confidence === 'low' && one.confidence === 'high')) {
      values.set(one.value, one);
    }
  }
  return [...values.values()];
}
