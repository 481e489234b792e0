/** Places of memory that their owner has forgotten, also in logs that were put away. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { pack } from '#kernel/memory/archive.ts';
import { withJournal } from '#kernel/memory/change.ts';
import { forgetPlaces, planForget } from '#kernel/owner/forget.ts';
import { changing } from '#kernel/owner/memory.ts';
import { forgetInTranscripts, readTranscript, Transcript } from '#kernel/state/transcripts.ts';
import { Forgotten } from '#lib/memory/forgotten.ts';
import { journalOf, planUndo, undoEntry } from '#kernel/owner/undo-memory.ts';
import {
  enterWorkspace,
  openWorkspace,
  refusalOf,
  stateRootOf,
  uid,
} from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const LOG = '# Memory — 2026-01-02\n\n- The tidal model runs on Fridays.\n- Wren called.\r\n- Last';
const REST = LOG.replace('- Wren called.\r\n', '');
const ARCHIVE = 'memory/archive/2026-01-02.md.gz';
const place = (file: string, line = 4) => [{ file, line }];

const kept = (entry: unknown) => ({ t: 'kept', entry }) as const;

describe('a place that is forgotten', () => {
  it.each([
    ['a log', 'memory/2026-01-02.md', (text: string) => Buffer.from(text)],
    ['a log that was put away', ARCHIVE, (text: string) => pack(Buffer.from(text))],
  ])('is taken out of %s, and comes back with undo [R-92]', (_, file, stored) => {
    const temp = makeBornWorkspace({ [file]: stored(LOG) });
    const plan = planForget(openWorkspace(temp), place(file));
    expect(plan).toMatchObject({ texts: [{ before: LOG, after: REST }] });
    const owner = { uid, stateRoot: stateRootOf(temp), environment: process.env };
    const { entry } = forgetPlaces(disk, temp.path, owner, {
      ...plan,
      id: 'mem_1',
      isPurged: false,
    });
    expect(entry).toMatchObject({ kind: 'forget', why: 'mem_1', files: [{ file }] });
    expect(temp.bytes(file)).toEqual(stored(REST));
    // What was planned on other bytes is not done.
    const again = () =>
      forgetPlaces(disk, temp.path, owner, { ...plan, id: 'mem_1', isPurged: false });
    expect(refusalOf(again)).toBe('FILE_MOVED');
    const { workspace, home, exclusively } = enterWorkspace(temp);
    const work = { workspace, home, exclusively, uid };
    undoEntry(work, planUndo(work));
    expect(temp.bytes(file)).toEqual(stored(LOG));
  });

  it('stands in no other entry of the journal, nor in what is kept of MEMORY.md', () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- a\n' });
    const owner = { uid, stateRoot: stateRootOf(temp), environment: process.env };
    const look = () => changing(disk, temp.path, owner, {}, (work) => withJournal(work, () => 0));
    look();
    temp.write('MEMORY.md', '# Memory\n\n- a\n- the boat is sold\n');
    look();
    const plan = planForget(openWorkspace(temp), place('MEMORY.md'));
    const {
      entry: { id },
    } = forgetPlaces(disk, temp.path, owner, { ...plan, id: 'mem_2', isPurged: false });
    const all = journalOf(openWorkspace(temp), owner).map(({ entry }) => [entry.id, entry.purged]);
    expect(all).toEqual([
      [1, true],
      [id, undefined],
    ]);
    const home = `${stateRootOf(temp)}/${readdirSync(stateRootOf(temp))[0]}`;
    expect(readFileSync(`${home}/memory-kept.md`, 'utf8')).toBe('# Memory\n\n- a\n');
  });

  it('is refused where the archive is none, unpacks to too much, or holds no text', () => {
    const temp = makeBornWorkspace({ [ARCHIVE]: 'no gzip' });
    const refused = () => refusalOf(() => planForget(openWorkspace(temp), place(ARCHIVE)));
    expect(refused()).toBe('FILE_NOT_GZIP');
    writeFileSync(temp.at(ARCHIVE), gzipSync(Buffer.from([0x61, 0xff])));
    expect(refused()).toBe('FILE_NOT_TEXT');
    writeFileSync(temp.at(ARCHIVE), gzipSync(Buffer.alloc(65 * 1024 * 1024)));
    expect(refused()).toBe('FILE_TOO_LARGE');
    expect(refusalOf(() => planForget(openWorkspace(temp), place('memory/2026-01-09.md')))).toBe(
      'FILE_MOVED',
    );
  });

  it('goes out of transcripts with their summaries, and of an open one when it has ended', () => {
    const { home } = enterWorkspace(makeBornWorkspace());
    const id = '0191d8a0-0000-4000-8000-000000000001';
    const head = {
      v: 1,
      id,
      kind: 'main',
      agent: 'a',
      startedAt: '2026-03-14T09:00:00.000Z',
    } as const;
    const transcript = Transcript.begin(home, head);
    const said = 'So the "kestrel" nests there';
    transcript.add(
      { t: 'human', text: `${said}!`, at: head.startedAt },
      kept({ args: JSON.stringify({ text: said }) }),
      kept({ content: [{ thinking: said, signature: 'x' }, { text: 'ok' }] }),
      kept({ v: 1, compacted: { summary: 'A bird of prey.', kept: 1 } }),
    );
    transcript.close();
    const words = new Forgotten([`- 09:00 ${said}.`]);
    expect(forgetInTranscripts(home, words, [id])).toEqual([id]);
    expect(forgetInTranscripts(home, words, [])).toEqual([]);
    expect(readTranscript(home, id)?.entries).toEqual([
      { t: 'human', text: '(forgotten)!', at: head.startedAt },
      kept({ args: '{"text":"(forgotten)"}' }),
      kept({ content: [{ text: 'ok' }] }),
      kept({ v: 1, compacted: { summary: '(forgotten)', kept: 1 } }),
    ]);
    expect(new Forgotten(['- ok']).without('it is ok\n- ok')).toBe('it is ok\n(forgotten)');
  });
});
