/**
 * What the kernel left in the logs of the past days (RFC-0009 §2.5, §5.2): of each the lines that it appended itself, the length of
 * the log behind them, and the SHA-256 of that much. A log that no longer begins with it was saved over by another program.
 * One file for each log beside the journal, a line for each append, written when the log is durable: a kill in between
 * leaves what was true before, and a log that has grown still begins with that.
 */
import { createHash, type Hash } from 'node:crypto';
import { FILE_MAX_BYTES, FILE_SETTLED_MS, LOG_REVIEW_DAYS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { dailyFile, dayOf } from '#lib/text/day.ts';
import { daysFrom } from '#lib/text/days.ts';
import { type GuardedBy, jsonAs } from '#lib/guard.ts';
import type { SavedOverLog } from '#lib/workspace/snapshot.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import { errnoOf, type Stat } from '#kernel/fs/disk.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome, unusable } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { isLeftLine } from '#kernel/state/shapes.ts';
import { keysIn, stateOf, type StateStore } from '#kernel/state/store.ts';
import { readBytes } from './archive.ts';

/** What one append left. */
type Left = GuardedBy<typeof isLeftLine>;

/** A log that does not begin with what was left. */
export interface SavedOver {
  readonly file: string;
  /** What the kernel had appended to it. */
  readonly own: string;
  /** `undefined`: it is gone. */
  readonly now: Buffer | undefined;
}

/** What the kernel wrote in a log. */
export interface LeftLog {
  readonly file: string;
  readonly own: string;
  /** With which bytes it ended; absent where it was saved over since, and its human was told. */
  readonly begins?: Pick<Left, 'end' | 'sha256'>;
}

/** The logs of one workspace. Whoever calls holds its write lock, but for `mayDiffer`. */
export class LogsLeft {
  readonly #workspace: Workspace;
  readonly #home: StateHome;
  /** The log that was appended to last, as far as it was left. */
  #last: { readonly file: string; readonly end: number; readonly hash: Hash } | undefined;

  constructor(workspace: Workspace, home: StateHome) {
    this.#workspace = workspace;
    this.#home = home;
  }

  /** The kernel has appended `text` to a log, which ends at `end` now. What cannot be noted is not known later. */
  note(file: string, text: string, end: bigint): void {
    const day = dayOf(file);
    if (day === undefined || text === '' || end > BigInt(FILE_MAX_BYTES)) return;
    try {
      const left = this.#leftBy(file, text, Number(end));
      if (left !== undefined) this.#inFolder((folder) => folder.append(STATE.leftLog, left, day));
    } catch (error) {
      if (!(error instanceof Refusal) && errnoOf(error) === undefined) throw error;
    }
  }

  /** Is there a log that lstat shows to be another one than was compared last? No log is opened. Throws STATE_UNUSABLE. */
  mayDiffer(): boolean {
    const seen = this.#seen();
    return knownIn(this.#home).some((file) => {
      const stat = this.#statOf(file);
      return seen[file] !== identityOf(stat);
    });
  }

  /**
   * The logs that do not begin with what was left, as they are now; of those older than thirty days nothing is kept any
   * more. Throws STATE_… refusals.
   */
  savedOver(today: string): readonly SavedOver[] {
    const found: SavedOver[] = [];
    const seen: Record<string, string> = {};
    for (const file of knownIn(this.#home)) {
      if (daysFrom(dayOf(file) ?? today, today) > LOG_REVIEW_DAYS) {
        this.forget(file);
        continue;
      }
      const stat = this.#statOf(file);
      if (this.#seen()[file] !== identityOf(stat)) {
        const now = this.#read(file);
        // What cannot be read now is compared another time.
        if (now === 'unreadable') continue;
        const lefts = this.#leftIn(file);
        const last = lefts.at(-1);
        if (last !== undefined && !beginsWith(now, last))
          found.push({ file, own: lefts.map(({ text }) => text).join(''), now });
      }
      if (isSettled(stat)) seen[file] = identityOf(stat);
    }
    if (JSON.stringify(seen) !== JSON.stringify(this.#seen()))
      stateOf(this.#home).write(STATE.seenLogs, seen);
    return found;
  }

  /** What a log is now counts as left, with those of the kernel's lines that stand in it. Throws STATE_… refusals. */
  settle(file: string): void {
    const day = dayOf(file);
    const lefts = day === undefined ? [] : this.#leftIn(file);
    if (day === undefined || lefts.length === 0) return;
    const own = lefts.map(({ text }) => text).join('');
    const now = this.#read(file);
    this.forget(file);
    if (now === undefined || now === 'unreadable') return;
    const gone = new Set(missingLines(own, now.toString('utf8')));
    const text = linesOf(own)
      .filter((line) => !gone.has(line))
      .join('\n');
    const left = { end: now.byteLength, sha256: sha256(now), text: `${text}\n` };
    this.#inFolder((folder) => folder.append(STATE.leftLog, left, day));
  }

  /** Nothing is known of this log any more. Throws STATE_UNUSABLE. */
  forget(file: string): void {
    this.#last = undefined;
    const day = dayOf(file);
    if (day !== undefined) this.#inFolder((folder) => folder.remove(STATE.leftLog, day));
  }

  #seen(): Readonly<Record<string, string>> {
    return stateOf(this.#home).read(STATE.seenLogs) ?? {};
  }

  #leftIn(file: string): readonly Left[] {
    return this.#inFolder((folder) => leftsIn(folder, file));
  }

  #statOf(file: string): Stat | undefined {
    try {
      const place = this.#workspace.place(file);
      return place?.directory.disk.lstat(place.directory.at(place.name));
    } catch (error) {
      if (!(error instanceof Refusal) && errnoOf(error) === undefined) throw error;
      return undefined;
    }
  }

  /** What is no regular file is gone. */
  #read(file: string): Buffer | 'unreadable' | undefined {
    try {
      const place = this.#workspace.place(file);
      return place && readBytes(place.directory, place.name, file)?.bytes;
    } catch (error) {
      const code = error instanceof Refusal ? error.code : errnoOf(error);
      if (code === undefined) throw error;
      return code === 'FILE_SYMLINK' || code === 'FILE_NOT_REGULAR' ? undefined : 'unreadable';
    }
  }

  /** What an append has left: of a log that was saved over before it, what was left then, so that this is still found. */
  #leftBy(file: string, text: string, end: number): Left | undefined {
    const last = this.#last;
    const isNext = last?.file === file && last.end + Buffer.byteLength(text) === end;
    const hash = isNext ? last.hash.update(text) : createHash('sha256');
    if (!isNext) {
      const now = this.#read(file);
      if (now === undefined || now === 'unreadable' || now.byteLength < end) return undefined;
      const before = this.#leftIn(file).at(-1);
      if (before !== undefined && !beginsWith(now, before)) return { ...before, text };
      hash.update(now.subarray(0, end));
    }
    this.#last = { file, end, hash };
    return { end, sha256: hash.copy().digest('hex'), text };
  }

  #inFolder<Value>(work: (folder: StateStore<'journal'>) => Value): Value {
    return inFolder(this.#home, work);
  }
}

