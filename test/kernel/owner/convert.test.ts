/** A workspace with too many files is no agent's. */
import { mkdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { convertWorkspace } from '#kernel/owner/convert.ts';
import { CONVERT_FILES } from '#lib/spec/limits.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

it('is refused before anything is written', async () => {
  const [ws, beside] = [makeWorkspace({ 'SOUL.md': 'x' }), makeWorkspace({})];
  mkdirSync(ws.at('n'));
  for (let at = 0; at < CONVERT_FILES; at += 1) writeFileSync(ws.at(`n/${at}`), '');
  const converting = convertWorkspace(
    { path: ws.path, from: 'gsv', to: 'osa', out: beside.at('new'), dryRun: true },
    { disk, uid: process.geteuid?.() ?? 0, stateRoot: beside.at('state') },
  );
  await expect(converting).rejects.toMatchObject({ code: 'CONVERT_FILES' });
  expect(beside.list()).toEqual([]);
});
