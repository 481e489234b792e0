/** What only the owner knows of a layout's prompt reaches a session, and keeps to its rules (R-41, RFC-0009 §4.1, §4.4). */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

import { expect, it } from 'vitest';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import { inOrder, say } from '#test/support/messages-api/reply.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { recordsOf, writeSettings, yamo } from '#test/support/yamo.ts';

const PRIVATE = 'The spare key lies under the third heron of the northern pier.';
const WHO = { 'SOUL.md': '# Soul\n', 'IDENTITY.md': 'Zim\n', 'MEMORY.md': `${PRIVATE}\n` };

const fileOf = (facts: object): string =>
  makeWorkspace({ 'facts.json': JSON.stringify(facts) }).at('facts.json');

type System = NonNullable<Talk['api']['accepted'][number]>['request']['system'];

const systemOf = (system: System) =>
  [system ?? []]
    .flat()
    .map((block) =>
      typeof block === 'string' ? { text: block, cache_control: undefined } : block,
    );

/** One turn; what went out, as a text, and the names of its tools. */
const told = async (ws: TempWorkspace, ...args: readonly string[]) => {
  const talk = await Talk.open(ws, inOrder(say('Good.')), { args });
  await talk.turn('Hello.');
  const { code } = await talk.end();
  const request = talk.api.accepted[0]?.request;
  return {
    code,
    events: JSON.stringify(talk.frames()),
    system: systemOf(request?.system)
      .map(({ text }) => text)
      .join(''),
    tools: (request?.tools ?? []).map(({ name }) => name),
  };
};

it('of GSV, by the setting: base, all tools, runtime with agent, session and hosts, and hashes in the record [G10, G11, G21]', async () => {
  const ws = makeWorkspace(WHO);
  const facts = {
    systemPrompt: 'You are the harbour master.',
    tools: [{ name: 'crane__lift', node: 'crane' }, { name: 'not_ours' }],
    runtime: { agent: 'other', nodes: [{ name: 'crane', online: true }] },
  };
  writeSettings(ws, { layouts: { gsv: { facts: fileOf(facts) } } });
  const { system, tools } = await told(ws, '--layout', 'gsv');
  expect(system).toMatch(
    /<document-[\da-f]+ file="fact:systemPrompt">\nYou are the harbour master\./u,
  );
  expect(system).toMatch(/SOUL\.md, IDENTITY\.md, fact:systemPrompt: these are your own rules/u);
  expect(system).toContain(`Native tools: ${tools.length}. Node tools: 1.`);
  for (const name of [...tools, 'crane__lift']) expect(system).toContain(`\n- ${name}`);
  expect(system).not.toContain('not_ours');
  expect(system).toContain(`Agent: ${basename(ws.path)}\n`);
  expect(system).toMatch(/Session key: [\w-]+\n/u);
  expect(system).toContain('Known nodes: 1 (online: 1, offline: 0)');
  const sha256 = createHash('sha256').update(facts.systemPrompt).digest('hex');
  expect(JSON.stringify(recordsOf(ws))).toContain(
    `"bytes":27,"sha256":"${sha256}","detail":"fact:systemPrompt"`,
  );
});

