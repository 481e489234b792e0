/**
 * The kernel's hand on the daily logs (RFC-0009 §2.5): append-only, one block per session, each
 * append one write, durable when it returns. Appends of several kernels take turns by the write
 * lock, so no line is torn and none is lost.
 */
import {
  chatLine,
  dailyTitle,
  eventLine,
  type LogEvent,
  sessionHeading,
} from '#lib/workspace/daily.ts';
import { repeatedLines } from '#lib/memory/repeated.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { dailyFile } from '#lib/text/day.ts';
import { appendDurably, type Tail } from '#kernel/state/append.ts';
import type { Clock } from '#kernel/process/clock.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, OPEN, type Stat, systemError } from '#kernel/fs/disk.ts';
import { createFile } from '#kernel/fs/replace.ts';
import type { LogsLeft } from './logs-left.ts';
import { lookAt } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

/** How far back an event of a boot that was killed is looked for. */
const LOG_TAIL_BYTES = 1024n * 1024n;

/** Runs `work` while no other kernel writes to this workspace. */
export type Exclusively = <Value>(work: () => Value) => Value;

/** The log of the session's day, to which one appends and nothing else. */
export class DailyLog {
  readonly #workspace: Workspace;
  readonly #clock: Clock;
  readonly #exclusively: Exclusively;
  /** Remembers what was left in each log. */
  readonly #left: LogsLeft | undefined;
  /** Where our block ends: if the file has another size by now, somebody else wrote after us. */
  #block: { readonly day: string; readonly end: bigint } | undefined;
  /** What precedes the first lines that are appended, in the same write. */
  #opening: (() => string) | undefined;
  #isMuted = false;
  /** What stands below each heading of the session. */
  #mark: () => string = () => '';
  /** Hears how many lines an agent has sent again. */
  #hearNoted: ((lines: string) => void) | undefined;
  #hearRepeated: ((lines: number) => void) | undefined;

  constructor(workspace: Workspace, clock: Clock, exclusively: Exclusively, left?: LogsLeft) {
    this.#left = left;
    this.#workspace = workspace;
    this.#clock = clock;
    this.#exclusively = exclusively;
  }

  /** A layout of another system has no logs: the kernel makes none. */
  mute(): void {
    this.#isMuted = true;
  }

  /** What the session notes carries its chat, if it has one. */
  inChat(chat: string | undefined, kind: string): void {
    if (chat !== undefined)
      this.#mark = () => chatLine(this.#clock.now().toISOString(), chat, kind);
  }

  /** Are there logs? */
  get isKept(): boolean {
    return !this.#isMuted;
  }

  /** The day whose log is written now; it changes at midnight. */
  get today(): string {
    return this.#clock.today();
  }

  get file(): string {
    return dailyFile(this.today);
  }

