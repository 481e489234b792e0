/**
 * A memory file as the units that a store keeps, and what is left out with the reason (RFC-0009 §5.4, RFC-0007): the
 * file is cut into units, each passes Layer 0, gets its identity and what is known of it. The same file gives the same
 * units, byte for byte, on every machine.
 */
import { type Chunk, chunksOf } from './chunks.ts';
import { termsOf } from './analysis.ts';
import { folded } from './folding.ts';
import { languageOf, languageMark } from './languages.ts';
import type { LanguageCode } from '#lib/language/stem-words.ts';
import { idOf, unitKey, type Sha256 } from './ids.ts';
import { PERSONAL_KINDS, type PersonalKind } from './personal-data.ts';
import { type Rejection, scrub, type SecretPlace, secretsIn } from './scrub.ts';
import { spokenIn } from './speakers.ts';
import { packTraits, traitsOf } from './traits.ts';
import { isDay } from '#lib/text/day.ts';
import type { LineRange } from '#lib/text/place.ts';

/** A memory file, and the store that its units are for. */
export interface MemoryFile {
  /** Separate stores, each with a name: what one of them knows, another cannot be asked for. */
  readonly scope: string;
  /** Relative to the workspace, with `/`. */
  readonly file: string;
  readonly text: string;
  /** Secrets that a detector with more formats has found; those of `lib/secrets` are looked for in any case. */
  readonly secrets?: readonly SecretPlace[] | undefined;
}

/** A unit as a store keeps it: every field is a column; its lines are those in the file of that moment. */
export interface MemoryUnit extends LineRange {
  /** `mem_<ms>_<6 hex>`, what people see and `forget` takes. */
  readonly id: string;
  /** What a store replaces by; not null and unique. */
  readonly key: string;
  readonly scope: string;
  readonly file: string;
  readonly headings: readonly string[];
  /** Name of the session within all files: units of one are neighbours by `seq`. */
  readonly session: string;
  readonly seq: number;
  /** Scrubbed; what is shown is the file of now. */
  readonly text: string;
  readonly day: string | undefined;
  readonly time: string | undefined;
  /** Who says it, in small letters, where it is a line of a conversation. */
  readonly speaker: string | undefined;
  /** Terms of the text in order, with a blank between them: an indexed column. */
  readonly terms: string;
  /** Terms of the headings that the text has not, and the mark of its language, with a blank between them: an indexed column. */
  readonly headTerms: string;
  /** `packTraits`. */
  readonly traits: number;
}

/** A unit that was left out. It says where, and never what. */
export interface LeftOut extends LineRange {
  readonly reason: Rejection;
  /** Of a secret, what it is. */
  readonly kind?: string;
}

/** What came of a file. */
export interface Ingested {
  readonly units: readonly MemoryUnit[];
  readonly leftOut: readonly LeftOut[];
  /** Kinds of personal data that were redacted, and in how many units. */
  readonly redacted: ReadonlyMap<PersonalKind, number>;
}

