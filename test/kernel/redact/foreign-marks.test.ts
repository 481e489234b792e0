/** What a user is told at the start of what other programs left in a workspace. */
import { describe, expect, it } from 'vitest';

import { reportForeignMarks } from '#kernel/redact/foreign-marks.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const DAYS = ['2026-11-21', '2026-11-20'];

const toldIn = (kind: 'main' | 'shared', files: Readonly<Record<string, string>>): unknown => {
  const { workspace } = enterWorkspace(makeBornWorkspace(files));
  const notices: (readonly string[])[] = [];
  const notice = (section: string, text: string): number => notices.push([section, text]);
  reportForeignMarks(workspace, [], { kind, notice, days: DAYS });
  return notices;
};

describe('at the start of a main session', () => {
  it('notes of a loaded day under a longer name are named: nobody loads them', () => {
    expect(toldIn('main', { 'memory/2026-11-21-pier.md': 'x' })).toEqual([
      [
        '§2.5',
        'Not loaded, since a boot loads the log of a day alone: "memory/2026-11-21-pier.md".',
      ],
    ]);
  });

  it('logs, and notes of other days, are nothing to tell of', () => {
    const files = { 'memory/2026-11-21.md': 'x', 'memory/2026-10-01-pier.md': 'x' };
    expect(toldIn('main', files)).toEqual([]);
  });
});

it('a shared session is told of no name', () => {
  expect(toldIn('shared', { 'memory/2026-11-21-pier.md': 'x' })).toEqual([]);
});
