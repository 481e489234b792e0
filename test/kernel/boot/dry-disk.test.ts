/** What a plan may do to the disk: nothing; and it is told what the system would say. */
import { describe, expect, it } from 'vitest';

import { dryDisk } from '#kernel/boot/dry-disk.ts';
import { disk as real, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const faultOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return errnoOf(error);
  }
};

describe('a dry disk', () => {
  it.each([
    ['one that is there', 'kept.md', OPEN.append],
    ['one that is there, to be made if it is missing', 'kept.md', OPEN.append | OPEN.ifMissing],
    ['a new one', 'new.md', OPEN.append | OPEN.ifMissing],
  ])('writes no file: %s', (_, name, flags) => {
    const ws = makeWorkspace({ 'kept.md': 'kept\n' });
    const disk = dryDisk(real);
    const fd = disk.open(ws.at(name), flags, 0o600);
    expect(disk.write(fd, Buffer.from('written\n'))).toBe(8);
    expect(disk.fstat(fd).size).toBe(8n);
    disk.close(fd);
    expect(ws.list()).toEqual(['kept.md']);
    expect(ws.text('kept.md')).toBe('kept\n');
  });

  it('makes a file in a folder that it would have made, and in none that is missing', () => {
    const ws = makeWorkspace();
    const disk = dryDisk(real);
    const open = (name: string) => faultOf(() => disk.open(ws.at(name), OPEN.ifMissing, 0o600));
    expect(open('memory/new.md')).toBe('ENOENT');
    disk.mkdir(ws.at('memory'), 0o700);
    expect(open('memory/new.md')).toBeUndefined();
    expect(ws.list()).toEqual([]);
  });

  it('names no file as a folder that it would have made', () => {
    const ws = makeWorkspace({ 'one.md': '' });
    const disk = dryDisk(real);
    disk.mkdir(ws.at('memory'), 0o700);
    expect(faultOf(() => disk.rename(ws.at('one.md'), ws.at('memory')))).toBe('EISDIR');
    expect(faultOf(() => disk.rename(ws.at('one.md'), ws.at('two.md')))).toBeUndefined();
    expect(ws.list()).toEqual(['one.md']);
  });

  it('shows no file any more that it would have deleted', () => {
    const ws = makeWorkspace({ 'one.md': '' });
    const disk = dryDisk(real);
    disk.unlink(ws.at('one.md'));
    expect(disk.lstat(ws.at('one.md'))).toBeUndefined();
    expect(faultOf(() => disk.open(ws.at('one.md'), OPEN.read))).toBe('ENOENT');
    expect(ws.list()).toEqual(['one.md']);
  });
});
