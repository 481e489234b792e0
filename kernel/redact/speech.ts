/**
 * What an agent says, on its way out (RFC-0009 §3.2, §4.2): put together to lines, looked through for credentials and,
 * in a shared session, for private lines, and told in order. An agent speaks in pieces of a few characters, and a
 * private line may be cut anywhere: so a piece is held until its line is complete, the turn ends or the agent does
 * something else, and a line that may be the beginning of a private one is held until the next. Where nothing private
 * is kept from the listener, words are told as they come, as far as they are no credential whatever follows them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SPEECH_SLICE_CHARS, TOOL_TITLE_MAX_CHARS, WORK_SLICE_MS } from '#lib/spec/limits.ts';
import { isAwaitingCredential } from '#lib/secrets/credential.ts';
import type { LeakScan, PrivateLine, PrivateLines } from '#lib/privacy/private-lines-match.ts';
import { openKeyAt } from './terminal-output.ts';
import { Secrets, withhold } from './terminal-withhold.ts';
import type { KernelEvent, OfferedCommand } from '#kernel/contract/events.ts';
import { credentialFinder, mayHoldCredential } from './credentials.ts';
import type { LeakGuard } from './leak-guard.ts';
import { OpenLine } from './open-line.ts';
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
/** A label says something about a credential so many lines below it at most, but for tables, lists and headings. */
const CONTEXT_LINES = 5;
/** A block of a private key is longer than that, and none is longer than this. */
const CONTEXT_MAX_CHARS = 16 * 1024;

/** A part ends with a word, for a key is one; and none is longer than this. */
const WORD_MAX_CHARS = 16 * 1024;
/** Of what a call of a tool came to, and of a command's description, so much is told. */
const DETAIL_MAX_CHARS = 200;
/** Of the title of a call so much is told; commands stand there, and some are long. */
const TITLE_MAX_CHARS = 4000;
/** So much of it is looked through: a credential that begins in what is told ends within this. */
const DETAIL_LOOK_CHARS = WORD_MAX_CHARS;
/** A list of commands that no one reads to its end; and a name that no one types. */
const COMMANDS_MAX = 100;
const COMMAND_NAME_MAX_CHARS = 64;

const SAID = 'What the agent said';
const ASKED = 'What the agent asked or did';
const ANSWERED = 'What the kernel answered';

/** A complete line, or as much of a long one as can be told. */
interface Part {
  readonly text: string;
  /** So many of its characters have been told. */
  readonly told: number;
}

export class Speech {
  readonly #parts: SpeechParts;
  /** The line that is being said. */
  #begun = '';
  /** So many of its characters have been told. */
  #told = 0;
  /** How much of it can be told; `undefined` until something of it is to be told. */
  #open: OpenLine | undefined;
  /** What was looked through, to be told as one: a reader may go away after the first line. */
  #ready = '';
  #watch: CredentialWatch;
  #hold: LeakHold | undefined;
  /** The last of the work that waits for the detector of credentials; `undefined` if there is none. */
  #pending: Promise<void> | undefined;
  /** A long text that is being said, a slice at a time. */
  #long: Promise<void> | undefined;
  #isCut = false;

  constructor(parts: SpeechParts) {
    this.#parts = parts;
    this.#watch = this.#newWatch(SAID);
  }

  /** Settles when what was said so far is told, or held back; `undefined` where nothing waits. */
  get behind(): Promise<void> | undefined {
    return this.#long ?? this.#pending;
  }

  /** Who listened is gone, or wants to hear no more: what of a long text is not told yet is left out. */
  cut(): void {
    this.#isCut = true;
  }

