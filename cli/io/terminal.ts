/** The terminal: what is printed where, in which colours, and who is there to read it. */
import process from 'node:process';
import { styleText } from 'node:util';
import { EXIT } from '#lib/spec/exits.ts';
import { HIDDEN_REACH_CHARS, revealed, suspectsIn } from '#lib/injection/characters.ts';
import { escapeJson } from '#lib/text/unseen.ts';
import { fitted } from './width.ts';

type Style = Parameters<typeof styleText>[0];

/** Is a human at both ends? Then questions may be asked. */
export const isInteractive = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

/** Can rows be drawn where all that a session shows goes to one terminal? */
export const canDraw = (): boolean =>
  process.stdout.isTTY && process.stderr.isTTY && process.env['TERM'] !== 'dumb';

/** Does a human see what goes to standard error? */
export const isWatched = (): boolean => process.stderr.isTTY;

/** Columns of the terminal, within reason; 80 where there is none. */
export const width = (): number => Math.min(process.stdout.columns || 80, 100);

/** Results: what a script wants to read. */
export const print = (text: string): void => {
  process.stdout.write(text);
  process.stdout.uncork();
};

/** A line of JSON; those of one turn of the event loop go out in one write, before whatever else is printed. */
export const printFrame = (frame: object): void => {
  const { stdout } = process;
  if (stdout.writableCorked === 0) {
    stdout.cork();
    process.nextTick(() => stdout.uncork());
  }
  stdout.write(jsonLine(frame));
};

/** What a reader who takes his time may leave unread; then whoever prints waits. */
const UNREAD_MAX_BYTES = 1024 * 1024;

/** Settles when most of what was printed was taken; `undefined` where it was. */
export const outputTaken = (): Promise<void> | undefined => {
  const behind = [process.stdout, process.stderr].find(
    ({ writableLength }) => writableLength > UNREAD_MAX_BYTES,
  );
  return behind === undefined ? undefined : drained(behind);
};

const drained = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.on('drain', done);
    stream.on('close', done);
  });

/**
 * Text without control characters, which could move the cursor, set the clipboard or fake our own lines: each is shown
 * as a sign instead.
 */
export const withoutControls = (text: string): string => signed(text).replaceAll('\r', SIGN);

/**
 * Text from an agent or a file, as it may reach a terminal: control characters as a sign, and those that nobody sees, or
 * that change the order of what is read, as their numbers. Line ends of Windows become those of a terminal.
 */
export const harmless = (text: string): string => {
  const words = new HarmlessWords();
  return words.push(text) + words.end();
};

/** The same for a text that comes in pieces: what may turn out to be hidden by what follows waits for that. */
export class HarmlessWords {
  /** The end of what was told. */
  #before = '';
  #held = '';

  /** Takes a piece; returns what can be told now. */
  push(piece: string): string {
    const text = this.#held + signed(piece);
    return this.#tell(text, tellableTo(text));
  }

  /** The text is over; returns the rest of it. */
  end(): string {
    const rest = this.#tell(this.#held, this.#held.length);
    this.#before = '';
    return rest;
  }

  #tell(text: string, end: number): string {
    const { length } = this.#before;
    const all = this.#before + text;
    const told = revealed(all, length, length + end);
    this.#held = text.slice(end);
    this.#before = all.slice(Math.max(0, length + end - HIDDEN_REACH_CHARS), length + end);
    return told.replaceAll('\r\n', '\n').replaceAll('\r', SIGN);
  }
}

const SIGN = '\u{FFFD}';

/** Controls as signs, but for CR, of which the next character says what it is. */
const signed = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (char) => (/[\n\t\r]/.test(char) ? char : SIGN));

/** Where the last part of a text begins that what follows may change. */
const tellableTo = (text: string): number => {
  const from = Math.max(0, text.length - HIDDEN_REACH_CHARS);
  const [suspect = text.length] = suspectsIn(text.slice(from));
  const end = Math.min(text.length, from + suspect);
  return /[\r\uD800-\uDBFF]$/.test(text.slice(0, end)) ? end - 1 : end;
};

