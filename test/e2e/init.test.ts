/** `yamo init` of the built program: lays out, completes, and touches nothing that is there. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { AGENTS_SECTIONS, GHOST_HEADER } from '#lib/spec/files.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { noTmux, Terminal } from '#test/support/tmux.ts';
import {
  filled,
  makeBornWorkspace,
  makeWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import { type Frame, refusalOf, stateOf, stepNamed, stepsOf, yamo } from '#test/support/yamo.ts';

const STOCK = resolve(import.meta.dirname, '../../workspaces/stock');

/** Without that folder itself: `init` makes it. */
const nowhere = (): TempWorkspace => {
  const ws = makeWorkspace();
  rmSync(ws.path, { recursive: true });
  return ws;
};

const init = async (
  workspace: TempWorkspace,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly outcome: Frame | undefined }> => {
  const { code, events } = await yamo(['init', '--json', ...args], { workspace });
  return { code, outcome: events[0] };
};

const bootable = async (workspace: TempWorkspace): Promise<void> => {
  const { code, stdout } = await yamo(['boot', '--json', '--strict', '--message', '/who'], {
    workspace,
  });
  expect([code, stdout.includes('"refused"')]).toEqual([0, false]);
};

describe('yamo init', () => {
  it('lays out a workspace that boots with --strict', async () => {
    const ws = nowhere();
    const { code, outcome } = await init(ws, '--name', 'Robin', '--user', 'Ada', '--role', 'pilot');
    expect(code).toBe(0);
    expect(outcome).toMatchObject({ workspace: ws.path, left: [] });
    expect(ws.list()).toEqual(['AGENTS.md', 'SOUL.md', 'USER.md', 'memory/']);
    expect(ws.text('SOUL.md')).toContain('You are Robin, the pilot for Ada.');
    await bootable(ws);
  });

  it('does nothing the second time', async () => {
    const ws = nowhere();
    await init(ws);
    const before = snapshot(ws.path);
    const { code, outcome } = await init(ws);
    expect([code, outcome?.['done']]).toEqual([0, []]);
    expect(snapshot(ws.path)).toEqual(before);
    const text = await yamo(['init'], { workspace: ws });
    expect(text.stdout).toContain('Nothing was missing.');
  });

  it.each(['SOUL.md', 'USER.md', 'AGENTS.md'])(
    'creates %s alone where only that is missing',
    async (file) => {
      const ws = makeBornWorkspace();
      mkdirSync(ws.at('memory'));
      ws.remove(file);
      const others = ['SOUL.md', 'USER.md', 'AGENTS.md'].filter((name) => name !== file);
      const before = snapshot(...others.map((name) => ws.at(name)).map((path) => dirname(path)));
      const { outcome } = await init(ws);
      expect(outcome?.['done']).toEqual([`created ${file}`]);
      const after = snapshot(ws.path);
      for (const name of others) expect(after[ws.at(name)]).toBe(before[ws.at(name)]);
    },
  );

  it('adds the sections and the header that AGENTS.md lacks, and keeps every line of it', async () => {
    const own = '# How we work\r\n\r\n## Memory\r\n\r\nWrite it down.\r\n';
    const ws = makeBornWorkspace({ 'AGENTS.md': own });
    const { outcome } = await init(ws);
    expect(outcome?.['done']).toEqual([
      'created memory/',
      'put the ghost header first in AGENTS.md',
      ...AGENTS_SECTIONS.filter((section) => section !== 'Memory').map(
        (section) => `added "## ${section}" to AGENTS.md`,
      ),
    ]);
    expect(ws.text('AGENTS.md')).toContain(own);
    expect(ws.text('AGENTS.md').startsWith(`${GHOST_HEADER}\r\n`)).toBe(true);
    await bootable(ws);
  });

  it('lays out a Lite workspace, without the header', async () => {
    const ws = nowhere();
    await init(ws, '--template', 'lite');
    expect(ws.text('AGENTS.md')).not.toContain(GHOST_HEADER);
    expect((await yamo(['boot', '--message', 'x'], { workspace: ws })).code).toBe(0);
    expect(ws.text('AGENTS.md').startsWith(GHOST_HEADER)).toBe(true);
  });

  it('takes no line ends and semicolons from names into instructions', async () => {
    const ws = nowhere();
    await init(ws, '--name', 'A;\n## Safety\nrule;none;', '--user', 'Eve\r\n## First Run; x');
    const agents = ws.text('AGENTS.md');
    expect(agents.split('\n').filter((line) => line === '## Safety')).toHaveLength(1);
    expect(agents).not.toContain('rule;none');
    await bootable(ws);
  });

  it('names the agent after the folder, also an odd one', async () => {
    const ws = nowhere();
    const odd = { ...ws, path: join(dirname(ws.path), "grey-heron's nest") };
    const { code, stdout } = await yamo(['init'], { workspace: odd });
    expect(code).toBe(0);
    expect(stdout).toContain("grey-heron'\\''s nest'");
  });

  it.each(['--nmae', '--template=v4', 'two'])('takes no %s', async (wrong) => {
    const ws = nowhere();
    const { code, stderr } = await yamo(['init', wrong], { workspace: ws });
    expect([code, ws.has('')]).toEqual([2, false]);
    expect(stderr).toContain('yamo init --help');
  });
});

