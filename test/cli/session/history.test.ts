import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { InputHistory, HISTORY_MAX_LINES, HistoryFile } from '#cli/session/history.ts';
import { disk } from '#kernel/fs/disk.ts';
import { freshPath } from '#test/support/workspace.ts';

const freshFolder = (): string => {
  const folder = freshPath('history');
  mkdirSync(folder);
  return folder;
};

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"${index}"\n`).join('');

describe('the history', () => {
  it('is walked from the newest back, and ends at the draft', () => {
    const history = new InputHistory(['one', 'two']);
    expect(history.older('draft')).toBe('two');
    expect(history.older('two')).toBe('one');
    expect(history.older('one')).toBeUndefined();
    expect([history.newer(), history.newer(), history.newer()]).toEqual([
      'two',
      'draft',
      undefined,
    ]);
  });

  it('takes nothing twice in a row, and nothing blank', () => {
    const history = new InputHistory(['one']);
    expect([history.add('one'), history.add(' '), history.add('two')]).toEqual([
      false,
      false,
      true,
    ]);
    expect(history.older('')).toBe('two');
  });
});

describe('the file of the history', () => {
  it('is the owner’s alone, and keeps texts of several lines', async () => {
    const folder = freshFolder();
    const file = new HistoryFile(disk, folder);
    expect(file.read()).toEqual([]);
    await file.add('one\ntwo');
    await file.add('three');
    expect(new HistoryFile(disk, folder).read()).toEqual(['one\ntwo', 'three']);
    expect(statSync(join(folder, 'history')).mode & 0o777).toBe(0o600);
  });

  it('holds no credential', async () => {
    const folder = freshFolder();
    const file = new HistoryFile(disk, folder);
    await file.add('my password: hunter2-and-more');
    const key = ['AKIA', 'IOSFODNN7', 'ABCDEFG'].join('');
    await file.add(
      `aws_access_key_id=${key} aws_secret_access_key=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY`,
    );
    await file.add('what is a password?');
    expect(file.read()).toEqual(['what is a password?']);
  });

  it('is cut when it has grown to twice its size, and not before', () => {
    const folder = freshFolder();
    const path = join(folder, 'history');
    writeFileSync(path, lines(2 * HISTORY_MAX_LINES));
    const file = new HistoryFile(disk, folder);
    expect(file.read()).toHaveLength(HISTORY_MAX_LINES);
    expect(readFileSync(path, 'utf8')).toBe(lines(2 * HISTORY_MAX_LINES));
    writeFileSync(path, lines(2 * HISTORY_MAX_LINES + 1));
    expect(file.read().at(-1)).toBe(String(2 * HISTORY_MAX_LINES));
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(HISTORY_MAX_LINES + 1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('leaves out what was cut short, and follows no link', () => {
    const folder = freshFolder();
    const path = join(folder, 'history');
    writeFileSync(path, '"one"\n"tw');
    expect(new HistoryFile(disk, folder).read()).toEqual(['one']);
    const other = freshFolder();
    symlinkSync(path, join(other, 'history'));
    expect(() => new HistoryFile(disk, other).read()).toThrow('ELOOP');
  });
});
