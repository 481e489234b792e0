/** Logs that another program saved over: said once, and the kernel's own lines come back at the end, over nobody's text. */
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { findSavedOver } from '#kernel/memory/change.ts';
import { missingLines } from '#kernel/memory/logs-left.ts';
import { dispose } from '#kernel/owner/old-logs.ts';
import { changing } from '#kernel/owner/memory.ts';
import { forgetPlaces, planForget } from '#kernel/owner/forget.ts';
import { planUndo, undoEntry } from '#kernel/owner/undo-memory.ts';
import { listWorkspace } from '#kernel/snapshot/listing.ts';
import { recordsOf, takeSnapshot } from '#kernel/snapshot/take.ts';
import { hooked } from '#test/support/disk.ts';
import {
  enterWorkspace,
  openWorkspace,
  refusalOf,
  stateRootOf,
  uid,
} from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const DAY = '2026-03-10';
const LOG = `memory/${DAY}.md`;
const OLD = `# Memory — ${DAY}\n\n- of the owner\n`;

/** A workspace in whose log the kernel has written these lines, after what was there. */
const written = (lines: readonly string[] = ['- one\n', '- two\n'], disk: Disk = real) => {
  const temp = makeBornWorkspace({ [LOG]: OLD });
  const opened = enterWorkspace(temp, { disk, start: `${DAY}T09:00` });
  for (const line of lines) opened.daily.append(line);
  opened.close();
  return temp;
};

/** What a boot, or a hook, says of the logs. */
const said = (temp: TempWorkspace): readonly string[] => {
  const { workspace, home, exclusively } = enterWorkspace(temp, { start: `${DAY}T10:00` });
  return findSavedOver({ workspace, home, exclusively }, DAY);
};

const owner = (temp: TempWorkspace) => ({
  uid,
  stateRoot: stateRootOf(temp),
  environment: process.env,
});

/** What an audit is told of the logs; it is said after a boot, too, until the lines are back. */
const audited = async (temp: TempWorkspace) => {
  const host = { disk: real, isCi: false, ...owner(temp) };
  const listing = listWorkspace(real, temp.path);
  const { snapshot } = await takeSnapshot(host, listing, recordsOf(host, listing));
  return snapshot.savedOver;
};

const takeBack = (temp: TempWorkspace): void =>
  changing(real, temp.path, owner(temp), {}, (work) => void undoEntry(work, planUndo(work)));

const own = (text: string): string => text.slice(OLD.length);

type Shape = readonly [string, (text: string) => string | undefined];

/** What somebody does to a log so that lines of the kernel are gone. */
const LOST: readonly Shape[] = [
  ['an editor saves an old version', () => OLD],
  ['a synchroniser brings another one', () => '# Elsewhere\n\n- theirs\n'],
  ['truncated', (text) => text.slice(0, -6)],
  ['emptied', () => ''],
  ['deleted', () => undefined],
  ['a line of the kernel is changed', (text) => text.replace('- one', '- on')],
  ['a line of the kernel is taken out', (text) => text.replace('- two\n', '')],
  ['no end of line is left', () => '- theirs'],
];

/** … or all there. */
const KEPT: readonly Shape[] = [
  ['a line of the owner is changed', (text) => text.replace('of the owner', 'of Ada')],
  ['a mark comes in front', (text) => `\uFEFF${text}`],
  ['its ends of lines are others', (text) => text.replaceAll('\n', '\r\n')],
  ['lines are sorted', (text) => text.split('\n').toSorted().join('\n')],
];

/** The log as it was and as it is now, and what was said of that. */
const savedOver = (change: (text: string) => string | undefined) => {
  const temp = written();
  expect(said(temp)).toEqual([]);
  const before = temp.text(LOG);
  const now = change(before);
  if (now === undefined) rmSync(temp.at(LOG));
  else temp.write(LOG, now);
  const lines = said(temp);
  expect(lines).toMatchObject([expect.stringContaining(LOG)]);
  expect(said(temp)).toEqual([]);
  return { temp, before, now: now ?? '', line: lines[0] };
};

