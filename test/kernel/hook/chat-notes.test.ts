/** A log that holds notes of chats, as a host's agent would read it with others there. */
import { expect, it } from 'vitest';

import { HookGate } from '#kernel/hook/hook-gate.ts';
import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { MAIN, SHARED } from '#lib/spec/session-policy.ts';
import { HERE, logIn, noteAll } from '#test/support/chat-notes.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const LOG = 'memory/2026-03-14.md';
const settings = { ...DEFAULT_SETTINGS, dailyLogsInShared: true };

it.each([
  ['notes of chats, in a shared session', SHARED, noteAll, 'GATE_DENIED'],
  ['notes of no chat', SHARED, (temp) => logIn(temp).append('- x\n'), undefined],
  ['notes of chats alone', SHARED, (temp) => logIn(temp, HERE).append('- x\n'), 'GATE_DENIED'],
  ['notes of chats, in a main session', MAIN, noteAll, undefined],
] satisfies readonly (readonly [string, typeof MAIN, typeof noteAll, string | undefined])[])(
  'is read by no tool as it is where it holds %s, if %s: it and its folder',
  async (_what, kind, note, code) => {
    const temp = makeBornWorkspace();
    note(temp);
    const opened = enterWorkspace(temp, { start: '2026-03-14T12:00' });
    const gate = new HookGate(opened, {
      settings,
      decision: { kind, reason: 'asked for' },
      attended: true,
    });
    const answers = [
      await gate.judge({ does: 'read', path: LOG }, LOG),
      await gate.judge({ does: 'search', path: 'memory' }, 'memory'),
    ];
    expect(
      answers.map((answer) => (answer === undefined ? undefined : Object(answer).code)),
    ).toEqual([code, code]);
  },
);

it.each([
  ['of today', '2026-03-14T12:00', undefined],
  ['of yesterday', '2026-03-15T12:00', undefined],
  ['of the day before', '2026-03-16T12:00', 'GATE_DENIED'],
])(
  'notes of no chat are read with others there where they are %s [R-101]',
  async (_, start, code) => {
    const temp = makeBornWorkspace();
    logIn(temp).append('- x\n');
    const decision = { kind: SHARED, reason: 'asked for' };
    const gate = new HookGate(enterWorkspace(temp, { start }), {
      settings,
      decision,
      attended: true,
    });
    const answer = await gate.judge({ does: 'read', path: LOG }, LOG);
    expect(answer === undefined ? undefined : Object(answer).code).toBe(code);
  },
);
