import { basename, dirname } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sha256 } from '#kernel/fs/bytes.ts';
import { appendRecord } from '#kernel/state/chain.ts';
import { StateHome } from '#kernel/state/home.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { RECORD_SEGMENT_BYTES } from '#lib/spec/limits.ts';
import { readChain } from '#test/support/chain.ts';
import { FaultyDisk, recording } from '#test/support/disk.ts';
import { openHome, openWorkspace, refusalOf } from '#test/support/kernel.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const NAME = 'record.jsonl';

const home = (entries = 0): StateHome => {
  const temp = makeWorkspace();
  const opened = openHome(temp, openWorkspace(temp));
  for (let number = 1; number <= entries; number += 1) appendRecord(opened, { boot: `b${number}` });
  return opened;
};

/** Behind it a segment is full. */
const filling = 'x'.repeat(RECORD_SEGMENT_BYTES);

/** A chain each of whose entries fills a segment. */
const filled = (entries: number): StateHome => {
  const opened = home();
  for (let number = 1; number <= entries; number += 1)
    appendRecord(opened, { boot: `b${number}`, filling });
  return opened;
};

const namesOf = (opened: StateHome): readonly string[] =>
  opened.directory
    .names()
    .filter((name) => name.startsWith('record'))
    .toSorted();

const linesOf = (opened: StateHome): readonly string[] =>
  (opened.read(NAME)?.toString('utf8') ?? '').split('\n').filter((line) => line !== '');

const rewrite = (opened: StateHome, lines: readonly string[]): void =>
  opened.write(NAME, Buffer.from(lines.map((line) => `${line}\n`).join('')));

