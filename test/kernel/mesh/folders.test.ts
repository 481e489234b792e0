/** Where the index of a workspace lies, and what its owner chose to keep it with. */
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { MeshFolders } from '#kernel/mesh/folders.ts';
import { enterWorkspace, refusalOf, uid } from '#test/support/kernel.ts';
import { freshPath, makeWorkspace } from '#test/support/workspace.ts';

it('never lies in the workspace, whatever the environment names', () => {
  const temp = makeWorkspace();
  const opened = enterWorkspace(temp);
  const at = (given: string) =>
    refusalOf(() => new MeshFolders(opened, { YAMO_MEMORY_DB_DIR: given }, uid));
  expect(at(temp.at('index'))).toBe('STATE_IN_WORKSPACE');
  expect(at(join(freshPath('index'), 'a'))).toBeUndefined();
});

it('is kept with what the owner chose, from then on', () => {
  const opened = enterWorkspace(makeWorkspace());
  const folders = () => new MeshFolders(opened, {}, uid);
  expect(folders().chosen).toBeUndefined();
  folders().choose('lancedb');
  expect(folders().chosen).toBe('lancedb');
});