  /**
   * Appends lines (each with its line end) to the block of this session in today's log; creates the
   * file with its title, and a heading for the block, where they are missing. `admit` may refuse the
   * file that was found. Throws DAILY_LOG_UNWRITABLE, MEMORY_DIR_UNUSABLE, FILE_SYMLINK,
   * FILE_NOT_REGULAR, FILE_UNREADABLE, FILE_MOVED, or what `admit` throws.
   */
  append(lines: string, admit: (log: Stat) => void = () => undefined): void {
    if (this.#isMuted) return;
    const day = this.today;
    const file = dailyFile(day);
    this.#exclusively(() => {
      try {
        const directory = this.#workspace.ensureMemory();
        const name = `${day}.md`;
        const present = lookAt(directory, name, file) ?? createLog(directory, name, day);
        admit(present);
        const before = this.#block?.day;
        // Midnight: the block in yesterday's log is closed with a word on where it goes on.
        if (before !== undefined && before !== day)
          this.closeBlock(dailyFile(before), 'session_continues', 'in', file);
        const all = (this.#opening?.() ?? '') + lines;
        const after = ({ size, isRagged }: Tail): string => {
          if (this.#block?.day === day && this.#block.end === size) return all;
          return lineEnd(isRagged) + sessionHeading(this.#clock.time()) + this.#mark() + all;
        };
        const end = this.#put({ directory, name }, file, after, present);
        this.#block = { day, end };
        this.#opening = undefined;
      } catch (error) {
        throw asRefusal(error, (errno) => new Refusal('DAILY_LOG_UNWRITABLE', { file, errno }));
      }
    });
  }

  /** Who is told what an agent has added. */
  onNoted(hear: (lines: string) => void): void {
    this.#hearNoted = hear;
  }

  /** Who is told how many lines an agent has sent again. */
  onRepeated(hear: (lines: number) => void): void {
    this.#hearRepeated = hear;
  }

  /** The same for lines of an agent: all of them are added, and what it has sent before is told. */
  note(lines: string, admit: (log: Stat) => void): void {
    const repeated = this.#hearRepeated === undefined ? 0 : repeatedLines(this.#end(), lines);
    this.append(lines, admit);
    this.#hearNoted?.(lines);
    if (repeated > 0) this.#hearRepeated?.(repeated);
  }

  /** The end of today's log; empty where it cannot be read. */
  #end(): string {
    let end = '';
    try {
      this.holds((text) => {
        end = text;
        return true;
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    return end;
  }

  /**
   * Makes sure that today's log is there and can be written, and adds nothing to it: `opening` precedes what is appended
   * first. Throws as `append`.
   */
  openLater(opening: () => string): void {
    if (this.#isMuted) return;
    const { today: day, file } = this;
    this.#exclusively(() => {
      try {
        const directory = this.#workspace.ensureMemory();
        const name = `${day}.md`;
        const present = lookAt(directory, name, file) ?? createLog(directory, name, day);
        appendDurably(directory, name, () => '', present);
      } catch (error) {
        throw asRefusal(error, (errno) => new Refusal('DAILY_LOG_UNWRITABLE', { file, errno }));
      }
    });
    this.#opening = opening;
  }

  /** Something is said: what was kept for this moment is appended, once. Throws as `append`. */
  open(): void {
    if (this.#opening !== undefined) this.append('');
  }

  /** Nothing was appended since `openLater`. */
  get isQuiet(): boolean {
    return this.#opening !== undefined;
  }

  /** What is appended next begins a block of its own: the times of the last one were in another zone. */
  startBlock(): void {
    this.#block = undefined;
  }

  /** Appends an event of the kernel as a semicolon line with the time in UTC. */
  event(name: LogEvent, ...fields: readonly string[]): void {
    this.append(eventLine(name, this.#clock.now().toISOString(), ...fields));
  }

  /** Appends an event to the log `file` of a session that can no longer do so; no heading, no new file. */
  closeBlock(file: string, name: LogEvent, ...fields: readonly string[]): void {
    this.#addTo(file, eventLine(name, this.#clock.now().toISOString(), ...fields));
  }

  /** All that a log has of a session in which nothing was said: one line, without a block; no new file. */
  noteQuiet(file: string, startedAt: string, ...fields: readonly string[]): void {
    const now = this.#clock.now().toISOString();
    this.#addTo(file, eventLine('session', startedAt, now, ...fields));
  }

  /** Appends, and remembers what was left. Throws errors of calls, FILE_MOVED. */
  #put(
    { directory, name }: { readonly directory: Directory; readonly name: string },
    file: string,
    textAfter: (tail: Tail) => string,
    present: Stat,
  ): bigint {
    let text = '';
    const end = appendDurably(directory, name, (tail) => (text = textAfter(tail)), present);
    this.#left?.note(file, text, end);
    return end;
  }

  #addTo(file: string, line: string): void {
    if (this.#isMuted) return;
    this.#exclusively(() => {
      const place = this.#workspace.place(file);
      const present = place && lookAt(place.directory, place.name, file);
      if (place === undefined || present === undefined) return;
      try {
        const title = BigInt(Buffer.byteLength(dailyTitle(place.name.slice(0, -'.md'.length))));
        const after = ({ size, isRagged }: Tail): string =>
          (size === title ? '\n' : lineEnd(isRagged)) + line;
        this.#put(place, file, after, present);
      } catch (error) {
        throw asRefusal(error, (errno) => new Refusal('DAILY_LOG_UNWRITABLE', { file, errno }));
      }
    });
  }

  /** Does the end of a log, of today's if none is named, hold this text, or what is looked for? For events that a killed kernel may have logged or not. Throws FILE_… refusals. */
  holds(text: string | ((end: string) => boolean), file = this.file): boolean {
    const place = this.#workspace.place(file);
    if (place === undefined) return false;
    const stat = lookAt(place.directory, place.name, file);
    if (stat === undefined) return false;
    const recent = stat.size < LOG_TAIL_BYTES ? stat.size : LOG_TAIL_BYTES;
    try {
      const end = readFrom(place.directory, place.name, stat.size - recent, stat.size);
      return typeof text === 'string' ? end.includes(text) : text(end.toString('utf8'));
    } catch (error) {
      throw asRefusal(error, (errno) => new Refusal('FILE_UNREADABLE', { file, errno }));
    }
  }
}

const createLog = (directory: Directory, name: string, day: string): Stat => {
  createFile(directory, name, Buffer.from(dailyTitle(day)));
  const stat = directory.disk.lstat(directory.at(name));
  if (stat === undefined) throw systemError('ENOENT', 'vanished');
  return stat;
};

/** What makes the next text begin on a line of its own. */
const lineEnd = (isRagged: boolean): string => (isRagged ? '\n' : '');

const readFrom = (directory: Directory, name: string, from: bigint, to: bigint): Buffer => {
  const { disk } = directory;
  const fd = disk.open(directory.at(name), OPEN.read);
  try {
    const into = Buffer.alloc(Number(to - from));
    let length = 0;
    while (length < into.byteLength) {
      const count = disk.read(fd, into.subarray(length), 0, Number(from) + length);
      if (count === 0) break;
      length += count;
    }
    return into.subarray(0, length);
  } finally {
    disk.close(fd);
  }
};
