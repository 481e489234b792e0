/**
 * What an agent says, on its way out (RFC-0009 §3.2, §4.2): put together to lines, looked through for credentials and,
 * in a shared session, for private lines, and told in order. An agent speaks in pieces of a few characters, and a
 * private line may be cut anywhere: so a piece is held until its line is complete, the turn ends or the agent does
 * something else, and a line that may be the beginning of a private one is held until the next. Where nothing private
 * is kept from the listener, words are told as they come, as far as they are no credential whatever follows them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SPEECH_SLICE_CHARS, TOOL_TITLE_MAX_CHARS, WORK_SLICE_MS } from '#lib/spec/limits.ts';
import type { KernelEvent, OfferedCommand } from '#kernel/contract/events.ts';
import { CredentialWatch } from './credential-watch.ts';
import type { LeakGuard } from './leak-guard.ts';
import { PendingLines } from './pending-lines.ts';
import type { OpenLine } from './open-line.ts';
import { type SpokenPart, SpokenParts, WORD_MAX_CHARS } from './spoken-parts.ts';
import type { RedactionLog } from './redaction-log.ts';

export interface SpeechParts {
  readonly emit: (event: KernelEvent) => void;
  readonly redactions: RedactionLog;
  /** What shared sessions must not repeat; `undefined` in main sessions. */
  readonly guard: LeakGuard | undefined;
  /** Values that are redacted wherever they stand. */
  readonly secrets: readonly string[];
}

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

export class Speech {
  readonly #parts: SpeechParts;
  readonly #line = new SpokenParts();
  /** How much of that line can be told; `undefined` until something of it is to be told. */
  #open: OpenLine | undefined;
  /** What was looked through, to be told as one: a reader may go away after the first line. */
  #ready = '';
  readonly #watch: CredentialWatch;
  #hold: PendingLines | undefined;
  /** One thing after the other; rejects from the first on that could not be looked through. */
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** Until then others wait for what is looked through now, in milliseconds of this process. */
  #until = 0;
  #isCut = false;

  constructor(parts: SpeechParts) {
    this.#parts = parts;
    this.#watch = this.#newWatch(SAID);
  }

  /** Settles when what was said so far is told, or held back; `undefined` where nothing waits. */
  get behind(): Promise<void> | undefined {
    return this.#waiting === 0 ? undefined : this.#last;
  }

  /** Who listened is gone, or wants to hear no more: what of a long text is not told yet is left out. */
  cut(): void {
    this.#isCut = true;
  }

  /** A piece of a message. */
  say(piece: string): void {
    this.#next(() => this.#say(piece));
  }

  /** A call of a tool, told after what was said before it; of `detail` the first line that is not blank. */
  tool(id: string, title: string, status: string, detail = ''): void {
    this.#next(async () => {
      await this.#endMessage();
      const shown = await this.#shown(title.slice(0, TOOL_TITLE_MAX_CHARS));
      const line = await this.#firstLine(detail);
      this.#parts.emit({
        event: 'tool',
        id,
        title: cutTitle(shown),
        status,
        ...(line !== '' && { detail: line }),
      });
    });
  }

  /** A line about what goes on, told after what was said before it. */
  status(text: string): void {
    this.#next(async () => {
      await this.#endMessage();
      this.#parts.emit({ event: 'status', text: await this.#shown(text) });
    });
  }

  /** What the human may say with a slash. */
  commands(offered: readonly OfferedCommand[]): void {
    this.#next(async () => {
      const commands: OfferedCommand[] = [];
      for (const { name, description, hint } of offered.slice(0, COMMANDS_MAX)) {
        // With a mark in it, it would be the name of another command.
        if (!isCommandName(name) || (await this.#shown(name)) !== name) continue;
        const more = hint === undefined ? {} : { hint: await this.#firstLine(hint) };
        commands.push({ name, description: await this.#firstLine(description), ...more });
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
    this.#next(() => this.#endMessage());
    await this.#last;
    this.#parts.guard?.refresh();
    // What the next line follows is looked through while nobody waits for its first word.
    setImmediate(() => {
      if (this.#isOpened && this.#line.begun === '') this.#open ??= this.#watch.openLine();
    });
  }

  /** A slice at a time, so that signals are heard in between. */
  async #say(text: string): Promise<void> {
    for (let from = 0; from < text.length; from += SPEECH_SLICE_CHARS) {
      if (from > 0) await nextTurn();
      if (from > 0 && this.#isCut) break;
      await this.#tell(this.#line.say(text.slice(from, from + SPEECH_SLICE_CHARS)));
    }
    if (this.#waiting === 1) this.#tellOpen();
  }

  /** The detectors may take long, and signals are heard in between. */
  async #tell(parts: readonly SpokenPart[]): Promise<void> {
    if (parts.length === 0) return;
    this.#open = undefined;
    for (const part of parts) {
      this.#pass(await this.#watch.take(part));
      if (performance.now() < this.#until) continue;
      await nextTurn();
      if (this.#isCut) break;
      this.#until = performance.now() + WORK_SLICE_MS;
    }
    this.#emit();
  }

  /** Tells of the line that is being said what can be told before its end. */
  #tellOpen(): void {
    const { begun } = this.#line;
    if (!this.#isOpened || begun === '') return;
    this.#open ??= this.#watch.openLine();
    this.#ready += this.#line.open(this.#open.safePrefix(begun));
    this.#emit();
  }

  /** Is a line told before its end? */
  get #isOpened(): boolean {
    const { guard, secrets } = this.#parts;
    return guard === undefined && secrets.length === 0;
  }

  async #endMessage(): Promise<void> {
    await this.#tell(this.#line.end());
    this.#hold?.release();
    this.#emit();
  }

  #pass(part: string): void {
    const { guard, redactions } = this.#parts;
    if (guard === undefined) {
      this.#ready += part;
      return;
    }
    if (this.#hold?.lines !== guard.lines) {
      this.#hold?.release();
      this.#hold = new PendingLines(
        guard.lines,
        (text) => {
          this.#ready += text;
        },
        (leak) => redactions.privateLine(leak, SAID),
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
    return new CredentialWatch(this.#parts.secrets, () => this.#parts.redactions.credential(where));
  }

  async #shown(text: string, where = ASKED): Promise<string> {
    const clean = await this.#newWatch(where).take({ text, told: 0 });
    return this.#parts.guard?.redactText(clean, where) ?? clean;
  }

  /** The first line of a text that is not blank, cut to a length when it was looked through. */
  async #firstLine(text: string): Promise<string> {
    return firstLine(await this.#shown(text.trimStart().slice(0, DETAIL_LOOK_CHARS)));
  }

  /** Runs `work` after what came before it, and rejects as it does; nothing is told after what failed. */
  #next(work: () => Promise<void>): void {
    if (this.#waiting === 0) this.#until = performance.now() + WORK_SLICE_MS;
    this.#waiting += 1;
    this.#last = this.#last.then(work).finally(() => {
      this.#waiting -= 1;
    });
    // Whoever flushes is notified.
    this.#last.catch(() => undefined);
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
