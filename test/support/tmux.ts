/** A terminal to run the built program in: tmux. Import it from test files only: it registers its clean-up with vitest. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import { afterAll } from 'vitest';

import { agentCommand } from './test-agents.ts';
import { freshPath, type TempWorkspace } from './workspace.ts';
import { skipLoudly, until, YAMO } from './yamo.ts';

export const noTmux = skipLoudly(
  spawnSync('tmux', ['-V']).status !== 0,
  'the interactive terminal session (needs tmux)',
);

/** Below the time limit of a test, which would not tell what was on the screen. */
const SHOWN_WITHIN_MS = 200_000;

const terminals: Terminal[] = [];
afterAll(() => {
  for (const terminal of terminals) terminal.tmux('kill-server');
});

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** `boot` unless told. */
  readonly command?: string;
  /** Between the program and its terminal: `2> file`. */
  readonly redirect?: string;
  /** From a shell that takes the terminal when the program stops, and gives it back after Enter. */
  readonly shell?: boolean;
}

export class Terminal {
  readonly #socket = freshPath('tmux');
  readonly #raw = freshPath('terminal');

  /** Starts a command of yamo, `boot` unless told, with these arguments, and says its exit code at the end. */
  constructor(ws: TempWorkspace, args: readonly string[], options: TerminalOptions = {}) {
    terminals.push(this);
    const { columns = 110, rows = 60, env = {}, redirect = '', shell = false } = options;
    const { command: verb = 'boot' } = options;
    const words = [process.execPath, YAMO, verb, ...args, ws.path];
    const line = words.map(quoted).join(' ');
    const environment = Object.entries({
      XDG_STATE_HOME: ws.stateHome,
      XDG_CONFIG_HOME: ws.configHome,
      HOME: ws.path,
      TZ: 'UTC',
      ...env,
    }).map(([name, value]) => quoted(`${name}=${value}`));
    const program = `env -u NO_COLOR -u FORCE_COLOR ${environment.join(' ')} ${line} ${redirect}`;
    const command = shell
      ? `PS1='shell> ' exec bash --norc --noprofile -i -c ${quoted(`set -m; ${program}; echo "in the shell"; read -r; fg; echo "exit code $?."; exec sleep 60`)}`
      : `${program}; echo "exit code $?."; exec sleep 60`;
    const size = ['-x', String(columns), '-y', String(rows)];
    this.tmux('-f', '/dev/null', 'new-session', '-d', ...size, command);
  }

  tmux(...args: readonly string[]): string {
    return spawnSync('tmux', ['-S', this.#socket, ...args], { encoding: 'utf8' }).stdout;
  }

  /** All that was shown, with what has scrolled away. */
  get screen(): string {
    return this.tmux('capture-pane', '-p', '-J', '-S', '-').replaceAll(/ +$/gm, '');
  }

  /** The rows that are visible, without the empty ones at the end. */
  get rows(): readonly string[] {
    return this.tmux('capture-pane', '-p').trimEnd().split('\n');
  }

  /** The same with styles. */
  get styled(): string {
    return this.tmux('capture-pane', '-p', '-e');
  }

  /** Where the cursor stands: column and row, from 0. */
  get cursor(): string {
    return this.tmux('display-message', '-p', '#{cursor_x},#{cursor_y}').trim();
  }

  /** From now on, every byte that the program writes. */
  record(): () => string {
    this.tmux('pipe-pane', `cat >> ${quoted(this.#raw)}`);
    return () => (existsSync(this.#raw) ? readFileSync(this.#raw, 'utf8') : '');
  }

  resize(columns: number, rows: number): void {
    this.tmux('resize-window', '-x', String(columns), '-y', String(rows));
  }

  /** Waits until a text is shown so many times. @throws With the whole screen, where it is not within SHOWN_WITHIN_MS. */
  async shows(text: string, times = 1): Promise<void> {
    const ends = Date.now() + SHOWN_WITHIN_MS;
    await until(() => Date.now() > ends || this.screen.split(text).length > times);
    if (this.screen.split(text).length > times) return;
    throw new Error(`"${text}" was not shown ${times} times:\n${this.screen}`);
  }

  /** A line, and Enter. */
  type(line: string): void {
    this.write(line);
    this.press('Enter');
  }

  /** The keys of a text. */
  write(text: string): void {
    this.tmux('send-keys', '-l', '--', text);
  }

  press(...keys: readonly string[]): void {
    this.tmux('send-keys', ...keys);
  }

  /** From the clipboard, with the brackets that the program asked for. */
  paste(text: string): void {
    // By its standard input: arguments of tmux are short.
    spawnSync('tmux', ['-S', this.#socket, 'load-buffer', '-'], { input: text });
    this.tmux('paste-buffer', '-p');
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** A command for `--agent`: test/support/agents/performer.ts. */
export const PERFORMER = agentCommand('performer');
