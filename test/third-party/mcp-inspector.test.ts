/**
 * The command line of the MCP inspector, as another program that nobody here wrote, against `yamo mcp` as published. It is a
 * download of a hundred megabytes: `npm run test:agents`, and each night.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { environmentFor } from '#test/support/mcp.ts';
import { installed } from '#test/support/registry-agents.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { writeSettings, YAMO } from '#test/support/yamo.ts';

const VERSION = '2.12.0';
const programs = await installed('@modelcontextprotocol/inspector', VERSION);
const PROGRAM = join(programs ?? '', 'mcp-inspector');

/** What the inspector prints for one method. */
const inspect = (ws: TempWorkspace, ...args: readonly string[]): unknown => {
  const env = environmentFor(ws);
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      PROGRAM,
      '--cli',
      process.execPath,
      YAMO,
      'mcp',
      ws.path,
      '--client',
      'inspector',
      ...variables,
      ...args,
    ],
    { env, cwd: '/', encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`exit code ${status}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
};

describe('the inspector', () => {
  const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- The berth is 4.\n' });

  it('finds nothing wrong with the schemas of the tools', () => {
    const listed = inspect(ws, '--method', 'tools/list', '--strict');
    expect(listed).toMatchObject({
      tools: [
        { name: 'memory_search' },
        { name: 'today' },
        { name: 'append_note' },
        { name: 'audit' },
      ],
    });
  });

  it('is asked for consent, and reads, searches and notes with it', () => {
    const ask = (): unknown => inspect(ws, '--method', 'tools/call', '--tool-name', 'today');
    expect(ask).toThrow('yamo mcp --allow-export inspector');
    writeSettings(ws, { clients: { inspector: { export: true, session: 'main' } } });
    expect(inspect(ws, '--method', 'resources/list')).toMatchObject({
      resources: [
        { name: 'AGENTS.md' },
        { name: 'MEMORY.md' },
        { name: 'SOUL.md' },
        { name: 'USER.md' },
      ],
    });
    const read = inspect(ws, '--method', 'resources/read', '--uri', 'yamo:///MEMORY.md');
    expect(JSON.stringify(read)).toContain('The berth is 4.');
    const args = ['--tool-name', 'memory_search', '--tool-arg', 'query=berth'];
    expect(JSON.stringify(inspect(ws, '--method', 'tools/call', ...args))).toContain('MEMORY.md:3');
    const prompt = inspect(ws, '--method', 'prompts/get', '--prompt-name', 'orient');
    expect(JSON.stringify(prompt)).toContain('This is a main session');
  });
});
