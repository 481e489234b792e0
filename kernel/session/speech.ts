/**
 * What an agent says, on its way out (RFC-0009 §3.2, §4.2): put together to lines, looked through for credentials and,
 * in a shared session, for private lines, and told in order. An agent speaks in pieces of a few characters, and a
 * private line may be cut anywhere: so a piece is held until its line is complete, the turn ends or the agent does
 * something else, and a line that may be the beginning of a private one is held until the next.
 */
import { nextHint } from '#lib/workspace/credential-labels.ts';
import type { LeakScan, PrivateLine, PrivateLines } from '#lib/workspace/private-lines-match.ts';
import { mayHoldProviderKey } from '#lib/workspace/provider-prefilter.ts';
import { openKeyAt } from '#kernel/agent/terminal-output.ts';
import { Secrets, withhold } from '#kernel/agent/terminal-withhold.ts';
import type { Human, KernelEvent } from '#kernel/events.ts';
import { credentialFinder } from './credentials.ts';
import type { LeakGuard } from './leak-guard.ts';
import { PRIVATE_MARK, type Withheld } from './withheld.ts';

export interface SpeechParts {
  readonly emit: (event: KernelEvent) => void;
  readonly withheld: Withheld;
  /** What shared sessions must not repeat; `undefined` in main sessions. */
  readonly guard: LeakGuard | undefined;
  /** Values that are withheld wherever they stand. */
  readonly secrets: readonly string[];
}

/** A longer line is told in parts: who listens should not wait for its end. */
const PART_MAX_CHARS = 1200;
/** So many lines that may begin a private one are held at most; blank ones would be held without end. */
const HELD_MAX_LINES = 40;
/** A label says something about a credential so many lines below it at most. */
const CONTEXT_LINES = 5;
/** A block of a private key is longer than that, and none is longer than this. */
const CONTEXT_MAX_CHARS = 16 * 1024;

const SAID = 'What the agent said';
const ASKED = 'What the agent asked or did';

export class Speech {
  readonly #parts: SpeechParts;
  /** The line that is being said. */
  #begun = '';
  /** What was looked through, to be told as one: a reader may go away after the first line. */
  #ready = '';
  #watch: CredentialWatch;
  #hold: LeakHold | undefined;
  /** The last of the work that waits for the detector of credentials; `undefined` if there is none. */
  #pending: Promise<void> | undefined;

  constructor(parts: SpeechParts) {
    this.#parts = parts;
    this.#watch = this.#newWatch(SAID);
  }

  /** A piece of a message. */
  say(piece: string): void {
    this.#begun += piece;
    const parts: string[] = [];
    for (let part = this.#nextPart(); part !== undefined; part = this.#nextPart()) parts.push(part);
    if (parts.length > 0) this.#next(() => this.#tell(parts));
  }

  /** A call of a tool, told after what was said before it. */
  tool(title: string, status: string): void {
    this.#endMessage();
    this.#next(() =>
      after(this.#shown(title), (shown) =>
        this.#parts.emit({ event: 'tool', title: shown, status }),
      ),
    );
  }

  /** What the agent wants a human to see, after what was said before it. Rejects as `flush`. */
  async shown(text: string): Promise<string> {
    await this.flush();
    return this.#shown(text);
  }

  /** Tells all that is held: a turn ended. Rejects with what kept something from being looked through: that is not told. */
  async flush(): Promise<void> {
    this.#endMessage();
    await this.#pending;
    this.#parts.guard?.refresh();
  }

  /** A complete line, or as much of a long one as can be told; `undefined` while there is neither. */
  #nextPart(): string | undefined {
    const end = this.#begun.indexOf('\n') + 1;
    const isLong = end === 0 ? this.#begun.length > PART_MAX_CHARS : end > PART_MAX_CHARS;
    if (end === 0 && !isLong) return undefined;
    const part = this.#begun.slice(0, isLong ? wordEnd(this.#begun) : end);
    this.#begun = this.#begun.slice(part.length);
    return part;
  }

  #endMessage(): void {
    const rest = this.#begun;
    this.#begun = '';
    if (rest !== '') this.#next(() => this.#tell([rest]));
    this.#next(() => {
      this.#hold?.release();
      this.#emit();
    });
  }

  #tell(parts: readonly string[]): void | Promise<void> {
    for (const [index, part] of parts.entries()) {
      const clean = this.#watch.take(part);
      if (clean instanceof Promise) {
        return clean.then((text) => {
          this.#pass(text);
          return this.#tell(parts.slice(index + 1));
        });
      }
      this.#pass(clean);
    }
    this.#emit();
  }

  #pass(part: string): void {
    const { guard, withheld } = this.#parts;
    if (guard === undefined) {
      this.#ready += part;
      return;
    }
    if (this.#hold?.lines !== guard.lines) {
      this.#hold?.release();
      this.#hold = new LeakHold(
        guard.lines,
        (text) => {
          this.#ready += text;
        },
        (leak) => withheld.privateLine(leak, SAID),
      );
    }
    this.#hold.take(part);
  }

  #emit(): void {
    const text = this.#ready;
    this.#ready = '';
    if (text !== '') this.#parts.emit({ event: 'text', text });
  }

  #newWatch(where: string): CredentialWatch {
    return new CredentialWatch(this.#parts.secrets, () => this.#parts.withheld.credential(where));
  }

  #shown(text: string): string | Promise<string> {
    return after(this.#newWatch(ASKED).take(text), (clean) =>
      this.#parts.guard === undefined ? clean : this.#parts.guard.screenText(clean, ASKED),
    );
  }

  /** Runs `work` at once, unless something before it is waiting: then after that. */
  #next(work: () => void | Promise<void>): void {
    const pending = this.#pending === undefined ? work() : this.#pending.then(work);
    if (!(pending instanceof Promise)) return;
    const settled = pending.then(() => {
      if (this.#pending === settled) this.#pending = undefined;
    });
    // Whoever flushes hears of it; until then nothing more is told.
    settled.catch(() => undefined);
    this.#pending = settled;
  }
}

