/** `yamo hook install`, `status` and `uninstall`, as an owner types them in a project. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { EARLIER_HOOKS, makeEarlierWorkspace } from '#test/support/earlier.ts';
import { freshPath, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { environment, type Result, writeSettings, YAMO, yamo } from '#test/support/yamo.ts';

const LOCAL = '.claude/settings.local.json';

/** Programs by their names, as a folder for the PATH. */
const programs = (all: Readonly<Record<string, string>>): string => {
  const folder = freshPath('bin');
  mkdirSync(folder);
  for (const [name, script] of Object.entries(all)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
};

const withYamo = (): string => {
  const folder = programs({});
  symlinkSync(YAMO, join(folder, 'yamo'));
  symlinkSync(process.execPath, join(folder, 'node'));
  return folder;
};

const pathOf = (...folders: readonly string[]): string =>
  [...folders, process.env['PATH'] ?? ''].join(delimiter);

const hook = (ws: TempWorkspace, words: string, path = pathOf()): Promise<Result> =>
  yamo(['hook', ...words.split(' ')], {
    cwd: ws.path,
    env: environment({ workspace: ws, env: { PATH: path } }),
  });

const repository = (ws: TempWorkspace): TempWorkspace => {
  execFileSync('git', ['init', '-q'], { cwd: ws.path });
  return ws;
};

const commandsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"command": ("(?:[^"\\]|\\.)*")/g)].map(([, json = '""']): string =>
    JSON.parse(json),
  );

/** The installed command for PreToolUse, run as Claude Code runs it. */
const ask = (ws: TempWorkspace, file: string, before = '', PATH = pathOf()) => {
  const command = commandsOf(ws.text(file))[2] ?? '';
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: ws.path,
    tool_name: 'Read',
    tool_input: { file_path: ws.at('MEMORY.md') },
  };
  return spawnSync('/bin/sh', ['-c', before + command], {
    encoding: 'utf8',
    cwd: ws.path,
    input: JSON.stringify(event),
    env: environment({ workspace: ws, env: { PATH } }),
  });
};

describe('hooks installed for oneself', () => {
  it('stand in a file of one’s own, out of commits, and say what is held, what is not, and how to undo it', async () => {
    const ws = repository(
      makeBornWorkspace({
        'MEMORY.md': '# Memory\n\n- The crane is sold.\n',
        'package.json': '{"packageManager":"pnpm@10.1.0"}',
        Makefile: 'all:\n',
        'Cargo.toml': '[package]\n',
        'pyproject.toml': '[tool.uv]\n[tool.pytest]\n',
        '.mcp.json': '{"mcpServers":{"my tracker":{}}}',
      }),
    );
    const exclude = ws.text('.git/info/exclude');
    writeSettings(ws, { hook: { programs: ['make'] } });
    const { code, stdout } = await hook(ws, 'install claude-code');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\nHeld: .*shared.*\nNot held: .*\nTo undo: yamo hook uninstall claude-code\n/,
    );
    expect(stdout).toMatch(
      /· hook\.programs: make: each can read MEMORY\.md, and yamo cannot see it/,
    );
    expect(stdout).toContain(`set hook.programs '["make","pnpm","cargo","uv","pytest"]'`);
    expect(stdout).toContain(`set hook.tools '["mcp__my_tracker__*"]'`);
    expect(ws.text('.git/info/exclude')).toBe(`${exclude}/${LOCAL}\n`);
    expect(ws.has(EARLIER_HOOKS)).toBe(false);
    // No terminal: shared.
    expect(JSON.parse(ask(ws, LOCAL).stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
    const status = await hook(ws, 'status');
    expect([status.code, status.stdout]).toEqual([0, expect.stringContaining('each can read')]);
    const doctor = await yamo(['doctor'], { cwd: ws.path, env: environment({ workspace: ws }) });
    expect(doctor.stdout).toContain('· hook.programs: make: each can read MEMORY.md');
    expect((await hook(ws, 'uninstall claude-code')).code).toBe(0);
    expect([ws.text('.git/info/exclude'), ws.has('.claude')]).toEqual([exclude, false]);
  });

  it('deny where yamo dies: without memory, killed, and not found', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n' });
    await hook(ws, 'install claude-code --main');
    expect(ask(ws, LOCAL)).toMatchObject({ status: 0, stdout: '{}\n' });
    const dead = ask(ws, LOCAL, 'ulimit -v 600000; ');
    expect([dead.status, dead.stderr]).toEqual([2, expect.stringContaining('gave no answer')]);
    ws.write(LOCAL, ws.text(LOCAL).replaceAll(process.execPath, '/nonexistent/node'));
    expect(ask(ws, LOCAL)).toMatchObject({ status: 2, stdout: '' });
    expect((await hook(ws, 'status')).stdout).toContain('it starts another yamo');
  });

  it.each([
    ['2.1.295 (Claude Code)', true],
    ['2.1.294 (Claude Code)', false],
  ])('say onFailure to a Claude Code that knows it: %s', async (version, says) => {
    const ws = makeBornWorkspace();
    const path = pathOf(programs({ claude: `echo '${version}'` }));
    await hook(ws, 'install claude-code', path);
    expect(ws.text(LOCAL).includes('onFailure')).toBe(says);
    expect((await hook(ws, 'status', path)).code).toBe(0);
  });

  it('start yamo by its name where the PATH finds this one, and by its place where it finds another', async () => {
    const ws = makeBornWorkspace();
    const path = pathOf(withYamo());
    await hook(ws, 'install claude-code', path);
    expect(commandsOf(ws.text(LOCAL))[2]).toMatch(/^yamo hook --host claude-code \|\| /);
    expect((await hook(ws, 'status', path)).code).toBe(0);
    const other = pathOf(programs({ yamo: 'exit 0' }));
    expect((await hook(ws, 'status', other)).stdout).toContain('another yamo');
    await hook(ws, 'install claude-code', other);
    expect(commandsOf(ws.text(LOCAL))[2]).toContain(YAMO);
  });
});

