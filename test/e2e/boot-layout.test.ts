/** Workspaces of other systems, booted as what they are: their files, their instructions, and nothing of memory for others. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { agentCommand } from '#test/support/test-agents.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { nameIn } from '#conform/witness/calls.ts';
import { straceFault } from '#test/support/strace.ts';
import { DAY, tracedBoot } from '#test/support/traced-boot.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { framesNamed, thirdPartyAgent, wordsOf, writeSettings, yamo } from '#test/support/yamo.ts';

const CANARY = 'the spare key lies under the third heron';
const GSV = {
  'SOUL.md': '# Soul\n\nBe calm.\n',
  'IDENTITY.md': '- **Name:**\n',
  'USER.md': '- **Name:** Ada\n',
  'AGENTS.md': '# Rules\n\nAsk first.\n',
  'MEMORY.md': `${CANARY}\n`,
  'TOOLS.md': 'The crane is loud.\n',
  'BOOTSTRAP.md': '# Ceremony\n\nAsk your human for a name.\n',
  'skills/sail/SKILL.md': '---\ndescription: sailing\n---\nTack.\n',
};
const NEXUS = {
  'AGENTS.md': '# Manager\n',
  'state/config.json': '{}',
  'state/agents/BOOTSTRAP.md': '# Onboarding\n\nAsk for a name.\n',
  'MEMORY.md': `${CANARY}\n`,
};
const ALETHEIA = {
  'SOUL.md': 'soul',
  'IDENTITY.md': 'name: Syn',
  'PROSOCHE.md': 'watch',
  'CONTEXT.md': 'of the session before',
  'TOOLS.md': 'old',
  'MEMORY.md': `${CANARY}\n`,
};

const text = (ws: TempWorkspace, file: string): string => readFileSync(ws.at(file), 'utf8');

const boot = (ws: TempWorkspace, ...more: readonly string[]) =>
  yamo(['boot', '--json', '--agent', 'scribe', ...more], { workspace: ws });

/** What a session says that it was made of, in one sentence. */
const fates = (events: readonly Readonly<Record<string, unknown>>[]): string =>
  events.map((event) => String(event['text'])).find((said) => said.includes('Shown whole:')) ?? '';

it('a workspace of GSV keeps its commissioning until its human says that it is over (R-07) [G25]', async () => {
  const ws = makeWorkspace(GSV);
  const first = await boot(ws, '--layout', 'gsv', '--message', '/status');
  expect([first.code, text(ws, 'BOOTSTRAP.md')]).toEqual([0, GSV['BOOTSTRAP.md']]);
  expect(fates(first.events)).toMatch(/Shown whole: SOUL.md, IDENTITY.md, USER.md, BOOTSTRAP.md/u);
  expect(text(ws, 'AGENTS.md')).toBe(GSV['AGENTS.md']);
  const last = await boot(ws, '--message', '/commissioned');
  expect([last.code, ws.list().includes('BOOTSTRAP.md')]).toEqual([0, false]);
  const next = await boot(ws, '--message', '/prompt');
  expect(fates(next.events)).toMatch(/^GSV: Shown whole: .*MEMORY.md.*TOOLS.md/u);
  const other = await boot(ws, '--layout', 'osa', '--message', '/status');
  expect([other.code, JSON.stringify(other.events)]).toEqual([
    1,
    expect.stringContaining('LAYOUT_CHANGED'),
  ]);
});

