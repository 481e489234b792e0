/** `yamo prompt`: what a session would be told, of any layout; nothing is changed. */
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import schema from '#schemas/prompt.schema.json' with { type: 'json' };
import { snapshot } from '#test/support/snapshot.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

const SECRET = 'SECRET-5';
const LOG = 'memory/2026-03-14.md';
const GSV = {
  'agents/main/SOUL.md': 'soul\n',
  'agents/main/IDENTITY.md': '- **Name:** Zim\n- **Emoji:** 🚀\n',
  'agents/main/HEARTBEAT.md': '',
  'agents/main/AGENTS.md': 'rules\n',
  'agents/main/MEMORY.md': `${SECRET}\n`,
  [`agents/main/${LOG}`]: 'today\n',
};

const at = (ws: TempWorkspace, folder: string): TempWorkspace => ({
  ...ws,
  path: join(ws.path, folder),
});
/** Refused after the prompt was shown. */
const FAULTY = 'PROMPT_FAULTY';
const prompt = (ws: TempWorkspace, ...more: readonly string[]) =>
  yamo(['prompt', '--date', '2026-03-14', ...more], { workspace: ws });

/** What a prompt may take, by both settings. */
const allowed = async (own: number, instance: object, folder = 'nous') => {
  const ws = makeWorkspace({
    'aletheia.json': JSON.stringify(instance),
    [`${folder}/syn/SOUL.md`]: 'soul\n',
    [`${folder}/syn/IDENTITY.md`]: 'name: Syn\n',
    [`${folder}/syn/GOALS.md`]: 'goals\n',
    [`${folder}/syn/aletheia.json`]: JSON.stringify({ bootstrapMaxTokens: own }),
  });
  const run = await yamo(['prompt', ws.at(`${folder}/syn`), '--table'], {});
  return /of (\d+) allowed/u.exec(run.stdout)?.[1];
};