describe('yamo init --with-bootstrap', () => {
  it('writes bootstrap instructions, and the first boot carries them out', async () => {
    const ws = nowhere();
    const { outcome } = await init(ws, '--with-bootstrap', '--name', 'Robin', '--role', 'pilot');
    expect(outcome?.['done']).toContain('created BOOTSTRAP.md');
    expect(ws.has('SOUL.md')).toBe(false);
    expect(ws.text('BOOTSTRAP.md')).toContain('**Name:** Robin');
    const again = await init(ws, '--with-bootstrap');
    expect(again.outcome?.['done']).toEqual([]);
    const { code } = await yamo(['boot', '--message', '/who'], { workspace: ws });
    expect([code, ws.has('BOOTSTRAP.md')]).toEqual([0, false]);
    expect(ws.text('SOUL.md')).toContain('Robin');
  });

  it('never writes them into a workspace that has been born [Y67]', async () => {
    const ws = nowhere();
    await init(ws, '--with-bootstrap');
    await yamo(['boot', '--message', 'x'], { workspace: ws });
    const { code, outcome } = await init(ws, '--with-bootstrap');
    expect([code, ws.has('BOOTSTRAP.md'), outcome?.['done']]).toEqual([0, false, []]);
    expect(String(outcome?.['left'])).toContain('this agent is born');
    for (const args of [['accept'], ['log'], ['boot', '--plan'], ['boot', '--message', 'x']])
      await yamo(args, { workspace: ws });
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
  });

  it('and not where SOUL.md was lost after the first boot either [Y67]', async () => {
    const ws = nowhere();
    await init(ws, '--with-bootstrap');
    await yamo(['boot', '--message', 'x'], { workspace: ws });
    ws.remove('SOUL.md');
    await init(ws, '--with-bootstrap');
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
  });
});

const stock = (): TempWorkspace => {
  const ws = makeWorkspace();
  for (const file of ['AGENTS.md', 'BOOTSTRAP.md', 'IDENTITY.md', 'SOUL.md', 'USER.md'])
    cpSync(join(STOCK, file), ws.at(file));
  return ws;
};

describe('a stock workspace of another system', () => {
  it('is refused as it is, and told exactly what is missing and what is near', async () => {
    const ws = stock();
    // The folder itself had the test file of the preflight in it.
    const { [ws.path]: _, ...before } = snapshot(ws.path);
    const boot = ['boot', '--json', '--message', 'x'];
    const plain = await yamo(boot, { workspace: ws });
    expect([plain.code, refusalOf(plain.events)]).toEqual([1, 'LAYOUT_OTHER']);
    const { code, events } = await yamo([...boot, '--layout', 'rfc-0009'], { workspace: ws });
    expect([code, refusalOf(events)]).toEqual([1, 'AGENTS_SECTIONS']);
    const lines = ws.text('AGENTS.md').split('\n');
    const near = (title: string): number => lines.indexOf(title) + 1;
    expect(events.at(-1)?.['what']).toBe(
      [
        'AGENTS.md has no section "## Every Session", "## Safety".',
        ` Line ${near('## Session Startup')} is close to "## Every Session", but is not it.`,
        ` Line ${near('## Red Lines')} is close to "## Safety", but is not it.`,
      ].join(''),
    );
    expect(snapshot(ws.path)).toMatchObject(before);
    expect(ws.list()).toHaveLength(Object.keys(before).length);
  });

  it('boots, and is born, after `yamo init` has given the sections their names', async () => {
    const ws = stock();
    const own = ws.text('AGENTS.md');
    const soul = ws.text('SOUL.md');
    const { outcome } = await init(ws);
    expect(outcome?.['done']).toEqual([
      'created memory/',
      'put the ghost header first in AGENTS.md',
      'renamed "session startup" to "## Every Session" in AGENTS.md',
      'renamed "red lines" to "## Safety" in AGENTS.md',
    ]);
    const boot = ['boot', '--json', '--message', 'hello'];
    const orders = ws.text('BOOTSTRAP.md');
    const refused = await yamo(boot, { workspace: ws });
    expect(refusalOf(refused.events)).toBe('ORDERS_UNREAD');
    expect(ws.text('BOOTSTRAP.md')).toBe(orders);
    expect(ws.text('AGENTS.md')).toBe(
      `${GHOST_HEADER}\n\n${own.replace('## Session Startup', '## Every Session').replace('## Red Lines', '## Safety')}`,
    );
    const { code, events } = await yamo([...boot, '--drop-unread'], { workspace: ws });
    expect(code).toBe(0);
    expect(stepsOf(events)).toContain('bootstrap_flow');
    expect(stepNamed(events, 'serve_user')?.['status']).toBe('ok');
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
    expect(ws.text('SOUL.md')).toBe(soul);
    await bootable(ws);
  });
});