it("birth orders of a layout of one's own are deleted, given once, and not taken again (R-07, §6.3)", async () => {
  const orders = 'Ask your human for a name.';
  const ws = makeWorkspace({
    'SOUL.md': 'soul\n',
    'TOOLS.md': 'tools\n',
    'BOOTSTRAP.md': `${orders}\n`,
    'own.json': JSON.stringify({
      layout: 'notes',
      title: 'Notes',
      files: [
        { name: 'SOUL.md', role: 'soul', required: true, priority: 1, group: 'static' },
        { name: 'TOOLS.md', role: 'tools', for: ['main'], priority: 2, group: 'static' },
      ],
      order: [{ file: 'SOUL.md' }],
      separator: '\n\n',
      headingEnd: '\n',
      estimator: 'claude',
      cut: { by: 'sections' },
      bootstrap: 'kernel',
    }),
  });
  const own = ['--layout', ws.at('own.json')];
  const scribe = await boot(ws, ...own, '--message', '/status');
  expect([scribe.code, JSON.stringify(scribe.events), text(ws, 'BOOTSTRAP.md')]).toEqual([
    1,
    expect.stringContaining('ORDERS_UNREAD'),
    `${orders}\n`,
  ]);
  const agent = ['--agent', agentCommand('echo')];
  const first = await yamo(['boot', '--json', '--attended', ...agent, ...own], {
    workspace: ws,
    input: 'hello\n/reload\n/prompt\n',
  });
  expect([first.code, ws.list().includes('BOOTSTRAP.md')]).toEqual([0, false]);
  const said = first.events.map((event) => JSON.stringify(event));
  expect(said.filter((event) => event.includes(orders))).toHaveLength(1);
  expect(said.join('\n')).toMatch(/You may write once in this session[^.]*: SOUL.md/u);
  expect(said.join('\n')).not.toContain('append_today');
  ws.write('BOOTSTRAP.md', orders);
  const again = await boot(ws, ...own, '--message', '/status');
  expect([again.code, JSON.stringify(again.events), text(ws, 'BOOTSTRAP.md')]).toEqual([
    1,
    expect.stringContaining('BOOTSTRAP_RETURNED'),
    orders,
  ]);
  const { stderr } = await yamo(['prompt'], { workspace: ws });
  expect(stderr).toContain('It was booted by a layout of your own, notes');
  const unnamed = await boot(ws, '--message', '/status');
  expect([unnamed.code, JSON.stringify(unnamed.events)]).toEqual([
    1,
    expect.stringContaining('LAYOUT_OTHER'),
  ]);
});

/** What would be, without a change. */
const plan = async (ws: TempWorkspace, ...more: readonly string[]) => {
  const before = snapshot(ws.path, ws.stateHome);
  const { code, stdout } = await yamo(['boot', '--plan', ...more], { workspace: ws });
  expect(snapshot(ws.path, ws.stateHome)).toEqual(before);
  return { code, stdout };
};

describe('a boot that is only planned', () => {
  it('says what becomes of each file of its layout, and changes nothing', async () => {
    const ws = makeWorkspace(GSV);
    const main = await plan(ws, '--layout', 'gsv');
    expect(main).toMatchObject({ code: 0 });
    expect(main.stdout).toMatch(/BOOTSTRAP\.md: show it whole; the agent carries it out with you/u);
    const shared = await plan(ws, '--layout', 'gsv', '--session', 'shared');
    expect(shared.stdout).toMatch(/MEMORY\.md: not opened: long-term memory is for main sessions/u);
    const other = await plan(makeWorkspace(ALETHEIA), '--layout', 'aletheia');
    expect(other.stdout).toMatch(/CONTEXT\.md: empty it.*CONTEXT\.md: it says nothing.*no log/su);
  });

  it('is refused as the boot is, where the layout is not said', async () => {
    const { code, stdout } = await plan(makeWorkspace(NEXUS), '--json');
    expect([code, stdout]).toEqual([1, expect.stringContaining('LAYOUT_OTHER')]);
  });
});

