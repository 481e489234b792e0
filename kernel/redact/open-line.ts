/**
 * A line that is still being said, in a session that nothing private is kept from: how much of it can be told before
 * its end is known (RFC-0009 §4.2). Behind a label nothing is told, and of a word nothing that may become a key. So
 * where the whole line is looked through at its end, a credential in it has been told by OPENING_MAX_CHARS letters at
 * most; but for one that stands in front of its own label, which nobody could have known.
 */
import { isAwaitingCredential } from '#lib/secrets/credential.ts';
import { mayValueFollow } from '#lib/secrets/credential-lines.ts';
import { isStrongAnywhere } from '#lib/secrets/credential-values.ts';
import { mayHoldProviderKey } from '#lib/secrets/provider-prefilter.ts';
import type { Secrets } from './credential-redactor.ts';

/** So much of a word is told while it may go on, and no more of a key than that: it begins like any word. */
const OPENING_MAX_CHARS = 8;
/** A word of small letters, with what Markdown puts in front of it. */
const OPENING = /^[*#>("'`~[]*[A-Za-z]?[a-z]*/;

export class OpenLine {
  readonly #secrets: Secrets;
  /** So much of the line was said before. */
  readonly #start: number;
  #line = '';
  /** Where the last word begins. No key holds a blank, or a character that is not of ASCII. */
  #wordAt = 0;
  /** Up to here the line may be told. */
  #safe = 0;
  /** From here on nothing may be told. */
  #heldAt: number | undefined;

  /** `context` is what stands before what will be said; `secrets` are known values. */
  constructor(context: string, secrets: Secrets) {
    const lineAt = context.lastIndexOf('\n') + 1;
    this.#secrets = secrets;
    this.#start = context.length - lineAt;
    if (mayHoldProviderKey(context) || isAwaitingCredential(context.slice(0, lineAt)))
      this.#heldAt = 0;
    this.#take(context.slice(lineAt));
  }

  /** How much may be told of `said`, which grows from call to call and holds no end of a line. */
  safePrefix(said: string): number {
    this.#take(said.slice(this.#line.length - this.#start));
    return Math.max(0, this.#safe - this.#start);
  }

  #take(piece: string): void {
    let at = markFrom(this.#line + piece, this.#line.length);
    this.#line += piece;
    for (; at < this.#line.length && !this.#isHeld; at = markFrom(this.#line, at + 1))
      this.#look(this.#line.charAt(at), at);
    this.#open();
  }

  /** Looks at a character that is neither letter nor digit. */
  #look(char: string, at: number): void {
    const isEnd = this.#endsWord(char);
    const isRisky = isEnd && this.#isRisky(this.#line.slice(this.#wordAt, at));
    // To the detector a lone CR ends a line.
    if (isRisky || char === '\r' || mayValueFollow(this.#line, at)) {
      this.#heldAt = at;
    } else if (isEnd) {
      this.#wordAt = at + 1;
      this.#safe = isHighSurrogate(char) ? at : at + 1;
    }
  }

  /** Tells the beginning of the last word, which may go on. */
  #open(): void {
    if (this.#safe < this.#wordAt) return;
    const end = Math.min(this.#heldAt ?? this.#line.length, this.#wordAt + OPENING_MAX_CHARS);
    const [opening = ''] = OPENING.exec(this.#line.slice(this.#wordAt, end)) ?? [];
    this.#safe = Math.max(this.#safe, this.#wordAt + opening.length);
  }

  get #isHeld(): boolean {
    return this.#heldAt !== undefined;
  }

  /** A password in a URL may be of any letters. */
  #endsWord(char: string): boolean {
    if (char >= '!' && char <= '~') return false;
    return /\s/.test(char) || !this.#line.slice(this.#wordAt).includes('://');
  }

  /** Is it, or does it begin, what may be found to be a credential when the line is complete? */
  #isRisky(word: string): boolean {
    if (word === '') return false;
    const address = word.indexOf('://');
    return (
      (address >= 0 && word.includes('@', address)) ||
      word.includes('-----BEGIN') ||
      mayHoldProviderKey(word) ||
      // Behind the name of a service it is a key.
      isStrongAnywhere(word) ||
      this.#secrets.in(word).length > 0
    );
  }
}

/** The next character from `from` on that is neither letter nor digit: the others neither end a word nor begin a value. */
const markFrom = (line: string, from: number): number => {
  MARK.lastIndex = from;
  return MARK.exec(line)?.index ?? line.length;
};

const MARK = /[^A-Za-z\d]/g;

const isHighSurrogate = (char: string): boolean => char >= '\uD800' && char <= '\uDBFF';
