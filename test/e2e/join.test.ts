/** People who come and go during a session (RFC-0009 §3, R-75). */
import { describe, expect, it } from 'vitest';

import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import {
  thirdPartyAgent,
  framesNamed,
  noticesOf,
  recordsOf,
  refusalOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

const SECRET = 'CANARY-IN-MEMORY';

const withMemory = (): TempWorkspace =>
  makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- 2026-03-01: ${SECRET}\n` });

const boot = (ws: TempWorkspace, input: string, ...options: readonly string[]) =>
  yamo(['boot', '--json', ...options], { workspace: ws, input });

const kindsOf = (events: Parameters<typeof framesNamed>[0]) =>
  framesNamed(events, 'ready').map(({ kind }) => kind);

describe('somebody who joins', () => {
  it('a main session ends it: a shared one serves, with an agent and a prompt of its own [Y116]', async () => {
    const ws = withMemory();
    const ask = `read ${ws.at('MEMORY.md')}\n`;
    const { code, events, stdout } = await boot(
      ws,
      `${ask}/join bob\n${ask}/quit\n`,
      '--agent',
      thirdPartyAgent('obedient'),
    );
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(kindsOf(events)).toEqual(['main', 'shared']);
    const [before = '', after = ''] = stdout.split('"kind":"shared"');
    expect(before).toContain(SECRET);
    expect(after).not.toContain(SECRET);
    expect(recordsOf(ws)).toMatchObject([
      { kind: 'main', ending: { end: 'closed', reason: 'somebody joined' } },
      { kind: 'shared', ending: { end: 'closed', reason: 'ended by the human' } },
    ]);
  });

  it.each(['/join Bob Smith', '  /JOIN\tbob'])(
    'is understood, however it is said: %j',
    async (line) => {
      const { events } = await boot(withMemory(), `/join\n${line}\n/quit\n`);
      expect(kindsOf(events)).toEqual(['main', 'shared']);
    },
  );

  it('does not hear what was said before, where the main session resumed an earlier one [Y116]', async () => {
    const ws = withMemory();
    await boot(ws, 'of before\n');
    const { code, events } = await boot(ws, '/join bob\nhello\n', '--resume', 'last');
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(kindsOf(events)).toEqual(['main', 'shared']);
  });

  it('and is the primary human changes nothing', async () => {
    const ws = withMemory();
    writeSettings(ws, { primaryHuman: ['telegram:ada'] });
    const { events } = await boot(ws, '/join telegram:ada\nhello\n/quit\n');
    expect(kindsOf(events)).toEqual(['main']);
  });

  it('a shared session leaves it as it is, and nothing makes it main again', async () => {
    const ws = withMemory();
    writeSettings(ws, { primaryHuman: ['telegram:ada'] });
    const { events } = await boot(
      ws,
      '/join eve\n/join telegram:ada\n/quit\n',
      '--participant',
      'bob',
    );
    expect(kindsOf(events)).toEqual(['shared']);
  });

  it('where nothing can hold a shared one: the main session is over, and no other is started', async () => {
    const ws = withMemory();
    writeSettings(ws, { sandbox: 'none' });
    const { code, events } = await boot(ws, '/join bob\nhello\n', '--unsandboxed');
    expect([code, refusalOf(events)]).toEqual([1, 'SHARED_UNENFORCED']);
    expect(kindsOf(events)).toEqual(['main']);
    expect(noticesOf(events)).toContain('No sandbox works on this machine');
    expect(recordsOf(ws).map(({ ending }) => ending)).toMatchObject([
      { end: 'closed', reason: 'somebody joined' },
      { end: 'refused', code: 'SHARED_UNENFORCED' },
    ]);
  });
});