it('the onboarding of Nexus writes the persona that the next session is, and its instructions stay [N26, N27]', async () => {
  const ws = makeWorkspace(NEXUS);
  const run = (agent: string, input: string) =>
    yamo(['boot', '--json', '--layout', 'nexus', '--attended', '--agent', agent], {
      workspace: ws,
      input,
    });
  const orders = [
    'write state/agents/zim/IDENTITY.md - **Name:** Zim',
    'write state/agents/zim/SOUL.md Calm.',
    'write state/user/IDENTITY.md - **Name:** Ada',
    'write state/agents/BOOTSTRAP.md over',
    'write state/config.json {}',
    'write AGENTS.md # Rules of the manager',
    'append memory/2026-03-14.md - a log',
  ];
  const first = await run(thirdPartyAgent('obedient'), orders.join('\n'));
  expect(framesNamed(first.events, 'gate').map(({ answer }) => answer)).toEqual([
    'done',
    'done',
    'done',
    'GATE_DENIED',
    'GATE_OUTSIDE',
    'done',
    'GATE_OUTSIDE',
  ]);
  const written = ['agents/zim/SOUL.md', 'user/IDENTITY.md', 'agents/BOOTSTRAP.md'];
  expect(written.map((file) => text(ws, `state/${file}`))).toEqual([
    'Calm.',
    '- **Name:** Ada',
    NEXUS['state/agents/BOOTSTRAP.md'],
  ]);
  const next = await run(thirdPartyAgent('obedient'), 'write state/agents/zim/SOUL.md Loud.');
  expect(fates(next.events)).toMatch(/whole: AGENTS.md, state\/agents\/zim\/IDENTITY.md/u);
  // Its AGENTS.md has no ghost header, and who it is stays as it is.
  expect([text(ws, 'AGENTS.md'), text(ws, 'state/agents/zim/SOUL.md')]).toEqual([
    '# Rules of the manager',
    'Calm.',
  ]);
});

it('what OSA fills in stands in a fence of its own, and is not filled in again [O6]', async () => {
  const ws = makeWorkspace({
    'prompts/SYSTEM.md': '# Base\n\n{{USER_PROFILE}}\n\n{{RULES}}\n',
    'USER.md': 'Ada writes {{RULES}} and {{TOOL_DEFINITIONS}}.\n',
    'priv/rules/calm.md': 'Stay calm.\n',
  });
  const { code, events } = await yamo(
    ['boot', '--json', '--layout', 'osa', '--attended', '--agent', agentCommand('echo', 'embeds')],
    { workspace: ws, input: 'hello\n' },
  );
  expect(code).toBe(0);
  const said = wordsOf(events)
    .replaceAll(String.raw`\n`, '\n')
    .replaceAll(String.raw`\"`, '"');
  const fenceOf = (file: string): string =>
    new RegExp(`<(document-\\w+) file="${file}">\\n(.*?)\\n</\\1>`, 'su').exec(said)?.[2] ?? said;
  expect(fenceOf('USER.md')).toBe('Ada writes {{RULES}} and {{TOOL_DEFINITIONS}}.');
  expect(fenceOf('priv/rules/calm.md')).toBe('Stay calm.');
});

it('is searched by its index, which for others has no long-term memory [Y57]', async () => {
  const name = '- **Name:** Zim\n';
  const log = '# Day\n\n- the heron came by\n';
  const ws = makeWorkspace({ ...GSV, 'IDENTITY.md': name, [`memory/${DAY}.md`]: log });
  ws.remove('BOOTSTRAP.md');
  writeSettings(ws, { mesh: { search: true, recall: true } });
  const search = async (...more: readonly string[]): Promise<string> => {
    const words = [
      'boot',
      '--json',
      '--agent',
      'scribe',
      '--layout',
      'gsv',
      '--date',
      DAY,
      ...more,
    ];
    const { events } = await yamo(words, { workspace: ws, input: '/search heron\n/who\n' });
    return JSON.stringify(events);
  };
  const mine = await search();
  expect(mine).toContain('heron came by');
  expect(mine).toContain(CANARY);
  expect(mine).toContain('I am Zim.');
  expect(mine).not.toContain('searched by words');
  expect(await search('--session', 'shared')).not.toContain(CANARY);
});

