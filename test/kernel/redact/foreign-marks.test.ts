/** What a user is told at the start of what other programs left in a workspace. */
import { describe, expect, it } from 'vitest';

import { reportForeignMarks } from '#kernel/redact/foreign-marks.ts';
import { SESSION_KINDS, type SessionKind, MAIN, SHARED } from '#lib/spec/session-policy.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const DAYS = ['2026-11-21', '2026-11-20'];

const toldIn = (kind: SessionKind, files: Readonly<Record<string, string>>): unknown => {
  const { workspace } = enterWorkspace(makeBornWorkspace(files));
  const notices: (readonly string[])[] = [];
  const notice = (section: string, text: string): number => notices.push([section, text]);
  reportForeignMarks(workspace, [], { kind, notice, days: DAYS });
  return notices;
};

it('a merge that stopped in what was loaded is told in every session, with its line', () => {
  const text = ['# Agents', '<<<<<<< HEAD', 'one', '=======', 'two', '>>>>>>> other', ''].join(
    '\n',
  );
  const { workspace } = enterWorkspace(makeBornWorkspace());
  for (const kind of SESSION_KINDS) {
    const notices: (readonly string[])[] = [];
    const notice = (section: string, words: string): number => notices.push([section, words]);
    reportForeignMarks(workspace, [{ file: 'AGENTS.md', text }], { kind, notice, days: DAYS });
    expect(notices).toEqual([
      ['§1', 'AGENTS.md:2 holds a merge conflict: both sides of it were loaded.'],
    ]);
  }
});

describe('at the start of a main session', () => {
  it('notes of a loaded day under a longer name are named: nobody loads them', () => {
    expect(toldIn(MAIN, { 'memory/2026-11-21-pier.md': 'x' })).toEqual([
      [
        '§2.5',
        'Not loaded, since a boot loads the log of a day alone: "memory/2026-11-21-pier.md".',
      ],
    ]);
  });

  it('logs, and notes of other days, are nothing to tell of', () => {
    const files = { 'memory/2026-11-21.md': 'x', 'memory/2026-10-01-pier.md': 'x' };
    expect(toldIn(MAIN, files)).toEqual([]);
  });
});

it('a shared session is told of no name', () => {
  expect(toldIn(SHARED, { 'memory/2026-11-21-pier.md': 'x' })).toEqual([]);
});
