/** Who opens, reads, changes or replaces files, by inotify: every way is seen, and nobody is named. Import it from test files only. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Readable } from 'node:stream';

import { freshPath } from './workspace.ts';

export const hasInotify = spawnSync('inotifywait', ['--help']).error === undefined;

const EVENTS = ['open', 'access', 'modify', 'moved_to'].flatMap((event) => ['-e', event]);

export class FileWatch {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  /** Opened at the end: what happened before it has been told when it is. */
  readonly #last: string;
  #heard = '';

  private constructor(paths: readonly string[]) {
    this.#last = freshPath('watched');
    writeFileSync(this.#last, 'last');
    this.#child = spawn(
      'inotifywait',
      ['-m', ...EVENTS, '--format', '%w%f %e', ...paths, this.#last],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#heard += text));
  }

  /** Of files, and of folders what lies directly in them. */
  static async start(paths: readonly string[]): Promise<FileWatch> {
    const watch = new FileWatch(paths);
    let said = '';
    for await (const text of watch.#child.stderr.setEncoding('utf8')) {
      said += String(text);
      if (said.includes('Watches established')) break;
    }
    return watch;
  }

  /** What happened, as `PATH EVENT` in lines. */
  async end(): Promise<readonly string[]> {
    readFileSync(this.#last);
    while (!this.#heard.includes(this.#last)) await once(this.#child.stdout, 'data');
    this.#child.kill('SIGTERM');
    await once(this.#child, 'close');
    return this.#heard.split('\n').filter((line) => line !== '' && !line.startsWith(this.#last));
  }
}
