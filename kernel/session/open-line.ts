/**
 * A line that is still being said, in a session that nothing private is kept from: how much of it can be told before
 * its end is known (RFC-0009 §4.2). Behind a label nothing is told, and of a word nothing that may become a key. So
 * where the whole line is looked through at its end, a credential in it has been told by OPENING_MAX_CHARS letters at
 * most; but for one that stands in front of its own label, which nobody could have known.
 */
import { isAwaitingCredential } from '#lib/workspace/credential.ts';
import { mayValueFollow } from '#lib/workspace/credential-lines.ts';
import { mayHoldProviderKey } from '#lib/workspace/provider-prefilter.ts';
import type { Secrets } from '#kernel/agent/terminal-withhold.ts';

/** So much of a word is told while it may go on, and no more of a key than that: it begins like any word. */
const OPENING_MAX_CHARS = 8;
/** A word of small letters, with what Markdown puts in front of it. */
const OPENING = /^[*#>("'`~[]*[A-Za-z]?[a-z]*$/;

export class OpenLine {
  readonly #secrets: Secrets;
  /** So much of the line was said before. */
  readonly #start: number;
  #line = '';
  /** Where the last word begins. No key holds a blank, or a character that is not of ASCII. */
  #wordAt = 0;
  /** Up to here the line may be told. */
  #safe = 0;
  /** Nothing more of it may be told. */
  #isHeld: boolean;

  /** `context` is what stands before what will be said; `secrets` are known values. */
  constructor(context: string, secrets: Secrets) {
    const lineAt = context.lastIndexOf('\n') + 1;
    this.#secrets = secrets;
    this.#start = context.length - lineAt;
    this.#isHeld = mayHoldProviderKey(context) || isAwaitingCredential(context.slice(0, lineAt));
    this.#take(context.slice(lineAt));
  }

  /** How much may be told of `said`, which grows from call to call and holds no end of a line. */
  tellable(said: string): number {
    this.#take(said.slice(this.#line.length - this.#start));
    return Math.max(0, this.#safe - this.#start);
  }

  #take(piece: string): void {
    const from = this.#line.length;
    this.#line += piece;
    for (let at = from; at < this.#line.length && !this.#isHeld; at += 1)
      this.#look(piece.charAt(at - from), at);
  }

  #look(char: string, at: number): void {
    const isEnd = this.#endsWord(char);
    const isRisky = isEnd && this.#isRisky(this.#line.slice(this.#wordAt, at));
    // To the detector a lone CR ends a line.
    if (isRisky || char === '\r' || mayValueFollow(this.#line, at)) {
      this.#isHeld = true;
    } else if (isEnd) {
      this.#wordAt = at + 1;
      this.#safe = isHighSurrogate(char) ? at : at + 1;
    } else if (this.#safe === at && this.#isOpening(this.#wordAt, at + 1)) {
      this.#safe = at + 1;
    }
  }

  #isOpening(from: number, to: number): boolean {
    return to - from <= OPENING_MAX_CHARS && OPENING.test(this.#line.slice(from, to));
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
      this.#secrets.in(word).length > 0
    );
  }
}

const isHighSurrogate = (char: string): boolean => char >= '\uD800' && char <= '\uDBFF';
