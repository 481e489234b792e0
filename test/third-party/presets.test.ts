/**
 * Agents that people use, as their makers publish them, booted by name as far as they go without their providers.
 * They are downloads of half a gigabyte: `npm run test:agents`, and each night.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { programsOf, TRIED_HOSTS } from '#test/support/recording.ts';
import { installed, installedInHome } from '#test/support/registry-agents.ts';
import { provider } from '#test/support/wishing-provider.ts';
import { freshPath, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import {
  framesNamed,
  noticesOf,
  type Place,
  refusalOf,
  startYamo,
  wordsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

const pathWith = (bin: string): string => `${bin}${delimiter}${process.env['PATH'] ?? ''}`;

const boot = (
  agent: string,
  workspace: Place,
  env: Readonly<Record<string, string>>,
  ...more: readonly string[]
) => yamo(['boot', '--json', '--message', 'Hello.', '--agent', agent, ...more], { workspace, env });

// Where the registry does not give one, its tests fail: who runs them asked for it.
const [gemini, claude, opencode, codex] = await Promise.all([
  programsOf('gemini'),
  installed('@agentclientprotocol/claude-agent-acp', '0.100.0'),
  installed('opencode-ai', '1.18.33'),
  installed('@agentclientprotocol/codex-acp', '2.6.0'),
]);
describe(`gemini-cli ${TRIED_HOSTS.gemini.version}`, () => {
  const PATH = pathWith(gemini);

  it('without a key says that it wants one', { timeout: 120_000 }, async () => {
    const { code, events } = await boot('gemini', makeBornWorkspace(), { PATH });
    expect([code, refusalOf(events)]).toEqual([4, 'AGENT_NEEDS_LOGIN']);
    expect(framesNamed(events, 'refused')[0]?.['remedy']).toContain('GEMINI_API_KEY');
  });

  it('with a key opens its session in the view', { timeout: 120_000 }, async () => {
    const workspace = makeBornWorkspace();
    const env = { PATH, GEMINI_API_KEY: 'not-a-key' };
    const running = startYamo(['boot', '--json', '--agent', 'gemini'], { workspace, env });
    await running.ready();
    running.finish();
    const { code, events } = await running.ended;
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(noticesOf(events)).toContain(
      'gemini may reach generativelanguage.googleapis.com and gets GEMINI_API_KEY.',
    );
  });
});

const timesIn = (text: string, part: string): number => text.split(part).length - 1;

describe('claude-agent-acp 0.100.0', () => {
  const PATH = pathWith(claude ?? '');

  it(
    'without a key opens a session, and wants a login when it is spoken to',
    { timeout: 120_000 },
    async () => {
      const { code, events } = await boot('claude-code', makeBornWorkspace(), { PATH });
      expect([code, refusalOf(events)]).toEqual([4, 'AGENT_NEEDS_LOGIN']);
      expect(framesNamed(events, 'ready')).toHaveLength(1);
      expect(framesNamed(events, 'refused')[0]?.['remedy']).toContain('ANTHROPIC_API_KEY');
    },
  );

  it(
    'has its rules in its system prompt, and may not write SOUL.md though its model wants to',
    { timeout: 180_000 },
    async () => {
      const ws = makeBornWorkspace();
      // The provider of this test is on this machine.
      writeSettings(ws, { network: 'all' });
      const { url, sent } = await provider({
        name: 'Write',
        input: { file_path: ws.at('SOUL.md'), content: 'Obey me.\n' },
      });
      const before = ws.text('SOUL.md');
      const { code, events } = await boot('claude-code', ws, {
        PATH,
        ANTHROPIC_API_KEY: 'not-a-key',
        ANTHROPIC_BASE_URL: url,
      });
      expect([code, refusalOf(events)]).toEqual([0, undefined]);
      expect(ws.text('SOUL.md')).toBe(before);
      expect(noticesOf(events)).toContain(
        'To write SOUL.md is not allowed in a main session (§3.1)',
      );
      expect(wordsOf(events)).toContain('As you wish.');
      const turn = sent.find(({ tools }) => tools.length > 0);
      expect(timesIn(turn?.system ?? '', String.raw`file=\"SOUL.md\"`)).toBe(1);
      expect(timesIn(turn?.system ?? '', String.raw`file=\"AGENTS.md\"`)).toBe(1);
      expect(turn?.messages).not.toContain(String.raw`file=\"SOUL.md\"`);
      expect(turn?.messages).toContain(String.raw`file=\"USER.md\"`);
    },
  );

  it(
    'keeps a note with the tools of the kernel, in whichever kind of session',
    { timeout: 180_000 },
    async () => {
      const ws = makeBornWorkspace();
      writeSettings(ws, { network: 'all' });
      const { url, sent } = await provider({
        name: 'mcp__yamo__append_today',
        input: { text: '- 09:26 Ada prefers tea.' },
      });
      const env = { PATH, ANTHROPIC_API_KEY: 'not-a-key', ANTHROPIC_BASE_URL: url };
      const when = ['--date', '2026-03-14T09:26', '--tz', 'UTC'];
      for (const kind of ['main', 'shared']) {
        const { code, events } = await boot('claude-code', ws, env, '--session', kind, ...when);
        expect([code, refusalOf(events)]).toEqual([0, undefined]);
        expect(framesNamed(events, 'gate')).toContainEqual(
          expect.objectContaining({ operation: 'append', answer: 'done' }),
        );
        expect(noticesOf(events)).not.toContain('asked for a permission');
      }
      expect(timesIn(ws.text('memory/2026-03-14.md'), '- 09:26 Ada prefers tea.')).toBe(2);
      const turn = sent.find(({ tools }) => tools.length > 0);
      expect(turn?.system).toContain('MCP server');
      expect(JSON.stringify(turn?.tools)).toContain('mcp__yamo__edit_file');
    },
  );
});

describe('opencode 1.18.33', () => {
  // The program itself: its package would link it when it runs its scripts, and none are run here.
  const PATH = pathWith(
    join(opencode ?? '', `../opencode-${process.platform}-${process.arch}/bin`),
  );

  /** Its settings are told in a variable: the provider of a test is on this machine, under an address of its own. */
  const bootWith = async (ws: Place, url: string) => {
    writeSettings(ws, { network: 'all', agentEnvironment: ['OPENCODE_CONFIG_CONTENT'] });
    const config = {
      provider: { anthropic: { options: { baseURL: `${url}/v1` } } },
      model: 'anthropic/claude-sonnet-4-5',
    };
    const env = {
      PATH,
      ANTHROPIC_API_KEY: 'not-a-key',
      OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
    };
    return boot('opencode', ws, env, '--date', '2026-03-14T09:26', '--tz', 'UTC');
  };

  it('keeps a note with the tools of the kernel', { timeout: 180_000 }, async () => {
    const ws = makeBornWorkspace();
    const { url } = await provider({
      name: 'yamo_append_today',
      input: { text: '- 09:26 Ada prefers tea.' },
    });
    const { code, events } = await bootWith(ws, url);
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(wordsOf(events)).toContain('As you wish.');
    expect(timesIn(ws.text('memory/2026-03-14.md'), '- 09:26 Ada prefers tea.')).toBe(1);
  });

  it('may not write SOUL.md with a tool of its own', { timeout: 180_000 }, async () => {
    const ws = makeBornWorkspace();
    const before = ws.text('SOUL.md');
    const { url, sent } = await provider({
      name: 'write',
      input: { filePath: ws.at('SOUL.md'), content: 'Obey me.\n' },
    });
    const { code, events } = await bootWith(ws, url);
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(ws.text('SOUL.md')).toBe(before);
    expect(sent.at(-1)?.messages).toContain('FileSystem.writeFile');
  });
});

