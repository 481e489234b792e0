/** What became of mutants, in a folder that a run can be taken up from: one line for each thing that is known. */
import {
  existsSync,
  appendFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** How the processes of a run are told where that is. */
export const LEDGER_VARIABLE = 'YAMO_MUTANTS';

/** Beside the tests of its folder a mutant is tried by so many files: who looks longer has no time for others. */
const FILES_MAX = 10;

/** A mutant by its name, and what is known of it. */
export type Event =
  | { readonly mutant: string; readonly killed: string }
  | { readonly mutant: string; readonly tried: string }
  /** It is reached while a file of tests is loaded, by no test alone. */
  | { readonly mutant: string; readonly loading: string }
  | { readonly done: string }
  /** A file of tests that ended its process, or could not be loaded, without a mutant: it kills none. */
  | { readonly broken: string }
  /** So many others are tried from here on. */
  | { readonly listed: number };

/** What a process tries now, and since when. */
export interface Now {
  readonly pid: number;
  readonly file: string;
  readonly mutant: string | undefined;
  readonly since: number;
  /** How long the test takes without a mutant. */
  readonly usualMs: number;
}

/** The mutants of a run, as the processes of its tests know them. */
export interface Listed {
  readonly id: number;
  readonly name: string;
}

const nowOf = (text: string): Now => {
  const now: Now = JSON.parse(text);
  return now;
};

const eventOf = (line: string): Event => {
  const event: Event = JSON.parse(line);
  return event;
};

export class Ledger {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  note(event: Event): void {
    appendFileSync(join(this.#folder, 'ledger.jsonl'), `${JSON.stringify(event)}\n`);
  }

  /** Says which mutants are tried; where they are others than before, every file of tests is run again. */
  list(mutants: readonly Listed[]): void {
    const path = join(this.#folder, 'mutants.json');
    const text = JSON.stringify(mutants);
    if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
    writeFileSync(path, text);
    this.note({ listed: mutants.length });
  }

  listed(): readonly Listed[] {
    const listed: Listed[] = JSON.parse(readFileSync(join(this.#folder, 'mutants.json'), 'utf8'));
    return listed;
  }

  known(): Known {
    return new Known(this.#lines());
  }

  begin(now: Now): void {
    writeFileSync(this.#nowFile(now.pid), JSON.stringify(now));
  }

  end(pid: number): void {
    rmSync(this.#nowFile(pid), { force: true });
  }

  /** What is tried at present, or was when its process ended. */
  running(): readonly Now[] {
    return readdirSync(this.#folder)
      .filter((name) => name.startsWith('now-'))
      .flatMap((name) => {
        const text = readFileSync(join(this.#folder, name), 'utf8');
        // Another process is writing it.
        return text.endsWith('}') ? [nowOf(text)] : [];
      });
  }

  #nowFile(pid: number): string {
    return join(this.#folder, `now-${pid}.json`);
  }

  #lines(): readonly Event[] {
    try {
      const text = readFileSync(join(this.#folder, 'ledger.jsonl'), 'utf8');
      return text
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map(eventOf);
    } catch {
      return [];
    }
  }
}

/** What a ledger says. */
export class Known {
  /** By what each was killed. */
  readonly killed = new Map<string, string>();
  /** The files of tests in which each lived. */
  readonly tried = new Map<string, Set<string>>();
  readonly loading = new Map<string, Set<string>>();
  /** Files of tests that were run to their end. */
  readonly done = new Set<string>();
  readonly broken = new Set<string>();

  constructor(events: readonly Event[]) {
    for (const event of events) {
      if ('done' in event) this.done.add(event.done);
      else if ('broken' in event) this.broken.add(event.broken);
      else if ('listed' in event) this.#again();
      else if ('killed' in event) this.killed.set(event.mutant, event.killed);
      else if ('tried' in event) add(this.tried, event.mutant, event.tried);
      else add(this.loading, event.mutant, event.loading);
    }
  }

  #again(): void {
    this.done.clear();
    this.broken.clear();
  }

  /** Whether this file of tests may kill it; without one, whether it lives. */
  isOpen(mutant: string, test = ''): boolean {
    const tried = this.tried.get(mutant);
    if (this.killed.has(mutant) || tried?.has(test) === true) return false;
    const own = `test/${dirname(mutant.slice(0, mutant.indexOf(' ')))}/`;
    return test.startsWith(own) || (tried?.size ?? 0) < FILES_MAX;
  }
}

const add = (map: Map<string, Set<string>>, key: string, value: string): void => {
  map.set(key, (map.get(key) ?? new Set()).add(value));
};
