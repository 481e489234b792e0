/** Old logs put away, removed and brought back by their owner. */
import process from 'node:process';
import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import type { Changing } from '#kernel/memory/change.ts';
import { dispose, type Disposed, oldLogs } from '#kernel/owner/old-logs.ts';
import { changing } from '#kernel/owner/memory.ts';
import {
  journalOf,
  planNext,
  planUndo,
  undoEntry,
  type Undoing,
} from '#kernel/owner/undo-memory.ts';
import { daysBefore } from '#lib/text/days.ts';
import { openWorkspace, refusalOf, stateRootOf, uid } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const TODAY = '2026-03-10';
const LOGS = {
  'memory/2026-03-11.md': 'of tomorrow\n',
  'memory/2026-03-10.md': 'of today\n',
  'memory/2026-03-04.md': 'six days\n',
  'memory/2026-03-03.md': 'seven days\n',
  'memory/2026-03-02.md': 'eight days\n',
  'memory/2026-01-02.md': 'old\n',
};

const on = <Value>(temp: TempWorkspace, work: (changing: Changing) => Value): Value =>
  changing(
    disk,
    temp.path,
    { uid, stateRoot: stateRootOf(temp), environment: process.env },
    { date: TODAY },
    work,
  );

const ageOf = (days: number, consent = false) => ({
  today: TODAY,
  machineDay: TODAY,
  days,
  consent,
});

const run = (
  temp: TempWorkspace,
  disposal: 'archive' | 'retain',
  days: number,
  consent = false,
): Disposed =>
  on(temp, (open) =>
    dispose(
      open,
      disposal,
      oldLogs(open.workspace, disposal, ageOf(days, consent)),
      () => undefined,
    ),
  );

const names = (days: number, consent = false): readonly string[] =>
  oldLogs(openWorkspace(makeBornWorkspace(LOGS)), 'retain', ageOf(days, consent)).map(
    ({ day }) => day,
  );

it('no folder is listed, and no entry of the journal read, once for each of many logs', () => {
  const days = Array.from({ length: 200 }, (_, index) => daysBefore('2025-12-31', index));
  const temp = makeBornWorkspace(
    Object.fromEntries(days.map((day) => [`memory/${day}.md`, `- of ${day}\n`])),
  );
  let listed = 0;
  let opened = 0;
  const counting: typeof disk = {
    ...disk,
    readdir: (path) => {
      listed += 1;
      return disk.readdir(path);
    },
    open: (path, flags, mode) => {
      if (path.endsWith('.json')) opened += 1;
      return disk.open(path, flags, mode);
    },
  };
  const { files, entries } = changing(
    counting,
    temp.path,
    { uid, stateRoot: stateRootOf(temp), environment: process.env },
    { date: TODAY },
    (open) =>
      dispose(open, 'archive', oldLogs(open.workspace, 'archive', ageOf(30)), () => undefined),
  );
  expect([files.length, entries.length]).toEqual([200, 8]);
  expect(listed).toBeLessThan(100);
  expect(opened).toBeLessThan(6 * entries.length);
});

describe('the retention of logs', () => {
  it('goes by the day of the name, and never under seven days without consent [Y101]', () => {
    expect(names(7)).toEqual(['2026-01-02', '2026-03-02']);
    for (const days of [6, 3, 0]) expect(refusalOf(() => names(days))).toBe('LOG_YOUNG');
  });

  it('spares today and days to come, whatever was consented to [Y101]', () => {
    expect(names(0, true)).toEqual(['2026-01-02', '2026-03-02', '2026-03-03', '2026-03-04']);
  });

  it.each([
    ['2026-03-10', '2026-03-10', 7, ['2026-01-02', '2026-03-02']],
    ['2026-03-11', '2026-03-10', 7, ['2026-01-02', '2026-03-02']],
    ['2026-04-30', '2026-03-10', 7, ['2026-01-02', '2026-03-02']],
    ['9999-12-31', '2026-03-10', 7, ['2026-01-02', '2026-03-02']],
    ['2027-03-10', '2026-03-10', 30, ['2026-01-02']],
    ['2027-03-10', '2026-03-10', 400, []],
    ['2026-03-09', '2026-03-10', 7, ['2026-01-02']],
    ['2026-01-09', '2026-03-10', 7, []],
    ['2026-01-10', '2026-03-10', 7, ['2026-01-02']],
    ['2026-03-10', '2026-03-18', 7, ['2026-01-02', '2026-03-02']],
  ])(
    'counts no day that has not come: %s told on %s, %i days [Y101]',
    (today, machineDay, days, old) => {
      const workspace = openWorkspace(makeBornWorkspace(LOGS));
      const age = { today, machineDay, days, consent: false };
      expect(oldLogs(workspace, 'retain', age).map(({ day }) => day)).toEqual(old);
      // Nor where young logs were consented to.
      const all = oldLogs(workspace, 'retain', { ...age, days: 0, consent: true });
      expect(all.map(({ day }) => day).filter((day) => day >= machineDay)).toEqual([]);
    },
  );

  it('removes logs, also those that were put away, and each can be brought back [Y62, Y101]', () => {
    const temp = makeBornWorkspace(LOGS);
    run(temp, 'archive', 30);
    const { files } = run(temp, 'retain', 7);
    expect(files).toEqual(['memory/archive/2026-01-02.md.gz', 'memory/2026-03-02.md']);
    expect(temp.list('memory').filter((name) => name.includes('2026-0'))).toEqual([
      'memory/2026-03-03.md',
      'memory/2026-03-04.md',
      'memory/2026-03-10.md',
      'memory/2026-03-11.md',
    ]);
    for (const _ of ['retain', 'archive']) on(temp, (open) => undoEntry(open, planUndo(open)));
    for (const [file, text] of Object.entries(LOGS)) expect(temp.text(file)).toBe(text);
    expect(temp.list('memory/archive')).toEqual([]);
    const entries = journalOf(openWorkspace(temp), {
      uid,
      stateRoot: stateRootOf(temp),
      environment: process.env,
    });
    expect(entries.map(({ entry, isUndone }) => [entry.kind, isUndone])).toEqual([
      ['archive', true],
      ['retain', true],
      ['undo', false],
      ['undo', false],
    ]);
  });
});