it('with others there facts hold nothing of MEMORY.md, whatever they are called', async () => {
  const facts = { tasks: `- row\n- ${PRIVATE}`, cortex: 'Ada likes tea.', workflow: 'Moor.' };
  const ws = makeWorkspace({ ...WHO, 'notes/a.md': 'Fog.\n' });
  const args = ['--layout', 'osa', '--facts', fileOf(facts)];
  const main = await told(ws, ...args);
  for (const text of ['row', PRIVATE, 'Ada likes tea.', 'Moor.'])
    expect(main.system).toContain(text);
  const shared = await told(ws, '--session', 'shared', ...args);
  expect(shared.system).toContain('Moor.');
  expect(shared.system).toContain('- row');
  expect(shared.system).not.toContain('third heron');
  expect(shared.system).not.toContain('Ada likes tea.');
  const boot = 'boot --json --layout osa --session shared --agent scribe --message /status --facts';
  const extra = (file: string) => [...boot.split(' '), fileOf({ extraFiles: [file] })];
  const fine = await yamo(extra('notes/a.md'), { workspace: ws });
  expect([fine.code, JSON.stringify(fine.events)]).toEqual([
    0,
    expect.stringMatching(/Shown whole:[^"]*notes\/a\.md/u),
  ]);
  linkSync(ws.at('MEMORY.md'), ws.at('notes/b.md'));
  const alias = await yamo(extra('notes/b.md'), { workspace: ws });
  expect([alias.code, JSON.stringify(alias.events)]).toEqual([
    1,
    expect.stringContaining('MEMORY_ALIASED'),
  ]);
  const memory = await yamo(extra('memory.md'), { workspace: ws });
  expect([memory.code, JSON.stringify(memory.events)]).toEqual([
    1,
    expect.stringContaining('LAYOUT_WEAKENS'),
  ]);
  expect(JSON.stringify(memory.events)).toContain('/extraFiles/0 ');
});

it('what is dynamic in OSA and Aletheia is made for each turn, and the base stays [O1, O8, O10, O19, A22, A23]', async () => {
  const osa = makeWorkspace({
    'SOUL.md': '# Soul\n',
    'USER.md': 'Ada\n',
    'MEMORY.md': '## Tea\n\nAda likes green tea.\n\n## Boats\n\nThe hull of the boat leaks.\n',
  });
  const facts = fileOf({ tasks: 'moor' });
  const args = ['--layout', 'osa', '--facts', facts];
  const talk = await Talk.open(osa, inOrder(say('A.'), say('B.'), say('C.')), { args });
  await talk.turn('Which green tea does she like?');
  osa.write('USER.md', 'Edith\n');
  writeFileSync(facts, JSON.stringify({ tasks: 'sail' }));
  await talk.turn('Does the hull of the boat leak?');
  writeFileSync(facts, 'no JSON');
  await talk.turn('Does the hull of the boat leak?');
  await talk.end();
  const sent = talk.api.accepted.map(({ request }) => systemOf(request.system));
  const [first, second, third] = sent.map((blocks) => blocks.map(({ text }) => text).join(''));
  expect(first).toContain('green tea');
  expect(first).not.toContain('hull');
  expect(second).toContain('hull');
  expect(second).not.toContain('green tea');
  expect([first?.includes('moor'), second?.includes('sail')]).toEqual([true, true]);
  expect(second).not.toContain('Edith');
  expect(third).toBe(second);
  expect(JSON.stringify(talk.frames())).toContain('What is made for each turn stays as it was');
  const cached = sent.map((blocks) => blocks.filter((block) => block.cache_control !== undefined));
  expect(cached[1]).toEqual(cached[0]);

  const syn = makeWorkspace({ ...WHO, 'PROSOCHE.md': 'Tired.\n' });
  const other = await Talk.open(syn, inOrder(say('A.'), say('B.')), {
    args: ['--layout', 'aletheia'],
  });
  await other.turn('Hello.');
  syn.write('PROSOCHE.md', 'Awake.\n');
  syn.write('MEMORY.md', 'Otherwise.\n');
  await other.turn('And now?');
  await other.end();
  const now = JSON.stringify(other.api.accepted[1]?.request.system);
  expect(now).toContain('Awake.');
  expect(now).not.toContain('Tired.');
  expect(now).not.toContain('Otherwise.');
});

it('the base of OSA that comes with it may lie apart from the one of its owner [O2, O22, O23]', async () => {
  const priv = makeWorkspace({
    'SYSTEM.md': '## 1. SECURITY\n\nShared base.\n\n## 4. PERSONALITY\n\nPlain.\n',
  });
  const given = ['--layout', 'osa', '--facts', fileOf({ base: priv.at('SYSTEM.md') })];
  const shown = async (files: Readonly<Record<string, string>>): Promise<string> =>
    (await yamo(['prompt', ...given], { workspace: makeWorkspace(files) })).stdout;
  expect(await shown({ 'USER.md': 'Ada\n' })).toContain('Shared base.');
  const legacy = await shown({ 'SOUL.md': 'Kind.\n' });
  expect(legacy).toContain('Shared base.');
  expect(legacy).toContain('Kind.');
  expect(legacy).not.toContain('Plain.');
  expect(await shown({ 'prompts/SYSTEM.md': 'Own base.\n' })).toBe('Own base.\n');
  const ws = makeWorkspace({ 'USER.md': 'Ada\n' });
  expect((await told(ws, ...given)).system).toContain('Shared base.');
  const rules = makeWorkspace({ 'sea/tides.md': 'Mind the tides.\n', 'a.md': 'Be brief.\n' });
  const ruled = ['--layout', 'osa', '--facts', fileOf({ rules: rules.path })];
  const whole = await yamo(['prompt', ...ruled], { workspace: ws });
  expect(whole.stdout).toContain(
    '# Active Rules\n\n## Rule: priv/rules/a.md\n\nBe brief.\n\n## Rule: priv/rules/sea/tides.md\n\nMind the tides.',
  );
  const own = makeWorkspace({ 'USER.md': 'Ada\n', 'priv/rules/b.md': 'Be kind.\n' });
  const { stdout } = await yamo(['prompt', ...ruled], { workspace: own });
  expect([stdout.includes('Be kind.'), stdout.includes('Be brief.')]).toEqual([true, false]);
  const session = await told(ws, ...ruled);
  expect(session.system).toContain('Mind the tides.');
  expect(session.events).toContain('priv/rules/sea/tides.md');
  const none = ['prompt', '--layout', 'osa', '--facts', fileOf({ rules: '/nowhere' })];
  expect((await yamo(none, { workspace: ws })).stderr).toContain('/nowhere holds no facts');
  const inside = makeWorkspace({ 'USER.md': 'Ada\n', 'base.md': 'x' });
  const refused = await yamo(
    ['prompt', '--layout', 'osa', '--facts', fileOf({ base: inside.at('base.md') })],
    { workspace: inside },
  );
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('in the workspace')]);
});

