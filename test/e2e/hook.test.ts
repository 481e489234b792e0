/** `yamo hook` as hosts start it: for one event, and for many. */
import { describe, expect, it } from 'vitest';

import { HOOK_EVENT_MAX_BYTES } from '#lib/spec/limits.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { type Place, writeSettings, yamo } from '#test/support/yamo.ts';

const asked = (place: Place, input: string, ...args: readonly string[]) =>
  yamo(['hook', ...args], {
    env: { XDG_STATE_HOME: place.stateHome, XDG_CONFIG_HOME: place.configHome },
    input,
  });

const event = (place: Place, tool: string, input: object): object => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: place.path,
  tool_name: tool,
  tool_input: input,
});

describe('yamo hook', () => {
  it('denies in the shape of the host, and what it cannot read by its exit code', async () => {
    const temp = makeBornWorkspace();
    const write = event(temp, 'Write', { file_path: temp.at('SOUL.md'), content: 'x' });
    const denied = await asked(temp, JSON.stringify(write));
    expect([denied.code, denied.stderr]).toEqual([0, '']);
    expect(JSON.parse(denied.stdout)).toMatchObject({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' },
    });
    const large = await asked(temp, 'x'.repeat(HOOK_EVENT_MAX_BYTES + 1));
    expect([large.code, large.stdout]).toEqual([2, '{}\n']);
    expect(large.stderr).toContain('HOOK_INPUT');
  });

  it('says where nobody can tell who takes part, how often and why', async () => {
    const temp = makeBornWorkspace();
    const said = { cwd: temp.path, tool_name: 'read', tool_input: { path: temp.at('SOUL.md') } };
    const keys = ['agent:main:telegram:group:direct:42', 'agent:main:telegram:group:-7'];
    const lines = keys.map((key, id) => ({
      id,
      event: { ...said, hook_event_name: 'before_tool_call', session_id: key, session_key: key },
    }));
    const input = lines.map((line) => JSON.stringify(line)).join('\n');
    expect((await asked(temp, input, '--serve', '--host', 'openclaw')).code).toBe(0);
    const status = await asked(temp, '', 'status');
    expect(status.stdout).toContain(
      `${temp.path}: yamo cannot tell who takes part in 1 of the last 2 events (telegram:group:direct:42 can be read in two ways)`,
    );
    expect((await asked(temp, '', 'status', '--json')).stdout).toContain('"event":"untold"');
  });

  it('answers a line for each event, whatever the others are', async () => {
    const temp = makeBornWorkspace();
    writeSettings(temp, { hook: { mainProjects: [temp.path] } });
    const lines = [
      JSON.stringify({ id: 1, event: event(temp, 'Read', { file_path: temp.at('SOUL.md') }) }),
      'nonsense',
      JSON.stringify({ id: 2, event: event(temp, 'Bash', { command: 'npm run x -- SOUL.md' }) }),
      JSON.stringify({ id: 3, event: { hook_event_name: 'BeforeTool', tool_name: 'x' } }),
    ];
    const { code, stdout } = await asked(temp, lines.join('\n'), '--serve');
    const answers = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(code).toBe(0);
    expect(answers).toMatchObject([
      { id: 1, exit: 0, answer: {} },
      { id: null, exit: 2 },
      { id: 2, exit: 0, answer: { hookSpecificOutput: { permissionDecision: 'ask' } } },
      { id: 3, exit: 0 },
    ]);
    const log = await yamo(['log'], { workspace: temp });
    expect(log.stdout).toContain('hook ask (HOOK_UNTOLD), claude-code PreToolUse Bash');
    expect(log.stdout).toContain('the chain is whole');
    writeSettings(temp, '{');
    const refused = await asked(temp, JSON.stringify(event(temp, 'Read', {})));
    expect(refused.stdout).toContain('SETTINGS_INVALID');
    expect(refused.stdout).toContain('"deny"');
  });
});
