/** `yamo audit --here`: the paths that the files of a workspace name are looked for on this machine. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { thirdPartyAgent, yamo } from '#test/support/yamo.ts';

const TOOLS = [
  '# Tools',
  '',
  'Run `bin/pump.sh`, then `~/bin/lamp.sh`; both/none, `origin/main`, `/reload`.',
  'See [the table](docs/tides.md#june) and `https://example.org/a.html`, `tides.example/a.html`.',
  'Write to `level.csv`. If there is one, read `old.txt`. Logs are `memory/2026-01-01.md`.',
  '`/srv/of-nobody/run` starts it all, and `bin/pump.sh` stops it.',
  '',
];

const missing = async (ws: TempWorkspace, ...args: string[]): Promise<readonly string[]> => {
  const { stdout } = await yamo(['audit', ws.path, '--json', ...args], {
    workspace: ws,
    env: { HOME: join(ws.path, '..', 'home') },
  });
  const [workspace] = JSON.parse(stdout).workspaces;
  return workspace.findings
    .filter(({ rule }: { rule: string }) => rule === '1/named-file')
    .map(({ line, found }: { line: number; found: string }) => `${line} ${found}`);
};

describe('paths that files name', () => {
  it('are looked for with --here, each once, and told where they are not there', async () => {
    const ws = makeBornWorkspace({ 'TOOLS.md': TOOLS.join('\n') });
    expect(await missing(ws)).toEqual([]);
    expect(await missing(ws, '--here')).toEqual([
      '3 bin/pump.sh, which is not there',
      '3 ~/bin/lamp.sh, which is not there',
      '4 docs/tides.md, which is not there',
      '6 /srv/of-nobody/run, which is not there',
    ]);
    mkdirSync(join(ws.path, 'bin'));
    writeFileSync(join(ws.path, 'bin/pump.sh'), '');
    expect(await missing(ws, '--here')).toHaveLength(3);
    // What lies beside the workspace is asked again, though none of its own files has changed.
    rmSync(join(ws.path, 'bin'), { recursive: true });
    expect(await missing(ws, '--here')).toHaveLength(4);
  });

  it('are looked for with --pedantic where the kernel has booted the workspace', async () => {
    const ws = makeBornWorkspace({ 'TOOLS.md': TOOLS.join('\n') });
    expect(await missing(ws, '--pedantic')).toEqual([]);
    const boot = ['boot', '--agent', thirdPartyAgent('obedient'), '--message', 'ls'];
    expect(await yamo(boot, { workspace: ws })).toMatchObject({ code: 0 });
    expect(await missing(ws, '--pedantic')).toHaveLength(4);
    expect(await missing(ws)).toEqual([]);
  });
});
