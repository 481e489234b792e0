/**
 * Questions by files, from processes in a view that no descriptor and no socket reaches: each question is a file in a
 * folder that the view shows, and so is its answer. This is the kernel's end; spool-ask.ts is the other one. Whoever may
 * write in the folder may ask, and is not trusted: the folder is held by its descriptor, no link is followed, nothing is
 * overwritten in place.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SPOOL_LOOK_MS, SPOOL_QUESTION_MAX_BYTES, SPOOL_QUESTIONS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { readAll, writeAll } from './bytes.ts';
import { Directory } from './directory.ts';
import { closeQuietly, type Disk, errnoOf, OPEN } from './disk.ts';
import { type Watching, watchFolder } from './watch.ts';

const QUESTION = /^([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.question$/;

/** What answers a question; never rejects. */
type Answerer = (question: string) => Promise<string>;

export class Spool {
  /** The folder. */
  readonly path: string;
  readonly #directory: Directory;
  readonly #answerer: Answerer;
  #running = 0;
  #watching: Watching | undefined;
  #timer: NodeJS.Timeout | undefined;
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
      throw new Refusal('SCRATCH_UNUSABLE', { path: parent, errno: errnoOf(error) });
    }
  }

  /** Answers no more. What was put into the folder stays. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#watching?.close();
    clearInterval(this.#timer);
    this.#directory.close();
  }

  /** Where the system has no watch to give, it is looked from time to time. */
  #watch(): void {
    const look = (): void => this.#look();
    const lost = (): void => {
      if (!this.#closed) this.#timer ??= setInterval(look, SPOOL_LOOK_MS);
    };
    try {
      this.#watching = watchFolder(this.#directory.at(''), look, lost);
    } catch (error) {
      errnoOf(error);
      lost();
    }
  }

  #look(): void {
    if (this.#closed) return;
    for (const name of this.#names()) {
      const [, id] = QUESTION.exec(name) ?? [];
      if (id === undefined) continue;
      if (this.#running >= SPOOL_QUESTIONS) return;
      const question = this.#take(name);
      if (question !== undefined) void this.#answer(id, question);
    }
  }

  /** None where its writers have shut the folder. */
  #names(): readonly string[] {
    return this.#attempt(() => this.#directory.names()) ?? [];
  }

  /** Removes a question and returns it: it is answered once. `undefined` for what is none. */
  #take(name: string): string | undefined {
    const { disk } = this.#directory;
    const path = this.#directory.at(name);
    return this.#attempt(() => {
      const fd = this.#attempt(() => disk.open(path, OPEN.read));
      try {
        disk.unlink(path);
        const stat = fd === undefined ? undefined : disk.fstat(fd);
        if (fd === undefined || stat?.isFile() !== true) return undefined;
        if (stat.size > BigInt(SPOOL_QUESTION_MAX_BYTES)) return undefined;
        return readAll(disk, fd, Number(stat.size)).toString('utf8');
      } finally {
        if (fd !== undefined) closeQuietly(disk, fd);
      }
    });
  }

  async #answer(id: string, question: string): Promise<void> {
    this.#running += 1;
    const answer = await this.#answerer(question);
    this.#running -= 1;
    if (this.#closed) return;
    // Without a place for it there is no answer: who asks, and has filled or shut the folder, waits in vain.
    this.#attempt(() => this.#put(id, answer));
    this.#look();
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

  /** In a folder that others write to any call may fail. */
  #attempt<Value>(work: () => Value): Value | undefined {
    try {
      return work();
    } catch (error) {
      errnoOf(error);
      return undefined;
    }
  }
}
