/** What the process behind `yamo mcp` opens, and whatever it starts, as the system sees it (RFC-0009 §4.1). */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { McpClient } from '#test/support/mcp.ts';
import { nameIn, parseTrace } from '#conform/witness/calls.ts';
import { straceFault } from '#test/support/strace.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';
import { skipLoudly, writeSettings } from '#test/support/yamo.ts';

const fault = straceFault();
const noStrace = skipLoudly(fault !== undefined, `what yamo mcp opens (${fault})`);

const NAMING = 'openat,openat2,open,creat,link,linkat,rename,renameat,renameat2,symlink,symlinkat';

/** Uses everything that a client can use, under strace; the files of the workspace that were opened. */
const openedIn = async (kind: 'main' | 'shared'): Promise<readonly string[]> => {
  const ws = makeBornWorkspace({
    'MEMORY.md': '# Memory\n\n- The berth is 4.\n',
    'memory/2026-01-02.md': '# Memory — 2026-01-02\n\n- A berth was asked for.\n',
  });
  writeSettings(ws, { dailyLogsInShared: true, clients: { trial: { export: true } } });
  const file = freshPath('trace');
  const options = ['-f', '-y', '-qq', '-s', '4096', '-o', file, '-e', `trace=${NAMING}`];
  const mcp = await McpClient.connect(ws, {
    args: ['--session', kind],
    wrapper: ['strace', ...options, '--'],
  });
  for (const name of await mcp.files()) await mcp.read(name);
  await mcp.read('MEMORY.md').catch(() => undefined);
  await mcp.prompt('orient');
  await mcp.prompt('today');
  await mcp.tool('today');
  await mcp.tool('memory_search', { query: 'berth' });
  await mcp.tool('append_note', { text: 'The berth was moved.' });
  await mcp.tool('audit');
  await mcp.close();
  const calls = parseTrace(readFileSync(file, 'utf8'));
  return calls.flatMap((call) => nameIn(ws.path, call) ?? []);
};

describe.skipIf(noStrace)('the process of a client', () => {
  it('never opens MEMORY.md in a shared session [Y46]', async () => {
    const opened = await openedIn('shared');
    expect(opened).toContain('memory/2026-01-02.md');
    expect(opened).toContain('SOUL.md');
    expect(opened.filter((name) => name.includes('MEMORY'))).toEqual([]);
  });

  it('opens it in a main one', async () => {
    expect(await openedIn('main')).toContain('MEMORY.md');
  });
});