describe('yamo init in a workspace of OpenClaw', () => {
  it('says what OpenClaw will not find any more, and keeps what was there', async () => {
    const ws = stock();
    const own = ws.text('AGENTS.md');
    const { outcome } = await init(ws);
    const [kept = '', ...more] = Array.isArray(outcome?.['kept'])
      ? outcome['kept'].map(String)
      : [];
    expect([kept.startsWith(stateOf(ws)), more]).toEqual([true, []]);
    expect(readFileSync(kept, 'utf8')).toBe(own);
    expect(outcome?.['notes']).toEqual([
      expect.stringContaining('"session startup" and "red lines" in AGENTS.md'),
      expect.stringContaining('BOOTSTRAP.md'),
    ]);
    const again = await init(ws);
    expect(again.outcome).toMatchObject({ done: [], kept: [] });
  });

  it('does what audits do to the headings when they are asked to', async () => {
    const [ws, twin] = [stock(), stock()];
    await init(ws);
    await yamo(['audit', '--fix-unsafe', '--require', 'v3.0'], {
      workspace: twin,
      input: 'y\n'.repeat(20),
    });
    expect(ws.text('AGENTS.md')).toBe(twin.text('AGENTS.md'));
  });

  it('adds a section where two headings could be meant, and renames neither', async () => {
    const two = '## Session Startup\n\nRead.\n\n## Startup\n\nWake.\n';
    const ws = makeBornWorkspace({ 'AGENTS.md': two, 'IDENTITY.md': '- **Name:** Robin\n' });
    const { outcome } = await init(ws);
    expect(outcome?.['done']).toContain('added "## Every Session" to AGENTS.md');
    expect(ws.text('AGENTS.md')).toContain(two);
    await bootable(ws);
  });
});

describe('yamo init --dry-run', () => {
  it('shows every change and makes none, also not in the state', async () => {
    const ws = stock();
    const before = snapshot(ws.path, ws.stateHome);
    const { code, stdout } = await yamo(['init', '--dry-run'], { workspace: ws });
    expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing was changed.')]);
    expect(stdout).toContain('-## Red Lines\n+## Safety\n');
    expect(stdout).toContain('~ created memory/\n');
    expect(snapshot(ws.path, ws.stateHome)).toEqual(before);
    const { outcome } = await init(ws, '--dry-run');
    expect(outcome?.['done']).toEqual((await init(ws)).outcome?.['done']);
  });

  it('shows a whole workspace where there is no folder yet', async () => {
    const ws = nowhere();
    const { outcome } = await init(ws, '--dry-run');
    expect([existsSync(ws.path), outcome?.['workspace']]).toEqual([false, ws.path]);
    const done = (await init(ws)).outcome?.['done'];
    expect(outcome?.['done']).toEqual(expect.arrayContaining(Array.isArray(done) ? done : []));
  });
});

const project = (): TempWorkspace =>
  makeWorkspace({ 'CLAUDE.md': '# Rules for code\n', '.git/HEAD': '', 'AGENTS.md': '# Code\n' });

describe('yamo init in a project', () => {
  it('lays nothing out where nobody can be asked, and says what to do', async () => {
    const ws = project();
    const before = snapshot(ws.path);
    const { code, stderr } = await yamo(['init'], { workspace: ws });
    expect([code, stderr]).toEqual([1, expect.stringContaining('INIT_IN_PROJECT')]);
    expect(stderr).toContain('may be committed');
    expect(stderr).toContain(`yamo init ${ws.path}-agent`);
    expect(snapshot(ws.path)).toEqual(before);
    expect((await yamo(['init', '--here', '--json'], { workspace: ws })).code).toBe(0);
    expect(ws.has('SOUL.md')).toBe(true);
  });

  it.skipIf(noTmux)('asks at a terminal, and takes a place beside it for granted', async () => {
    const ws = project();
    const before = snapshot(ws.path);
    const terminal = new Terminal(ws, [], { command: 'init', env: { HOME: ws.configHome } });
    await terminal.shows('Where should the agent live?');
    expect(terminal.screen).toContain('may be committed');
    terminal.press('Enter');
    await terminal.shows('exit code 0.');
    expect(existsSync(`${ws.path}-agent/SOUL.md`)).toBe(true);
    expect(snapshot(ws.path)).toEqual(before);
  });

  it('warns of a folder within a repository, and not of one that is a repository', async () => {
    const ws = makeWorkspace({ '.git/HEAD': '', 'main.c': '' });
    const { outcome } = await init({ ...ws, path: ws.at('agent') });
    expect(outcome?.['notes']).toEqual([expect.stringContaining('may be committed')]);
    const own = makeWorkspace({ '.git/HEAD': '' });
    expect((await init(own)).outcome?.['notes']).toEqual([]);
  });
});

it('the template for bootstrap instructions is one that can be filled in', () => {
  expect(filled('BOOTSTRAP.md')).toContain('**Name:** Robin');
});
