/** `--watch`: stays, and audits again whatever changes, until it is interrupted. */
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { watchFolder, type Watching } from '#kernel/process/watch.ts';
import { selectionFor } from '#kernel/snapshot/selection.ts';
import { harmless, printError, styledError } from '#cli/io/terminal.ts';
import { writeReport } from './formats.ts';
import { listNames } from './one.ts';
import { type AuditRun, reportOn } from './run.ts';
import { findWorkspaces } from './workspaces.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** An editor that saves makes several changes; they are looked at as one. */
const SETTLE_MS = 120;

/** Ends on Ctrl-C, with the exit code of the last report. */
export const watch = async (run: AuditRun): Promise<number> => {
  const { request } = run;
  const { paths } = findWorkspaces(run);
  const changes = new Changes(paths, run);
  const stop = (): void => changes.end();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  let exit: number = EXIT.done;
  for await (const changed of changes.batches()) {
    const { report } = await reportOn({ ...run, request: { ...request, paths: changed } });
    await writeReport(report, request);
    exit = report.exit;
    const count = `${paths.length} ${paths.length === 1 ? 'workspace' : 'workspaces'}`;
    const time = new Date().toLocaleTimeString();
    printError(`${styledError('dim', `${time}  watching ${count}; Ctrl-C ends`)}\n`);
  }
  return exit;
};

/** The workspaces that have changed since they were last asked for. */
class Changes {
  readonly #dirty: Set<string>;
  readonly #run: Pick<AuditRun, 'host' | 'job'>;
  readonly #watching = new Map<string, Watching>();
  readonly #unwatched = new Set<string>();
  #isOver = false;
  #wake = Promise.withResolvers<undefined>();

  /** All of them count as changed at first. */
  constructor(paths: readonly string[], run: Pick<AuditRun, 'host' | 'job'>) {
    this.#dirty = new Set(paths);
    this.#run = run;
  }

  async *batches(): AsyncGenerator<readonly string[]> {
    for (;;) {
      const changed = [...this.#dirty];
      this.#dirty.clear();
      // Watched before it is read: what changes while it is read is seen again.
      for (const path of changed) this.#follow(path);
      if (changed.length > 0) yield changed;
      // A promise kept from before may be long resolved: to await that one again and again stops all events.
      while (this.#dirty.size === 0 && !this.#isOver) {
        this.#wake = Promise.withResolvers();
        await this.#wake.promise;
      }
      if (this.#isOver) return;
      await pause(SETTLE_MS);
    }
  }

  end(): void {
    this.#isOver = true;
    for (const one of this.#watching.values()) one.close();
    this.#wake.resolve(undefined);
  }

  #touch(path: string): void {
    this.#dirty.add(path);
    this.#wake.resolve(undefined);
  }

  /** Once: it would be said again after every change. */
  #complain(folder: string, errno: string): void {
    if (this.#unwatched.has(folder)) return;
    this.#unwatched.add(folder);
    printError(
      `${styledError('yellow', '!')} ${harmless(folder)} cannot be watched (${errno}): what changes there is not seen.\n`,
    );
  }

  /** Watches a workspace and the folders in it that are listed, which may have come or gone since. */
  #follow(path: string): void {
    for (const folder of [path, ...foldersIn(path, this.#run)]) {
      // Anew each time: a watch on a folder that was removed and made again says nothing any more.
      this.#watching.get(folder)?.close();
      this.#watching.delete(folder);
      const touch = (): void => this.#touch(path);
      const lost = (): void => {
        this.#watching.get(folder)?.close();
        this.#watching.delete(folder);
        touch();
      };
      try {
        this.#watching.set(folder, watchFolder(folder, touch, lost));
      } catch (error) {
        const errno = errnoOf(error);
        if (errno === undefined) throw error;
        // No memory/ yet: the workspace tells when it comes.
        if (folder === path || errno !== 'ENOENT') this.#complain(folder, errno);
      }
    }
  }
}

/** memory/; of another layout, every folder that is there and listed. */
const foldersIn = (
  path: string,
  { host: { disk }, job }: Pick<AuditRun, 'host' | 'job'>,
): readonly string[] => {
  const memory = join(path, MEMORY_DIR);
  if (job.layout === 'rfc-0009') return [memory];
  const { isListed } = selectionFor(LAYOUTS[job.layout]);
  return (
    tryCall(() =>
      listNames(path, job, { disk })
        .entries.filter(({ name, stat }) => stat.isDirectory() && isListed(name))
        .map(({ name }) => join(path, name)),
    ) ?? [memory]
  );
};