describe('the chain of boot records', () => {
  it('is whole, numbered and linked', () => {
    const opened = home(3);
    const { entries, verdict } = readChain(opened);
    expect(verdict).toEqual({ whole: true, entries: 3, torn: false });
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(entries.map(({ previous }) => previous)).toEqual([
      null,
      entries[0]?.hash,
      entries[1]?.hash,
    ]);
  });

  it('is empty and whole, where there is none', () => {
    expect(readChain(home()).verdict).toEqual({ whole: true, entries: 0, torn: false });
  });

  it('keeps any record that is JSON', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }), { maxLength: 4 }),
        (records) => {
          const opened = home();
          const safe = records.map((record) => ({ body: record }));
          for (const record of safe) appendRecord(opened, record);
          const { entries, verdict } = readChain(opened);
          expect(verdict.whole).toBe(true);
          expect(entries.map(({ body }) => JSON.stringify(body))).toEqual(
            safe.map(({ body }) => JSON.stringify(body)),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  it('breaks at any changed character', () => {
    const opened = home(3);
    const text = opened.read(NAME)?.toString('latin1') ?? '';
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }), (at, code) => {
        const char = String.fromCodePoint(code);
        fc.pre(text[at] !== char && text[at] !== '\n');
        const changed = text.slice(0, at) + char + text.slice(at + 1);
        opened.write(NAME, Buffer.from(changed, 'latin1'));
        const entry = text.slice(0, at).split('\n').length;
        expect(readChain(opened).verdict).toMatchObject({ whole: false, entry });
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['dropped at the start', ([, b, c]: readonly string[]) => [b, c], 1],
    ['dropped in the middle', ([a, , c]: readonly string[]) => [a, c], 2],
    ['exchanged', ([a, b, c]: readonly string[]) => [b, a, c], 1],
    ['repeated', ([a, b, c]: readonly string[]) => [a, b, b, c], 3],
    ['put in', ([a, b, c]: readonly string[]) => [a, '{}', b, c], 2],
    ['made empty', ([a, , c]: readonly string[]) => [a, '', c], 2],
  ])('breaks where an entry is %s', (_what, change, entry) => {
    const opened = home(3);
    rewrite(
      opened,
      change(linesOf(opened)).map((line) => line ?? ''),
    );
    expect(readChain(opened).verdict).toMatchObject({ whole: false, entry });
  });

  it('breaks behind an entry that was forged together with its hash', () => {
    const opened = home(3);
    const [first = '', ...rest] = linesOf(opened);
    const forged = first.replace('"b1"', '"b9"').replace(/,"hash":"[0-9a-f]+"\}$/, '}');
    const hash = sha256(forged);
    rewrite(opened, [forged.replace(/\}$/, `,"hash":"${hash}"}`), ...rest]);
    const { entries, verdict } = readChain(opened);
    expect(entries).toMatchObject([{ boot: 'b9', hash }]);
    expect(verdict).toMatchObject({ whole: false, entry: 2 });
  });

  it('says that its tail is torn, and the next entry takes its place', () => {
    const opened = home(2);
    const whole = opened.read(NAME) ?? Buffer.alloc(0);
    opened.write(NAME, Buffer.concat([whole, Buffer.from('{"seq":3,"prev')]));
    expect(readChain(opened).verdict).toEqual({ whole: true, entries: 2, torn: true });
    appendRecord(opened, { boot: 'b3' });
    expect(readChain(opened).verdict).toEqual({ whole: true, entries: 3, torn: false });
    expect(opened.read(NAME)?.subarray(0, whole.byteLength)).toEqual(whole);
  });

  it('begins again from nothing but a torn line', () => {
    const opened = home();
    opened.write(NAME, Buffer.from('{"seq"'));
    appendRecord(opened, { boot: 'b1' });
    expect(readChain(opened).verdict).toEqual({ whole: true, entries: 1, torn: false });
  });

  it('is longer by a whole entry or not at all, whichever disk call fails', () => {
    for (let nth = 1; nth < 60; nth += 1) {
      const temp = makeWorkspace();
      const faulty = new FaultyDisk();
      const opened = openHome(temp, openWorkspace(temp, faulty.disk));
      appendRecord(opened, { boot: 'b1' });
      faulty.arm(nth, 'ENOSPC');
      const code = refusalOf(() => appendRecord(opened, { boot: 'b2' }));
      const calls = faulty.calls;
      faulty.arm(0, '');
      const { verdict } = readChain(opened);
      expect(verdict, calls[nth - 1]).toMatchObject({ whole: true, torn: false });
      const entries = verdict.whole ? verdict.entries : 0;
      expect(code ?? entries).toBe(code === undefined ? 2 : 'STATE_UNUSABLE');
      appendRecord(opened, { boot: 'b3' });
      expect(readChain(opened).verdict).toMatchObject({ whole: true, torn: false });
      if (calls.length < nth) return;
    }
    expect.unreachable();
  });

  it('goes on in another segment that holds on to the one before', () => {
    const opened = filled(3);
    const { entries, verdict } = readChain(opened);
    expect(verdict).toEqual({ whole: true, entries: 3, torn: false });
    expect(namesOf(opened)).toEqual(['record.2.jsonl', 'record.3.jsonl', 'record.jsonl']);
    expect(entries.map(({ seq, segment }) => [seq, segment])).toEqual([
      [1, undefined],
      [2, 2],
      [3, 3],
    ]);
    expect(entries[1]?.previous).toBe(entries[0]?.hash);
    expect(entries[2]?.previous).toBe(entries[1]?.hash);
  });

  it('is verified from the oldest segment that is here, and goes on where it ended', () => {
    const opened = filled(3);
    opened.remove('record.jsonl');
    expect(readChain(opened).verdict).toEqual({
      whole: true,
      entries: 2,
      torn: false,
      from: { segment: 2, entry: 2 },
    });
    opened.remove('record.2.jsonl');
    appendRecord(opened, { boot: 'next' });
    expect(readChain(opened).verdict).toMatchObject({
      whole: true,
      from: { segment: 3, entry: 3 },
    });
    expect(readChain(opened).entries.map(({ seq }) => seq)).toEqual([3, 4]);
  });

  it('breaks where a segment in the middle is missing, is another one, or was changed', () => {
    const changes: readonly (readonly [(opened: StateHome) => void, number, string])[] = [
      [(opened) => opened.remove('record.2.jsonl'), 2, 'the file record.2.jsonl is missing'],
      [
        (opened) => {
          opened.remove('record.jsonl');
          opened.write('record.2.jsonl', opened.read('record.3.jsonl') ?? Buffer.alloc(0));
          opened.remove('record.3.jsonl');
        },
        1,
        'it does not begin record.2.jsonl',
      ],
      [
        (opened) => {
          const text = opened.read('record.2.jsonl')?.toString('utf8') ?? '';
          opened.write('record.2.jsonl', Buffer.from(text.replace('"b2"', '"b9"')));
        },
        2,
        'its content does not match its hash',
      ],
      [
        (opened) => {
          const text = opened.read('record.jsonl')?.toString('utf8') ?? '';
          opened.write('record.jsonl', Buffer.from(text.slice(0, -10)));
        },
        1,
        'it has no end',
      ],
    ];
    for (const [change, entry, reason] of changes) {
      const opened = filled(3);
      change(opened);
      expect(readChain(opened).verdict).toEqual({ whole: false, entry, reason });
    }
  });

  it('begins a segment with a whole entry or not at all, whichever disk call fails', () => {
    for (let nth = 1; nth < 60; nth += 1) {
      const temp = makeWorkspace();
      const faulty = new FaultyDisk();
      const opened = openHome(temp, openWorkspace(temp, faulty.disk));
      appendRecord(opened, { boot: 'b1', filling });
      faulty.arm(nth, 'ENOSPC');
      const code = refusalOf(() => appendRecord(opened, { boot: 'b2' }));
      const calls = faulty.calls;
      faulty.arm(0, '');
      const { verdict } = readChain(opened);
      expect(verdict, calls[nth - 1]).toMatchObject({ whole: true, torn: false });
      const entries = verdict.whole ? verdict.entries : 0;
      expect(code ?? entries).toBe(code === undefined ? 2 : 'STATE_UNUSABLE');
      appendRecord(opened, { boot: 'b3' });
      expect(readChain(opened).verdict).toMatchObject({ whole: true, torn: false });
      if (calls.length < nth) return;
    }
    expect.unreachable();
  });

  it('is read from its end, however long it is', () => {
    const opened = home();
    appendRecord(opened, { boot: 'b1', filling: filling.slice(0, RECORD_SEGMENT_BYTES / 2) });
    for (let number = 2; number <= 5; number += 1) appendRecord(opened, { boot: `b${number}` });
    let bytes = 0;
    const { disk } = opened.directory;
    const read: Disk['read'] = (...given) => {
      const count = disk.read(...given);
      bytes += count;
      return count;
    };
    const watched = StateHome.common(
      'workspace',
      dirname(opened.path),
      { disk: { ...disk, read }, uid: opened.uid },
      basename(opened.path),
    );
    appendRecord(watched, { boot: 'b6' });
    expect(bytes).toBeLessThan(64 * 1024);
    expect(readChain(opened).verdict).toEqual({ whole: true, entries: 6, torn: false });
  });
});

describe('a new chain', () => {
  it('has its name on the disk before its first entry is acknowledged', () => {
    const { disk, calls } = recording();
    const temp = makeWorkspace();
    const watched = openHome(temp, openWorkspace(temp, disk));
    calls.length = 0;
    appendRecord(watched, { bootId: 'b1' });
    const folder = calls.findIndex(
      (call) => call.startsWith('fsync') && !call.endsWith('record.jsonl'),
    );
    expect(folder).toBeGreaterThan(-1);
    expect(folder).toBeLessThan(calls.findIndex((call) => call.startsWith('write')));
  });
});
