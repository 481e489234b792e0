import { chmodSync, rmdirSync } from 'node:fs';

import { expect, it } from 'vitest';

import { acting, recording } from '#test/support/disk.ts';
import { openWorkspace, refusalFrom } from '#test/support/kernel.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

it('memory/ that is made is in its folder on the disk before anything is written to it', () => {
  const temp = makeWorkspace();
  const { disk, calls } = recording();
  const workspace = openWorkspace(temp, disk);
  calls.length = 0;
  const memory = workspace.ensureMemory();
  expect(temp.list()).toEqual(['memory/']);
  const made = calls.indexOf('mkdir memory');
  expect(calls.slice(made)).toContain('fsync ws');
  // One that is there is not made durable once more.
  calls.length = 0;
  expect(workspace.ensureMemory()).toBe(memory);
  expect(calls).not.toContain('fsync ws');
});

it('a folder that is gone as soon as it is made is named, with the reason', async () => {
  const temp = makeWorkspace();
  const workspace = openWorkspace(
    temp,
    acting('after', 'mkdir drafts', () => rmdirSync(temp.at('drafts'))),
  );
  const { code, facts } = await refusalFrom(() => workspace.ensure('drafts'));
  expect([code, facts]).toEqual(['FILE_UNREADABLE', { file: 'drafts', errno: 'ENOENT' }]);
});

it('one that everybody can write to is refused with its mode, as chmod takes it', async () => {
  const temp = makeWorkspace();
  chmodSync(temp.path, 0o757);
  const { code, facts } = await refusalFrom(() => openWorkspace(temp));
  expect([code, facts['mode']]).toEqual(['WORKSPACE_WORLD_WRITABLE', '0757']);
});
