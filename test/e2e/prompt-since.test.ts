/** What a prompt shows less of: said at a start, and by `yamo prompt --diff --since`. */
import { writeFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { makeWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

const LINES = 'a line of thirty characters is\n'.repeat(125);
const TODAY = new Date().toISOString().slice(0, 10);

it('says once that a file is cut that was whole, and how many lines of it the prompt has lost since a day', async () => {
  const ws = makeWorkspace({ 'SOUL.md': 'soul\n', 'IDENTITY.md': 'n\n', 'USER.md': LINES });
  const boot = async (): Promise<string> => {
    const words = ['--agent', 'scribe', '--layout', 'openclaw', '--message', '/status'];
    return JSON.stringify((await yamo(['boot', '--json', ...words], { workspace: ws })).events);
  };
  const since = (...more: readonly string[]) =>
    yamo(['prompt', '--layout', 'openclaw', '--diff', '--since', TODAY, ...more], {
      workspace: ws,
    });
  expect((await since()).stderr).toContain('not with --layout and --since');
  const diff = (...more: readonly string[]) =>
    yamo(['prompt', '--diff', '--since', TODAY, ...more], { workspace: ws });
  expect((await diff()).stdout).toContain('No record says');
  expect(await boot()).not.toContain('at the last start it was whole');
  writeFileSync(ws.at('USER.md'), `${'x'.repeat(3000)}\n${LINES}`);
  expect(await boot()).toContain('USER.md is cut: at the last start it was whole.');
  expect(await boot()).not.toContain('at the last start it was whole');
  const { code, stdout } = await diff();
  expect(code).toBe(0);
  expect(stdout).toMatch(/^USER\.md lost \d+ lines of the prompt \(125, now \d+: cut\)$/mu);
  const { since: at, shown } = JSON.parse((await diff('--json')).stdout);
  expect(at).toContain(TODAY);
  expect(shown).toMatchObject([{ file: 'USER.md', before: 125, fate: 'cut' }]);
  expect((await yamo(['prompt', '--since', TODAY], { workspace: ws })).code).toBe(2);
  expect((await yamo(['prompt', '--diff', '--since', 'Monday'], { workspace: ws })).code).toBe(2);
});
