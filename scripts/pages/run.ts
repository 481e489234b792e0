/** Runs the commands of one page, in order, in homes of their own. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import process from 'node:process';

import { blocksOf, type Block, type Command } from './blocks.ts';
import { agrees, linesOf } from './compare.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The home that pages show. */
const SHOWN_HOME = '/home/ada';

/** A reader's machine: a home, a clone to stand in, and `yamo` in the search path. */
class Machine {
  readonly #base = realpathSync(mkdtempSync(join(tmpdir(), 'yamo-page-')));
  readonly #home = join(this.#base, 'ada');
  readonly #clone = join(this.#base, 'clone');
  readonly #programs = join(this.#base, 'bin');
  #status = 0;

  constructor() {
    for (const folder of [this.#home, this.#clone, this.#programs])
      mkdirSync(folder, { mode: 0o700 });
    for (const part of ['workspaces', 'dist', 'schemas', 'package.json'])
      symlinkSync(join(ROOT, part), join(this.#clone, part));
    const program = join(this.#programs, 'yamo');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/dist/yamo.js" "$@"\n`);
    chmodSync(program, 0o755);
  }

  /** What it prints, on both streams as they come, and its exit code. */
  run(command: string): { readonly lines: readonly string[]; readonly code: number } {
    const script = `exec 2>&1 < /dev/null; umask 077; (exit ${this.#status}); ${command}`;
    const { stdout, status } = spawnSync('bash', ['-c', script], {
      cwd: this.#clone,
      encoding: 'utf8',
      env: {
        HOME: this.#home,
        PATH: [this.#programs, dirname(process.execPath), process.env['PATH'] ?? ''].join(
          delimiter,
        ),
        LANG: 'C.UTF-8',
        TZ: 'Europe/Berlin',
        LOGNAME: 'ada',
        GIT_CONFIG_COUNT: '2',
        GIT_CONFIG_KEY_0: 'user.name',
        GIT_CONFIG_VALUE_0: 'Ada',
        GIT_CONFIG_KEY_1: 'user.email',
        GIT_CONFIG_VALUE_1: 'ada@example.org',
      },
    });
    this.#status = status ?? 1;
    const text = stdout
      .replaceAll(this.#home, SHOWN_HOME)
      .replaceAll(this.#clone, `${SHOWN_HOME}/yamo`);
    return { lines: linesOf(text), code: this.#status };
  }

  [Symbol.dispose](): void {
    rmSync(this.#base, { recursive: true, force: true });
  }
}

/** A command of a page after it was run. */
export interface Outcome {
  readonly block: Block;
  readonly command: Command;
  readonly printed: readonly string[];
  readonly code: number;
}

/** What each command of a page comes to; those that are not run are left out. */
export function runPage(page: string): readonly Outcome[] {
  using machine = new Machine();
  return blocksOf(page)
    .filter(({ notRun }) => notRun === undefined)
    .flatMap((block) =>
      block.commands.map((command) => {
        const { lines, code } = machine.run(
          block.language === 'sh' ? `set -eu\n${command.command}` : command.command,
        );
        return { block, command, printed: lines, code };
      }),
    );
}

/** Did it come to what the page shows? A command without shown output is to succeed. */
export const isAsShown = ({ block, command, printed, code }: Outcome): boolean =>
  block.language === 'console' ? agrees(command.output, printed) : code === 0;