describe('yamo prompt', () => {
  it('shows the prompt of the system that a workspace is of, and changes nothing', async () => {
    const tree = makeWorkspace(GSV);
    const before = snapshot(tree.path);
    const { code, stdout } = await prompt(at(tree, 'agents/main'));
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('## Your Soul\n\nsoul\n\n---\n\n## Your Identity'),
    ]);
    expect(stdout).toContain(`## Long-Term Memory\n\n${SECRET}`);
    expect(snapshot(tree.path)).toEqual(before);
  });

  it('shows with --wire what another agent is given, and nothing private in a shared session', async () => {
    const ws = at(makeWorkspace(GSV), 'agents/main');
    const own = await prompt(ws, '--wire');
    const other = await prompt(ws, '--wire', '--agent', 'otter');
    expect([own.code, other.code]).toEqual([0, 0]);
    // The time goes with the words of the model agent alone.
    expect([own.stdout, other.stdout].map((text) => text.includes('It is (weekday'))).toEqual([
      true,
      false,
    ]);
    for (const { stdout } of [own, other]) expect(stdout).toContain(SECRET);
    for (const agent of [[], ['--agent', 'otter']])
      expect((await prompt(ws, '--wire', '--session', 'shared', ...agent)).stdout).not.toContain(
        SECRET,
      );
    for (const wrong of [
      ['--agent', 'otter'],
      ['--wire', '--agent', 'otter', '--model', 'a/b'],
      ['--wire', '--first-run'],
    ])
      expect((await prompt(ws, ...wrong)).code).toBe(2);
  });

  it('takes the bundled base of OSA and says so, and refuses a folder in which no agent is [R-113]', async () => {
    const ws = makeWorkspace({ 'USER.md': 'ada\n' });
    const { code, stdout } = await prompt(ws, '--layout', 'osa', '--table');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/priv\/prompts\/SYSTEM\.md .* bundled\n/),
    ]);
    const nobody = await prompt(makeWorkspace({ 'MEMORY.md': 'x\n' }), '--layout', 'osa', '--json');
    expect([nobody.code, nobody.stdout]).toEqual([1, expect.stringContaining(FAULTY)]);
  });

  it('opens no long-term memory for a shared session, and refuses it by another name [Y94]', async () => {
    const tree = makeWorkspace(GSV);
    const ws = at(tree, 'agents/main');
    const { code, stdout } = await prompt(ws, '--session', 'shared', '--table');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/MEMORY\.md .*not for this session: .*§4\.1/),
    ]);
    linkSync(join(ws.path, 'MEMORY.md'), join(ws.path, 'TOOLS.md'));
    const aliased = await prompt(ws, '--session', 'shared');
    expect([aliased.code, aliased.stdout + aliased.stderr]).toEqual([
      1,
      expect.stringContaining('FILE_HARDLINKED'),
    ]);
    expect(aliased.stdout + aliased.stderr).not.toContain(SECRET);
  });

  it('is JSON that fits its schema, whose pieces are the text', async () => {
    const tree = makeWorkspace(GSV);
    const { code, stdout } = await prompt(at(tree, 'agents/main'), '--json', '--budget', '1000');
    const made: {
      readonly text: string;
      readonly pieces: readonly { readonly text: string }[];
      readonly identity: object;
    } = JSON.parse(stdout);
    const fits = new Ajv({ allErrors: true }).compile(schema);
    expect([code, fits(made), fits.errors]).toEqual([0, true, null]);
    expect(made.pieces.map(({ text }) => text).join('')).toBe(made.text);
    expect(made.identity).toEqual({ name: 'Zim', emoji: '🚀' });
  });

  it('takes a layout and facts from files, and says where they are wrong', async () => {
    const ws = makeWorkspace({ 'NOTE.md': 'tea\n', 'MEMORY.md': SECRET });
    const place = join(makeWorkspace({}).path, 'layout.json');
    const own = {
      ...LAYOUTS.aletheia,
      layout: 'own',
      title: 'Own',
      files: [{ name: 'NOTE.md', role: 'context', priority: 1, group: 'static' }],
      order: [{ file: 'NOTE.md', heading: '# Note' }],
    };
    const given = async (document: object) => {
      writeFileSync(place, JSON.stringify(document));
      return prompt(ws, '--layout', place);
    };
    expect(await given(own)).toMatchObject({ code: 0, stdout: '# Note\n\ntea\n' });
    const wrong = await given({ ...own, files: [{ ...own.files[0], group: 'sometimes' }] });
    expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining('LAYOUT_INVALID')]);
    expect(wrong.stderr).toContain('/files/0/group');
    const weak = await given({
      ...own,
      files: [...own.files, { name: 'MEMORY.md', role: 'memory', priority: 2, group: 'static' }],
    });
    expect([weak.code, weak.stderr]).toEqual([
      1,
      expect.stringContaining('/files/1/for gives long-term memory'),
    ]);
    writeFileSync(place, '{"tools":"many"}');
    const facts = await prompt(ws, '--facts', place, '--layout', 'gsv');
    expect([facts.code, facts.stderr]).toEqual([3, expect.stringContaining('FACTS_INVALID')]);
    expect(facts.stderr).toContain('/tools');
    writeFileSync(place, '{"extraFiles":["../x"]}');
    const extra = await prompt(ws, '--facts', place, '--layout', 'aletheia');
    expect([extra.code, extra.stderr]).toEqual([1, expect.stringContaining('LAYOUT_WEAKENS')]);
  });

  it('lets aletheia.json make the budget smaller, and not larger [A13]', async () => {
    const files = { 'SOUL.md': 'soul\n', 'IDENTITY.md': 'name: Syn\n', 'GOALS.md': 'goals\n' };
    const budget = async (tokens: number) => {
      const ws = makeWorkspace({
        ...files,
        'aletheia.json': JSON.stringify({ bootstrapMaxTokens: tokens }),
      });
      return (await prompt(ws, '--table')).stdout.split('\n')[0];
    };
    expect(await budget(900)).toContain('of 900 allowed');
    expect(await budget(900_000)).toContain('of 40000 allowed');
    const odd = await prompt(makeWorkspace({ ...files, 'aletheia.json': '{' }), '--table');
    expect([odd.code, odd.stderr]).toEqual([0, expect.stringContaining('says no budget')]);
  });

  it('takes the budget of the instance of Aletheia that it lies in, where that is smaller [A1, A13]', async () => {
    expect(await allowed(9000, { bootstrapMaxTokens: 900 })).toBe('900');
    const defaults = { bootstrapMaxTokens: 800 };
    expect(await allowed(9000, { agents: { defaults } })).toBe('800');
    expect(await allowed(700, { bootstrapMaxTokens: 900 })).toBe('700');
    expect(await allowed(9000, { bootstrapMaxTokens: 900 }, 'agents')).toBe('9000');
    expect(await allowed(9000, { bootstrapMaxTokens: 'few' })).toBe('9000');
  });

  it('says that a session would be refused, after it has shown the prompt [A3]', async () => {
    const ws = makeWorkspace({ 'SOUL.md': 'soul\n', 'PROSOCHE.md': 'x\n' });
    const { code, stdout, stderr } = await prompt(ws);
    expect([code, stdout, stderr]).toEqual([
      1,
      expect.stringContaining('soul'),
      expect.stringContaining('IDENTITY.md is missing'),
    ]);
    expect(stderr).toContain(FAULTY);
  });

  it('names files that are there to an agent of Nexus, and what an agent to come is to write [N24, N26]', async () => {
    const tree = {
      'AGENTS.md': 'rules\n',
      'state/config.json': '{}',
      'state/agents/BOOTSTRAP.md': 'x',
    };
    const echo = { 'state/agents/echo/SOUL.md': 'kind', 'state/agents/echo/IDENTITY.md': 'echo' };
    const made = (await prompt(makeWorkspace({ ...tree, ...echo }), '--wire')).stdout;
    expect(made).toMatch(/You may read: .*state\/agents\/echo\/SOUL\.md/u);
    expect(made).toContain('You may list: the workspace itself.');
    const none = (await prompt(makeWorkspace(tree), '--wire')).stdout;
    expect(none).toMatch(/You may create.*: state\/agents\/NAME\/IDENTITY\.md/u);
    for (const told of [made, none]) expect(told).not.toMatch(/\{agent\}|\{automation\}/u);
  });

  it('finds the agent of a tree of Nexus, and that there is none yet [N22, N24]', async () => {
    const tree = {
      'AGENTS.md': 'rules\n',
      'state/config.json': '{}',
      'state/agents/BOOTSTRAP.md': 'Talk.\n',
    };
    expect((await prompt(makeWorkspace(tree))).stdout).toContain('## Onboarding\nTalk.');
    const begun = await prompt(makeWorkspace({ ...tree, 'state/agents/echo/SOUL.md': 's' }));
    expect([begun.stdout.includes('Onboarding'), begun.stderr]).toEqual([
      false,
      expect.stringContaining('begun and not finished'),
    ]);
    const ready = makeWorkspace({
      ...tree,
      'state/agents/echo/SOUL.md': 'kind',
      'state/agents/echo/IDENTITY.md': 'echo',
    });
    expect((await prompt(ready)).stdout).toContain(
      '## Agent Identity\necho\n\n## Agent Soul\nkind',
    );
  });

  it('follows no link on the way to a file', async () => {
    const ws = makeWorkspace({ 'prompts/SYSTEM.md': 'base {{RULES}}\n', 'elsewhere/a.md': 'x' });
    mkdirSync(ws.at('priv'));
    symlinkSync(ws.at('elsewhere'), ws.at('priv/rules'));
    const { code, stderr } = await prompt(ws);
    expect([code, stderr]).toEqual([4, expect.stringContaining('FILE_UNREADABLE')]);
  });

  it('compares with the last boot, and with another layout', async () => {
    const ws = makeWorkspace();
    await yamo(['init', '--json'], { workspace: ws });
    expect((await prompt(ws, '--diff')).stdout).toContain('was not booted yet');
    await yamo(['boot', '--json', '--message', '/who'], { workspace: ws });
    ws.write('USER.md', `${ws.text('USER.md')}More.\n`);
    const { stdout } = await yamo(['prompt', '--diff'], { workspace: ws });
    expect(stdout).toMatch(/^Since the boot of .*:\n(?:.*\n)*~ USER\.md has changed\n/);
    expect((await prompt(ws, '--diff', '--layout', 'openclaw')).stdout).toContain('+## AGENTS.md');
  });

  it('strikes through on a page what was cut', async () => {
    const sections = Array.from(
      { length: 90 },
      (_, index) => `## S${index}\n\nword word word\n\n`,
    ).join('');
    const ws = makeWorkspace({
      'SOUL.md': 'soul\n',
      'IDENTITY.md': 'name: <b>Syn</b>\n\tstd::string \u202E\n',
      'GOALS.md': sections,
    });
    const { code, stdout } = await prompt(ws, '--layout', 'aletheia', '--budget', '520', '--html');
    expect([code, stdout]).toEqual([0, expect.stringContaining('<s>')]);
    expect(stdout).toContain('name: &lt;b&gt;Syn&lt;/b&gt;\n\tstd::string \\u{202E}');
    expect(stdout).toContain('## S0\n\nword');
    expect(stdout).not.toContain('<b>Syn');
  });
});
