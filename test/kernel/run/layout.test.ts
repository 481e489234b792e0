/** A layout is never guessed into a deletion: workspaces of all six, wherever they are put. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { templateTree } from '#kernel/process/package.ts';
import { layoutToBoot, refuseOthersInstructions } from '#kernel/run/layout.ts';
import { layoutOf } from '#kernel/run/known-layout.ts';
import { keepLayout } from '#kernel/state/layout.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { fillTemplate } from '#lib/workspace/template.ts';
import { failing } from '#test/support/disk.ts';
import { goldenFiles } from '#test/support/golden.ts';
import { openHome, openWorkspace, refusalOf } from '#test/support/kernel.ts';
import { type Files, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

type Tree = Readonly<Record<string, string>>;

const NAMES = { name: 'Gull', role: 'pilot', user: 'Ada', timezone: 'UTC' };

const template = (layout: Parameters<typeof templateTree>[0]): Tree =>
  Object.fromEntries(
    [...templateTree(layout).files].map(([name, text]) => [name, fillTemplate(text, NAMES)]),
  );

const STOCK = resolve(import.meta.dirname, '../../../workspaces/stock');
const stock = Object.fromEntries(
  readdirSync(STOCK)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(join(STOCK, name), 'utf8')]),
);

/** As the templates of GSV were worded at their own project. */
const commissioned: Tree = {
  'AGENTS.md':
    '# AGENTS.md - Your Workspace\n\n## First Run\n\nFollow BOOTSTRAP.md.\n\n## Every Session\n\nRead.\n\n## Memory\n\n## Safety\n\n## External vs Internal\n\n## Platform Formatting\n',
  'SOUL.md': '# Soul\n\nYou are Gull, a pilot.\n',
  'IDENTITY.md': '# IDENTITY.md\n\n- **Name:**\n- **Vibe:**\n- **Emoji:**\n- **Avatar:**\n',
  'BOOTSTRAP.md': '# Commissioning Ceremony\n\nWho are you?\n',
};

const without = (tree: Tree, ...names: readonly string[]): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([name]) => !names.includes(name)));

/** A workspace with these files, of which the kernel knows nothing, in `place`. */
const placed = (files: Files, place: string): TempWorkspace => {
  const ws = makeWorkspace();
  for (const [name, text] of Object.entries(files)) ws.write(join(place, name), text);
  return { ...ws, path: ws.at(place), stateHome: join(dirname(ws.path), 'state') };
};

/** What a boot without `--layout` comes to: the layout that it is refused as, or `boots`. */
const answerTo = (files: Files, place: string, kept?: string): string => {
  const temp = placed(files, place);
  const workspace = openWorkspace(temp);
  const home = openHome(temp, workspace);
  if (kept !== undefined) keepLayout(home, kept);
  const orders = files['BOOTSTRAP.md'];
  try {
    const document = layoutToBoot({ workspace, home }, undefined);
    if (document !== undefined) return `boots as ${document.title}`;
    if (orders !== undefined)
      refuseOthersInstructions({ workspace, home }, undefined, [
        { file: 'BOOTSTRAP.md', text: String(orders) },
      ]);
    return 'boots';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { layout } = error.facts;
    return layout === undefined ? error.code : String(layout);
  } finally {
    home.close();
    workspace.close();
  }
};

const PLACES = ['copy', 'agents/gull', 'nous/gull', 'a/b/c', 'workspace-gull', 'state-of/agents/x'];

const { gsv, openclaw, aletheia, osa, nexus } = LAYOUTS;

describe.each([
  [gsv, 'made by init', template('gsv')],
  [gsv, 'without IDENTITY.md', without(template('gsv'), 'IDENTITY.md')],
  [gsv, 'without AGENTS.md', without(template('gsv'), 'AGENTS.md', 'IDENTITY.md')],
  [gsv, 'commissioned', without(template('gsv'), 'BOOTSTRAP.md')],
  [gsv, 'filled in', { ...template('gsv'), 'IDENTITY.md': '- **Name:** Gull\n- **Emoji:** 🐦\n' }],
  [gsv, 'of the project’s own words', commissioned],
  [
    gsv,
    'of which only the orders are left',
    { 'BOOTSTRAP.md': commissioned['BOOTSTRAP.md'] ?? '' },
  ],
  [gsv, 'with skills', { ...template('gsv'), 'skills/x/SKILL.md': 'x\n' }],
  [openclaw, 'stock', stock],
  [openclaw, 'stock, lived in', without(stock, 'BOOTSTRAP.md')],
  [openclaw, 'made by init', template('openclaw')],
  [openclaw, 'with a heartbeat', { ...stock, 'HEARTBEAT.md': '', 'skills/x/SKILL.md': 'x\n' }],
  [openclaw, 'without IDENTITY.md', without(stock, 'IDENTITY.md')],
  [
    openclaw,
    'with sections of ours',
    { ...stock, 'AGENTS.md': goldenFiles('lite')['AGENTS.md'] ?? '' },
  ],
  [openclaw, 'of which only the orders are left', { 'BOOTSTRAP.md': stock['BOOTSTRAP.md'] ?? '' }],
  [aletheia, 'made by init', template('aletheia')],
  [aletheia, 'without PROSOCHE.md', without(template('aletheia'), 'PROSOCHE.md')],
  [
    aletheia,
    'without its own names',
    without(template('aletheia'), 'PROSOCHE.md', 'GOALS.md', 'CONTEXT.md'),
  ],
  [osa, 'made by init', template('osa')],
  [nexus, 'made by init', { ...template('nexus'), 'state/config.json': '{}\n' }],
  [nexus, 'cloned without its settings', template('nexus')],
  [
    nexus,
    'of which only the orders are left',
    { 'BOOTSTRAP.md': template('nexus')['state/agents/BOOTSTRAP.md'] ?? '' },
  ],
] as const)('a workspace of $title, %s', ({ title }, _how, files) => {
  it.each(PLACES)('is refused in %s', (place) => {
    expect(answerTo(files, place)).toBe(title);
  });
});

describe('a workspace of RFC-0009 boots without a word', () => {
  const golden = goldenFiles('v3.0');
  it.each([
    ['golden', golden],
    ['lite', goldenFiles('lite')],
    ['pending', goldenFiles('pending')],
    ['with IDENTITY.md of its own', { ...golden, 'IDENTITY.md': 'name: Gull\n' }],
    ['taken over from OpenClaw', { ...golden, 'IDENTITY.md': stock['IDENTITY.md'] ?? '' }],
    ['lite, with IDENTITY.md', { ...goldenFiles('lite'), 'IDENTITY.md': '- **Name:** Gull\n' }],
  ])('%s, wherever it is', (_how, files) => {
    for (const place of ['copy', 'a/b/c', 'workspace-gull'])
      expect(answerTo(files, place), place).toBe('boots');
  });

  it('and so does what `init` has made one', () => {
    expect(answerTo(stock, 'agents/gull', 'rfc-0009')).toBe('boots');
  });

  it('and what `init --layout` has made boots as that', () => {
    expect(answerTo(template('gsv'), 'gull', 'gsv')).toBe('boots as GSV');
  });
});

it.each(['EIO', 'EACCES'])(
  'bootstrap instructions that fail to be looked at (%s) are named',
  (code) => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': '# Birth\n', 'SOUL.md': '# Soul\n' });
    const workspace = openWorkspace(ws, failing('lstat BOOTSTRAP.md', code));
    expect(refusalOf(() => layoutOf(workspace))).toBe('BOOTSTRAP_UNREADABLE');
  },
);
