/**
 * What models cost, by day: a JSON line for each answer, of all workspaces of the owner on this machine. A budget of a
 * day is one of all of them.
 */
import { join } from 'node:path';
import { type GuardedBy, jsonAs } from '#lib/guard.ts';
import { readAll, writeAll } from '#kernel/fs/bytes.ts';
import { type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { StateHome, unusable } from './home.ts';
import { isSpent } from './shapes.ts';

const FOLDER = 'usage';

/** Tokens of every kind together; US dollars as far as prices are known. */
export type Spent = GuardedBy<typeof isSpent>;

const NOTHING: Spent = { tokens: 0, usd: 0 };

/** What one request of a model cost, as the ledger has it. */
export interface RequestCost extends Spent {
  readonly at: string;
  readonly bootId: string;
  readonly model: string;
}

/** What models have cost in this workspace, a line a request, for budgets. */
export class UsageLedger {
  readonly #home: StateHome<'usage'>;
  /** Of the day that was read last: what lines up to `read` bytes come to. */
  #day = '';
  #read = 0;
  #sum = NOTHING;

  private constructor(home: StateHome<'usage'>) {
    this.#home = home;
  }

  /** Throws STATE_UNUSABLE. */
  static open(stateRoot: string, disk: Disk, uid: number): UsageLedger {
    return new UsageLedger(StateHome.common(FOLDER, stateRoot, { disk, uid }));
  }

  /** Notes what one answer came to. Throws STATE_UNUSABLE. */
  note(day: string, spending: RequestCost): void {
    this.#opened(day, OPEN.append | OPEN.ifMissing, (disk, fd) =>
      // In front, since another kernel may have been killed in the middle of its line.
      writeAll(disk, fd, Buffer.from(`\n${JSON.stringify(spending)}\n`)),
    );
  }

  /** What was spent on `day` (YYYY-MM-DD), by everybody. Throws STATE_UNUSABLE. */
  spent(day: string): Spent {
    if (day !== this.#day) {
      this.#day = day;
      this.#read = 0;
      this.#sum = NOTHING;
    }
    const bytes = this.#opened(day, OPEN.append | OPEN.ifMissing, (disk, fd) =>
      readAll(disk, fd, Number(disk.fstat(fd).size)),
    );
    // A line without its end is not whole yet.
    const end = bytes.lastIndexOf('\n') + 1;
    this.#sum = sumOf(bytes.toString('utf8', this.#read, end), this.#sum);
    this.#read = end;
    return this.#sum;
  }

  close(): void {
    this.#home.close();
  }

  #opened<Value>(day: string, flags: number, work: (disk: Disk, fd: number) => Value): Value {
    const { directory, path } = this.#home;
    const { disk } = directory;
    try {
      const fd = disk.open(directory.at(`${day}.jsonl`), flags, 0o600);
      try {
        return work(disk, fd);
      } finally {
        disk.close(fd);
      }
    } catch (error) {
      throw unusable(error, path);
    }
  }
}

/** What was spent on `day` (YYYY-MM-DD), by everybody. Creates nothing. Throws STATE_UNUSABLE. */
export const spentOn = (stateRoot: string, day: string, disk: Disk): Spent => {
  const path = join(stateRoot, FOLDER, `${day}.jsonl`);
  try {
    const fd = disk.open(path, OPEN.read);
    try {
      return sumOf(readAll(disk, fd, Number(disk.fstat(fd).size)).toString('utf8'));
    } finally {
      disk.close(fd);
    }
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return NOTHING;
    throw unusable(error, path);
  }
};

/** Of whole lines. */
const sumOf = (text: string, before = NOTHING): Spent =>
  text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => jsonAs(line, isSpent) ?? [])
    .reduce((sum, one) => ({ tokens: sum.tokens + one.tokens, usd: sum.usd + one.usd }), before);
