import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { Databases } from '#daemon/data/open.ts';
import { syncPointers } from '#daemon/nexus/credentials.ts';
import { hostOf } from '#test/support/in-process.ts';
import { openWorkspace, uid } from '#test/support/kernel.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const HOUR_MS = 3_600_000;
const SECRET = 'sk-ant-oat01-not-to-be-copied-anywhere';

it('keeps where logins are, never what they are, for 15 minutes (N14, N15, R-95)', async () => {
  const ws = makeWorkspace({});
  const workspace = openWorkspace(ws);
  const databases = await Databases.open(workspace.ensure('state/data'), uid);
  const { identity } = databases.queries;
  const host = hostOf(ws);
  const claude = join(ws.configHome, '.claude');
  mkdirSync(claude, { recursive: true, mode: 0o700 });
  const login = join(claude, '.credentials.json');
  writeFileSync(login, JSON.stringify({ claudeAiOauth: { accessToken: SECRET } }), { mode: 0o600 });
  const before = readFileSync(login);
  const rows = () => identity.selectFrom('credentials').selectAll().execute();
  const now = Date.now();
  await syncPointers(identity, workspace, host, now);
  expect(await rows()).toMatchObject([{ provider: 'anthropic', is_there: 1 }]);
  expect(ws.text('state/credentials/.synced.json')).toContain('/claudeAiOauth/accessToken');
  rmSync(login);
  await syncPointers(identity, workspace, host, now + 60_000);
  expect(await rows()).toMatchObject([{ is_there: 1 }]);
  await syncPointers(identity, workspace, host, now + HOUR_MS);
  expect(await rows()).toMatchObject([{ is_there: 0 }]);
  writeFileSync(login, before, { mode: 0o600 });
  await syncPointers(identity, workspace, host, now + 2 * HOUR_MS);
  expect(await rows()).toMatchObject([{ is_there: 1 }]);
  databases.close();
  const files = ws.list().filter((file) => !file.endsWith('/'));
  expect(files.filter((file) => ws.bytes(file).includes(SECRET))).toEqual([]);
});
