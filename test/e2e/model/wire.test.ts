/** What a model is sent of a workspace of each layout, and that `yamo prompt --wire` shows it, byte for byte. */
import { basename } from 'node:path';

import { expect, it } from 'vitest';

import { inOrder, say } from '#test/support/messages-api/reply.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import { makeBornWorkspace, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

const DAY = '2026-03-14';
const MODEL = 'anthropic/claude-sonnet-5';
const LOGS = {
  'memory/2026-03-13.md': '# 2026-03-13\n\n- 10:00 Fog.\n',
  'memory/2026-03-14.md': '# 2026-03-14\n\n- 08:00 Sun.\n',
};
const WHO = {
  'SOUL.md': '# Soul\n\nA kind soul.\n',
  'IDENTITY.md': '- **Name:** Zim\n',
  'USER.md': '- **Name:** Ada\n',
};
const MEMORY = { 'MEMORY.md': '## Tea\n\nAda likes tea.\n' };
const OPENCLAW = { ...WHO, ...MEMORY, 'AGENTS.md': '# Rules\n\nBe brief.\n' };

const WORKSPACES: Readonly<Record<string, () => TempWorkspace>> = {
  'rfc-0009': () => makeBornWorkspace({ ...LOGS, ...MEMORY }),
  openclaw: () => makeWorkspace(OPENCLAW),
  gsv: () =>
    makeWorkspace({
      ...OPENCLAW,
      ...LOGS,
      'TOOLS.md': 'Use grep.\n',
      'HEARTBEAT.md': 'Check the mail.\n',
    }),
  aletheia: () =>
    makeWorkspace({
      ...OPENCLAW,
      'GOALS.md': 'Row.\n',
      'PROSOCHE.md': 'Tired.\n',
      'CONTEXT.md': '',
    }),
  nexus: () =>
    makeWorkspace({
      'AGENTS.md': '# Rules\n',
      'state/agents/zim/IDENTITY.md': WHO['IDENTITY.md'],
      'state/agents/zim/SOUL.md': WHO['SOUL.md'],
      'state/agents/BOOTSTRAP.md': 'Talk.\n',
      'state/credentials/x': '',
    }),
  osa: () => makeWorkspace({ ...WHO, ...MEMORY, 'priv/rules/a.md': 'Be kind.\n' }),
};

/** What only the owner knows, of every layout. */
const FACTS = {
  systemPrompt: 'You are the harbour master.',
  tools: [{ name: 'crane__lift', description: 'lifts', node: 'crane' }],
  runtime: { nodes: [{ name: 'crane', online: true, platform: 'linux', tools: ['lift'] }] },
  skillsSection: '## Skills\n\nSailing.',
  skills: [{ name: 'row', description: 'rowing' }],
  degradedServices: ['neo4j'],
  heartbeatPrompt: 'Look at the tide.',
  signal: { mode: 'BUILD', genre: 'DIRECT', weight: 0.8 },
  environment: 'cwd: /x',
  tasks: 'one task',
  workflow: 'moor, then rest',
  communication: 'brief',
  cortex: 'Ada likes tea.',
  machines: 'a machine',
};
const fileOf = (facts: object): string =>
  makeWorkspace({ 'facts.json': JSON.stringify(facts) }).at('facts.json');

/** Without what the kernel says and its marks around files. */
const seedOf = (text: string): string =>
  text
    .replaceAll(/^<briefing-0+>\n[^]*?\n<\/briefing-0+>$/gmu, '')
    .replaceAll(/^<\/?document-0+[^>]*>$/gmu, '');
const bare = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
/** Nobody can be asked in a session without a terminal. */
const withoutQuestions = (text: string): string =>
  text
    .replace(/^- (?:\*\*)?ask_permission.*\n/mu, '')
    .replace(/Native tools: \d+/u, 'Native tools:');

it.each(Object.keys(WORKSPACES))('of %s, in the order of its layout', async (layout) => {
  const ws = WORKSPACES[layout]?.() ?? makeWorkspace({});
  const args = ['--layout', layout, '--tz', 'UTC'];
  const prompt = async (...more: readonly string[]): Promise<string> =>
    (await yamo(['prompt', ...args, '--date', DAY, ...more], { workspace: ws })).stdout;
  const given = layout === 'rfc-0009' ? [] : ['--facts', fileOf(FACTS)];
  const wire = withoutQuestions(await prompt('--wire', '--model', MODEL, ...given));
  const runtime = {
    agent: basename(ws.path),
    sessionKey: '(its id)',
    timezone: 'UTC',
    model: MODEL,
    ...FACTS.runtime,
  };
  const seed = await prompt('--facts', fileOf({ ...FACTS, runtime }));
  const talk = await Talk.open(ws, inOrder(say('Good.'), say('Still.')), {
    args: [...args, ...given, '--date', `${DAY}T09:26`],
  });
  await talk.turn('Hello.');
  await talk.turn('Again.');
  await talk.end();
  const [first, second] = talk.api.accepted.map(({ request }) => request);
  expect(talk.api.complaints).toEqual([]);
  expect(second?.system).toEqual(first?.system);
  const blocks = [first?.system ?? []].flat();
  const sent = withoutQuestions(
    blocks
      .map((block) => (typeof block === 'string' ? block : block.text))
      .join('')
      .replace(/Session key: .*/u, 'Session key: (its id)')
      .replaceAll(/(?<=<\/?(?:briefing|document|result)-)[\da-f]+/gu, '0'.repeat(32)),
  );
  expect(wire.slice(0, sent.length)).toBe(sent);
  expect(wire.slice(sent.length)).toMatch(
    /^\n\n<briefing-0+>\nIt is [^]*\(What your human says\.\)\n$/u,
  );
  if (layout === 'rfc-0009') return;
  const tools =
    /\n## (?:Available Tools|Tooling|Tools|TOOLS\.md)\n[^]*?(?=\n\n(?:---|## |# ))(?:\n\n---)?/gu;
  expect(bare(seedOf(sent.replaceAll(tools, '')))).toBe(bare(seed.replaceAll(tools, '')));
});
