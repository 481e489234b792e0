/** The built program, without a model, and bootstrap instructions that the scribe would not take up whole. */
import { describe, expect, it } from 'vitest';
import { noTmux, Terminal } from '#test/support/tmux.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { framesNamed, noticesOf, refusalOf, yamo } from '#test/support/yamo.ts';

const ORDERS =
  '# Birth\n\n**Name:** Atlas\n**Role:** pilot\n\nFeed the walrus at noon.\nPassword: abc\n';

const unborn = (): TempWorkspace => makeWorkspace({ 'BOOTSTRAP.md': ORDERS });

describe('bootstrap instructions that the scribe would lose', () => {
  it('are refused where nobody can be asked: counted, not quoted, not deleted', async () => {
    const ws = unborn();
    const { code, events, stdout, stderr } = await yamo(['boot', '--json', '--message', 'hi'], {
      workspace: ws,
    });
    expect(code).toBe(1);
    expect(refusalOf(events)).toBe('ORDERS_UNREAD');
    const [frame] = framesNamed(events, 'refused');
    expect(frame?.['what']).toContain('1 of 4 lines');
    expect(frame?.['remedy']).toContain('--drop-unread');
    expect(stdout + stderr).not.toContain('walrus');
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
    expect(ws.list()).toEqual(['BOOTSTRAP.md']);
  });

  it('are given up knowingly with --drop-unread', async () => {
    const ws = unborn();
    const { code, events } = await yamo(['boot', '--json', '--drop-unread', '--message', '/who'], {
      workspace: ws,
    });
    expect(code).toBe(0);
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
    expect(ws.text('SOUL.md')).toContain('Atlas');
    expect(noticesOf(events)).toBe('');
  });

  it('are counted by --plan, which is refused as the boot is', async () => {
    const ws = unborn();
    const plan = await yamo(['boot', '--plan', '--json'], { workspace: ws });
    const ran = await yamo(['boot', '--json', '--message', '/who'], { workspace: ws });
    const said = ran.events.at(-1);
    expect(said).toMatchObject({ code: 'ORDERS_UNREAD' });
    expect(plan.events.at(-1)).toMatchObject({ code: 'ORDERS_UNREAD', what: said?.['what'] });
    expect((await yamo(['boot', '--plan', '--drop-unread'], { workspace: ws })).code).toBe(0);
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
  });

  it('are an agent’s own affair where another one than the scribe is born', async () => {
    const ws = unborn();
    const plan = await yamo(['boot', '--plan', '--agent', 'true'], { workspace: ws });
    expect([plan.code, plan.stderr]).toEqual([0, '']);
  });
});

describe.skipIf(noTmux)('at a terminal', () => {
  it('the lines are shown, and stay where their human says stop', async () => {
    const ws = unborn();
    const terminal = new Terminal(ws, []);
    await terminal.shows('BOOTSTRAP.md:6  Feed the walrus at noon.');
    terminal.type('1');
    await terminal.shows('exit code 1.');
    expect(terminal.screen).toContain('ORDERS_UNREAD');
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
  });

  it('the first boot goes on where their human gives them up', async () => {
    const ws = unborn();
    const terminal = new Terminal(ws, []);
    await terminal.shows('walrus');
    terminal.type('2');
    await terminal.shows('main session with scribe');
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
    terminal.press('C-d');
    await terminal.shows('exit code 0.');
  });

  it('instructions that are changed while their human reads are asked about again', async () => {
    const ws = unborn();
    const terminal = new Terminal(ws, []);
    await terminal.shows('walrus');
    ws.write('BOOTSTRAP.md', `${ORDERS}Then sink the pier.\n`);
    terminal.type('2');
    await terminal.shows('sink the pier');
    expect(ws.has('BOOTSTRAP.md')).toBe(true);
    terminal.type('');
    await terminal.shows('exit code 1.');
    expect(ws.has('BOOTSTRAP.md')).toBe(true);
  });
});
