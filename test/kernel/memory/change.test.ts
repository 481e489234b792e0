/** Changes of memory: all of one or nothing, in the journal before the first file, whatever fails on the way. */
import { writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { type Changing, changeMemory, withJournal } from '#kernel/memory/change.ts';
import { type ChangeEntry, type MemoryChange, MemoryJournal } from '#kernel/memory/journal.ts';
import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { JOURNAL_DAYS } from '#lib/spec/limits.ts';
import { acting, FaultyDisk, hooked } from '#test/support/disk.ts';
import { enterWorkspace, refusalOf } from '#test/support/kernel.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const AT = new Date().toISOString();
const NOTE = { kind: 'archive', at: AT } as const;
const FILES = { 'MEMORY.md': '# Memory\n\n- one\n', 'memory/2026-01-02.md': 'old\n' };

const bytes = (text: string): Buffer => Buffer.from(text);

const CHANGES: readonly MemoryChange[] = [
  { file: 'MEMORY.md', before: bytes(FILES['MEMORY.md']), after: bytes('# Memory\n') },
  { file: 'memory/archive/2026-01-02.md.gz', before: undefined, after: bytes('packed') },
  { file: 'memory/2026-01-02.md', before: bytes('old\n'), after: undefined },
];

const changingOf = (temp: TempWorkspace, disk: Disk = real): Changing => {
  const { workspace, home, exclusively } = enterWorkspace(temp, { disk });
  return { workspace, home, exclusively };
};

const entriesOf = (changing: Changing): readonly ChangeEntry[] =>
  withJournal(changing, (journal) => journal.list());

const whole = (temp: TempWorkspace): boolean =>
  temp.text('MEMORY.md') === '# Memory\n' &&
  temp.has('memory/archive/2026-01-02.md.gz') &&
  !temp.has('memory/2026-01-02.md');

const untouched = (temp: TempWorkspace): boolean =>
  temp.text('MEMORY.md') === FILES['MEMORY.md'] &&
  !temp.has('memory/archive/2026-01-02.md.gz') &&
  temp.text('memory/2026-01-02.md') === 'old\n';

describe('a change of several files', () => {
  it('is made, and stands in the journal with all that was there', () => {
    const temp = makeWorkspace(FILES);
    const changing = changingOf(temp);
    const entry = changeMemory(changing, NOTE, CHANGES);
    expect(whole(temp)).toBe(true);
    expect(entriesOf(changing)).toEqual([entry]);
    expect(entry).toMatchObject({ id: 1, state: 'done', kind: 'archive' });
    expect(withJournal(changing, (journal) => journal.changes(entry))).toEqual(CHANGES);
  });

  it('is not made where a file is no longer what it was, also at the last moment', () => {
    const temp = makeWorkspace({ ...FILES, 'memory/2026-01-02.md': 'newer\n' });
    const changing = changingOf(temp);
    expect(refusalOf(() => changeMemory(changing, NOTE, CHANGES))).toBe('FILE_MOVED');
    expect(entriesOf(changing)).toEqual([]);
    const late = makeWorkspace(FILES);
    const saved = acting('after', 'open 2026-01-02.md', () =>
      late.write('memory/2026-01-02.md', 'saved meanwhile\n'),
    );
    expect(refusalOf(() => changeMemory(changingOf(late, saved), NOTE, CHANGES))).toBe(
      'FILE_MOVED',
    );
    expect(late.text('memory/2026-01-02.md')).toBe('saved meanwhile\n');
    expect(late.text('MEMORY.md')).toBe(FILES['MEMORY.md']);
  });

  it('makes a log whose folder is gone', () => {
    const temp = makeWorkspace({ 'MEMORY.md': FILES['MEMORY.md'] });
    const log = { file: 'memory/2026-01-02.md', before: undefined, after: bytes('old\n') };
    changeMemory(changingOf(temp), NOTE, [log]);
    expect(temp.text('memory/2026-01-02.md')).toBe('old\n');
  });

  it('that takes most of MEMORY.md out is not made unless its owner says so [Y102]', () => {
    const memory = '# Memory\n\n- one\n- two\n- three\n- four\n';
    const temp = makeWorkspace({ 'MEMORY.md': memory });
    const changing = changingOf(temp);
    const changes = [{ file: 'MEMORY.md', before: bytes(memory), after: bytes('# Memory\n') }];
    expect(refusalOf(() => changeMemory(changing, NOTE, changes))).toBe('MEMORY_LOSS');
    expect([temp.text('MEMORY.md'), entriesOf(changing)]).toEqual([memory, []]);
    changeMemory(changing, NOTE, changes, { consent: true });
    expect(temp.text('MEMORY.md')).toBe('# Memory\n');
  });

  it('removes no file that was saved after it was compared', () => {
    const temp = makeWorkspace(FILES);
    let closed = 0;
    const disk = hooked({
      after: ({ text }) => {
        if (text === 'close 2026-01-02.md') closed += 1;
        // Compared with all others first, and once more right before it goes.
        if (closed === 2) temp.write('memory/2026-01-02.md', 'saved at last\n');
      },
    });
    expect(refusalOf(() => changeMemory(changingOf(temp, disk), NOTE, CHANGES))).toBe('FILE_MOVED');
    expect(temp.text('memory/2026-01-02.md')).toBe('saved at last\n');
    expect(temp.text('MEMORY.md')).toBe(FILES['MEMORY.md']);
  });

  it('is whole or nothing whichever call fails, and the next command settles what was left', () => {
    const probe = new FaultyDisk();
    const first = changingOf(makeWorkspace(FILES), probe.disk);
    probe.arm(0, '');
    changeMemory(first, NOTE, CHANGES);
    const count = probe.calls.length;
    expect(count).toBeGreaterThan(40);
    const codes = new Set<string>();
    for (let nth = 1; nth <= count; nth += 1) {
      const temp = makeWorkspace(FILES);
      const faulty = new FaultyDisk();
      const changing = changingOf(temp, faulty.disk);
      faulty.arm(nth, 'ENOSPC');
      const code = refusalOf(() => changeMemory(changing, NOTE, CHANGES));
      // One that cannot be removed is swept with the next change.
      const isLeft = faulty.calls[nth - 1]?.startsWith('unlink .') === true;
      faulty.arm(0, '');
      const [entry] = entriesOf(changing);
      if (code !== undefined) codes.add(code);
      const told = `${nth}: ${code ?? 'done'}`;
      expect([told, entry === undefined ? untouched(temp) : whole(temp)]).toEqual([told, true]);
      const left = temp.list().filter((name) => name.includes('yamo-tmp'));
      expect(isLeft ? [] : left).toEqual([]);
    }
    expect([...codes]).toEqual(expect.arrayContaining(['STATE_UNUSABLE', 'MEMORY_UNWRITABLE']));
  });

  it('that a kill interrupts goes back, and what was done as a whole counts', () => {
    for (const made of [0, 1, 2, 3]) {
      const temp = makeWorkspace(FILES);
      const changing = changingOf(temp);
      const journal = MemoryJournal.open(changing.home);
      journal.begin(NOTE, CHANGES);
      if (made > 0) temp.write('MEMORY.md', '# Memory\n');
      if (made > 1) temp.write('memory/archive/2026-01-02.md.gz', 'packed');
      if (made > 2) temp.remove('memory/2026-01-02.md');
      expect(entriesOf(changing).map(({ state }) => state)).toEqual(made > 2 ? ['done'] : []);
      expect(made > 2 ? whole(temp) : untouched(temp)).toBe(true);
    }
  });

  it('that a kill interrupts leaves alone what somebody has changed since', () => {
    const temp = makeWorkspace(FILES);
    const changing = changingOf(temp);
    MemoryJournal.open(changing.home).begin(NOTE, CHANGES);
    temp.write('memory/archive/2026-01-02.md.gz', 'packed');
    temp.write('MEMORY.md', '# Mine\n');
    expect(entriesOf(changing)).toEqual([]);
    expect(temp.text('MEMORY.md')).toBe('# Mine\n');
    expect(temp.has('memory/archive/2026-01-02.md.gz')).toBe(false);
  });
});

describe('the journal', () => {
  it('forgets texts that are old, or that the owner purges, and keeps what was done', () => {
    const changing = changingOf(makeWorkspace(FILES));
    const entry = changeMemory(changing, NOTE, CHANGES);
    const day = 86_400_000;
    withJournal(changing, (journal) => {
      journal.sweep(new Date(Date.parse(AT) + JOURNAL_DAYS * day));
      expect(journal.entry(entry.id)?.purged).toBeUndefined();
      journal.sweep(new Date(Date.parse(AT) + (JOURNAL_DAYS + 1) * day));
      const purged = journal.entry(entry.id);
      expect(purged).toMatchObject({ purged: true, files: entry.files });
      expect(refusalOf(() => journal.changes(purged ?? entry))).toBe('JOURNAL_PURGED');
    });
    expect(changing.home.directory.names()).toContain('journal');
  });

  it('has a change as its own where all of it is the same, and no other', () => {
    const changing = changingOf(makeWorkspace(FILES));
    const change = { file: 'MEMORY.md', before: bytes('one'), after: bytes('two') };
    const others = [
      { file: 'memory/2026-01-02.md' },
      { before: bytes('x') },
      { after: bytes('x') },
    ];
    withJournal(changing, (journal) => {
      const entry = journal.begin(NOTE, [change]);
      const isOf = [{}, ...others].map((other) => journal.isOf(entry, { ...change, ...other }));
      expect(isOf).toEqual([true, false, false, false]);
    });
  });

  it('that was damaged is refused, and not guessed at', () => {
    const changing = changingOf(makeWorkspace(FILES));
    const entry = changeMemory(changing, NOTE, CHANGES);
    const journal = MemoryJournal.open(changing.home);
    const folder = `${changing.home.path}/journal`;
    const damage = (name: string): void => {
      const fd = real.open(`${folder}/${name}`, 1);
      real.ftruncate(fd, 10);
      real.close(fd);
    };
    damage('1.gz');
    expect(refusalOf(() => journal.changes(entry))).toBe('STATE_DAMAGED');
    writeFileSync(`${folder}/1.json`, JSON.stringify({ ...entry, files: ['MEMORY.md'] }));
    expect(refusalOf(() => journal.list())).toBe('STATE_DAMAGED');
    damage('1.json');
    expect(refusalOf(() => journal.list())).toBe('STATE_DAMAGED');
  });
});
