/** Workspaces of other systems, booted as what they are: their files, their instructions, and nothing of memory for others. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { agentCommand } from '#test/support/test-agents.ts';
import { nameIn } from '#conform/witness/calls.ts';
import { straceFault } from '#test/support/strace.ts';
import { tracedBoot } from '#test/support/traced-boot.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

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

describe('a workspace of GSV', () => {
  it('keeps its commissioning until its human says that it is over (R-07)', async () => {
    const ws = makeWorkspace(GSV);
    const first = await boot(ws, '--layout', 'gsv', '--message', '/status');
    expect([first.code, text(ws, 'BOOTSTRAP.md')]).toEqual([0, GSV['BOOTSTRAP.md']]);
    expect(fates(first.events)).toMatch(
      /Shown whole: SOUL.md, IDENTITY.md, USER.md, BOOTSTRAP.md/u,
    );
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
  const unnamed = await boot(ws, '--message', '/status');
  expect([unnamed.code, JSON.stringify(unnamed.events)]).toEqual([
    1,
    expect.stringContaining('LAYOUT_OTHER'),
  ]);
});

describe.skipIf(straceFault() !== undefined)('a shared session under strace', () => {
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
  expect(events.find(({ event }) => event === 'ready')).not.toHaveProperty('log');
  expect(ws.list().filter((file) => file.startsWith('memory'))).toEqual([]);
});
