/** Nested files of a layout: each folder held, no link followed, no flood of files read. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { Folders } from '#kernel/prompt/folders.ts';
import { PATTERN_FILES } from '#lib/spec/limits.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const foldersOf = ({ path }: TempWorkspace): Folders => new Folders(Directory.open(disk, path));

describe('files that fit a pattern', () => {
  it('are found below folders, hidden ones and links aside, in order', () => {
    const ws = makeWorkspace({
      'rules/b.md': '',
      'rules/a/x.md': '',
      'rules/.hidden/x.md': '',
      'rules/a/x.txt': '',
      'other/y.md': '',
    });
    symlinkSync(ws.at('other'), ws.at('rules/link'));
    const folders = foldersOf(ws);
    expect(folders.fitting('rules/**/*.md')).toEqual(['rules/a/x.md', 'rules/b.md']);
    expect(folders.fitting('rules/*.md')).toEqual(['rules/b.md']);
    expect(folders.fitting('gone/*/x.md')).toEqual([]);
    folders.close();
  });

  it('are refused where there are too many', () => {
    const ws = makeWorkspace({});
    mkdirSync(ws.at('rules'));
    for (let at = 0; at <= PATTERN_FILES; at += 1) writeFileSync(ws.at(`rules/${at}.md`), '');
    const folders = foldersOf(ws);
    expect(() => folders.fitting('rules/*.md')).toThrow(
      expect.objectContaining({ code: 'PROMPT_FILES' }),
    );
    folders.close();
  });
});

describe('a nested file', () => {
  it.each([
    ['a', 'elsewhere'],
    ['a/b', 'elsewhere/b'],
  ])('is not reached through a link at %s', (link, target) => {
    const ws = makeWorkspace({ 'elsewhere/b/x.md': 'x' });
    if (link.includes('/')) mkdirSync(ws.at('a'));
    symlinkSync(ws.at(target), ws.at(link));
    const folders = foldersOf(ws);
    expect(() => folders.place('a/b/x.md')).toThrow(
      expect.objectContaining({ code: 'FILE_UNREADABLE' }),
    );
    folders.close();
  });

  it.each(['..', '../elsewhere', 'a/..', '.hidden', 'a//b', ''])(
    'lies nowhere below %j',
    (folder) => {
      const ws = makeWorkspace({ 'a/b/x.md': 'x', '.hidden/x.md': 'x', 'b/x.md': 'x' });
      const folders = foldersOf(ws);
      expect(folders.place(`${folder}/x.md`)).toBeUndefined();
      // The workspace itself has no name.
      expect(folder === '' ? [] : folders.names(folder)).toEqual([]);
      folders.close();
    },
  );

  it('lies nowhere where a folder on the way is missing', () => {
    const folders = foldersOf(makeWorkspace({}));
    expect(folders.place('a/b/x.md')).toBeUndefined();
    folders.close();
  });
});
