/** Where the measurements happen: a temporary folder with workspaces, kernel state and a compile cache. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

const ROOT = resolve(import.meta.dirname, '..');
const NEWBORN = join(ROOT, 'workspaces/newborn');

export const YAMO = join(ROOT, 'dist/yamo.js');
export const SCRIBE = join(ROOT, 'dist/scribe.js');
/** The bootstrap instructions of the bundled example. */
export const ORDERS = readFileSync(join(NEWBORN, 'BOOTSTRAP.md'));

export class Place {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'yamo-bench-')));
  #made = 0;

  /** An empty workspace, mode 0700. */
  emptyWorkspace(): string {
    this.#made += 1;
    const path = join(this.folder, `workspace-${this.#made}`);
    mkdirSync(path, { mode: 0o700 });
    return path;
  }

  /** A workspace that waits for its first boot. */
  newborn(): string {
    const path = this.emptyWorkspace();
    cpSync(NEWBORN, path, { recursive: true });
    return path;
  }

  /** Settings with which nothing holds the agent: strace would follow the view's own processes. */
  get unheld(): readonly string[] {
    const path = join(this.folder, 'unheld.json');
    writeFileSync(path, '{"sandbox":"none"}');
    return ['--settings', path, '--unsandboxed'];
  }

  /** What the measured processes get to see: nothing of the user's, one compile cache for all runs. */
  get environment(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.folder,
      XDG_STATE_HOME: join(this.folder, 'state'),
      XDG_CONFIG_HOME: join(this.folder, 'config'),
      XDG_CACHE_HOME: join(this.folder, 'cache'),
      TZ: 'UTC',
      NO_COLOR: '1',
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