/** One line of JSON, in which nothing is left that a terminal would carry out or not show; it says the same. */
export const jsonLine = (value: unknown): string => `${escapeJson(JSON.stringify(value))}\n`;

/** Where a line editor draws. */
export const screen = (): NodeJS.WriteStream => process.stdout;

/** Where a question goes that is asked when nothing draws any more. */
export const errorScreen = (): NodeJS.WriteStream => process.stderr;

/** What a pipe, or somebody at a terminal, writes. */
export const standardInput = (): AsyncIterable<Buffer> => process.stdin;

/** Where a protocol writes; nothing else is printed then. */
export const protocolOut = async (): Promise<WritableStream<Uint8Array>> => {
  const { Writable } = await import('node:stream');
  return Writable.toWeb(process.stdout);
};

/** The one standard error of this process, and who draws on the terminal that it goes to. */
class Errors {
  #drawer: ((text: string) => void) | undefined;

  divert(to: ((text: string) => void) | undefined): void {
    this.#drawer = to;
  }

  /** A terminal that does not know its width, such as one in a program, has 0: there nothing is broken. */
  write(text: string): void {
    const shown = process.stderr.isTTY ? fitted(text, process.stderr.columns || Infinity) : text;
    if (this.#drawer === undefined) process.stderr.write(shown);
    else this.#drawer(shown);
  }
}

const ERRORS = new Errors();

/** Hands `to` what `printError` is told, until it is called without: what is drawn on a terminal is not written over. */
export const divertErrors = (to: ((text: string) => void) | undefined): void => ERRORS.divert(to);

/** Progress, notices and refusals: what a person wants to see. */
export const printError = (text: string): void => ERRORS.write(text);

/** Does `styled` style? */
export const hasColours = (): boolean => styled('bold', 'x') !== 'x';

/** Colours for `print`, only on a terminal and not against NO_COLOR. */
export const styled = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout });

/** Colours for `printError`. */
export const styledError = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stderr });

/** What follows when standard output cannot be written any more; the first that sets it listens. */
class Unread {
  #reader: ((error: NodeJS.ErrnoException, isGone: boolean) => void) | undefined;

  tell(reader: (error: NodeJS.ErrnoException, isGone: boolean) => void): void {
    if (this.#reader === undefined) this.#listen();
    this.#reader = reader;
  }

  #listen(): void {
    const { stdout, stderr } = process;
    // As it was: a terminal whose other side was closed is none any more.
    const gone = stdout.isTTY ? 'EIO' : undefined;
    const isGone = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === gone;
    const isOneTerminal = stderr.isTTY;
    stdout.on('error', (error) => this.#reader?.(error, isGone(error)));
    // Who closes only what is said on the side (`2> >(head)`) still wants the result.
    stderr.on('error', (error) => {
      if (isOneTerminal || !isGone(error)) this.#reader?.(error, isGone(error));
    });
  }
}

const UNREAD = new Unread();

/**
 * A closed pipe (`yamo log | head`), or a terminal that is gone, is the reader's choice, and no error: `then` decides
 * what follows; `otherwise` hears of any other fault, such as a full disk. Called again, the last word counts.
 */
export const onClosedPipe = (
  then: () => void,
  otherwise: (error: NodeJS.ErrnoException) => void = endLoudly,
): void => UNREAD.tell((error, isGone) => (isGone ? then() : otherwise(error)));

/** For commands that only print: nobody reads on, so there is nothing left to do. */
export const endQuietly = (): void => {
  process.exit(0);
};

/** For commands that only print: half a report must not pass for a whole one. */
const endLoudly = ({ code = 'unknown error' }: NodeJS.ErrnoException): void => {
  printError(`Standard output cannot be written (${code}).\n`);
  process.exit(EXIT.machine);
};
