/** The built program at a terminal: what a human sees and is asked. The terminal is tmux. */
import { existsSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { noTmux, Terminal } from '#test/support/tmux.ts';

import { makeBornWorkspace, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { thirdPartyAgent, recordsOf, until } from '#test/support/yamo.ts';

/** The one log of a workspace that was booted once. */
const logOf = (ws: TempWorkspace): string =>
  ws.list().find((name) => /^memory\/\d/.test(name)) ?? '';

describe.skipIf(noTmux)('at a terminal', () => {
  it('a first boot asks for what its instructions leave open, and then the session talks', async () => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': '# Birth\n\n**Values:** calm\n' });
    const terminal = new Terminal(ws, []);
    await terminal.shows('Name (What the agent is called.)');
    terminal.type('Wren');
    await terminal.shows('Role (');
    terminal.type('night watch');
    await terminal.shows('Your name (');
    terminal.type('Ada');
    await terminal.shows('Time zone (');
    terminal.type('Europe/Berlin');
    await terminal.shows('Communication style (');
    terminal.type('');
    await terminal.shows('/help lists the commands.');
    terminal.type('/who');
    await terminal.shows('I am Wren, night watch.');
    terminal.type('/quit');
    await terminal.shows('exit code 0.');
    expect(ws.text('SOUL.md')).toContain('Wren');
    expect(ws.text('USER.md')).toContain('Europe/Berlin');
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
    // A first boot shows its steps.
    expect(terminal.screen).toContain('load_soul');
  });

  it('Ctrl-C at the prompt closes the session in good order', async () => {
    const ws = makeBornWorkspace();
    const terminal = new Terminal(ws, []);
    await terminal.shows('booted:');
    terminal.type('a note');
    await terminal.shows('Noted');
    terminal.press('C-c');
    await terminal.shows('exit code 0.');
    expect(recordsOf(ws)).toMatchObject([{ ending: { end: 'closed' } }]);
    expect(terminal.screen).not.toMatch(/\n +at /);
  });

  it('Ctrl-D does the same', async () => {
    const terminal = new Terminal(makeBornWorkspace(), []);
    await terminal.shows('booted:');
    terminal.press('C-d');
    await terminal.shows('exit code 0.');
    expect(terminal.screen).toContain('session closed');
  });

  it('Ctrl-C asks a turn to stop, and ends the session of an agent that does not', async () => {
    const ws = makeBornWorkspace();
    const terminal = new Terminal(ws, ['--agent', thirdPartyAgent('stuck')]);
    await terminal.shows('booted:');
    terminal.type('hello');
    await until(() => ws.text(logOf(ws)).includes('session_opened'));
    terminal.press('C-c');
    terminal.press('C-c');
    await terminal.shows('exit code 130.');
    expect(ws.text(logOf(ws))).toContain('session_closed');
    expect(recordsOf(ws)).toMatchObject([{ ending: { end: 'closed', reason: 'SIGINT' } }]);
  });

  it('Ctrl-C in a first boot ends it, with exit code 130', async () => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': 'Be somebody.\n' });
    const terminal = new Terminal(ws, ['--agent', thirdPartyAgent('stuck')]);
    await terminal.shows('bootstrap_deletion');
    terminal.press('C-c');
    // What was not carried out is its human's to keep.
    await terminal.shows('Enter: let it go.');
    terminal.type('');
    await terminal.shows('exit code 130.');
    expect(terminal.screen).toContain('INTERRUPTED');
    expect(existsSync(ws.at('SOUL.md'))).toBe(false);
  });
});
