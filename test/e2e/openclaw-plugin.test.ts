/** The plugin for OpenClaw with a gateway that is played here: what it hands on, what it gives back, and what it does without an answer. */
import { describe, expect, it } from 'vitest';

import { gatewayIn, gatewayWith } from '#test/support/openclaw/played-gateway.ts';
import { stockFiles } from '#test/support/openclaw/scenes.ts';
import { makeBornWorkspace, makeUnbornWorkspace, makeWorkspace } from '#test/support/workspace.ts';
import { writeSettings } from '#test/support/yamo.ts';

describe('the plugin for OpenClaw', () => {
  it('shows MEMORY.md to its owner alone, and holds what the gate holds', async () => {
    const ws = makeBornWorkspace({
      'MEMORY.md': '# Memory\n\n- The green crane was sold in March.\n',
    });
    writeSettings(ws, { primaryHuman: ['telegram:42'], hook: { mainProjects: [ws.path] } });
    const gateway = await gatewayIn(ws);
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
    // Nothing says who is there, and nothing has begun with that.
    expect(await shown('agent:main:main')).toEqual(['AGENTS.md']);
    const page = { sessionKey: 'agent:main:main', channelId: 'webchat', senderId: 'webchat' };
    await gateway.ask('before_dispatch', { content: 'x', isGroup: false }, page);
    expect(await shown('agent:main:main')).toEqual(['AGENTS.md', 'MEMORY.md']);
    const run = { ...page, agentId: 'main', messageProvider: 'webchat', runId: 'r' };
    expect(await gateway.ask('before_agent_run', { prompt: 'x' }, run)).toEqual({
      outcome: 'pass',
    });
    expect(await shown('agent:main:telegram:direct:42')).toEqual(['AGENTS.md', 'MEMORY.md']);
    expect(await shown('agent:main:telegram:direct:7')).toEqual(['AGENTS.md']);
    expect(await shown('agent:main:telegram:group:1')).toEqual(['AGENTS.md']);
    expect(await shown('agent:main:msteams:team:abc')).toEqual(['AGENTS.md']);
    expect(await shown('nonsense')).toEqual(['AGENTS.md']);

    const tool = (name: string, params: object, sessionKey = 'agent:main:main') =>
      gateway.ask(
        'before_tool_call',
        { toolName: name, params },
        { agentId: 'main', sessionKey, ...(sessionKey === 'agent:main:main' && { runId: 'r' }) },
      );
    expect(await tool('write', { path: ws.at('SOUL.md'), content: 'x' })).toMatchObject({
      block: true,
    });
    expect(await tool('read', { path: 'AGENTS.md' })).toEqual({});
    expect(await tool('exec', { command: 'npm test' })).toEqual({});
    expect(await tool('exec', { command: 'npm run x -- MEMORY.md' })).toMatchObject({
      requireApproval: {},
    });
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

  it.each([
    'fresh',
    'without BOOTSTRAP.md',
    'lived in',
    'lived in, with BOOTSTRAP.md',
    'of RFC-0009',
  ])('lets messages be answered in a workspace that is %s', async (how) => {
    const isLivedIn = how.startsWith('lived in');
    const ws = how === 'of RFC-0009' ? makeUnbornWorkspace({}) : makeWorkspace(stockFiles());
    if (isLivedIn) {
      ws.write('SOUL.md', '# Soul\n\nYou are Robin, a harbour pilot. Say what is true.\n');
      ws.write('memory/2026-11-20.md', '# Memory\n\n- Tide tables came.\n');
    }
    if (how === 'without BOOTSTRAP.md' || how === 'lived in') ws.remove('BOOTSTRAP.md');
    writeSettings(ws, { hook: { mainProjects: [ws.path] } });
    const gateway = await gatewayIn(ws);
    const page = { sessionKey: 'agent:main:main', channelId: 'webchat', senderId: 'webchat' };
    const before = ws.list();
    const shown = [];
    for (const runId of ['1', '2']) {
      await gateway.ask('before_dispatch', { content: 'x', isGroup: false }, page);
      const bootstrapFiles = before.map((name) => ({ name, path: ws.at(name) }));
      const context = { ...page, agentId: 'main', workspaceDir: ws.path, bootstrapFiles };
      shown.push((await gateway.bootstrap(context)).map((file) => Object(file).name));
      const run = { ...page, workspaceDir: ws.path, messageProvider: 'webchat', runId };
      const answer = await gateway.ask('before_agent_run', { prompt: 'x' }, run);
      expect(answer, how).toEqual({ outcome: 'pass' });
      await gateway.ask('agent_end', { success: true }, run);
    }
    const isKept = how !== 'of RFC-0009' && before.includes('BOOTSTRAP.md');
    expect(ws.has('BOOTSTRAP.md')).toBe(isKept);
    expect(!isKept || shown.flat().includes('BOOTSTRAP.md')).toBe(true);
    gateway.stop();
  });

  it('says that instructions were taken only where they were', async () => {
    const ws = makeUnbornWorkspace({});
    writeSettings(ws, { hook: { mainProjects: [ws.path] } });
    const gateway = await gatewayIn(ws);
    // The command line names nobody before its prompt is made.
    const run = { sessionKey: 'agent:main:main', workspaceDir: ws.path, runId: '1' };
    const owner = { prompt: 'x', senderIsOwner: true };
    const late = { outcome: 'block', message: expect.stringMatching(/say it again/) };
    expect(await gateway.ask('before_agent_run', owner, run)).toMatchObject(late);
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
    expect(await gateway.ask('before_agent_run', owner, run)).toEqual({ outcome: 'pass' });
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
