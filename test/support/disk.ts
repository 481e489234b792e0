/** Disks that tell what was asked of them, act between two calls, or fail at one of them. */
import { basename } from 'node:path';

import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { mapDisk, type Wrap } from '#kernel/process/trace.ts';

/** One call about to be made. `on` is the last part of the path, or of the one that a descriptor was opened by. */
interface Call {
  /** 1 for the first. */
  readonly nth: number;
  readonly call: keyof Disk;
  readonly on: string;
  /** The call and what it is made on: `unlink BOOTSTRAP.md`. */
  readonly text: string;
}

/** What the hooks may do: look, act on the disk, or (before) throw the error that the call shall have. */
export interface Hooks {
  readonly before?: (call: Call) => void;
  readonly after?: (call: Call) => void;
}

/** The real disk with hooks around each call. Descriptors are shown under the name they were opened by. */
export const hooked = ({ before, after }: Hooks, inner: Disk = real): Disk => {
  const names = new Map<number, string>();
  let count = 0;
  const nameOf = (path: string): string => {
    const fd = /^\/proc\/self\/fd\/(\d+)\/?$/.exec(path)?.[1];
    const opened = fd === undefined ? undefined : names.get(Number(fd));
    return opened ?? basename(path).replace(/\.[0-9a-f]{12}\.yamo-tmp$/, '.TMP');
  };
  const wrap: Wrap =
    (call, run) =>
    (...given) => {
      const [first] = given;
      const on = typeof first === 'number' ? (names.get(first) ?? '?') : nameOf(String(first));
      count += 1;
      const made = { nth: count, call, on, text: `${call} ${on}` };
      before?.(made);
      const value = run(...given);
      if (call === 'open' && typeof value === 'number') names.set(value, on);
      after?.(made);
      return value;
    };
  return mapDisk(inner, wrap);
};

/** The error of a system call. */
const errno = (code: string): Error => Object.assign(new Error(code), { code });

/** A disk that notes every call, in order. */
export const recording = (): { readonly disk: Disk; readonly calls: string[] } => {
  const calls: string[] = [];
  return { disk: hooked({ before: ({ text }) => void calls.push(text) }), calls };
};

/** A disk that does something once, right before (or after) the first call with this text. */
export const acting = (when: 'before' | 'after', text: string, act: () => void): Disk => {
  let done = false;
  const hook = (call: Call): void => {
    if (done || call.text !== text) return;
    done = true;
    act();
  };
  return hooked(when === 'before' ? { before: hook } : { after: hook });
};

/** A disk whose calls with this text fail. */
export const failing = (text: string, code: string): Disk =>
  hooked({
    before: (call) => {
      if (call.text === text) throw errno(code);
    },
  });

/** A switch around a disk: the n-th call after `arm(n, code)` fails, all others are real. */
export class FaultyDisk {
  readonly disk: Disk;
  /** Calls since the last `arm`. */
  calls: string[] = [];
  #failAt = 0;
  #code = 'EIO';

  constructor() {
    this.disk = hooked({
      before: (call) => {
        this.calls.push(call.text);
        if (this.calls.length === this.#failAt) throw errno(this.#code);
      },
    });
  }

  /** `nth` 0: nothing fails. */
  arm(nth: number, code: string): void {
    this.calls = [];
    this.#failAt = nth;
    this.#code = code;
  }
}