describe('a log that was saved over', () => {
  it.each(LOST)('is said once, audited until it has its lines again: %s', async (_, change) => {
    const { temp, before, now, line } = savedOver(change);
    expect(line).toContain('yamo memory undo');
    expect(await audited(temp)).toMatchObject([{ file: LOG, isRemoved: !temp.has(LOG) }]);
    takeBack(temp);
    expect((await audited(temp)) ?? []).toEqual([]);
    const text = temp.text(LOG);
    expect(text.startsWith(now)).toBe(true);
    for (const one of own(before).split('\n')) expect(text.split('\n')).toContain(one);
    for (const one of ['- one', '- two']) expect(text.split(`${one}\n`)).toHaveLength(2);
    expect(said(temp)).toEqual([]);
  });

  it.each(KEPT)('is said once, where no line of the kernel is gone: %s', (_, change) => {
    const { temp, now, line } = savedOver(change);
    expect(line).not.toContain('yamo memory undo');
    expect(refusalOf(() => takeBack(temp))).toBe('JOURNAL_UNKNOWN');
    expect(temp.text(LOG)).toBe(now);
  });

  it('is audited before a boot has said it, and nothing is settled by that', async () => {
    const temp = written();
    expect(await audited(temp)).toEqual([]);
    temp.write(LOG, OLD);
    const found = [{ file: LOG, gone: 3, isRemoved: false }];
    expect(await audited(temp)).toEqual(found);
    expect(await audited(temp)).toEqual(found);
    expect(said(temp)).toHaveLength(1);
    expect(await audited(makeBornWorkspace({ [LOG]: OLD }))).toBeUndefined();
  });

  it('is found again, by whoever saves over what was put back', () => {
    const { temp } = savedOver(() => OLD);
    takeBack(temp);
    temp.write(LOG, 'x\n');
    expect(said(temp)).toHaveLength(1);
  });

  it.each<readonly [string, (temp: TempWorkspace) => void]>([
    ['nobody touched it', () => undefined],
    ['somebody else added a line', (temp) => temp.write(LOG, `${temp.text(LOG)}- theirs\n`)],
    ['it was saved as it is', (temp) => temp.write(LOG, temp.text(LOG))],
    ['its times were set', (temp) => utimesSync(temp.at(LOG), 1, 1)],
    [
      'its owner forgot a place in it',
      (temp) => {
        const line = temp.text(LOG).split('\n').indexOf('- one') + 1;
        const plan = planForget(openWorkspace(temp), [{ file: LOG, line }]);
        forgetPlaces(real, temp.path, owner(temp), { ...plan, id: 'mem_1', isPurged: false });
      },
    ],
    [
      'its owner put it away',
      (temp) =>
        changing(
          real,
          temp.path,
          owner(temp),
          {},
          (work) =>
            void dispose(work, 'archive', [{ day: DAY, file: LOG, isArchived: false }], () => 0),
        ),
    ],
  ])('is none where %s', (_, change) => {
    const temp = written();
    change(temp);
    expect(said(temp)).toEqual([]);
  });

  it('is not said of logs from before, nor of days long gone', () => {
    const temp = makeBornWorkspace({ [LOG]: OLD });
    temp.write(LOG, 'x\n');
    expect(said(temp)).toEqual([]);
    const old = written();
    old.write(LOG, 'x\n');
    const { workspace, home, exclusively } = enterWorkspace(old);
    const site = { workspace, home, exclusively, uid };
    expect(findSavedOver(site, '2026-04-20')).toEqual([]);
    expect(findSavedOver(site, DAY)).toEqual([]);
  });

  it('is found although the kernel went on writing to it', () => {
    const temp = written();
    temp.write(LOG, OLD);
    const opened = enterWorkspace(temp, { start: `${DAY}T09:30` });
    opened.daily.append('- three\n');
    opened.daily.append('- four\n');
    expect(said(temp)).toHaveLength(1);
    takeBack(temp);
    for (const one of ['one', 'two', 'three', 'four'])
      expect(temp.text(LOG).split(`- ${one}\n`)).toHaveLength(2);
  });

  it('is found although what the kernel goes on with is behind its first line', () => {
    const temp = written();
    temp.write(LOG, temp.text(LOG).replace('- two\n', ''));
    enterWorkspace(temp, { start: `${DAY}T09:30` }).daily.append('- three\n');
    expect(said(temp)).toHaveLength(1);
    takeBack(temp);
    expect(temp.text(LOG)).toContain('- two\n');
  });

  it('is found where another file stands in its place', () => {
    const temp = written();
    temp.remove(LOG);
    symlinkSync('elsewhere', temp.at(LOG));
    expect(said(temp)).toMatchObject([expect.stringContaining(LOG)]);
  });

  it('has lost a line that it has less often than the kernel wrote it', () => {
    expect(missingLines('- tea\n- tea\n', '- tea\r\n')).toEqual(['- tea']);
  });

  it('keeps no word of a place that was forgotten', () => {
    const temp = written(['- the boat is sold\n', '- two\n']);
    temp.write(LOG, `${OLD}- the boat is sold\n`);
    said(temp);
    const line = temp.text(LOG).split('\n').indexOf('- the boat is sold') + 1;
    const plan = planForget(openWorkspace(temp), [{ file: LOG, line }]);
    const {
      entry: { id },
    } = forgetPlaces(real, temp.path, owner(temp), { ...plan, id: 'mem_1', isPurged: false });
    const folder = join(stateRootOf(temp), readdirSync(stateRootOf(temp))[0] ?? '', 'journal');
    const names = readdirSync(folder);
    expect(names).not.toContain('1.gz');
    expect(names).toContain(`${id}.gz`);
    for (const name of names.filter((one) => one.endsWith('.log'))) {
      expect(readFileSync(join(folder, name), 'utf8')).not.toContain('boat');
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('is never one by a kill between the log and the note of it', () => {
    for (let n = 1, isOver = false; !isOver; n += 1) {
      let changes = 0;
      const before = ({ text }: { readonly text: string }): void => {
        if (/^(?:write|rename|link|unlink|ftruncate|mkdir|fsync) /.test(text)) changes += 1;
        if (changes >= n) throw Object.assign(new Error('killed'), { code: 'EIO' });
      };
      let temp: TempWorkspace | undefined;
      const calm = written(['- zero\n']);
      temp = calm;
      const opened = enterWorkspace(calm, { disk: hooked({ before }), start: `${DAY}T09:30` });
      refusalOf(() => opened.daily.append('- one\n'));
      isOver = changes < n;
      expect(said(temp), `${n}`).toEqual([]);
      expect(said(temp), `${n}`).toEqual([]);
    }
  });
});