describe('hooks for all who work in a folder', () => {
  it('name no place of this machine, and let those pass who have no yamo', async () => {
    const ws = repository(makeBornWorkspace({ 'MEMORY.md': '# Memory\n' }));
    const own = pathOf(withYamo());
    const { code, stdout } = await hook(ws, 'install claude-code --project', own);
    expect([code, stdout]).toEqual([0, expect.stringContaining('whoever has no yamo is let pass')]);
    const text = ws.text(EARLIER_HOOKS);
    expect([text.includes(dirname(YAMO)), text.includes('onFailure')]).toEqual([false, false]);
    expect(ask(ws, EARLIER_HOOKS, 'PATH=/nonexistent; ')).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(ask(ws, EARLIER_HOOKS, '', own).stdout).toContain('deny');
    expect((await hook(ws, 'status', own)).code).toBe(0);
    const not = await hook(ws, 'uninstall claude-code');
    expect(not.stdout).toContain('yamo hook uninstall claude-code --project');
    await hook(ws, 'uninstall claude-code --project');
    expect(ws.has('.claude')).toBe(false);
  });

  it('are asked for by name where git has the only file that a host knows', async () => {
    const ws = repository(makeBornWorkspace({ '.codex/hooks.json': '{}\n' }));
    execFileSync('git', ['add', '-f', '.codex/hooks.json'], { cwd: ws.path });
    const refused = await hook(ws, 'install codex');
    expect([refused.code, ws.text('.codex/hooks.json')]).toEqual([3, '{}\n']);
    expect(refused.stderr + refused.stdout).toMatch(/it is committed.*--project.*--user/s);
    expect((await hook(ws, 'install codex --project')).code).toBe(0);
    expect(ws.text('.codex/hooks.json')).toContain('command -v yamo');
  });
});

describe('hooks that 0.2.0 installed', () => {
  it('are named, moved, and taken back to the byte', async () => {
    const ws = repository(makeEarlierWorkspace());
    const status = await hook(ws, 'status');
    expect([status.code, status.stdout]).toEqual([
      1,
      expect.stringMatching(
        /settings\.json: an earlier version .*; yamo hook install claude-code\n/,
      ),
    ]);
    const moved = await hook(ws, 'install claude-code --main');
    expect(moved.stdout).toContain(`${ws.at(EARLIER_HOOKS)} has them no longer`);
    expect([ws.has(EARLIER_HOOKS), commandsOf(ws.text(LOCAL)).length]).toEqual([false, 6]);
    expect((await hook(ws, 'status')).code).toBe(0);
    await hook(ws, 'uninstall claude-code');
    expect(ws.has('.claude')).toBe(false);
  });

  it('go with those of today where they were moved half, beside what their owner wrote since', async () => {
    const ws = makeEarlierWorkspace();
    const earlier = ws.text(EARLIER_HOOKS).replace('{', '{ "model": "opus",');
    ws.write(EARLIER_HOOKS, earlier);
    await hook(ws, 'install claude-code');
    expect(ws.text(EARLIER_HOOKS)).toBe('{ "model": "opus"\n}\n');
    ws.write(EARLIER_HOOKS, earlier);
    expect((await hook(ws, 'status')).stdout).toContain('an earlier version');
    const gone = await hook(ws, 'uninstall claude-code');
    expect([gone.code, ws.has(LOCAL), ws.text(EARLIER_HOOKS)]).toEqual([
      0,
      false,
      '{ "model": "opus"\n}\n',
    ]);
  });
});

it('settings that a host does not read are named by install, status and doctor, and left as they are', async () => {
  const ws = makeBornWorkspace({ [LOCAL]: '{\n  // mine\n}\n' });
  const says = /reads JSON without comments and without commas at the end, .*: line 2/;
  const installed = await hook(ws, 'install claude-code');
  expect([installed.code, installed.stderr]).toEqual([3, expect.stringMatching(says)]);
  expect((await hook(ws, 'status')).stdout).toMatch(says);
  const doctor = await yamo(['doctor'], { cwd: ws.path, env: environment({ workspace: ws }) });
  expect(doctor.stdout).toMatch(says);
  expect(readFileSync(ws.at(LOCAL), 'utf8')).toBe('{\n  // mine\n}\n');
});
