/** `yamo init --layout`: trees of other systems, which stay what they are. */
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { DATABASE_FORMS } from '#daemon/data/open.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { isHeartbeatEmpty } from '#lib/prompt/items.ts';
import { templateTree } from '#kernel/process/package.ts';
import { outline } from '#lib/text/outline.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { makeWorkspace } from '#test/support/workspace.ts';
import { refusalOf, yamo } from '#test/support/yamo.ts';

const TREES = ['openclaw', 'gsv', 'aletheia', 'nexus', 'osa'] as const;
const titles = (layout: (typeof TREES)[number], file: string): readonly string[] =>
  outline(templateTree(layout).files.get(file) ?? '').map(({ title }) => title);

describe.each(TREES)('a tree of %s', (layout) => {
  it('is laid out, completed, shown as what it is, and taken for nothing else', async () => {
    const ws = makeWorkspace({});
    const init = (...more: readonly string[]) =>
      yamo(['init', '--json', '--layout', layout, ...more], { workspace: ws });
    const dry = await init('--dry-run');
    expect([dry.code, ws.list(), existsSync(join(ws.stateHome, 'yamo'))]).toEqual([0, [], false]);
    const made = await init();
    expect([made.code, made.stdout.replace('}', ',"dryRun":true}')]).toEqual([0, dry.stdout]);
    const first = [...templateTree(layout).files.keys()].find((name) => name.endsWith('.md')) ?? '';
    ws.write(first, 'edited\n');
    const before = snapshot(ws.path);
    expect((await init()).stdout).toContain('"done":[]');
    expect(snapshot(ws.path)).toEqual(before);
    const shown = await yamo(['prompt', '--table'], { workspace: ws });
    expect(shown.stdout.split(',')[0]).toBe(LAYOUTS[layout].title);
  });
});

describe('a tree of Nexus', () => {
  it('has its folders, its settings with a token of its own, its six databases, and no others [N1, N2, N3, N4, N5, N6, N7, N9, N10]', async () => {
    const tokens = new Set<unknown>();
    for (const ws of [makeWorkspace({}), makeWorkspace({})]) {
      await yamo(['init', '--layout', 'nexus'], { workspace: ws });
      expect(ws.list()).toEqual([
        'AGENTS.md',
        'home/',
        'skills/',
        'state/',
        'state/agents/',
        'state/agents/BOOTSTRAP.md',
        'state/config.json',
        'state/credentials/',
        'state/data/',
        ...DATABASE_FORMS.map(({ file }) => `state/data/${file}`).toSorted(),
        'state/user/',
        'state/workspace/',
      ]);
      const { runtime }: { readonly runtime: { readonly auth: { readonly token: string } } } =
        JSON.parse(ws.text('state/config.json'));
      expect(runtime).toEqual({
        port: 18_789,
        bind: 'loopback',
        auth: { mode: 'token', token: expect.stringMatching(/^[\da-f]{48}$/) },
      });
      tokens.add(runtime.auth.token);
      expect(statSync(ws.at('state/config.json')).mode & 0o077).toBe(0);
    }
    expect(tokens.size).toBe(2);
  });

  it('is completed by a second one, and keeps what is there [N8]', async () => {
    const ws = makeWorkspace({});
    await yamo(['init', '--layout', 'nexus'], { workspace: ws });
    const kept = ['state/config.json', 'state/data/events.db'];
    const before = kept.map((file) => ws.bytes(file));
    rmSync(ws.at('state/user'), { recursive: true });
    rmSync(ws.at('state/data/memory.db'));
    const { stdout } = await yamo(['init', '--layout', 'nexus', '--json'], { workspace: ws });
    expect(stdout).toContain('"done":["created state/user/","created state/data/memory.db"]');
    expect(kept.map((file) => ws.bytes(file))).toEqual(before);
  });

  it('is touched by nothing that would take it for ours', async () => {
    const ws = makeWorkspace({});
    await yamo(['init', '--layout', 'nexus'], { workspace: ws });
    const before = snapshot(ws.path);
    for (const command of [
      ['init', '--json', '--layout', 'rfc-0009', '--name', 'X'],
      ['boot', '--json', '--message', 'hi'],
      ['boot', '--json', '--layout', 'rfc-0009', '--message', 'hi'],
      ['accept', '--json', '--layout', 'rfc-0009'],
    ]) {
      const { code, stdout, stderr } = await yamo(command, { workspace: ws });
      expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('LAYOUT_OTHER')]);
    }
    expect(snapshot(ws.path)).toEqual(before);
  });

  it('tells its manager how an agent comes about [N28]', () => {
    const text = templateTree('nexus').files.get('state/agents/BOOTSTRAP.md') ?? '';
    expect(text).toMatch(
      /Talk to the user[^]*nexus credential scan[^]*filesystem scan[^]*SOUL\.md[^]*ask which of it to import/,
    );
  });
});

