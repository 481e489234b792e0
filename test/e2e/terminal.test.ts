/** The built program at a terminal: what a human sees and is asked. The terminal is tmux. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { afterAll, describe, expect, it } from 'vitest';

import {
  freshPath,
  makeBornWorkspace,
  makeWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import { foreignAgent, recordsOf, skipLoudly, until, YAMO } from '#test/support/yamo.ts';

const noTmux = skipLoudly(
  spawnSync('tmux', ['-V']).status !== 0,
  'the interactive terminal session (needs tmux)',
);

const terminals: Terminal[] = [];
afterAll(() => {
  for (const terminal of terminals) terminal.tmux('kill-server');
});

class Terminal {
  readonly #socket = freshPath('tmux');

  constructor(ws: TempWorkspace, args: readonly string[]) {
    terminals.push(this);
    const words = [process.execPath, YAMO, 'boot', ...args, ws.path];
    const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    const environment = [
      `XDG_STATE_HOME=${ws.stateHome}`,
      `XDG_CONFIG_HOME=${ws.configHome}`,
      `HOME=${ws.path}`,
      'TZ=UTC',
    ];
    const command = `env ${environment.join(' ')} ${line}; echo "exit code $?."; exec sleep 60`;
    this.tmux('-f', '/dev/null', 'new-session', '-d', '-x', '110', '-y', '60', command);
  }

  tmux(...args: readonly string[]): string {
    return spawnSync('tmux', ['-S', this.#socket, ...args], { encoding: 'utf8' }).stdout;
  }

  get screen(): string {
    return this.tmux('capture-pane', '-p', '-J', '-S', '-');
  }

  async shows(text: string): Promise<void> {
    await until(() => this.screen.includes(text));
  }

  type(line: string): void {
    this.tmux('send-keys', '-l', line);
    this.tmux('send-keys', 'Enter');
  }

  press(key: string): void {
    this.tmux('send-keys', key);
  }
}

/** The one log of a workspace that was booted once. */
const logOf = (ws: TempWorkspace): string =>
  ws.list().find((name) => /^memory\/\d/.test(name)) ?? '';

describe.skipIf(noTmux)('at a terminal', () => {
  it('a birth asks for what its orders leave open, and then the session talks', async () => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': '# Birth\n\nBe somebody.\n' });
    const terminal = new Terminal(ws, []);
    await terminal.shows('Name:');
    terminal.type('Wren');
    await terminal.shows('Role:');
    terminal.type('night watch');
    await terminal.shows('Your name:');
    terminal.type('Ada');
    await terminal.shows('Time zone:');
    terminal.type('Europe/Berlin');
    await terminal.shows('Communication style:');
    terminal.type('');
    await terminal.shows('serve_user');
    terminal.type('/who');
    await terminal.shows('I am Wren, night watch.');
    terminal.type('/quit');
    await terminal.shows('exit code 0.');
    expect(ws.text('SOUL.md')).toContain('Wren');
    expect(ws.text('USER.md')).toContain('Europe/Berlin');
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
    expect(terminal.screen).toMatch(/✓ P0 bootstrap_deletion[^]*✓ P1 load_soul[^]*✓ P2 serve_user/);
  });

  it('Ctrl-C at the prompt closes the session in good order', async () => {
    const ws = makeBornWorkspace();
    const terminal = new Terminal(ws, []);
    await terminal.shows('serve_user');
    terminal.type('a note');
    await terminal.shows('Noted');
    terminal.press('C-c');
    await terminal.shows('exit code 0.');
    expect(recordsOf(ws)).toMatchObject([{ ending: { end: 'closed' } }]);
    expect(terminal.screen).not.toMatch(/\n +at /);
  });

  it('Ctrl-D does the same', async () => {
    const terminal = new Terminal(makeBornWorkspace(), []);
    await terminal.shows('serve_user');
    terminal.press('C-d');
    await terminal.shows('exit code 0.');
    expect(terminal.screen).toContain('session closed');
  });

  it('Ctrl-C asks a turn to stop, and ends the session of an agent that does not', async () => {
    const ws = makeBornWorkspace();
    const terminal = new Terminal(ws, ['--agent', foreignAgent('stuck')]);
    await terminal.shows('serve_user');
    terminal.type('hello');
    await until(() => ws.text(logOf(ws)).includes('session_opened'));
    terminal.press('C-c');
    terminal.press('C-c');
    await terminal.shows('exit code 130.');
    expect(ws.text(logOf(ws))).toContain('session_closed');
    expect(recordsOf(ws)).toMatchObject([{ ending: { end: 'closed', reason: 'SIGINT' } }]);
  });

  it('Ctrl-C in a birth ends it, with exit code 130', async () => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': 'Be somebody.\n' });
    const terminal = new Terminal(ws, ['--agent', foreignAgent('stuck')]);
    await terminal.shows('bootstrap_deletion');
    terminal.press('C-c');
    await terminal.shows('exit code 130.');
    expect(terminal.screen).toContain('INTERRUPTED');
    expect(existsSync(ws.at('SOUL.md'))).toBe(false);
  });
});
