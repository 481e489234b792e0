/** The built program on what 0.2.0 left: nothing is lost, and nothing is complained about. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { EARLIER_HOOKS, makeEarlierWorkspace } from '#test/support/earlier.ts';
import type { TempWorkspace } from '#test/support/workspace.ts';
import { noticesOf, recordsOf, type Result, stateOf, yamo } from '#test/support/yamo.ts';

const NEXT_DAY = '2026-11-27';

const WRITTEN = ['AGENTS.md', 'SOUL.md', 'USER.md', 'MEMORY.md', EARLIER_HOOKS] as const;

const bytesOf = (ws: TempWorkspace): readonly string[] => WRITTEN.map((file) => ws.text(file));

const memory = (ws: TempWorkspace, action: string, ...more: readonly string[]): Promise<Result> =>
  yamo(['memory', action, ws.path, ...more, '--date', NEXT_DAY, '--json'], {
    env: { XDG_STATE_HOME: ws.stateHome, XDG_CONFIG_HOME: ws.configHome },
  });

describe('a workspace of version 0.2.0', () => {
  it('boots, main and shared, with its chain whole, and nothing of it changed', async () => {
    const ws = makeEarlierWorkspace();
    const before = bytesOf(ws);
    const log = ws.text('memory/2026-11-25.md');
    const says = ['--date', NEXT_DAY, '--agent', 'scribe', '--message', '/who', '--json'];
    const main = await yamo(['boot', '--session', 'main', ...says], { workspace: ws });
    expect([main.code, noticesOf(main.events)]).toEqual([
      0,
      'A proposal for MEMORY.md waits for you: yamo memory curate',
    ]);
    const shared = await yamo(['boot', '--session', 'shared', ...says], { workspace: ws });
    expect([shared.code, noticesOf(shared.events)]).toEqual([0, '']);
    expect(bytesOf(ws)).toEqual(before);
    expect(ws.text('memory/2026-11-25.md')).toBe(log);
    expect(recordsOf(ws)).toHaveLength(10);
    const chain = await yamo(['log'], { workspace: ws });
    expect(chain.stdout).toContain('10 entries, the chain is whole');
  });

  it('is graded as before, without `static`: its records are verified', async () => {
    const ws = makeEarlierWorkspace();
    const { code, stdout, stderr } = await yamo(['audit'], { workspace: ws });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('RFC-0009 v3.0');
    expect(stdout).not.toMatch(/error|static/);
  });

  it('keeps its proposals waiting, and its change of MEMORY.md is undone', async () => {
    const ws = makeEarlierWorkspace();
    const curated = ws.text('MEMORY.md');
    const waits = await memory(ws, 'curate');
    expect(waits.events[0]).toMatchObject({ waiting: true, add: [{}, {}, {}], remove: [] });
    expect(ws.text('MEMORY.md')).toBe(curated);
    const undone = await memory(ws, 'undo');
    expect(undone.events[0]).toMatchObject({ undone: [1], files: ['MEMORY.md'] });
    expect(ws.text('MEMORY.md').match(/tide gauge/g)).toHaveLength(2);
    expect(readFileSync(join(stateOf(ws), 'proposal.json'), 'utf8')).toContain('lighthouse');
  });

  it('has its hooks, which answer, and which go as they came', async () => {
    const ws = makeEarlierWorkspace();
    const inside = {
      cwd: ws.path,
      env: { XDG_STATE_HOME: ws.stateHome, XDG_CONFIG_HOME: ws.configHome, HOME: ws.configHome },
    };
    const status = await yamo(['hook', 'status'], inside);
    expect(status.stdout).toContain(ws.at(EARLIER_HOOKS));
    const asked = await yamo(['hook', '--host', 'claude-code'], {
      ...inside,
      input: JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's2',
        cwd: ws.path,
        tool_name: 'Read',
        tool_input: { file_path: ws.at('MEMORY.md') },
      }),
    });
    expect(asked.stdout).toBe('{}\n');
    const gone = await yamo(['hook', 'uninstall', 'claude-code'], inside);
    expect([gone.code, ws.has('.claude')]).toEqual([0, false]);
  });
});
