import { afterEach, expect, it } from 'vitest';

import { EventLog } from '#daemon/data/event-log.ts';
import { Databases } from '#daemon/data/open.ts';
import { Questions } from '#daemon/data/questions.ts';
import { insert } from '#daemon/data/write.ts';
import { sessionRecordsOf } from '#daemon/memory/records.ts';
import { askHelper, type HelperTask, whyNoHelper } from '#daemon/nexus/helper.ts';
import {
  DEFAULT_SETTINGS,
  type Settings,
  type SessionVoice,
} from '#kernel/contract/boot-request.ts';
import { hostOf } from '#test/support/in-process.ts';
import { openWorkspace, uid } from '#test/support/kernel.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const TREE = {
  'AGENTS.md': '# Workspace rules\n',
  'state/config.json': '{}\n',
  'state/agents/BOOTSTRAP.md': 'Bring one about.\n',
  'state/agents/echo/IDENTITY.md': '# Echo\n\nI am Echo.\n',
  'state/agents/echo/SOUL.md': '# Soul\n\nPrecision.\n',
  'state/workspace/memory-writer/ROLE.md': '# Memory writer\n\nYou run after a turn.\n',
  'state/workspace/memory-writer/SKILLS.md': '# Skills\n\n- Names first.\n',
};

/** A workspace of Nexus, in which automations ask `agent`. */
const site = async (agent: string | undefined, settings: Partial<Settings> = {}) => {
  const ws = makeWorkspace(TREE);
  const workspace = openWorkspace(ws);
  const databases = await Databases.open(workspace.ensure('state/data'), uid);
  const data = databases.queries;
  const events = new EventLog(data.events);
  const helper = {
    session: {
      host: async (voice: SessionVoice) =>
        hostOf(ws, { settings: { ...DEFAULT_SETTINGS, ...settings }, ...voice }),
      databases,
      events,
      questions: new Questions(data.runtime, events),
      hooks: { run: async () => [] },
      idleMs: 3_600_000,
    },
    asked: { path: ws.path, agent, model: undefined, layout: 'nexus' },
  } as const;
  closing.push(() => databases.close());
  const end = new AbortController();
  const ask = (task: Partial<HelperTask>) =>
    askHelper(
      helper,
      { automation: 'memory-writer', request: 'r1', text: 'Think.', ...task },
      end.signal,
    );
  return { ws, data, helper, ask, end, folder: ws.at('state/data') };
};

it('is told who it is and what it knows of its job, in this order, and no rules of a manager (N41)', async () => {
  const { ask, data } = await site(agentCommand('echo', 'embeds'));
  const answer = await ask({});
  const places = [
    'I am Echo.',
    'Precision.',
    'You run after a turn.',
    'Names first.',
    'Think.',
  ].map((text) => answer.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(answer).not.toContain('user-facing manager');
  expect(await data.agents.selectFrom('sessions').selectAll().execute()).toMatchObject([
    { kind: 'shared', origin: 'helper', ending: 'the automation is done' },
  ]);
});

it('asks the databases, and proposes, by tools and by the scripts of the workspace (N36)', async () => {
  const { ask, data, folder } = await site(agentCommand('tool-user'));
  const fact = (text: string, readers: 'owner' | 'private') =>
    insert(data.memory, 'facts', {
      entity: null,
      text,
      at: '2026-11-27T09:00:00.000Z',
      source: 'the test',
      trust: 'owner',
      replaced_by: null,
      readers,
    });
  await fact('The heron nests.', 'owner');
  await fact('The vault is below.', 'private');
  const { signal } = new AbortController();
  const records = sessionRecordsOf({
    data,
    folder,
    readers: ['all', 'owner'],
    proposedTo: 'owner',
    source: 'session s, request r1',
    request: 'r1',
    signal,
  });
  const row = JSON.stringify({ text: 'Ada prefers tea.' });
  const text = [
    'tools',
    'call memory_query {"sql":"select text from facts"}',
    'call memory_query {"sql":"delete from facts"}',
    `call memory_write ${JSON.stringify({ kind: 'fact', row })}`,
    `call memory_write ${JSON.stringify({ kind: 'fact', row: '{"text":"a","trust":"owner"}' })}`,
  ].join('\n');
  const answer = await ask({ text, records });
  expect(answer).toMatch(/^<<.*memory_query memory_write>>/u);
  expect(answer).toContain('["The heron nests."]');
  expect(answer).not.toContain('vault');
  expect(answer).toContain('ERROR The databases were not asked');
  expect(answer).toContain('Proposed: the owner decides');
  expect(answer).toContain('ERROR This cannot be proposed: it has a field that nobody can give');
  expect(await data.memory.selectFrom('proposals').selectAll().execute()).toMatchObject([
    { kind: 'fact', trust: 'outside', readers: 'owner', source: 'session s, request r1' },
  ]);
});

it('reaches no database without them', async () => {
  const { ask } = await site(agentCommand('tool-user'));
  expect(await ask({ text: 'tools' })).not.toContain('memory_query');
});

it('is asked where there is a model, within what unattended work may cost', async () => {
  expect(await whyNoHelper((await site('scribe')).helper)).toBe('there is no model');
  const { helper, data } = await site(agentCommand('echo'), { heartbeat: { dayTokens: 100 } });
  expect(await whyNoHelper(helper)).toBeUndefined();
  const at = new Date().toISOString();
  await insert(data.agents, 'sessions', {
    id: 'h',
    kind: 'shared',
    role: 'manager',
    origin: 'helper',
    persona: null,
    started_at: at,
    ended_at: null,
    ending: null,
  });
  const used = { input: 90, output: 10, cacheRead: 0, cacheWritten: 0 };
  await new EventLog(data.events).append({ type: 'usage', session: 'h', payload: { turn: used } });
  expect(await whyNoHelper(helper)).toContain('is spent');
});

it('ends with the service', async () => {
  const { ask, end } = await site(agentCommand('echo'));
  end.abort();
  await expect(ask({})).rejects.toThrow('aborted');
});
