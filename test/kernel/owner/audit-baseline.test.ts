import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { Baseline } from '#kernel/owner/audit-baseline.ts';
import { freshPath } from '#test/support/workspace.ts';

const finding = { rule: '2.2/safety', file: 'AGENTS.md' };

it('knows the findings of a workspace that was renamed, and no other', async () => {
  const folder = freshPath('baseline');
  mkdirSync(join(folder, 'atlas'), { recursive: true });
  const path = join(folder, 'baseline.json');
  const first = await Baseline.read(disk, path, true);
  first.write(disk, [first.known(join(folder, 'atlas'), finding, 'x')]);

  renameSync(join(folder, 'atlas'), join(folder, 'robin'));
  mkdirSync(join(folder, 'wren'));
  const renamed = await Baseline.read(disk, path, false);
  const known = renamed.known(join(folder, 'robin'), finding, 'x');
  expect([renamed.has(known), known.workspace, renamed.missing([known])]).toEqual([
    true,
    'robin',
    [],
  ]);
  expect(renamed.has(renamed.known(join(folder, 'robin'), finding, 'y'))).toBe(false);

  // What is still there was not renamed.
  mkdirSync(join(folder, 'atlas'));
  const beside = await Baseline.read(disk, path, false);
  expect(beside.has(beside.known(join(folder, 'wren'), finding, 'x'))).toBe(false);
});

it('knows the findings of workspaces whose tree was moved, each by the end of its path', async () => {
  const folder = freshPath('baseline-tree');
  const names = ['atlas', 'robin', 'wren'];
  for (const name of names) mkdirSync(join(folder, 'fleet', name), { recursive: true });
  const path = join(folder, 'baseline.json');
  const first = await Baseline.read(disk, path, true);
  const at = (tree: string, name: string): string => join(folder, tree, name);
  first.write(
    disk,
    names.map((name) => first.known(at('fleet', name), finding, name)),
  );

  renameSync(join(folder, 'fleet'), join(folder, 'agents'));
  const moved = await Baseline.read(disk, path, false);
  const found = names.map((name) => moved.known(at('agents', name), finding, name));
  expect(found.map((known) => moved.has(known))).toEqual([true, true, true]);
  expect(moved.missing(found)).toEqual([]);
  // It may be any of them.
  expect(moved.has(moved.known(at('agents', 'heron'), finding, 'atlas'))).toBe(false);
  expect(moved.has(moved.known(at('agents', 'robin'), finding, 'atlas'))).toBe(false);
});