  /** A piece of a message. */
  say(piece: string): void {
    if (this.#long === undefined && piece.length <= SPEECH_SLICE_CHARS) return this.#say(piece);
    const long = (this.#long ?? Promise.resolve())
      .then(() => this.#saySlices(piece))
      .finally(() => {
        if (this.#long === long) this.#long = undefined;
      });
    // Whoever flushes is notified.
    long.catch(() => undefined);
    this.#long = long;
  }

  /** What was said of it is told before more of it is cut into parts. */
  async #saySlices(text: string): Promise<void> {
    for (let from = 0; from < text.length && !this.#isCut; from += SPEECH_SLICE_CHARS) {
      this.#say(text.slice(from, from + SPEECH_SLICE_CHARS));
      await this.#pending;
      await nextTurn();
    }
  }

  #say(piece: string): void {
    const before = this.#begun.length;
    this.#begun += piece;
    if (mayEndPart(piece, before)) this.#tellComplete();
    this.#tellOpen();
  }

  /** A call of a tool, told after what was said before it; of `detail` the first line that is not blank. */
  tool(id: string, title: string, status: string, detail?: string): void {
    this.#endMessage();
    this.#next(() =>
      after(this.#shown(title.slice(0, TOOL_TITLE_MAX_CHARS)), (shown) =>
        after(this.#line(detail ?? ''), (line) =>
          this.#parts.emit({
            event: 'tool',
            id,
            title: cutTitle(shown),
            status,
            ...(line !== '' && { detail: line }),
          }),
        ),
      ),
    );
  }

  /** A line about what goes on, told after what was said before it. */
  status(text: string): void {
    this.#endMessage();
    this.#next(() =>
      after(this.#shown(text), (shown) => this.#parts.emit({ event: 'status', text: shown })),
    );
  }

  /** What the human may say with a slash. */
  commands(offered: readonly OfferedCommand[]): void {
    this.#next(async () => {
      const commands: OfferedCommand[] = [];
      for (const { name, description, hint } of offered.slice(0, COMMANDS_MAX)) {
        // With a mark in it, it would be the name of another command.
        if (!isCommandName(name) || (await this.#shown(name)) !== name) continue;
        const more = hint === undefined ? {} : { hint: await this.#line(hint) };
        commands.push({ name, description: await this.#line(description), ...more });
      }
      this.#parts.emit({ event: 'commands', commands });
    });
  }

  /** What the agent wants a human to see, after what was said before it. Rejects as `flush`. */
  async shown(text: string): Promise<string> {
    await this.flush();
    return this.#shown(text);
  }

  /** What the kernel answers a human with texts of the workspace, after what was said before it. Rejects as `flush`. */
  async answered(text: string): Promise<string> {
    await this.flush();
    return this.#shown(text, ANSWERED);
  }

  /** Tells all that is held: a turn ended. Rejects with what kept something from being looked through: that is not told. */
  async flush(): Promise<void> {
    await this.#long;
    this.#endMessage();
    await this.#pending;
    this.#parts.guard?.refresh();
    // What the next line follows is looked through while nobody waits for its first word.
    setImmediate(() => {
      if (this.#isOpened && this.#begun === '') this.#open ??= this.#watch.openLine();
    });
  }

  #tellComplete(): void {
    const parts: Part[] = [];
    for (let end = this.#partEnd(); end > 0; end = this.#partEnd()) parts.push(this.#takePart(end));
    if (parts.length > 0) this.#next(() => this.#tell(parts));
  }

  /** Where a complete line ends, or as much of a long one as can be told; 0 while there is neither. */
  #partEnd(): number {
    const end = this.#begun.slice(0, PART_MAX_CHARS).indexOf('\n') + 1;
    if (end > 0) return end;
    return this.#begun.length > PART_MAX_CHARS ? wordEnd(this.#begun) : 0;
  }

  #takePart(end: number): Part {
    const part = { text: this.#begun.slice(0, end), told: Math.min(this.#told, end) };
    this.#begun = this.#begun.slice(end);
    this.#told -= part.told;
    this.#open = undefined;
    return part;
  }

  /** Tells of the line that is being said what can be told before its end; nothing while something before it waits. */
  #tellOpen(): void {
    if (!this.#isOpened) return;
    if (this.#pending !== undefined || this.#begun === '') return;
    this.#open ??= this.#watch.openLine();
    const end = this.#open.tellable(this.#begun);
    if (end <= this.#told) return;
    this.#ready += this.#begun.slice(this.#told, end);
    this.#told = end;
    this.#emit();
  }

  /** Is a line told before its end? */
  get #isOpened(): boolean {
    const { guard, secrets } = this.#parts;
    return guard === undefined && secrets.length === 0;
  }

  #endMessage(): void {
    if (this.#begun !== '') {
      const rest = this.#takePart(this.#begun.length);
      this.#next(() => this.#tell([rest]));
    }
    this.#next(() => {
      this.#hold?.release();
      this.#emit();
    });
  }

  #tell(parts: readonly Part[]): void | Promise<void> {
    for (const [index, part] of parts.entries()) {
      const clean = this.#watch.take(part);
      if (clean instanceof Promise) return this.#tellLater(clean, parts, index + 1);
      this.#pass(clean);
    }
    this.#emit();
  }

  /** The same where the detectors are waited for; they may take long, and signals are heard in between. */
  async #tellLater(first: Promise<string>, parts: readonly Part[], from: number): Promise<void> {
    let until = performance.now() + WORK_SLICE_MS;
    this.#pass(await first);
    for (const part of parts.slice(from)) {
      this.#pass(await this.#watch.take(part));
      if (performance.now() < until) continue;
      await nextTurn();
      if (this.#isCut) break;
      until = performance.now() + WORK_SLICE_MS;
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

  #shown(text: string, where = ASKED): string | Promise<string> {
    return after(this.#newWatch(where).take({ text, told: 0 }), (clean) =>
      this.#parts.guard === undefined ? clean : this.#parts.guard.redactText(clean, where),
    );
  }

  /** The first line of a text that is not blank, cut to a length when it was looked through. */
  #line(text: string): string | Promise<string> {
    return after(this.#shown(text.trimStart().slice(0, DETAIL_LOOK_CHARS)), firstLine);
  }

  /** Runs `work` at once, unless something before it is waiting: then after that. */
  #next(work: () => void | Promise<void>): void {
    const pending = this.#pending === undefined ? work() : this.#pending.then(work);
    if (!(pending instanceof Promise)) return;
    const settled = pending.then(() => {
      if (this.#pending !== settled) return;
      this.#pending = undefined;
      this.#tellOpen();
    });
    // Whoever flushes is notified; until then nothing more is told.
    settled.catch(() => undefined);
    this.#pending = settled;
  }
}

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

  /** The line that follows. */
  openLine(): OpenLine {
    return new OpenLine(this.#context, this.#secrets);
  }

  /**
   * What is still to be told of a part. Waits only for the detectors, and those are asked only about what may hold a
   * credential.
   */
  take(part: Part): string | Promise<string> {
    const from = this.#context.length + part.told;
    const text = this.#context + part.text;
    this.#context = contextOf(text);
    const finish = (found: Parameters<typeof withhold>[1]): string => {
      const clean = withhold(text, found, this.#secrets, from);
      if (clean !== text.slice(from)) this.#withheld();
      return clean;
    };
    return mayHoldCredential(text) ? this.#find(text).then(finish) : finish([]);
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

/** The first line of a text that is not blank, cut to a length. */
const firstLine = (text: string): string => {
  const line = /\S[^\r\n]*/.exec(text)?.[0].trimEnd() ?? '';
  return line.length > DETAIL_MAX_CHARS
    ? `${line.slice(0, DETAIL_MAX_CHARS - 1).trimEnd()}…`
    : line;
};

const cutTitle = (title: string): string =>
  title.length > TITLE_MAX_CHARS ? `${title.slice(0, TITLE_MAX_CHARS - 1)}…` : title;

const isCommandName = (name: string): boolean =>
  name.length <= COMMAND_NAME_MAX_CHARS && /^\S+$/.test(name);

const lineEnd = (text: string): string => /\r?\n?$/.exec(text)?.[0] ?? '';

/** Can a line that was so long end, or be told in part, now that `piece` was added? */
const mayEndPart = (piece: string, length: number): boolean => {
  const all = length + piece.length;
  if (piece.includes('\n') || all > WORD_MAX_CHARS) return true;
  return all > PART_MAX_CHARS && (length <= PART_MAX_CHARS || WORD_END.test(piece));
};

/** A blank, or what is not of ASCII, such as letters of scripts without blanks; never a half of a character. */
const WORD_END = /[^!-~\uD800-\uDFFF]/u;
const LAST_WORD_END = new RegExp(`^.*${WORD_END.source}`, 'su');

/** Where the last word ends that a part may hold, or else the first one; 0 while it may go on. No character is cut. */
const wordEnd = (text: string): number => {
  const blank = text.lastIndexOf(' ', PART_MAX_CHARS);
  if (blank > 0) return blank + 1;
  const last = LAST_WORD_END.exec(text.slice(0, PART_MAX_CHARS));
  if (last !== null) return last[0].length;
  const next = WORD_END.exec(text.slice(PART_MAX_CHARS, WORD_MAX_CHARS));
  if (next !== null) return PART_MAX_CHARS + next.index + next[0].length;
  return text.length > WORD_MAX_CHARS ? WORD_MAX_CHARS : 0;
};

/** What is done with a value that may be there already. */
const after = <Value, Result>(
  value: Value | Promise<Value>,
  work: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(work) : work(value));