describe('what a workspace was laid out as', () => {
  it.each([
    ['aletheia', ['init', '--layout', 'osa']],
    ['openclaw', ['init', '--layout', 'gsv']],
    ['openclaw', ['init', '--layout', 'gsv', '--dry-run']],
    ['openclaw', ['init']],
    ['openclaw', ['init', '--dry-run']],
    ['openclaw', ['boot', '--layout', 'rfc-0009', '--message', '/who']],
  ] as const)('was %s, and is not changed by %j', async (layout, [command, ...more]) => {
    const ws = makeWorkspace({});
    await yamo(['init', '--layout', layout], { workspace: ws });
    const before = snapshot(ws.path);
    const { events } = await yamo([command, '--json', ...more], { workspace: ws });
    expect(events.find(({ event }) => event === 'refused')).toMatchObject({
      code: 'LAYOUT_CHANGED',
      remedy: expect.stringContaining(`yamo accept ${ws.path} --layout `),
    });
    expect(snapshot(ws.path)).toEqual(before);
  });

  it('is one of two that are asked for at once', async () => {
    const ws = makeWorkspace({});
    const asked = ['nexus', 'osa', 'gsv'].map((layout) =>
      yamo(['init', '--json', '--layout', layout], { workspace: ws }),
    );
    const refused = (await Promise.all(asked)).map(({ events }) => refusalOf(events) ?? 'done');
    expect(refused.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'done',
      'LAYOUT_CHANGED',
      'LAYOUT_CHANGED',
    ]);
  });

  it.each(['gsv', 'openclaw'])(
    'of %s gives no bootstrap instructions to an agent that is born [Y67]',
    async (layout) => {
      const ws = makeWorkspace({});
      await yamo(['init', '--layout', layout], { workspace: ws });
      for (const file of ['BOOTSTRAP.md', 'AGENTS.md']) rmSync(ws.at(file));
      for (const more of [['--dry-run'], []]) {
        const { events } = await yamo(['init', '--json', '--layout', layout, ...more], {
          workspace: ws,
        });
        expect(events).toEqual([expect.objectContaining({ done: ['created AGENTS.md'] })]);
      }
    },
  );

  it('of OSA gives no base to an agent that is there, also after a conversion [R-113]', async () => {
    const ws = makeWorkspace({
      'SOUL.md': 'soul\n',
      'IDENTITY.md': 'identity\n',
      'USER.md': 'ada\n',
    });
    const made = { ...ws, path: join(makeWorkspace({}).path, 'made') };
    const convert = ['convert', '--layout', 'rfc-0009', '--to', 'osa', '--out', made.path];
    expect((await yamo(convert, { workspace: ws })).code).toBe(0);
    for (const at of [ws, made]) {
      const { events } = await yamo(['init', '--json', '--layout', 'osa'], { workspace: at });
      expect(events).toEqual([expect.objectContaining({ done: ['created MEMORY.md'] })]);
      const { stdout } = await yamo(['prompt'], { workspace: at });
      expect(stdout).toContain('## 4. PERSONALITY\n\nsoul\n');
    }
  });

  it('lies in folders that are made with it', async () => {
    const ws = makeWorkspace({});
    const at = { ...ws, path: join(ws.path, 'nous', 'syn') };
    expect((await yamo(['init', '--layout', 'aletheia'], { workspace: at })).code).toBe(0);
    expect(ws.list()).toContain('nous/syn/SOUL.md');
    expect(statSync(ws.at('nous')).mode & 0o077).toBe(0);
  });

  it('is another thing only when its owner accepts that', async () => {
    const ws = makeWorkspace({});
    await yamo(['init', '--layout', 'gsv'], { workspace: ws });
    rmSync(ws.at('BOOTSTRAP.md'));
    const boot = () =>
      yamo(['boot', '--json', '--layout', 'rfc-0009', '--message', '/who'], { workspace: ws });
    expect(refusalOf((await boot()).events)).toBe('LAYOUT_CHANGED');
    expect((await yamo(['accept', '--layout', 'rfc-0009'], { workspace: ws })).code).toBe(0);
    expect((await yamo(['init'], { workspace: ws })).code).toBe(0);
    expect((await boot()).code).toBe(0);
    const back = await yamo(['init', '--json', '--layout', 'gsv'], { workspace: ws });
    expect(refusalOf(back.events)).toBe('LAYOUT_CHANGED');
  });

  it('does not lead through a link', async () => {
    const [ws, elsewhere] = [makeWorkspace({}), makeWorkspace({ 'agents/x': '' })];
    writeFileSync(join(elsewhere.path, 'mark'), '');
    symlinkSync(elsewhere.path, ws.at('state'));
    const { code, events } = await yamo(['init', '--json', '--layout', 'nexus'], { workspace: ws });
    expect([code, refusalOf(events)]).toEqual([4, 'WRITE_FAILED']);
    expect(elsewhere.list()).toEqual(['agents/', 'agents/x', 'mark']);
  });
});