it('what the conversation takes is missing in the tiers of OSA [O12]', async () => {
  const layout = { ...LAYOUTS.osa, layout: 'pier', budget: 12_000 };
  const pier = makeWorkspace({ 'pier.json': JSON.stringify(layout) });
  const tasks = fileOf({ tasks: 'moor the boat at the pier '.repeat(60) });
  const args = ['--layout', pier.at('pier.json'), '--facts', tasks];
  const script = inOrder(say('fog '.repeat(16_000)), say('B.'));
  const talk = await Talk.open(makeWorkspace({ 'SOUL.md': '# Soul\n' }), script, { args });
  await talk.turn('Hello.');
  await talk.turn('And now?');
  await talk.end();
  const sent = talk.api.accepted.map(({ request }) => JSON.stringify(systemOf(request.system)));
  expect(sent.map((system) => system.includes('[...truncated...]'))).toEqual([false, true]);
});

it('from the workspace they are refused, by any path, and nothing is changed', async () => {
  const ws = makeWorkspace({ ...WHO, 'facts.json': '{"tasks":"x"}' });
  const outside = `${makeWorkspace({}).path}/facts.json`;
  symlinkSync(ws.at('facts.json'), outside);
  const before = snapshot(ws.path);
  for (const path of [ws.at('facts.json'), outside])
    for (const args of [['boot', '--message', 'x'], ['boot', '--plan'], ['prompt']]) {
      const run = await yamo([...args, '--layout', 'osa', '--facts', path], { workspace: ws });
      expect([run.code, run.stdout + run.stderr]).toEqual([
        3,
        expect.stringContaining('lies in the workspace'),
      ]);
    }
  expect(snapshot(ws.path)).toEqual(before);
});

it('Aletheia shows the skills that its agents share, from their folder [A24]', async () => {
  const shared = makeWorkspace({
    'moor/SKILL.md': 'Tie two lines.\n',
    'sail/SKILL.md': 'Watch the wind.\n',
    'README.md': 'No skill.\n',
  });
  const facts = fileOf({ skillsSection: 'Skills:', skillsFolder: shared.path });
  const { system } = await told(makeWorkspace(WHO), '--layout', 'aletheia', '--facts', facts);
  expect(system).toContain('Skills:\n\n### moor\n\nTie two lines.\n\n### sail\n\nWatch the wind.');
  expect(system).not.toContain('No skill.');
});

it('what is no file is said in words', async () => {
  const ws = makeWorkspace(WHO);
  const pipe = `${makeWorkspace({}).path}/facts`;
  execFileSync('mkfifo', [pipe]);
  const given = ['prompt', '--layout', 'osa', '--facts', pipe];
  expect((await yamo(given, { workspace: ws })).stderr).toContain('it is no file, but a FIFO');
});

it('TOOLS.md of Aletheia lists what the model gets [A12]', async () => {
  const ws = makeWorkspace({ ...WHO, 'PROSOCHE.md': 'watch\n' });
  writeSettings(ws, { shell: { main: true }, curation: { apply: 'ask-in-session' } });
  const { tools } = await told(ws, '--layout', 'aletheia', '--facts', fileOf({ tools: [] }));
  const listed = readFileSync(ws.at('TOOLS.md'), 'utf8').matchAll(/^- \*\*(\w+)\*\*/gmu);
  expect([...listed].map(([, name]) => name)).toEqual(tools);
  expect(tools).toContain('run_command');
  expect(tools).toContain('propose_memory');
});

it('RFC-0009 has no place for facts, and that is said', async () => {
  const ws = makeWorkspace({});
  await yamo(['init', '--name', 'Zim', '--user', 'Ada'], { workspace: ws });
  const { events } = await yamo(
    ['boot', '--json', '--agent', 'scribe', '--message', '/status', '--facts', fileOf({})],
    { workspace: ws },
  );
  expect(JSON.stringify(events)).toContain('Facts are for prompts of other layouts');
});