/** What was left in each log, for who only looks. Throws STATE_… refusals. */
export const leftLogs = (home: StateHome): readonly LeftLog[] =>
  knownIn(home).flatMap((file) => {
    const lefts = inFolder(home, (folder) => leftsIn(folder, file));
    const last = lefts.at(-1);
    const own = lefts.map(({ text }) => text).join('');
    return last === undefined
      ? []
      : [{ file, own, begins: { end: last.end, sha256: last.sha256 } }];
  });

/** What is wrong with a log as it is now, `undefined` where it is gone; `undefined` if nothing is. */
export const rewritten = (
  { file, own, begins }: LeftLog,
  now: Buffer | undefined,
): SavedOverLog | undefined => {
  if (begins !== undefined && beginsWith(now, begins)) return undefined;
  const gone = missingLines(own, now?.toString('utf8') ?? '').length;
  if (begins === undefined && gone === 0) return undefined;
  return { file, gone, isRemoved: now === undefined };
};

/** No folder is opened. */
const knownIn = ({ directory, path }: StateHome): readonly string[] => {
  try {
    const names = directory.disk.readdir(`${directory.at('journal')}/`);
    return keysIn(names, STATE.leftLog).toSorted().map(dailyFile);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw unusable(error, path);
  }
};

/** A line that was torn says nothing. */
const leftsIn = (folder: StateStore<'journal'>, file: string): readonly Left[] =>
  (
    folder
      .read(STATE.leftLog, dayOf(file) ?? '')
      ?.toString('utf8')
      .split('\n') ?? []
  ).flatMap((line) => jsonAs(line, isLeftLine) ?? []);

const inFolder = <Value>(home: StateHome, work: (folder: StateStore<'journal'>) => Value): Value =>
  StateHome.within('journal', home.path, home, (folder) => work(stateOf(folder)));

const beginsWith = (
  now: Buffer | undefined,
  { end, sha256: hash }: Pick<Left, 'end' | 'sha256'>,
): boolean => now !== undefined && now.byteLength >= end && sha256(now.subarray(0, end)) === hash;

const isSettled = (stat: Stat | undefined): boolean =>
  stat === undefined || Date.now() - Number(stat.ctimeNs / 1_000_000n) >= FILE_SETTLED_MS;

const identityOf = (stat: Stat | undefined): string =>
  stat === undefined
    ? ''
    : [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].map(String).join(' ');

const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '');

/** The lines of `own` that do not stand in a log, whatever the ends of its lines are; as often as they are missing. */
export const missingLines = (own: string, log: string): readonly string[] => {
  const left = new Map<string, number>();
  for (const line of linesOf(log)) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  return linesOf(own).filter((line) => {
    const count = left.get(line.trim()) ?? 0;
    left.set(line.trim(), count - 1);
    return count <= 0;
  });
};
