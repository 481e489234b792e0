/** The plugin for OpenClaw with a gateway that is recorded here: what it hands on, what it gives back, and what it does without an answer. */
import { describe, expect, it } from 'vitest';

import { makeBornWorkspace } from '#test/support/workspace.ts';
import { environment, YAMO, writeSettings } from '#test/support/yamo.ts';

type Handler = (event: object, context: object) => Promise<Record<string, unknown> | undefined>;

interface Gateway {
  readonly ask: (name: string, event: object, context: object) => ReturnType<Handler>;
  readonly bootstrap: (context: Record<string, unknown>) => Promise<readonly unknown[]>;
  readonly stop: () => void;
}

/** What OpenClaw gives a plugin, as far as ours uses it. */
const gatewayWith = async (
  command: readonly string[],
  hooks: object = { allowConversationAccess: true },
): Promise<Gateway> => {
  const { default: plugin } = await import('../../integrations/openclaw/index.js');
  const handlers = new Map<string, Handler>();
  // A gateway registers it more than once, and takes some hooks of each.
  const register = (takes: (name: string) => boolean): void => {
    const take = (name: string, handler: Handler): void => {
      if (takes(name)) handlers.set(name, handler);
    };
    const logger = { warn: () => undefined };
    plugin.register({
      pluginConfig: { command },
      config: { plugins: { entries: { yamo: { hooks } } } },
      logger,
      on: take,
      registerHook: take,
    });
  };
  register((name) => name === 'agent:bootstrap');
  register((name) => name !== 'agent:bootstrap');
  const ask: Gateway['ask'] = async (name, event, context) => handlers.get(name)?.(event, context);
  const bootstrap: Gateway['bootstrap'] = async (context) => {
    await ask('agent:bootstrap', { context, sessionKey: context['sessionKey'] }, {});
    return Array.isArray(context['bootstrapFiles']) ? context['bootstrapFiles'] : [];
  };
  return { ask, bootstrap, stop: () => void handlers.get('gateway_stop')?.({}, {}) };
};

describe('the plugin for OpenClaw', () => {
  it('shows MEMORY.md to its owner alone, and holds what the gate holds', async () => {
    const ws = makeBornWorkspace({
      'MEMORY.md': '# Memory\n\n- The green crane was sold in March.\n',
    });
    writeSettings(ws, { primaryHuman: ['telegram:42'], hook: { mainProjects: [ws.path] } });
    const env = Object.entries(environment({ workspace: ws })).map(
      ([name, value]) => `${name}=${value}`,
    );
    const gateway = await gatewayWith(['env', ...env, process.execPath, YAMO]);
    const shown = async (sessionKey: string): Promise<readonly unknown[]> => {
      const files = ['AGENTS.md', 'MEMORY.md'].map((name) => ({ name, path: ws.at(name) }));
      return (
        await gateway.bootstrap({
          workspaceDir: ws.path,
          agentId: 'main',
          sessionKey,
          bootstrapFiles: files,
        })
      ).map((file) => Object(file).name);
    };
    expect(await shown('agent:main:main')).toEqual(['AGENTS.md', 'MEMORY.md']);
    expect(await shown('agent:main:telegram:direct:42')).toEqual(['AGENTS.md', 'MEMORY.md']);
    expect(await shown('agent:main:telegram:direct:7')).toEqual(['AGENTS.md']);
    expect(await shown('agent:main:telegram:group:1')).toEqual(['AGENTS.md']);
    expect(await shown('agent:main:msteams:team:abc')).toEqual(['AGENTS.md']);
    expect(await shown('nonsense')).toEqual(['AGENTS.md']);

    const tool = (name: string, params: object, sessionKey = 'agent:main:main') =>
      gateway.ask('before_tool_call', { toolName: name, params }, { agentId: 'main', sessionKey });
    expect(await tool('write', { path: ws.at('SOUL.md'), content: 'x' })).toMatchObject({
      block: true,
    });
    expect(await tool('read', { path: 'AGENTS.md' })).toEqual({});
    expect(await tool('exec', { command: 'npm test' })).toMatchObject({ requireApproval: {} });
    expect(await tool('read', { path: 'MEMORY.md' }, 'agent:main:x')).toMatchObject({
      block: true,
    });

    const group = {
      agentId: 'main',
      sessionKey: 'agent:main:telegram:group:1',
      channelId: 'telegram',
    };
    const said = { to: 'x', content: 'Ada says: the green crane was sold in March.' };
    expect(await gateway.ask('message_sending', said, group)).toEqual({
      content: '[withheld: private line, RFC-0009 §3.2]',
    });
    expect(await gateway.ask('before_agent_run', { prompt: 'x' }, group)).toEqual({
      outcome: 'pass',
    });
    const told = () => gateway.ask('before_prompt_build', {}, { sessionKey: 'agent:main:main' });
    const guarded = {
      prependContext: expect.stringMatching(/yamo guards this workspace/),
    };
    expect(await told()).toMatchObject(guarded);
    await gateway.ask('agent_end', { success: false }, { sessionKey: 'agent:main:main' });
    expect(await told()).toMatchObject(guarded);
    await gateway.ask('agent_end', { success: true }, { sessionKey: 'agent:main:main' });
    expect(await told()).toBeUndefined();
    // A stranger writes in the session of the owner: the prompt has MEMORY.md no more, and goes nowhere.
    const stranger = { sessionKey: 'agent:main:main', channelId: 'telegram', senderId: '7' };
    await gateway.ask('before_dispatch', { content: 'x' }, stranger);
    expect(await shown('agent:main:main')).toEqual(['AGENTS.md']);
    expect(
      await gateway.ask('before_agent_run', { prompt: 'x' }, { ...stranger, channel: 'telegram' }),
    ).toMatchObject({ outcome: 'block', message: expect.stringContaining('HOOK_JOINED') });
    gateway.stop();
  });

  it('denies everything where OpenClaw does not ask about everything', async () => {
    const gateway = await gatewayWith(['/nonexistent/yamo'], {});
    const reason = expect.stringMatching(/allowConversationAccess is not true/);
    const answer = await gateway.ask('before_tool_call', { toolName: 'read', params: {} }, {});
    expect(answer).toMatchObject({ block: true, reason });
    expect(await gateway.bootstrap({ bootstrapFiles: [{ name: 'AGENTS.md' }] })).toEqual([]);
  });

  it('denies where no answer comes', async () => {
    const gateway = await gatewayWith(['/nonexistent/yamo']);
    const answer = await gateway.ask('before_tool_call', { toolName: 'read', params: {} }, {});
    expect(answer).toMatchObject({ block: true, cancel: true, outcome: 'block' });
  });
});
