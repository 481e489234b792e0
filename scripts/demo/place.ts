/** A folder of its own for what a demo shows: a workspace, the kernel's state, and the command line on both. */
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';

import { buildDist } from '../build.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const YAMO = join(ROOT, 'dist/yamo.js');

/** Does somebody sit here? */
export const isTerminal = process.stdin.isTTY && process.stdout.isTTY;

/** Words of the demo itself. */
export const say = (words: string): void => {
  process.stdout.write(`\n${words}\n`);
};

export class DemoPlace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'yamo-demo-')));
  readonly workspace = join(this.folder, 'atlas');
  readonly #variables: Readonly<Record<string, string>>;

  private constructor(variables: Readonly<Record<string, string>>) {
    this.#variables = variables;
  }

  /** A copy of the bundled example, for a program that is built; `variables`: what its commands find in the environment. */
  static async make(variables: Readonly<Record<string, string>> = {}): Promise<DemoPlace> {
    if (!existsSync(YAMO)) await buildDist();
    const place = new DemoPlace(variables);
    cpSync(join(ROOT, 'workspaces/newborn'), place.workspace, { recursive: true });
    chmodSync(place.workspace, 0o700);
    return place;
  }

  /** Starts yamo. The kernel's state and cache stay in the folder, and nothing of the user's is read. */
  start(args: readonly string[], stdio: StdioOptions): ChildProcess {
    return spawn(process.execPath, [YAMO, ...args], {
      env: {
        ...process.env,
        XDG_STATE_HOME: join(this.folder, 'state'),
        XDG_CONFIG_HOME: join(this.folder, 'config'),
        XDG_CACHE_HOME: join(this.folder, 'cache'),
        ...this.#variables,
      },
      stdio,
    });
  }

  /** Runs yamo on this terminal, or with `lines` as its input; returns its exit code. */
  async run(args: readonly string[], lines?: string): Promise<number> {
    const child = this.start(args, [
      lines === undefined ? 'inherit' : 'pipe',
      'inherit',
      'inherit',
    ]);
    child.stdin?.on('error', () => undefined).end(lines);
    await once(child, 'exit');
    return child.exitCode ?? 1;
  }
  /** What yamo prints. Throws with its errors if it fails. */
  async printed(args: readonly string[]): Promise<string> {
    const child = this.start(args, ['ignore', 'pipe', 'pipe']);
    if (child.stdout === null || child.stderr === null) throw new Error('no output');
    const [said, errors] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (child.exitCode !== 0) throw new Error(`yamo ${args.join(' ')}: ${errors}`);
    return said.trim();
  }
}