const DAY_OF_FILE = /(?:^|\/)(\d{4}-\d{2}-\d{2})(?:-[^/]+)?\.md(?:\.gz)?$/u;
/** `- 2026-02-21: …`, `### 2026-02-21`; a date later in a line is what it speaks about. */
const DAY_AT_START = /^[\s>*_#([-]{0,8}(\d{4}-\d{2}-\d{2})(?!\d)/u;
/** What stands for redacted data is no word of the text. */
const REDACTED = new RegExp(
  Object.values(PERSONAL_KINDS)
    .map((mark) => mark.replaceAll(/[[\]]/gu, String.raw`\$&`))
    .join('|'),
  'gu',
);
/** So much of a file tells its language. */
const LANGUAGE_TOLD_CHARS = 4000;
const SESSION_TITLE = /^Session\s+\[?\d{1,2}:\d{2}/u;

/** The units of a memory file. Linear in its length; never throws. */
export function ingest(input: MemoryFile, sha256: Sha256): Ingested {
  const { text } = input;
  const secrets = secretLines([...secretsIn(text), ...(input.secrets ?? [])]);
  const chunks = chunksOf(text, (lines) => secretAt(lines, secrets) !== undefined);
  const names = new Names(input.file, languageOf(text.slice(0, LANGUAGE_TOLD_CHARS)));
  const ordinals = new Map<string, number>();
  const units: MemoryUnit[] = [];
  const leftOut: LeftOut[] = [];
  const redacted = new Map<PersonalKind, number>();
  for (const chunk of chunks) {
    const { from, to } = chunk;
    const scrubbed = secretOr(chunk, secrets);
    if ('rejected' in scrubbed) {
      const { kind } = scrubbed;
      leftOut.push({ from, to, reason: scrubbed.rejected, ...(kind !== undefined && { kind }) });
      continue;
    }
    for (const kind of scrubbed.redacted) redacted.set(kind, (redacted.get(kind) ?? 0) + 1);
    const unit = unitOf(chunk, scrubbed.text, input, names);
    const equal = JSON.stringify([unit.headings, unit.text]);
    const ordinal = ordinals.get(equal) ?? 0;
    ordinals.set(equal, ordinal + 1);
    const key = unitKey({ ...unit, ordinal }, sha256);
    units.push({ ...unit, key, id: idOf(key, unit) });
  }
  return { units, leftOut, redacted };
}

/** What kind of secret stands in which line. */
const secretLines = (secrets: readonly SecretPlace[]): ReadonlyMap<number, string> => {
  const kinds = new Map<number, string>();
  for (const { from, to, kind } of secrets)
    for (let line = from; line <= to; line += 1) kinds.set(line, kind);
  return kinds;
};

const secretAt = (
  { from, to }: LineRange,
  secrets: ReadonlyMap<number, string>,
): string | undefined => {
  if (secrets.size === 0) return undefined;
  for (let line = from; line <= to; line += 1) {
    const kind = secrets.get(line);
    if (kind !== undefined) return kind;
  }
  return undefined;
};

const secretOr = (
  chunk: Chunk,
  secrets: ReadonlyMap<number, string>,
): ReturnType<typeof scrub> & { readonly kind?: string } => {
  const kind = secretAt(chunk, secrets);
  return kind === undefined ? scrub(chunk.text) : { rejected: 'secret', kind };
};

/** Headings and sessions of a file, as clean as its units. */
class Names {
  readonly #file: string;
  readonly #sessions = new Map<string, string>();
  readonly #titles = new Map<readonly string[], Titles>();
  /** Of the file as a whole; a line may be in another one. */
  readonly code: LanguageCode | undefined;

  constructor(file: string, code: LanguageCode | undefined) {
    this.#file = file;
    this.code = code;
  }

  /** One that may not be told is known by its number. */
  sessionOf(name: string): string {
    const known = this.#sessions.get(name);
    if (known !== undefined) return known;
    const clean = scrub(name);
    const told = 'rejected' in clean ? `(${this.#sessions.size})` : clean.text;
    const session = `${this.#file}#${told}`;
    this.#sessions.set(name, session);
    return session;
  }

  titlesOf(headings: readonly string[]): Titles {
    const known = this.#titles.get(headings);
    if (known !== undefined) return known;
    const titles = headings.map((title) => {
      const clean = scrub(title);
      return 'rejected' in clean ? '' : clean.text;
    });
    const told = titles.filter((title) => !SESSION_TITLE.test(title));
    const made = {
      titles,
      titleTerms: [...new Set(told.flatMap((title) => wordsOf(title, this.code)))],
    };
    this.#titles.set(headings, made);
    return made;
  }
}

interface Titles {
  readonly titles: readonly string[];
  readonly titleTerms: readonly string[];
}

const wordsOf = (text: string, code: LanguageCode | undefined): readonly string[] =>
  termsOf(text.replaceAll(REDACTED, ' '), languageOf(text, code));

const unitOf = (
  chunk: Chunk,
  text: string,
  { scope, file }: MemoryFile,
  names: Names,
): Omit<MemoryUnit, 'id' | 'key'> => {
  const { seq, from, to, time, speaker } = chunk;
  const { titles, titleTerms } = names.titlesOf(chunk.headings);
  const words = text.replaceAll(REDACTED, ' ');
  const said = speaker === undefined ? words : (spokenIn(words)?.said ?? words);
  const code = languageOf(said, names.code);
  const terms = termsOf(said, code);
  const own = new Set(terms);
  return {
    scope,
    file,
    headings: titles,
    session: names.sessionOf(chunk.session),
    seq,
    from,
    to,
    text,
    day: dayOfUnit(file, text, titles),
    time,
    speaker: speaker === undefined ? undefined : folded(speaker).toLowerCase(),
    terms: terms.join(' '),
    headTerms: [...titleTerms.filter((term) => !own.has(term)), ...languageMark(code)].join(' '),
    traits: packTraits(traitsOf(said)),
  };
};

/** The day that a unit is of: that of its log, of a date that begins it, or of the nearest heading. */
export const dayOfUnit = (
  file: string,
  text: string,
  titles: readonly string[],
): string | undefined => {
  const days = [
    DAY_OF_FILE.exec(file)?.[1],
    DAY_AT_START.exec(text)?.[1],
    ...titles.toReversed().map((title) => DAY_AT_START.exec(title)?.[1]),
  ];
  return days.find((day) => day !== undefined && isDay(day));
};
