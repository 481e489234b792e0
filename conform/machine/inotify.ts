/** Who opened or read a file, as its inode was told: by whatever name, mount or call. */
import { closeSync, readSync } from 'node:fs';

// linux/inotify.h; the flags of both processors are the same.
const IN_ACCESS = 0x1;
const IN_OPEN = 0x20;
const IN_NONBLOCK = 0o4000;
const IN_CLOEXEC = 0o2000000;
/** One event, whichever. */
const EVENT_BYTES = 4096;

/** From now on; says later whether it was opened or read, once. Throws where it cannot be watched. */
export type WatchInode = (path: string) => () => boolean;

/** Why there is none: koffi is optional, and has nothing for some machines. */
export const loadInotify = async (): Promise<WatchInode | string> => {
  try {
    const { default: koffi } = await import('koffi');
    const library = koffi.load(null);
    const init = library.func('int inotify_init1(int flags)');
    const add = library.func('int inotify_add_watch(int fd, const char *path, uint32_t mask)');
    return (path) => {
      const fd = Number(init(IN_CLOEXEC | IN_NONBLOCK));
      if (fd === -1 || Number(add(fd, path, IN_ACCESS | IN_OPEN)) === -1)
        throw new Error(`inotify cannot watch ${path}: error ${koffi.errno()}`);
      return () => hasEvent(fd);
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const hasEvent = (fd: number): boolean => {
  try {
    return readSync(fd, Buffer.alloc(EVENT_BYTES)) > 0;
  } catch {
    return false;
  } finally {
    closeSync(fd);
  }
};