describe.skipIf(straceFault() !== undefined)('a shared session under strace', () => {
  it('opens another name of MEMORY.md for no tool, no search and no command [Y44, Y94]', async () => {
    const ws = makeWorkspace({ ...GSV, [`memory/${DAY}.md`]: '# Day\n\n- the heron came by\n' });
    const alias = 'memory/2026-03-01.md';
    symlinkSync('../MEMORY.md', ws.at(alias));
    const names = ['MEMORY.md', alias, `memory/../MEMORY.md`, 'skills/../MEMORY.md'];
    const calls = names.map((path) => `call read_file ${JSON.stringify({ path })}`);
    const orders = [
      ...calls,
      'call list_files {}',
      'call search_memory {"query":"heron"}',
      `call write_file ${JSON.stringify({ path: alias, text: 'x' })}`,
    ];
    const runs = [
      ['tool-user', orders.join('\n')],
      ['shell', `run cat ${names.join(' ')} memory/*; grep -r heron .`],
    ] as const;
    for (const [agent, message] of runs) {
      const {
        calls: seen,
        code,
        stdout,
      } = await tracedBoot(ws, {}, [
        '--layout',
        'gsv',
        '--session',
        'shared',
        '--attended',
        '--agent',
        agentCommand(agent),
        '--message',
        message,
      ]);
      expect([code, stdout]).toEqual([0, expect.not.stringContaining(CANARY)]);
      const opened = seen
        .filter(({ name, errno }) => /^(?:openat|open|creat)$/u.test(name) && errno === undefined)
        .map((call) => nameIn(ws.path, call));
      expect(opened).toContain('AGENTS.md');
      for (const name of ['MEMORY.md', alias]) expect(opened).not.toContain(name);
    }
  });

  it.each([
    ['gsv', 'agent', GSV, 'SOUL.md', ['BOOTSTRAP.md', 'TOOLS.md']],
    ['nexus', 'permanent', NEXUS, 'AGENTS.md', ['BOOTSTRAP.md']],
    ['aletheia', 'none', ALETHEIA, 'IDENTITY.md', ['CONTEXT.md', 'TOOLS.md']],
  ] as const)(
    'of %s, whose instructions are "%s", opens MEMORY.md in no process and changes none that is there [Y44, Y94]',
    async (layout, _, files, shown, kept) => {
      const ws = makeWorkspace(files);
      const { calls, code, frames } = await tracedBoot(ws, {}, [
        '--layout',
        layout,
        '--session',
        'shared',
        '--agent',
        'scribe',
        '--message',
        '/prompt',
      ]);
      expect([code, JSON.stringify(frames)]).toEqual([0, expect.not.stringContaining(CANARY)]);
      const opened = calls
        .filter(({ name }) => /^(?:openat|open|creat)$/u.test(name))
        .map((call) => nameIn(ws.path, call)?.split('/').at(-1));
      expect(opened).toContain(shown);
      for (const file of ['MEMORY.md', ...kept]) expect(opened).not.toContain(file);
      for (const [file, before] of Object.entries(files)) expect(text(ws, file)).toBe(before);
    },
  );
});

it('CONTEXT.md of Aletheia is emptied and TOOLS.md lists the tools when its human begins a session [A10, A11, A12]', async () => {
  const ws = makeWorkspace(ALETHEIA);
  const { code, events } = await boot(ws, '--layout', 'aletheia', '--message', '/status');
  expect([code, text(ws, 'CONTEXT.md'), text(ws, 'PROSOCHE.md')]).toEqual([0, '', 'watch']);
  expect(text(ws, 'TOOLS.md')).toContain('- **read_file**: ');
  expect(text(ws, 'TOOLS.md')).not.toContain('append_today');
  const kept = /kept as (\S+-TOOLS\.md)\./u.exec(JSON.stringify(events))?.[1] ?? '';
  expect(readFileSync(kept, 'utf8')).toBe(ALETHEIA['TOOLS.md']);
  const again = await boot(ws, '--layout', 'aletheia', '--message', '/status');
  expect(JSON.stringify(again.events)).not.toContain('kept as');
  expect(events.find(({ event }) => event === 'ready')).not.toHaveProperty('log');
  expect(ws.list().filter((file) => file.startsWith('memory'))).toEqual([]);
});

it('a document of 20,000 rows is refused in words before the workspace is locked', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ name: `${at}/*.md` }));
  const ws = makeWorkspace({ 'SOUL.md': 'soul\n', 'own.json': JSON.stringify({ files: rows }) });
  const { code, stderr, events } = await boot(ws, '--layout', ws.at('own.json'));
  expect([code, stderr + JSON.stringify(events)]).toEqual([
    3,
    expect.stringContaining('it has more than 500 rows.'),
  ]);
  expect(existsSync(ws.stateHome)).toBe(false);
});
