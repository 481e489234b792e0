/** What an owner is told of the kind of session that they get (RFC-0009 §3.2). */
import { expect, it } from 'vitest';

import { kindOf } from '#kernel/boot/open-workspace.ts';
import { type BootRequest, PLAIN_REQUEST } from '#kernel/contract/boot-request.ts';
import { Recorder } from '#kernel/run/record.ts';
import { SHARED, MAIN, type SessionKind } from '#lib/spec/session-policy.ts';
import { hostOf } from '#test/support/in-process.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

it.each<[string, Partial<BootRequest>, SessionKind, boolean]>([
  ['a main session that others overhear', { session: MAIN, channel: 'harbour' }, SHARED, true],
  ['a session among others', { channel: 'harbour' }, SHARED, false],
  ['a shared session that was asked for', { session: SHARED }, SHARED, false],
  ['a main session', { session: MAIN }, MAIN, false],
])('of %s', (_, asked, kind, isTold) => {
  const ws = makeBornWorkspace();
  const told: string[] = [];
  const recorder = new Recorder(
    { version: 1, bootId: '', yamo: '0', startedAt: '' },
    (event) => void (event.event === 'notice' && told.push(event.text)),
  );
  const decision = kindOf(
    { ...PLAIN_REQUEST, session: undefined, path: ws.path, ...asked },
    hostOf(ws),
    recorder,
  );
  expect(decision.kind).toBe(kind);
  expect(told.map((text) => text.includes('The session is shared'))).toEqual(isTold ? [true] : []);
});
