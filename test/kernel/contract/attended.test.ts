/** What begins a session, whether a human attends it, and what it has changed. */
import { describe, expect, it } from 'vitest';

import { isAttended, PLAIN_REQUEST, triggerOf } from '#kernel/contract/boot-request.ts';
import { Changes, endFields } from '#kernel/run/changes.ts';

const HUMAN = {
  next: async () => undefined,
  answer: async () => undefined,
  choose: async () => undefined,
};

it.each([
  [{}, HUMAN, true, 'human'],
  [{}, undefined, false, 'job'],
  [{ attended: true }, undefined, true, 'human'],
  [{ attended: false }, HUMAN, false, 'job'],
  [{ trigger: 'heartbeat' as const, attended: true }, HUMAN, false, 'heartbeat'],
  [{ trigger: 'job' as const }, HUMAN, true, 'job'],
])('a session %j is attended and begun so [Y85]', (asked, human, attended, trigger) => {
  const request = { ...PLAIN_REQUEST, ...asked };
  expect([isAttended(request, { human }), triggerOf(request, { human })]).toEqual([
    attended,
    trigger,
  ]);
});

/** An answer of the gate to a write. */
const write = (file: string, answer: 'done' | 'GATE_DENIED' = 'done') =>
  ({ operation: 'write', file, answer }) as const;

describe('what a session changed', () => {
  it('is what the gate let through, each file once [Y63]', () => {
    const changes = new Changes();
    let heard = 0;
    changes.onChange(() => (heard += 1));
    for (const entry of [
      write('A.md'),
      write('A.md'),
      write('SOUL.md', 'GATE_DENIED'),
      write('b;c'),
    ])
      changes.note(entry);
    expect([changes.text, heard]).toEqual(['A.md, b;c', 2]);
    expect(endFields('over', changes.text, 'id')).toEqual([
      'reason',
      'over',
      'changed',
      'A.md, b;c',
      'boot',
      'id',
    ]);
    expect(endFields('over', '', 'id')).toEqual(['reason', 'over', 'boot', 'id']);
    for (let nth = 0; nth < 30; nth += 1) changes.note(write(`n${nth}`));
    expect(changes.text).toMatch(/, n17 and 12 more$/);
  });
});
