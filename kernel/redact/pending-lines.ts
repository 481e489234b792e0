/** Private lines in what is said in a shared session (RFC-0009 §3.2): a line that may begin one waits for the next. */
import type { LeakScan, PrivateLines } from '#lib/privacy/private-lines-match.ts';
import type { FilePlace } from '#lib/text/place.ts';
import { PRIVATE_MARK } from './redaction-log.ts';

/** So many lines that may begin a private one are held at most; blank ones would be held without end. */
const HELD_MAX_LINES = 40;

/** A line that waits for those below it. */
interface PendingLine {
  readonly text: string;
  leak: FilePlace | undefined;
}

/** Holds lines as long as they may be part of a private one, and redacts those that are. */
export class PendingLines {
  readonly lines: PrivateLines;
  readonly #scan: LeakScan;
  readonly #pass: (text: string) => void;
  readonly #redacted: (leak: FilePlace) => void;
  #held: PendingLine[] = [];
  /** How many lines came before those that are held. */
  #gone = 0;

  constructor(
    lines: PrivateLines,
    pass: (text: string) => void,
    redacted: (leak: FilePlace) => void,
  ) {
    this.lines = lines;
    this.#scan = lines.scan();
    this.#pass = pass;
    this.#redacted = redacted;
  }

  take(text: string): void {
    const held: PendingLine = { text, leak: undefined };
    this.#held.push(held);
    for (const leak of this.#scan.take(text)) {
      for (const line of this.#held.slice(Math.max(0, leak.from - this.#gone))) line.leak = leak;
    }
    const closed = this.#scan.openSince - this.#gone;
    this.#release(Math.max(closed, this.#held.length - HELD_MAX_LINES));
  }

  release(): void {
    this.#release(this.#held.length);
  }

  #release(count: number): void {
    const ready = this.#held.splice(0, Math.max(0, count));
    this.#gone += ready.length;
    for (const { text, leak } of ready) {
      if (leak !== undefined) this.#redacted(leak);
      this.#pass(leak === undefined ? text : PRIVATE_MARK + lineEnd(text));
    }
  }
}

const lineEnd = (text: string): string => /\r?\n?$/.exec(text)?.[0] ?? '';