describe('putting logs away', () => {
  it('compresses them byte for byte [Y100]', () => {
    const temp = makeBornWorkspace(LOGS);
    const { files, kept } = run(temp, 'archive', 30);
    expect([files, kept]).toEqual([['memory/2026-01-02.md'], []]);
    expect(gunzipSync(temp.bytes('memory/archive/2026-01-02.md.gz')).toString()).toBe('old\n');
  });

  it('leaves a log whose day has another archive, and takes one that has this one', () => {
    const temp = makeBornWorkspace(LOGS);
    run(temp, 'archive', 30);
    temp.write('memory/2026-01-02.md', 'another\n');
    expect(run(temp, 'archive', 30).kept).toMatchObject([{ code: 'ARCHIVE_EXISTS' }]);
    expect(temp.text('memory/2026-01-02.md')).toBe('another\n');
    temp.write('memory/2026-01-02.md', 'old\n');
    expect(run(temp, 'archive', 30).files).toEqual(['memory/2026-01-02.md']);
  });

  it('leaves what is no log, names it, and does the others', () => {
    const temp = makeBornWorkspace({
      ...LOGS,
      'memory/2026-01-01.md': Buffer.from([0xff, 0x00]),
      'memory/archive/2026-01-02.md.gz': 'no gzip',
      'memory/2025-12-31.md': 'fine\n',
    });
    const { files, kept } = run(temp, 'archive', 30);
    expect(files).toEqual(['memory/2025-12-31.md']);
    expect(kept.map(({ file, code }) => [file, code])).toEqual([
      ['memory/2026-01-01.md', 'FILE_NOT_TEXT'],
      ['memory/2026-01-02.md', 'FILE_NOT_GZIP'],
    ]);
  });
});

describe('undoing', () => {
  it('takes back one entry after the other of a run of many logs', () => {
    const days = Array.from({ length: 60 }, (_, at) => daysBefore(TODAY, 40 + at));
    const temp = makeBornWorkspace(
      Object.fromEntries(days.map((day) => [`memory/${day}.md`, `of ${day}\n`])),
    );
    expect(run(temp, 'retain', 30).entries).toHaveLength(3);
    run(temp, 'retain', 20);
    on(temp, (open) => {
      let next: Undoing | undefined = planUndo(open);
      for (; next !== undefined; next = planNext(open, next.entry)) undoEntry(open, next);
    });
    for (const day of days) expect(temp.text(`memory/${day}.md`)).toBe(`of ${day}\n`);
  });

  it('takes an undo back as well, and nothing twice', () => {
    const temp = makeBornWorkspace(LOGS);
    run(temp, 'retain', 30);
    on(temp, (open) => undoEntry(open, planUndo(open)));
    expect(refusalOf(() => on(temp, (open) => planUndo(open)))).toBe('JOURNAL_UNKNOWN');
    expect(refusalOf(() => on(temp, (open) => planUndo(open, 1)))).toBe('JOURNAL_UNKNOWN');
    on(temp, (open) => undoEntry(open, planUndo(open, 2)));
    expect(temp.has('memory/2026-01-02.md')).toBe(false);
    on(temp, (open) => undoEntry(open, planUndo(open, 1)));
    expect(temp.text('memory/2026-01-02.md')).toBe('old\n');
  });

  it('refuses what would lose something newer', () => {
    const temp = makeBornWorkspace(LOGS);
    run(temp, 'retain', 30);
    temp.write('memory/2026-01-02.md', 'written anew\n');
    expect(refusalOf(() => on(temp, (open) => planUndo(open)))).toBe('UNDO_CHANGED');
    expect(temp.text('memory/2026-01-02.md')).toBe('written anew\n');
  });
});
