/** Workspaces of other systems: recognised by their names, and left as they are. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { snapshot } from '#test/support/snapshot.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { refusalOf, stateOf, stepNamed, yamo } from '#test/support/yamo.ts';

const AGENTS = '# Rules\n\n## First Run\n\nFollow BOOTSTRAP.md.\n\n## Red Lines\n\nNone.\n';
/** As GSV has it; the headings of OpenClaw in such a place speak for OpenClaw. */
const GSV_AGENTS = '# Rules\n\n## First Run\n\nFollow BOOTSTRAP.md.\n';
const ORDERS = '# Ceremony\n\nAsk your human for a name.\n';

/** A tree of another system, and the folder in it that a command is given. */
const TREES: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  [
    'Nexus',
    '.',
    { 'AGENTS.md': AGENTS, 'state/agents/BOOTSTRAP.md': ORDERS, 'state/config.json': '{}' },
  ],
  [
    'Nexus',
    'state/agents',
    { 'AGENTS.md': AGENTS, 'state/agents/BOOTSTRAP.md': ORDERS, 'state/config.json': '{}' },
  ],
  [
    'GSV',
    'agents/main',
    {
      'agents/main/AGENTS.md': GSV_AGENTS,
      'agents/main/SOUL.md': '# Soul\n',
      'agents/main/IDENTITY.md': '- **Name:**\n',
      'agents/main/HEARTBEAT.md': '',
      'agents/main/BOOTSTRAP.md': ORDERS,
    },
  ],
  [
    'Aletheia',
    'nous/syn',
    { 'nous/syn/AGENTS.md': AGENTS, 'nous/syn/SOUL.md': '# Soul\n', 'nous/syn/PROSOCHE.md': 'x\n' },
  ],
  ['OSA', '.', { 'prompts/SYSTEM.md': '# System\n', 'AGENTS.md': AGENTS }],
];

const COMMANDS = ['boot --message hello', 'boot --plan', 'init', 'accept', 'audit --fix'];

const at = (ws: TempWorkspace, folder: string): TempWorkspace => ({
  ...ws,
  path: join(ws.path, folder),
});

describe.each(TREES)('a tree of %s, at %s', (system, folder, files) => {
  it.each(COMMANDS)(
    'is refused by `yamo %s`, with the evidence, and left as it is',
    async (command) => {
      const tree = makeWorkspace(files);
      const before = snapshot(tree.path);
      const { code, stdout, stderr } = await yamo(command.split(' '), {
        workspace: at(tree, folder),
      });
      expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('LAYOUT_OTHER')]);
      expect(stdout + stderr).toContain(`is a workspace of ${system}, by `);
      expect(snapshot(tree.path)).toEqual(before);
    },
  );

  it('is audited all the same, with a note', async () => {
    const tree = makeWorkspace(files);
    const before = snapshot(tree.path);
    const { code, stderr } = await yamo(['audit'], { workspace: at(tree, folder) });
    // Of some there is nothing but an AGENTS.md that RFC-0009 knows, too: instructions, and no workspace.
    expect([code, stderr]).toEqual([
      folder === '.' ? 0 : 1,
      expect.stringContaining(`It looks like a workspace of ${system}, by `),
    ]);
    const dry = await yamo(['audit', '--fix', '--dry-run'], { workspace: at(tree, folder) });
    expect(dry.stderr).toContain('nothing');
    expect(snapshot(tree.path)).toEqual(before);
  });
});

describe('--layout rfc-0009', () => {
  const files = { 'IDENTITY.md': '- **Name:** Robin\n', 'CONTEXT.md': 'The harbour.\n' };

  it('takes a workspace for ours that looks like another one, and is remembered', async () => {
    const ws = makeWorkspace(files);
    expect((await yamo(['init', '--json'], { workspace: ws })).code).toBe(1);
    expect((await yamo(['init', '--json', '--layout', 'rfc-0009'], { workspace: ws })).code).toBe(
      0,
    );
    const { code, events } = await yamo(['boot', '--json', '--message', '/who'], { workspace: ws });
    expect([code, stepNamed(events, 'serve_user')?.['status']]).toEqual([0, 'ok']);
    expect(ws.text('CONTEXT.md')).toBe(files['CONTEXT.md']);
  });

  it('is not believed of a tree of Nexus, whose bootstrap instructions stay for good', async () => {
    const tree = makeWorkspace({ 'state/agents/BOOTSTRAP.md': ORDERS, 'state/config.json': '{}' });
    const before = snapshot(tree.path);
    const { events } = await yamo(['boot', '--json', '--layout', 'rfc-0009', '--message', 'x'], {
      workspace: at(tree, 'state/agents'),
    });
    expect(refusalOf(events)).toBe('LAYOUT_OTHER');
    expect(snapshot(tree.path)).toEqual(before);
  });

  it('is the way out where two systems have left their marks', async () => {
    const ws = makeWorkspace({ 'PROSOCHE.md': 'x\n', 'prompts/SYSTEM.md': 'x\n' });
    const refused = await yamo(['init', '--json'], { workspace: ws });
    expect([refused.code, refusalOf(refused.events)]).toEqual([1, 'LAYOUT_UNCLEAR']);
    expect(ws.list()).toEqual(['PROSOCHE.md', 'prompts/', 'prompts/SYSTEM.md']);
    expect((await yamo(['init', '--json', '--layout', 'rfc-0009'], { workspace: ws })).code).toBe(
      0,
    );
  });
});

it('a workspace that was booted stays ours whatever is put into it, and also with a state that is damaged', async () => {
  const ws = makeWorkspace();
  await yamo(['init', '--json'], { workspace: ws });
  const state = join(stateOf(ws), 'layout.json');
  ws.write('GOALS.md', 'x\n');
  ws.write('IDENTITY.md', 'x\n');
  mkdirSync(ws.at('skills'));
  expect((await yamo(['boot', '--json', '--message', '/who'], { workspace: ws })).code).toBe(0);
  writeFileSync(state, '\0\0\0');
  const { events } = await yamo(['boot', '--json', '--message', '/who'], { workspace: ws });
  expect(refusalOf(events)).toBe('LAYOUT_OTHER');
});