describe('codex-acp 2.6.0', () => {
  const PATH = pathWith(codex ?? '');

  /** Its settings lie in its own folder, which the owner shows it; of its own sandbox it makes none. */
  const bootWith = async (ws: TempWorkspace, url: string) => {
    const folder = join(ws.configHome, '.codex');
    mkdirSync(folder, { recursive: true });
    const settings = [
      'model = "gpt-5-codex"',
      'model_provider = "near"',
      '[model_providers.near]',
      'name = "near"',
      `base_url = "${url}/v1"`,
      'env_key = "OPENAI_API_KEY"',
      'wire_api = "responses"',
    ];
    writeFileSync(join(folder, 'config.toml'), `${settings.join('\n')}\n`);
    writeSettings(ws, { network: 'all', agentPaths: { write: [folder] } });
    const env = { PATH, OPENAI_API_KEY: 'not-a-key', INITIAL_AGENT_MODE: 'agent-full-access' };
    return boot('codex', ws, env, '--date', '2026-03-14T09:26', '--tz', 'UTC');
  };

  it('keeps a note with the tools of the kernel', { timeout: 180_000 }, async () => {
    const ws = makeBornWorkspace();
    const { url } = await provider(
      {
        name: 'append_today',
        namespace: 'mcp__yamo',
        input: { text: '- 09:26 Ada prefers tea.' },
      },
      'responses',
    );
    const { code, events } = await bootWith(ws, url);
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(wordsOf(events)).toContain('As you wish.');
    expect(timesIn(ws.text('memory/2026-03-14.md'), '- 09:26 Ada prefers tea.')).toBe(1);
  });

  it('may not write SOUL.md with a command of its own', { timeout: 180_000 }, async () => {
    const ws = makeBornWorkspace();
    const before = ws.text('SOUL.md');
    const { url, sent } = await provider(
      { name: 'exec_command', input: { cmd: `echo 'Obey me.' > '${ws.at('SOUL.md')}'` } },
      'responses',
    );
    const { code, events } = await bootWith(ws, url);
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(ws.text('SOUL.md')).toBe(before);
    expect(sent.at(-1)?.messages).toMatch(/Read-only file system|Permission denied/);
  });
});

it(
  'agents that `npm install -g` put into a home start by their names',
  { timeout: 600_000 },
  async () => {
    const bin = await installedInHome(freshPath('home'), [
      '@google/gemini-cli@0.61.0',
      '@agentclientprotocol/claude-agent-acp@0.100.0',
    ]);
    const env = {
      PATH: pathWith(bin),
      GEMINI_API_KEY: 'not-a-key',
      ANTHROPIC_API_KEY: 'not-a-key',
    };
    for (const agent of ['gemini', 'claude-code']) {
      const workspace = makeBornWorkspace();
      const running = startYamo(['boot', '--json', '--agent', agent], { workspace, env });
      await running.ready();
      running.finish();
      const { code, events } = await running.ended;
      expect([agent, code, refusalOf(events)]).toEqual([agent, 0, undefined]);
    }
  },
);
