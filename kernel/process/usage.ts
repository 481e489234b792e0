/**
 * How many files an agent keeps: in its scratch folder, and in the folders in memory that its view has. No system limits
 * them for us: those in memory have a size, and a file without content has none. So they are counted from time to time.
 */
import { lstatSync, opendirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MEMORY_FILES, SCRATCH_FILES, USAGE_LOOK_MS } from '#lib/spec/limits.ts';

/** So many new files on a file system are a reason to count those of the agent. */
const NOTICED_FILES = 256;
const IN_MEMORY = ['tmp', 'dev/shm'];
const NAMES_PER_LOOK = 64;
const TURN_MS = 10;
/** Of the time that passes, counting takes one part in so many. */
const SHARE = 20;
/** What a name takes in a folder, at least; for folders that cannot be listed. */
const NAME_BYTES = 16;

/** Calls `past` once, with what it is too much of; `pid` is the process that was started. Returns what ends the watch. */
export const watchUsage = (
  pid: number,
  scratch: string,
  past: (what: string) => void,
): (() => void) => {
  let known = -1;
  let notBefore = 0;
  let isCounting = false;
  const look = (): void => {
    const found = inMemory(pid);
    if (found !== undefined) return end(found);
    const used = filesUsed(scratch);
    if (isCounting || performance.now() < notBefore) return;
    if (used !== undefined && Math.abs(used - known) < NOTICED_FILES) return;
    known = used ?? -1;
    isCounting = true;
    const begun = performance.now();
    void tooMuch(scratch).then((what) => {
      isCounting = false;
      notBefore = performance.now() + SHARE * (performance.now() - begun);
      if (what !== undefined) end(what);
    });
  };
  const timer = setInterval(look, USAGE_LOOK_MS).unref();
  const stop = (): void => clearInterval(timer);
  const end = (what: string): void => {
    stop();
    past(what);
  };
  return stop;
};

/** Files in use where `path` lies; `undefined` where the file system does not count them. */
const filesUsed = (path: string): number | undefined => {
  try {
    const { files, ffree } = statfsSync(path);
    return files === 0 ? undefined : files - ffree;
  } catch {
    return undefined;
  }
};

/** What there is too much of in memory: what process `pid` has started in a namespace of mounts of its own has it for `/tmp`. */
export const inMemory = (pid: number): string | undefined => {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ');
    if (child === undefined || child === '') return undefined;
    if (namespaceOf(child) === namespaceOf('self')) return undefined;
    const full = IN_MEMORY.find((folder) => {
      const seen = `/proc/${child}/root/${folder}`;
      // While its view is being made, it still sees the folder of the machine.
      return deviceOf(seen) !== deviceOf(`/${folder}`) && (filesUsed(seen) ?? 0) > MEMORY_FILES;
    });
    return full === undefined ? undefined : `more than ${MEMORY_FILES} files in /${full}`;
  } catch {
    return undefined;
  }
};

const deviceOf = (path: string): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.dev;

const namespaceOf = (process: string): string => readlinkSync(`/proc/${process}/ns/mnt`);

/** What there is too much of in a folder. Others have their turn meanwhile. */
const tooMuch = async (root: string): Promise<string | undefined> => {
  let files = 0;
  let since = performance.now();
  const folders = [root];
  for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
    for (const entry of entriesOf(path)) {
      files += entry.files;
      if (files > SCRATCH_FILES) return `more than ${SCRATCH_FILES} files in its scratch folder`;
      if (entry.isFolder) folders.push(join(path, entry.name));
      if (files % NAMES_PER_LOOK !== 0 || performance.now() - since < TURN_MS) continue;
      await new Promise((resume) => setImmediate(resume));
      since = performance.now();
    }
  }
  return undefined;
};

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly files: number;
}

/** Nothing where it is gone meanwhile; a guess where it cannot be listed. */
function* entriesOf(path: string): Generator<Entry, void> {
  try {
    const folder = opendirSync(path);
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync())
        yield { name: entry.name, isFolder: entry.isDirectory(), files: 1 };
    } finally {
      folder.closeSync();
    }
  } catch {
    yield { name: '', isFolder: false, files: Math.floor(sizeOf(path) / NAME_BYTES) };
  }
}

const sizeOf = (path: string): number => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
};
