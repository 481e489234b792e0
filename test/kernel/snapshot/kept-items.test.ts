/** Files of a workspace that somebody looks at again and again. */
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { KeptItems } from '#kernel/snapshot/kept-items.ts';
import { listWorkspace } from '#kernel/snapshot/listing.ts';
import { takeSnapshot } from '#kernel/snapshot/take.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { FILE_SETTLED_MS } from '#lib/spec/limits.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const LONG = 3 * 1024 * 1024;

/** Workspaces read through a disk that counts what is opened, by a clock that is past every change. */
const look = (files: Readonly<Record<string, string>>) => {
  const { path, stateHome } = makeWorkspace(files);
  const opened: string[] = [];
  const counting = Object.assign(Object.create(disk), {
    open: (name: string, flags: number) => {
      opened.push(name.slice(path.length + 1));
      return disk.open(name, flags);
    },
  });
  const kept = new KeptItems(counting, () => Date.now() + FILE_SETTLED_MS);
  const host = {
    disk: counting,
    uid: 0,
    stateRoot: stateHome,
    environment: {},
    isCi: false,
    kept,
  };
  const take = async (): Promise<{ readonly snapshot: Snapshot; readonly opened: string[] }> => {
    opened.length = 0;
    const { snapshot } = await takeSnapshot(host, listWorkspace(disk, path), {});
    return { snapshot, opened: [...opened] };
  };
  return { path, take, opened };
};

const textOf = ({ items }: Snapshot, name: string): string | undefined => {
  const content = items.get(name)?.content;
  return content?.is === 'text' ? content.text : undefined;
};

describe('files that are kept', () => {
  it('are read once while nobody touches them, and are the same content with the same keys', async () => {
    const key = ['xoxb', '204817365920', 'tideTable7Quay'].join('-');
    const { take } = look({ 'SOUL.md': '# Soul\n', 'TOOLS.md': `Bot: ${key}\n` });
    const first = await take();
    const second = await take();
    expect([first.opened.toSorted(), second.opened]).toEqual([['SOUL.md', 'TOOLS.md'], []]);
    for (const name of ['SOUL.md', 'TOOLS.md'])
      expect(second.snapshot.items.get(name)?.content).toBe(
        first.snapshot.items.get(name)?.content,
      );
    expect(second.snapshot.providerKeys).toEqual(first.snapshot.providerKeys);
    expect(second.snapshot.providerKeys.get('TOOLS.md')).toHaveLength(1);
  });

  it('are read again once they were touched, if only by a moment', async () => {
    const { path, take } = look({ 'SOUL.md': '# Soul\n', 'USER.md': '# User\n' });
    await take();
    writeFileSync(join(path, 'SOUL.md'), '# Mind\n');
    utimesSync(join(path, 'SOUL.md'), 1, 1);
    const { snapshot, opened } = await take();
    expect(opened).toEqual(['SOUL.md']);
    expect(textOf(snapshot, 'SOUL.md')).toBe('# Mind\n');
  });

  it('do not keep all their texts in memory: those are read again when they are asked for', async () => {
    const long = (word: string): string => `${word} `.repeat(LONG / (word.length + 1));
    const { path, take, opened } = look({ 'a.md': long('tide'), 'b.md': long('quay') });
    const { snapshot } = await take();
    opened.length = 0;
    expect(textOf(snapshot, 'a.md')).toBe(readFileSync(join(path, 'a.md'), 'utf8'));
    expect(textOf(snapshot, 'a.md')).toHaveLength(LONG - (LONG % 5));
    expect(textOf(snapshot, 'b.md')).toBe(readFileSync(join(path, 'b.md'), 'utf8'));
    expect(opened).toEqual(['a.md', 'b.md']);
  });
});
