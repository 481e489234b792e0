/** A tree of Nexus, audited as what it is: its settings, its token, and the folders of its agents. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

const CONFIG = 'state/config.json';

const laidOut = async (): Promise<TempWorkspace> => {
  const ws = makeWorkspace({});
  expect((await yamo(['init', '--layout', 'nexus'], { workspace: ws })).code).toBe(0);
  return ws;
};

const audit = async (ws: TempWorkspace) => {
  const args = ['audit', '--layout', 'nexus', '--allow-pending', '--format', 'json'];
  const { stdout, stderr } = await yamo(args, { workspace: ws });
  const [one] = JSON.parse(stdout).workspaces;
  const found: readonly { rule: string; file: string; line?: number }[] = one.findings;
  return { found: found.map(({ rule, file, line }) => [rule, file, line]), stdout, stderr };
};

it('is without findings as it was laid out, and no folder of its agents is another workspace', async () => {
  const { found, stderr } = await audit(await laidOut());
  expect([found, stderr]).toEqual([[], '']);
});

it('has its settings judged as settings, and nothing in them is taken for a leak', async () => {
  const ws = await laidOut();
  const text = readFileSync(ws.at(CONFIG), 'utf8');
  const key = ['ghp', 'aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789'].join('_');
  const { token } = JSON.parse(text).runtime.auth;
  writeFileSync(ws.at(CONFIG), text.replace('18789', `"${key}"`));
  const { found, stdout } = await audit(ws);
  expect(found).toEqual([['layout/nexus-config', CONFIG, 3]]);
  for (const secret of [key, token]) expect(stdout).not.toContain(secret);
  writeFileSync(ws.at(CONFIG), text.slice(0, -4));
  expect((await audit(ws)).found).toEqual([['layout/nexus-config', CONFIG, expect.any(Number)]]);
});
