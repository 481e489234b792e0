/** The ways that a host's own tools offer, through a hook: denied where the page says so. */
import { symlinkSync } from 'node:fs';

import { afterAll, describe, expect, it } from 'vitest';

import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { respond } from '#cli/hook/respond.ts';
import { HookJudge } from '#kernel/hook/judge.ts';
import { HOST_NAMES, type HostName } from '#lib/hook/event.ts';
import { readValue } from '#lib/hook/read-event.ts';
import {
  eventAfter,
  eventBefore,
  eventCalling,
  eventSaying,
  type HookTool,
  readAnswer,
} from '#test/support/hook-hosts.ts';
import { WAYS } from '#test/support/agents/hostile/ways.ts';
import type { HookKind } from '#test/support/hook-judge.ts';
import { enterWorkspace, uid } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

import {
  disguised,
  type HookCall,
  hookCount,
  KEY,
  LOG,
  PRIVATE,
  THROUGH_HOOK,
} from './through-hook.ts';

const temp = makeBornWorkspace({
  'MEMORY.md': `# Memory\n\n- ${PRIVATE}\n`,
  'HEARTBEAT.md': 'x\n',
  'TOOLS.md': 'x\n',
  'notes/a.md': 'a\n',
});
const { file: log } = enterWorkspace(temp).daily;
temp.write(log, '# Today\n\n- One.\n');
symlinkSync(temp.at('MEMORY.md'), temp.at('notes/link.md'));

const judgeOf = ({ path, stateHome }: TempWorkspace, mainProjects: readonly string[]): HookJudge =>
  new HookJudge({
    machine: () =>
      Promise.resolve({
        disk,
        uid,
        environment: { XDG_STATE_HOME: stateHome, HOME: '/dev/null' },
        version: '0.0.0',
        settings: { ...DEFAULT_SETTINGS, hook: { mainProjects, programs: [], tools: [] } },
      }),
    audit: () => Promise.resolve([path]),
    livesOn: true,
  });

const judges = { main: judgeOf(temp, [temp.path]), shared: judgeOf(temp, []) };
afterAll(() => {
  for (const judge of Object.values(judges)) judge.close();
});

const told = (text: string): string => text.replaceAll(LOG, log);

/** The same by the tools that the host has: one without a tool for it runs a command. */
const eventBy = (host: HostName, tool: HookTool) =>
  eventBefore(host, temp.path, tool) ?? eventBefore(host, temp.path, byCommand(tool));

const byCommand = (tool: HookTool): HookTool => {
  if (tool.does === 'read') return { does: 'run', command: `cat '${tool.path}'` };
  if (tool.does === 'list') return { does: 'run', command: `ls '${tool.path}'` };
  return tool.does === 'write' ? { ...tool, text: `${tool.text}\n` } : tool;
};

const eventOf = (host: HostName, call: HookCall) => {
  if (call.does === 'say') return eventSaying(host, temp.path, call.message);
  if (call.does === 'call') return eventCalling(host, temp.path, call.tool, call.input);
  if (call.does === 'run') return eventBy(host, { ...call, command: told(call.command) });
  if (call.does !== 'give') return eventBy(host, { ...call, path: told(call.path) });
  const tool = { does: 'read', path: call.path } as const;
  return (
    eventAfter(host, temp.path, tool, call.output) ??
    eventAfter(host, temp.path, byCommand(tool), call.output)
  );
};

const answered = async (host: HostName, kind: HookKind, call: HookCall) => {
  const event = eventOf(host, call);
  if (event === undefined) return undefined;
  const bugs: unknown[] = [];
  const { json, exit } = await respond(readValue(event, host), judges[kind], (error) =>
    bugs.push(error),
  );
  expect([bugs, exit]).toEqual([[], 0]);
  return json;
};

const secretIn = (text: string): boolean =>
  [PRIVATE, KEY].some((secret) => squeezed(text).includes(squeezed(secret)));
const squeezed = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** What becomes of a call. */
const outcomeOf = async (host: HostName, kind: HookKind, call: HookCall): Promise<string> => {
  const json = await answered(host, kind, call);
  const text = JSON.stringify(json);
  const isOutput = call.does === 'say' || call.does === 'give';
  if (json === undefined) return 'not asked';
  if (isOutput) return text === '{}' || secretIn(text) ? text : 'held';
  const { is } = readAnswer(host, { code: 0, stdout: text, stderr: '' });
  return is === 'deny' ? 'held' : text;
};

/** Not every host asks about what its tools gave and what its agent says; the page of hosts says which. */
const isAsked = (host: HostName, call: HookCall): boolean =>
  (call.does !== 'say' && call.does !== 'give') || eventOf(host, call) !== undefined;

/** Fingerprints of private lines are taken in main sessions. */
const START = { hook_event_name: 'SessionStart', session_id: 'first', cwd: temp.path };

describe.each(HOST_NAMES)('through a hook of %s', (host) => {
  it.each(Object.entries(THROUGH_HOOK))('%s is held', async (id, { held, calls }) => {
    expect(WAYS.map((way) => way.id)).toContain(id);
    await respond(readValue(START, 'claude-code'), judges.main, () => undefined);
    for (const kind of held === 'both' ? (['main', 'shared'] as const) : (['shared'] as const))
      for (const call of calls.filter((one) => isAsked(host, one)))
        expect([kind, call, await outcomeOf(host, kind, call)]).toEqual([kind, call, 'held']);
  });
});

describe.each(HOST_NAMES)('through a hook of %s, in a main session', (host) => {
  it('the same is let through where no credential is in it', async () => {
    for (const call of disguised('- 09:05 API_TOKEN_HEADER=X-Token')) {
      const json = await answered(host, 'main', call);
      const text = JSON.stringify(json);
      expect([call, readAnswer(host, { code: 0, stdout: text, stderr: '' }).is]).toEqual([
        call,
        'pass',
      ]);
    }
  });
});

describe('through a hook', () => {
  it('goes more than a fifth of all ways', () => {
    expect(hookCount()).toBe(Object.keys(THROUGH_HOOK).length);
    expect(hookCount() / WAYS.length).toBeGreaterThan(0.2);
  });
});