const file = (name: string): string => templateTree('gsv').files.get(name) ?? '';

describe('the templates of GSV', () => {
  it('have a heartbeat of comments alone, which does nothing [G27]', () => {
    expect(isHeartbeatEmpty(file('HEARTBEAT.md'))).toBe(true);
  });

  it.each([
    ['IDENTITY.md', ['Name:', 'Vibe:', 'Emoji:', 'Avatar:'], 'G28'],
    [
      'USER.md',
      ['Name:', 'What to call them:', 'Pronouns:', 'Timezone:', 'Notes:', '## Context'],
      'G29',
    ],
    ['SOUL.md', ['Boundaries', 'Tone', 'Continuity', 'tell {{user}}'], 'G30'],
    ['MEMORY.md', ['<!--'], 'G31'],
    [
      'BOOTSTRAP.md',
      [
        'Introduce',
        'a name, a vibe and an emoji',
        'IDENTITY.md, SOUL.md and USER.md',
        'prefer',
        'delete this file',
      ],
      'G33',
    ],
  ])('have in %s %j [%s]', (name, words) => {
    expect(words.filter((word) => !file(name).includes(word))).toEqual([]);
  });

  it('have every section in AGENTS.md [G32]', () => {
    expect(titles('gsv', 'AGENTS.md').slice(1)).toEqual([
      'First Run',
      'Every Session',
      'Architecture',
      'Memory',
      'Safety',
      'External vs Internal',
      'Group Chats',
      'Heartbeats',
      'Platform Formatting',
    ]);
  });
});

it('a base of OSA stands before the older files, which stay [O24]', async () => {
  const older = { 'IDENTITY.md': 'older\n', 'SOUL.md': 'older\n' };
  const ws = makeWorkspace(older);
  expect((await yamo(['init', '--layout', 'osa'], { workspace: ws })).code).toBe(0);
  ws.write('prompts/SYSTEM.md', 'base\n');
  expect([ws.text('IDENTITY.md'), ws.text('SOUL.md')]).toEqual(Object.values(older));
  const { stdout, stderr } = await yamo(['prompt'], { workspace: ws });
  expect(stdout + stderr).not.toMatch(/older|legacy/u);
});

it('the template of OSA has its ten sections in order, security first, and each placeholder once [O3, O4, O5, O25, O27]', () => {
  expect(titles('osa', 'prompts/SYSTEM.md')).toEqual([
    '1. SECURITY',
    '2. IDENTITY',
    '3. SIGNAL SYSTEM',
    '4. PERSONALITY',
    '5. TOOL USAGE POLICY',
    '6. TASK MANAGEMENT',
    '7. DOING TASKS',
    '8. GIT WORKFLOWS',
    '9. OUTPUT FORMATTING',
    '10. PROACTIVENESS',
    'User Profile',
  ]);
  const text = readFileSync('workspaces/templates/osa/prompts/SYSTEM.md', 'utf8');
  const marks = [...text.matchAll(/\{\{[A-Z_]+\}\}/g)].map(([mark]) => mark);
  expect(marks).toEqual(['{{TOOL_DEFINITIONS}}', '{{RULES}}', '{{USER_PROFILE}}']);
});
