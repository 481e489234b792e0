/** Taking back changes of MEMORY.md: what an entry added goes without a question, what was there before does not. */
import process from 'node:process';
import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { type Changing, changeMemory } from '#kernel/memory/change.ts';
import { changing } from '#kernel/owner/memory.ts';
import { planUndo, undoEntry } from '#kernel/owner/undo-memory.ts';
import { refusalOf, stateRootOf, uid } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const on = <Value>(temp: TempWorkspace, work: (changing: Changing) => Value): Value =>
  changing(
    disk,
    temp.path,
    { uid, stateRoot: stateRootOf(temp), environment: process.env },
    {},
    work,
  );

const lines = (...all: readonly string[]): string =>
  `# Memory\n\n${all.map((line) => `- ${line}\n`).join('')}`;

/** Changes MEMORY.md through the journal, consented to. */
const change = (temp: TempWorkspace, after: string): void => {
  const before = temp.bytes('MEMORY.md');
  on(temp, (open) =>
    changeMemory(
      open,
      { kind: 'curate', at: new Date().toISOString() },
      [{ file: 'MEMORY.md', before, after: Buffer.from(after) }],
      { consent: true },
    ),
  );
};

describe('undoing a change of MEMORY.md', () => {
  it.each([
    ['all of it was added', lines(), lines('a', 'b', 'c'), undefined, lines()],
    ['most of it was added', lines('a'), lines('a', 'b', 'c', 'd', 'e'), undefined, lines('a')],
    ['all of it was taken out', lines('a', 'b', 'c'), lines(), undefined, lines('a', 'b', 'c')],
    [
      'all of it is other lines',
      lines('a', 'b', 'c'),
      lines('x', 'y', 'z', 'v'),
      undefined,
      lines('a', 'b', 'c'),
    ],
    [
      'something was added since',
      lines(),
      lines('a', 'b', 'c'),
      `${lines('a', 'b', 'c')}\n## Later\n`,
      '# Memory\n\n\n## Later\n',
    ],
    ['it has no end of line', '', 'a\nb\nc\nd', undefined, ''],
    ['its ends of lines are others', 'a\r\n', 'a\r\nb\r\nc\r\nd\r\ne\r\n', undefined, 'a\r\n'],
    [
      'it begins with a mark',
      '\uFEFF# Memory\n',
      '\uFEFF# Memory\na\nb\nc\n',
      undefined,
      '\uFEFF# Memory\n',
    ],
    ['lines stand there twice', 'a\n', 'a\na\na\na\nb\n', undefined, 'a\n'],
    [
      'it was reordered',
      lines('a', 'b', 'c'),
      lines('c', 'b', 'a'),
      undefined,
      lines('a', 'b', 'c'),
    ],
  ])('where %s', (_, before, after, since, undone) => {
    const temp = makeBornWorkspace({ 'MEMORY.md': before });
    change(temp, after);
    if (since !== undefined) temp.write('MEMORY.md', since);
    // What was added since is a change of its own, the last one.
    on(temp, (open) => undoEntry(open, planUndo(open, 1)));
    expect(temp.text('MEMORY.md')).toBe(undone);
  });

  it('asks before an undo is taken back that most of it came back with', () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': lines('a', 'b', 'c') });
    change(temp, lines());
    on(temp, (open) => undoEntry(open, planUndo(open)));
    const again = (consent: boolean) =>
      refusalOf(() => on(temp, (open) => undoEntry(open, planUndo(open, 2), { consent })));
    expect(again(false)).toBe('MEMORY_LOSS');
    expect(temp.text('MEMORY.md')).toBe(lines('a', 'b', 'c'));
    expect(again(true)).toBeUndefined();
    expect(temp.text('MEMORY.md')).toBe(lines());
  });
});
