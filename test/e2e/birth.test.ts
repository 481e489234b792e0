/** The built program: a first boot is a conversation until SOUL.md and USER.md say what they must. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesHolding } from '#test/support/snapshot.ts';
import { noTmux, Terminal } from '#test/support/tmux.ts';
import { filled, freshPath, makeUnbornWorkspace, makeWorkspace } from '#test/support/workspace.ts';
import {
  thirdPartyAgent,
  framesNamed,
  noticesOf,
  refusalOf,
  until,
  yamo,
} from '#test/support/yamo.ts';

const shipped = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../workspaces', name), 'utf8');

const OBEDIENT = ['--agent', thirdPartyAgent('obedient')];
const SOUL = 'You are Robin, a pilot. Be kind.';

describe.skipIf(noTmux)('a first boot at a terminal', () => {
  it('goes on until SOUL.md says something, and USER.md whom it serves [Y108]', async () => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': 'Ask who you are.\n' });
    const terminal = new Terminal(ws, OBEDIENT);
    // What is typed ahead is said in its turn.
    terminal.type('write USER.md Your human is Ada.');
    await terminal.shows('now: SOUL.md: who you are;');
    await terminal.shows('<<done>>');
    expect(terminal.screen).not.toContain('booted:');
    terminal.type('/done');
    await until(() => ws.has('USER.md'));
    terminal.type(`write SOUL.md ${SOUL}`);
    await terminal.shows('/help lists the commands.');
    terminal.press('C-d');
    await terminal.shows('exit code 0.');
    expect(ws.text('SOUL.md')).toBe(SOUL);
    expect(ws.text('USER.md')).toBe('Your human is Ada.');
  });

  it('that its human leaves says so, keeps what was written, and the next boot completes it', async () => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': 'Ask who you are.\n' });
    const terminal = new Terminal(ws, OBEDIENT);
    await terminal.shows('The first boot goes on');
    terminal.type(`write SOUL.md ${SOUL}`);
    await terminal.shows('<<done>>');
    terminal.type('/quit');
    // The instructions are shown, and written where their owner says.
    await terminal.shows('Ask who you are.');
    await terminal.shows('Enter: let it go.');
    terminal.type(ws.at('kept.md'));
    await terminal.shows('it lies in the workspace');
    const kept = freshPath('kept');
    terminal.type(kept);
    await terminal.shows('exit code 1.');
    expect(terminal.screen).toContain('BIRTH_LEFT');
    expect(readFileSync(kept, 'utf8')).toBe('Ask who you are.\n');
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    expect(ws.text('SOUL.md')).toBe(SOUL);
    expect(ws.has('AGENTS.md')).toBe(false);
    const next = await yamo(['boot', '--json', '--message', '/who'], { workspace: ws });
    expect(next.code).toBe(0);
    expect(noticesOf(next.events)).toMatch(/did not finish\. The kernel created .*AGENTS\.md/);
  });

  it('fills in templates of OpenClaw, keeps what they were, and never a SOUL.md that is whole', async () => {
    const ws = makeUnbornWorkspace({
      'SOUL.md': shipped('stock/SOUL.md'),
      'USER.md': shipped('stock/USER.md'),
    });
    const terminal = new Terminal(ws, OBEDIENT);
    await terminal.shows('now: USER.md: the name of');
    terminal.type(`write SOUL.md ${SOUL}`);
    await terminal.shows('had gaps');
    terminal.type('write USER.md Your human is Ada.');
    await terminal.shows('/help lists the commands.');
    terminal.press('C-d');
    await terminal.shows('exit code 0.');
    expect(ws.text('SOUL.md')).toBe(SOUL);
    expect(filesHolding('Core Truths', ws.stateHome)).toHaveLength(1);

    const whole = makeUnbornWorkspace({ 'SOUL.md': filled('SOUL.md') });
    const again = new Terminal(whole, OBEDIENT);
    await again.shows('now: USER.md: the name of the human');
    again.type(`write SOUL.md ${SOUL}`);
    await again.shows('GATE_EXISTS');
    again.type('write USER.md Your human is Ada.');
    await again.shows('/help lists the commands.');
    expect(whole.text('SOUL.md')).toBe(filled('SOUL.md'));
  });
});

describe('a first boot where nobody is there', () => {
  it('fails, and says what is missing, where the agent does not say who it is', async () => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': 'Ask who you are.\n' });
    const { code, events } = await yamo(['boot', '--json', '--message', 'x', ...OBEDIENT], {
      workspace: ws,
    });
    expect([code, refusalOf(events)]).toEqual([1, 'BIRTH_FAILED']);
    expect(framesNamed(events, 'refused')[0]?.['what']).toContain('SOUL.md: who you are');
  });

  it('writes one block, in the zone of its human', async () => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': shipped('newborn/BOOTSTRAP.md') });
    const { code, events } = await yamo(['boot', '--json', '--message', 'hello'], {
      workspace: ws,
      env: { TZ: 'Pacific/Kiritimati' },
    });
    expect(code).toBe(0);
    const logs = ws.list('memory').filter((name) => name.endsWith('.md'));
    expect(logs).toHaveLength(1);
    expect(framesNamed(events, 'ready')[0]).toMatchObject({ zone: 'Europe/Berlin', log: logs[0] });
    expect(ws.text(logs[0] ?? '').match(/^## Session /gm)).toHaveLength(1);
  });
});
