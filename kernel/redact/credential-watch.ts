/** Credentials in what is said line by line (RFC-0009 §4.2): a line is looked at together with what stands above it. */
import { isAwaitingCredential } from '#lib/secrets/credential.ts';
import { CredentialRedactor } from './credential-redactor.ts';
import { OpenLine } from './open-line.ts';
import { type SpokenPart, PART_MAX_CHARS } from './spoken-parts.ts';
import { openKeyAt } from './terminal-output.ts';

/** A label says something about a credential so many lines below it at most, but for tables, lists and headings. */
const CONTEXT_LINES = 5;
/** A block of a private key is longer than that, and none is longer than this. */
const CONTEXT_MAX_CHARS = 16 * 1024;

/** Takes credentials out of lines that come one after the other, with a look back at those above. */
export class CredentialWatch {
  readonly #redactor: CredentialRedactor;
  readonly #redacted: () => void;
  #context = '';

  constructor(secrets: readonly string[], redacted: () => void) {
    this.#redactor = new CredentialRedactor(secrets);
    this.#redacted = redacted;
  }

  /** The line that follows. */
  openLine(): OpenLine {
    return new OpenLine(this.#context, this.#redactor.secrets);
  }

  /** What is still to be told of a part. */
  async take(part: SpokenPart): Promise<string> {
    const from = this.#context.length + part.told;
    const text = this.#context + part.text;
    this.#context = contextOf(text);
    const clean = await this.#redactor.redact(text, from);
    if (clean !== text.slice(from)) this.#redacted();
    return clean;
  }
}

/** What a text says about what follows: its end, and the beginning of a table, a list or a section that goes on. */
const contextOf = (text: string): string => {
  const open = openKeyAt(text);
  if (open < text.length) return text.slice(Math.max(open, text.length - CONTEXT_MAX_CHARS));
  const from = lastLinesAt(text);
  const end = text.slice(from);
  if (from === 0 || !isAwaiting(text) || isAwaiting(end)) return end;
  // What rows, items or blank lines are about stands above them all; those between say nothing of the next one.
  const head = /^(?:[^\n]*\n){2}/.exec(text)?.[0] ?? '';
  if (head.length > PART_MAX_CHARS) return end;
  return head + text.slice(Math.max(head.length, lineStart(text, from)));
};

const lastLinesAt = (text: string): number => {
  let from = text.length;
  for (let lines = 0; lines <= CONTEXT_LINES && from > 0; lines += 1)
    from = text.lastIndexOf('\n', from - 1);
  return Math.max(from + 1, text.length - PART_MAX_CHARS, 0);
};

/** `from`, or where the next line begins if it is in the middle of one that has an end. */
const lineStart = (text: string, from: number): number => {
  const next = text.indexOf('\n', from - 1) + 1;
  return next === 0 ? from : next;
};

const isAwaiting = (text: string): boolean =>
  isAwaitingCredential(text.slice(0, text.lastIndexOf('\n') + 1));
