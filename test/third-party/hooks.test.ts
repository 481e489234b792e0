/**
 * Hosts as their makers publish them, with our hooks in their settings and a model that wants what the gate refuses.
 * They are downloads of half a gigabyte: `npm run test:agents`, and each night.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { hookedWorkspace, TOKEN } from '#test/support/hooked-workspace.ts';
import {
  portable,
  programsOf,
  recordedScene,
  shapeOf,
  TRIED_HOSTS,
  type TriedHost,
} from '#test/support/recording.ts';
import { provider, type Wish } from '#test/support/wishing-provider.ts';
import { freshPath, type TempWorkspace } from '#test/support/workspace.ts';
import { environment, YAMO, yamo } from '#test/support/yamo.ts';

const [claude, codex, gemini] = await Promise.all([
  programsOf('claude-code'),
  programsOf('codex'),
  programsOf('gemini'),
]);

const HOST_MS = 120_000;

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a host in the workspace, to its end, with an empty home. */
const run = (
  ws: TempWorkspace,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> => {
  const PATH = [join(program, '..'), yamoOnPath(ws), process.env['PATH'] ?? ''].join(delimiter);
  const { promise, resolve } = Promise.withResolvers<Ran>();
  const child = execFile(
    program,
    [...args],
    { cwd: ws.path, env: environment({ workspace: ws, env: { PATH, ...env } }), timeout: HOST_MS },
    (_error, stdout, stderr) => resolve({ stdout, stderr }),
  );
  child.stdin?.end();
  return promise;
};

const TEE = join(import.meta.dirname, '../support/hook-tee-child.ts');

/** Where the events of a workspace are kept, one a line. */
const recordOf = (ws: TempWorkspace): string => join(dirname(ws.path), 'asked.jsonl');

/** A folder in which `yamo` is, for plugins that find it by its name; what they ask it is kept. */
const yamoOnPath = (ws: TempWorkspace): string => {
  const folder = freshPath('bin');
  mkdirSync(folder);
  const words = [process.execPath, TEE, recordOf(ws), YAMO].map((word) => `'${word}'`);
  writeFileSync(join(folder, 'yamo'), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
  chmodSync(join(folder, 'yamo'), 0o700);
  return folder;
};

/** `yamo hook install`, with what is asked kept; `settings`: where the host reads its hooks. */
const install = async (
  ws: TempWorkspace,
  host: TriedHost,
  settings: string,
  ...more: readonly string[]
): Promise<void> => {
  const env = environment({ workspace: ws });
  const { code, stderr } = await yamo(['hook', 'install', host, ...more], { cwd: ws.path, env });
  expect(code, stderr).toBe(0);
  const text = readFileSync(settings, 'utf8');
  // What all share starts the one on the PATH.
  writeFileSync(settings, text.replaceAll(YAMO, [TEE, recordOf(ws), YAMO].join(' ')));
};

/** From now on the hooks of these settings are killed as soon as they are asked. */
const killHooks = (settings: string): void => {
  const killed = freshPath('killed.mjs');
  writeFileSync(killed, "process.kill(process.pid, 'SIGKILL');\n");
  const text = readFileSync(settings, 'utf8');
  const replaced = text.replaceAll(/\S*hook-tee-child\.ts \S+ \S+/gu, killed);
  expect(replaced).not.toBe(text);
  writeFileSync(settings, replaced);
};

/** It asks what `npm test` replays. */
const asksAsRecorded = async (ws: TempWorkspace, host: TriedHost, scene: string): Promise<void> => {
  const lines = readFileSync(recordOf(ws), 'utf8').trimEnd().split('\n');
  const asked = portable(
    lines.map((line) => JSON.parse(line)),
    ws,
  );
  expect(shapeOf(asked)).toEqual(shapeOf(await recordedScene(host, scene, asked)));
};

const logOf = async (ws: TempWorkspace): Promise<string> =>
  (await yamo(['log'], { workspace: ws })).stdout;

describe(`Claude Code ${TRIED_HOSTS['claude-code'].version}`, () => {
  // The program itself: its package would link it when it runs its scripts, and none are run here.
  const program = join(
    claude,
    `../@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
  );

  const PLUGIN = join(import.meta.dirname, '../../integrations/claude-code');

  const ask = async (ws: TempWorkspace, wishes: readonly Wish[], ...more: readonly string[]) => {
    const { url, sent } = await provider(wishes);
    const args = ['-p', 'Do it.', '--permission-mode', 'bypassPermissions', ...more];
    const ran = await run(ws, program, args, {
      ANTHROPIC_API_KEY: 'not-a-key',
      ANTHROPIC_BASE_URL: url,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Its end waits for a second and a half, which is not enough on a busy machine.
      CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '60000',
      IS_SANDBOX: '1',
    });
    return { ran, all: sent.map(({ messages }) => messages).join('\n') };
  };

  it(
    'is kept from SOUL.md, and told why, with permissions bypassed',
    { timeout: 300_000 },
    async () => {
      const ws = hookedWorkspace(true);
      await install(ws, 'claude-code', ws.at('.claude/settings.local.json'));
      const before = ws.text('SOUL.md');
      const { ran, all } = await ask(ws, [
        { name: 'Bash', input: { command: 'echo "Obey me." > SOUL.md', description: 'x' } },
        { name: 'Read', input: { file_path: ws.at('AGENTS.md') } },
      ]);
      expect(ws.text('SOUL.md'), JSON.stringify(ran)).toBe(before);
      expect(all).toContain('GATE_DENIED');
      expect(all).toContain('yamo guards this workspace');
      const log = await logOf(ws);
      expect(log).toContain('hook deny (GATE_DENIED), claude-code PreToolUse Bash write SOUL.md');
      expect(log).toContain('hook pass, claude-code PreToolUse Read read AGENTS.md');
      expect(log).toContain('claude-code SessionStart');
      await asksAsRecorded(ws, 'claude-code', 'main');
    },
  );

  it('is kept from SOUL.md by a hook that is killed', { timeout: 300_000 }, async () => {
    const ws = hookedWorkspace(true);
    const settings = ws.at('.claude/settings.local.json');
    await install(ws, 'claude-code', settings);
    killHooks(settings);
    const before = ws.text('SOUL.md');
    const { ran } = await ask(ws, [
      { name: 'Bash', input: { command: 'echo "Obey me." > SOUL.md', description: 'x' } },
    ]);
    expect(ws.text('SOUL.md'), JSON.stringify(ran)).toBe(before);
    expect(`${ran.stdout}${ran.stderr}`).toContain('gave no answer');
  });

  it('does not read MEMORY.md in a shared session', { timeout: 300_000 }, async () => {
    const ws = hookedWorkspace(false);
    await install(ws, 'claude-code', ws.at('.claude/settings.local.json'));
    const { ran, all } = await ask(ws, [
      { name: 'Read', input: { file_path: ws.at('MEMORY.md') } },
      { name: 'Bash', input: { command: 'cat MEM*.md', description: 'x' } },
    ]);
    expect(all, JSON.stringify(ran)).toContain('GATE_DENIED');
    expect(all).toContain('HOOK_UNTOLD');
    expect(all).not.toContain('green crane');
    await asksAsRecorded(ws, 'claude-code', 'shared');
  });

  it(
    'asks by its plugin at each event, reads MEMORY.md in a main session, and is shown no token',
    { timeout: 300_000 },
    async () => {
      const ws = hookedWorkspace(true, { writeDownAtEnd: true });
      const { ran, all } = await ask(
        ws,
        [
          { name: 'Write', input: { file_path: ws.at('SOUL.md'), content: 'Obey me.' } },
          { name: 'Read', input: { file_path: ws.at('MEMORY.md') } },
          { name: 'Read', input: { file_path: ws.at('notes.txt') } },
        ],
        '--plugin-dir',
        PLUGIN,
      );
      expect(all, JSON.stringify(ran)).toContain('GATE_DENIED');
      expect(all).toContain('yamo guards this workspace');
      expect(all).toContain('green crane');
      expect(all).toContain('withheld');
      expect(all).not.toContain(TOKEN);
      expect(all).toContain('Before you stop: write down what must last');
      const log = await logOf(ws);
      for (const event of ['SessionStart', 'PreToolUse', 'PostToolUse', 'Stop', 'SessionEnd'])
        expect(log).toContain(`claude-code ${event}`);
      await asksAsRecorded(ws, 'claude-code', 'main, by its plugin');
    },
  );
});

/** Codex is asked to write SOUL.md, by hooks that its owner trusts. */
const askCodex = async (
  ws: TempWorkspace,
  prepare: (settings: string) => void = () => undefined,
) => {
  const home = join(ws.configHome, '.codex');
  mkdirSync(home, { recursive: true });
  const { url, sent } = await provider(
    { name: 'exec_command', input: { cmd: `echo 'Obey me.' > '${ws.at('SOUL.md')}'` } },
    'responses',
  );
  const settings = [
    'model = "gpt-5-codex"',
    'model_provider = "near"',
    '[model_providers.near]',
    'name = "near"',
    `base_url = "${url}/v1"`,
    'env_key = "OPENAI_API_KEY"',
    'wire_api = "responses"',
  ];
  writeFileSync(join(home, 'config.toml'), `${settings.join('\n')}\n`);
  const hooks = join(home, 'hooks.json');
  await install(ws, 'codex', hooks, '--user');
  prepare(hooks);
  const ran = await run(
    ws,
    join(codex, 'codex'),
    [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '--dangerously-bypass-hook-trust',
      'Do it.',
    ],
    { OPENAI_API_KEY: 'not-a-key', CODEX_HOME: home },
  );
  return JSON.stringify([ran, sent.map(({ messages }) => messages)]);
};

describe(`Codex ${TRIED_HOSTS.codex.version}`, () => {
  it('is kept from SOUL.md by hooks that its owner trusts', { timeout: 300_000 }, async () => {
    const ws = hookedWorkspace(true);
    const before = ws.text('SOUL.md');
    const told = await askCodex(ws);
    expect(ws.text('SOUL.md'), told).toBe(before);
    expect(await logOf(ws)).toContain('hook deny (GATE_DENIED), codex PreToolUse');
    await asksAsRecorded(ws, 'codex', 'main');
  });

  it('is kept from SOUL.md by a hook that is killed', { timeout: 300_000 }, async () => {
    const ws = hookedWorkspace(true);
    const before = ws.text('SOUL.md');
    const told = await askCodex(ws, killHooks);
    expect(ws.text('SOUL.md'), told).toBe(before);
    // Not even its prompt comes to the model.
    expect(told).toContain('UserPromptSubmit Blocked');
  });
});

/** Gemini CLI is asked to write SOUL.md and read MEMORY.md. */
const askGemini = async (
  ws: TempWorkspace,
  scope: 'user' | 'project',
  {
    env,
    more,
  }: { readonly env: Readonly<Record<string, string>>; readonly more: readonly string[] },
  prepare: (settings: string) => void = () => undefined,
) => {
  const home = join(ws.configHome, '.gemini');
  mkdirSync(home, { recursive: true });
  const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings));
  const file = join(scope === 'user' ? home : ws.at('.gemini'), 'settings.json');
  await install(ws, 'gemini', file, `--${scope}`);
  prepare(file);
  const { url, sent } = await provider(
    [
      { name: 'write_file', input: { file_path: ws.at('SOUL.md'), content: 'Obey me.' } },
      { name: 'read_file', input: { file_path: ws.at('MEMORY.md') } },
    ],
    'gemini',
  );
  const args = ['-p', 'Do it.', '-m', 'gemini-2.5-pro', '--approval-mode', 'yolo', ...more];
  const ran = await run(ws, join(gemini, 'gemini'), args, {
    GEMINI_API_KEY: 'not-a-key',
    GOOGLE_GEMINI_BASE_URL: url,
    ...env,
  });
  return { ran, all: sent.map(({ messages }) => messages).join('\n') };
};

describe(`Gemini CLI ${TRIED_HOSTS.gemini.version}`, { timeout: HOST_MS }, () => {
  // `--skip-trust` comes too late for the settings of the project, and with them for their hooks.
  it.each([
    ['project', 'a folder that it trusts', { GEMINI_CLI_TRUST_WORKSPACE: 'true' }, []],
    ['user', 'every folder', {}, ['--skip-trust']],
  ] as const)(
    'is kept from SOUL.md and MEMORY.md by %s settings, in %s',
    async (scope, _where, env, more) => {
      const ws = hookedWorkspace(false);
      const before = ws.text('SOUL.md');
      const { ran, all } = await askGemini(ws, scope, { env, more });
      expect(ws.text('SOUL.md'), JSON.stringify([ran, all])).toBe(before);
      expect(all, JSON.stringify(ran)).toContain('GATE_DENIED');
      expect(all).not.toContain('green crane');
      expect(await logOf(ws)).toContain('gemini BeforeTool');
      await asksAsRecorded(ws, 'gemini', `shared, ${scope} settings`);
    },
  );

  it('is kept from SOUL.md and MEMORY.md by a hook that is killed', async () => {
    const ws = hookedWorkspace(false);
    const before = ws.text('SOUL.md');
    const trusting = { env: {}, more: ['--skip-trust'] };
    const { ran, all } = await askGemini(ws, 'user', trusting, killHooks);
    expect(ws.text('SOUL.md'), JSON.stringify([ran, all])).toBe(before);
    expect(all).not.toContain('green crane');
    expect(ran.stderr).toContain('Agent execution blocked');
    expect(ran.stderr).toContain('gave no answer');
  });
});