/** A human whom nothing reaches that is to be withheld. */
export const listening = (human: Human, speech: Speech): Human => ({
  next: async (prompt) => human.next(await speech.shown(prompt)),
  choose: async (question, options) => {
    const shown = [];
    for (const { id, label } of options) shown.push({ id, label: await speech.shown(label) });
    return human.choose(await speech.shown(question), shown);
  },
});

/** Takes credentials out of lines that come one after the other, with a look back at those above. */
class CredentialWatch {
  readonly #find = credentialFinder();
  readonly #secrets: Secrets;
  readonly #withheld: () => void;
  #context = '';

  constructor(secrets: readonly string[], withheld: () => void) {
    this.#secrets = new Secrets(secrets);
    this.#withheld = withheld;
  }

  /** Waits only for the detectors, and those are asked only about what may hold a credential. */
  take(part: string): string | Promise<string> {
    const from = this.#context.length;
    const text = this.#context + part;
    this.#context = contextOf(text);
    const finish = (found: Parameters<typeof withhold>[1]): string => {
      const clean = withhold(text, found, this.#secrets, from);
      if (clean !== part) this.#withheld();
      return clean;
    };
    return mayHoldCredential(text) ? this.#find(text).then(finish) : finish([]);
  }
}

const mayHoldCredential = (text: string): boolean =>
  nextHint(text, 0) >= 0 || mayHoldProviderKey(text);

/** The end of a text, as far as it says something about what follows. */
const contextOf = (text: string): string => {
  const open = openKeyAt(text);
  if (open < text.length) return text.slice(Math.max(open, text.length - CONTEXT_MAX_CHARS));
  let from = text.length;
  for (let lines = 0; lines <= CONTEXT_LINES && from > 0; lines += 1)
    from = text.lastIndexOf('\n', from - 1);
  return text.slice(Math.max(from + 1, text.length - PART_MAX_CHARS, 0));
};

/** A line that waits for those below it. */
interface HeldLine {
  readonly text: string;
  leak: PrivateLine | undefined;
}

/** Holds lines as long as they may be part of a private one, and withholds those that are. */
class LeakHold {
  readonly lines: PrivateLines;
  readonly #scan: LeakScan;
  readonly #pass: (text: string) => void;
  readonly #withheld: (leak: PrivateLine) => void;
  #held: HeldLine[] = [];
  /** How many lines came before those that are held. */
  #gone = 0;

  constructor(
    lines: PrivateLines,
    pass: (text: string) => void,
    withheld: (leak: PrivateLine) => void,
  ) {
    this.lines = lines;
    this.#scan = lines.scan();
    this.#pass = pass;
    this.#withheld = withheld;
  }

  take(text: string): void {
    const held: HeldLine = { text, leak: undefined };
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
      if (leak !== undefined) this.#withheld(leak);
      this.#pass(leak === undefined ? text : PRIVATE_MARK + lineEnd(text));
    }
  }
}

const lineEnd = (text: string): string => /\r?\n?$/.exec(text)?.[0] ?? '';

/** Where the last word ends that a part may hold; a word that is longer is cut, but no character is. */
const wordEnd = (text: string): number => {
  const blank = text.lastIndexOf(' ', PART_MAX_CHARS);
  if (blank > 0) return blank + 1;
  return /[\uD800-\uDBFF]/.test(text.charAt(PART_MAX_CHARS - 1))
    ? PART_MAX_CHARS - 1
    : PART_MAX_CHARS;
};

/** What is done with a value that may be there already. */
const after = <Value, Result>(
  value: Value | Promise<Value>,
  work: (value: Value) => Result,
): Result | Promise<Result> => (value instanceof Promise ? value.then(work) : work(value));
