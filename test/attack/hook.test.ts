/** The ways that a host's own tools offer, through a hook: denied where the page says so. */
import { symlinkSync } from 'node:fs';
import { isAbsolute } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { Judge } from '#kernel/hook/judge.ts';
import type { HookEvent } from '#lib/hook/event.ts';
import { WAYS } from '#test/support/agents/hostile/ways.ts';
import { enterWorkspace, uid } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

import { type HookCall, hookCount, LOG, PRIVATE, THROUGH_HOOK } from './through-hook.ts';

const temp = makeBornWorkspace({
  'MEMORY.md': `# Memory\n\n- ${PRIVATE}\n`,
  'HEARTBEAT.md': 'x\n',
  'TOOLS.md': 'x\n',
  'notes/a.md': 'a\n',
});
const { file: log } = enterWorkspace(temp).daily;
temp.write(log, '# Today\n\n- One.\n');
symlinkSync(temp.at('MEMORY.md'), temp.at('notes/link.md'));

const judgeOf = ({ path, stateHome }: TempWorkspace, mainProjects: readonly string[]): Judge =>
  new Judge({
    machine: () =>
      Promise.resolve({
        disk,
        uid,
        environment: { XDG_STATE_HOME: stateHome, HOME: '/nonexistent' },
        version: '0.0.0',
        settings: { ...DEFAULT_SETTINGS, hook: { mainProjects, programs: [] } },
      }),
    audit: () => Promise.resolve([path]),
    livesOn: true,
  });

const judges = { main: judgeOf(temp, [temp.path]), shared: judgeOf(temp, []) };
afterAll(() => {
  for (const judge of Object.values(judges)) judge.close();
});

const told = (text: string): string => text.replaceAll(LOG, log);

const eventOf = (call: HookCall): HookEvent => {
  const isMessage = 'message' in call;
  const placed = (name: string, text: string): string =>
    name === 'file_path' && !isAbsolute(text) && !text.startsWith('~')
      ? `${temp.path}/${told(text)}`
      : told(text);
  return {
    host: isMessage ? 'openclaw' : 'claude-code',
    moment: isMessage ? 'message' : 'before-tool',
    name: isMessage ? 'message_sending' : 'PreToolUse',
    session: 's',
    cwd: temp.path,
    tool: isMessage
      ? undefined
      : {
          name: call.tool,
          input: Object.fromEntries(
            Object.entries(call.input).map(([name, text]) => [name, placed(name, text)]),
          ),
          output: undefined,
        },
    text: isMessage ? call.message : undefined,
    isAgain: false,
    channel: undefined,
    participants: [],
    isUnattended: false,
  };
};

describe('through a hook', () => {
  it.each(Object.entries(THROUGH_HOOK))('%s is held', async (id, { held, calls }) => {
    expect(WAYS.map((way) => way.id)).toContain(id);
    // Fingerprints of private lines are taken in main sessions.
    const start = {
      ...eventOf({ message: '' }),
      moment: 'start',
      name: 'agent:bootstrap',
    } as const;
    await judges.main.answer(start);
    for (const kind of held === 'both' ? (['main', 'shared'] as const) : (['shared'] as const))
      for (const call of calls) {
        const { is } = await judges[kind].answer(eventOf(call));
        expect([kind, call, is]).toEqual([kind, call, 'message' in call ? 'replace' : 'deny']);
      }
  });

  it('goes a fifth of all ways', () => {
    expect(hookCount()).toBe(Object.keys(THROUGH_HOOK).length);
    expect(hookCount() / WAYS.length).toBeGreaterThan(0.15);
  });
});
