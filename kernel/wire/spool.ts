/**
 * Questions by files, from processes in a view that no descriptor and no socket reaches: each question is a file in a
 * folder that the view shows, and so is its answer. This is the kernel's end; spool-ask.ts is the other one. Whoever may
 * write in the folder may ask, and is not trusted: the folder is held by its descriptor, no link is followed, nothing is
 * overwritten in place, and no more is looked at than a folder of questions holds.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  SPOOL_FILES,
  SPOOL_LOOK_MS,
  SPOOL_QUESTION_MAX_BYTES,
  SPOOL_QUESTIONS,
  SPOOL_QUESTIONS_MAX_BYTES,
} from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { readAll, writeAll } from '#kernel/fs/bytes.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, closeQuietly, type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { type Watching, watchFolder } from '#kernel/process/watch.ts';
import { tryCall } from '#kernel/process/try-call.ts';

const QUESTION = /^([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.question$/;

/** What answers a question; never rejects. */
type Answerer = (question: string) => Promise<string>;

/** A file that may be a question. */
interface Question {
  readonly id: string;
  readonly fd: number;
  readonly bytes: number;
}

export class Spool {
  /** The folder. */
  readonly path: string;
  readonly #directory: Directory;
  readonly #answerer: Answerer;
  #flooded: (what: string) => void = () => undefined;
  #running = 0;
  #runningBytes = 0;
  #watching: Watching | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #closed = false;

  private constructor(path: string, directory: Directory, answerer: Answerer) {
    this.path = path;
    this.#directory = directory;
    this.#answerer = answerer;
    this.#watch();
  }

  /** A new folder in `parent`, mode 0700, whose questions are answered until it is closed. Throws SCRATCH_UNUSABLE. */
  static open(disk: Disk, parent: string, answerer: Answerer): Spool {
    const path = join(parent, `.yamo-${randomUUID()}`);
    try {
      disk.mkdir(path, 0o700);
      return new Spool(path, Directory.open(disk, path), answerer);
    } catch (error) {
      throw asRefusal(error, (errno) => new Refusal('SCRATCH_UNUSABLE', { path: parent, errno }));
    }
  }

  /** `flooded` hears, with what, that the folder was filled; nothing in it is answered then. */
  onFlood(flooded: (what: string) => void): void {
    this.#flooded = flooded;
  }

  /** Answers no more. What was put into the folder stays. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#watching?.close();
    clearInterval(this.#timer);
    this.#directory.close();
  }

  /**
   * Waits for the next change, and looks. What goes on changing is not listened to meanwhile: whoever makes changes
   * faster than they are heard would be all that the kernel hears. Where the system has no watch to give, it is looked
   * from time to time.
   */
  #watch(): void {
    const lost = (): void => {
      this.#watching = undefined;
      if (!this.#closed) this.#timer ??= setInterval(() => this.#look(), SPOOL_LOOK_MS);
    };
    try {
      this.#watching = watchFolder(this.#directory.at(''), () => this.#changed(), lost);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      lost();
    }
  }

  #changed(): void {
    this.#watching?.close();
    this.#watching = undefined;
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      if (this.#closed) return;
      // Watched before it is looked: what comes in between is heard.
      this.#watch();
      this.#look();
    });
  }

  #look(): void {
    if (this.#closed) return;
    const names = this.#names();
    if (names.length > SPOOL_FILES) {
      this.close();
      this.#flooded('files in the folder of its tools');
      return;
    }
    for (const name of names) {
      const [, id] = QUESTION.exec(name) ?? [];
      if (id === undefined) continue;
      if (this.#running >= SPOOL_QUESTIONS) return;
      const found = this.#open(id, name);
      if (found === undefined) continue;
      const fits = this.#runningBytes + found.bytes <= SPOOL_QUESTIONS_MAX_BYTES;
      const question = this.#take(name, found, fits);
      if (question !== undefined) void this.#answer(found, question);
    }
  }

  /** None where its writers have shut the folder. */
  #names(): readonly string[] {
    return tryCall(() => this.#directory.firstNames(SPOOL_FILES + 1)) ?? [];
  }

  /** Opens a question; `undefined` for what is none, which is removed. */
  #open(id: string, name: string): Question | undefined {
    const { disk } = this.#directory;
    const path = this.#directory.at(name);
    const fd = tryCall(() => disk.open(path, OPEN.read));
    const stat = fd === undefined ? undefined : tryCall(() => disk.fstat(fd));
    if (
      fd !== undefined &&
      stat?.isFile() === true &&
      stat.size <= BigInt(SPOOL_QUESTION_MAX_BYTES)
    )
      return { id, fd, bytes: Number(stat.size) };
    if (fd !== undefined) closeQuietly(disk, fd);
    tryCall(() => disk.unlink(path));
    return undefined;
  }

  /** Removes a question and returns it: it is answered once. `undefined` where it does not fit beside those that run. */
  #take(name: string, { fd, bytes }: Question, fits: boolean): string | undefined {
    const { disk } = this.#directory;
    try {
      if (!fits) return undefined;
      return tryCall(() => {
        disk.unlink(this.#directory.at(name));
        return readAll(disk, fd, bytes).toString('utf8');
      });
    } finally {
      closeQuietly(disk, fd);
    }
  }

  async #answer({ id, bytes }: Question, question: string): Promise<void> {
    this.#running += 1;
    this.#runningBytes += bytes;
    const answer = await this.#answerer(question);
    this.#running -= 1;
    this.#runningBytes -= bytes;
    if (this.#closed) return;
    // Without a place for it there is no answer: who asks, and has filled or shut the folder, waits in vain.
    tryCall(() => this.#put(id, answer));
    this.#changed();
  }

  /** Whole, or not there. */
  #put(id: string, answer: string): void {
    const { disk } = this.#directory;
    const part = this.#directory.at(`${id}.part`);
    const fd = disk.open(part, OPEN.create, 0o600);
    try {
      writeAll(disk, fd, Buffer.from(answer));
    } finally {
      closeQuietly(disk, fd);
    }
    disk.rename(part, this.#directory.at(`${id}.answer`));
  }
}
