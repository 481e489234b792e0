import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { described } from '#cli/args/described.ts';
import { COMMANDS } from '#cli/args/options.ts';
import { type Needs, needsOf, PRESETS, presetNamed } from '#kernel/programs/presets.ts';
import { agentProgram } from '#kernel/programs/program.ts';
import { refusalFrom } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

const NOTHING = { agentPaths: {}, agentEnvironment: [] };

/** A folder of the search path with these programs. */
const binWith = (...programs: readonly string[]): string => {
  const bin = freshPath('bin');
  mkdirSync(bin);
  for (const program of programs) {
    writeFileSync(join(bin, program), '#!/bin/sh\n');
    chmodSync(join(bin, program), 0o700);
  }
  return bin;
};

/** A home with these folders. */
const homeWith = (...folders: readonly string[]): string => {
  const home = freshPath('home');
  for (const folder of ['', ...folders]) mkdirSync(join(home, folder), { recursive: true });
  return home;
};

const needs = (
  name: string,
  environment: Record<string, string>,
  settings: Parameters<typeof needsOf>[2] = NOTHING,
): Needs => {
  const preset = presetNamed(name);
  if (preset === undefined) throw new Error(`no preset ${name}`);
  return needsOf(preset, environment, settings);
};

describe('presets', () => {
  it('are in the help, and in the table of the documentation with all that their row says', () => {
    expect(described(COMMANDS.boot.options.agent)).toMatch(
      /^claude-code, .*, scribe, or a command/,
    );
    const rows = readFileSync(join(import.meta.dirname, '../../../docs/agents.md'), 'utf8').split(
      '\n',
    );
    for (const { name, commands, install, hosts, keys } of PRESETS) {
      const row = rows.find((line) => line.startsWith(`| \`${name}\` `)) ?? '';
      const told = [...commands, install, ...hosts, ...keys.map(({ variable }) => variable)];
      expect([name, told.filter((one) => !row.includes(one))]).toEqual([name, []]);
    }
  });

  it('have each a way to install and to log in', () => {
    expect(PRESETS.length).toBeGreaterThan(0);
    for (const { commands, install, keys, login } of PRESETS) {
      expect(commands.length).toBeGreaterThan(0);
      expect(install).toMatch(/^(npm install -g |https:\/\/)/);
      expect(keys.length).toBeGreaterThan(0);
      expect(login.folder).toMatch(/^~\//);
      expect(`${login.folder}/`).toContain(`${login.value}/`);
    }
  });

  it('are found by the first of their commands that is there', () => {
    const both = binWith('claude-agent-acp', 'claude-code-acp');
    const older = binWith('claude-code-acp');
    const programIn = (bin: string): string =>
      agentProgram('claude-code', { PATH: bin }, NOTHING).command.program;
    expect(programIn(both)).toBe(join(both, 'claude-agent-acp'));
    expect(programIn(older)).toBe(join(older, 'claude-code-acp'));
    const gemini = agentProgram('gemini', { PATH: binWith('gemini') }, NOTHING);
    expect(gemini.name).toBe('gemini');
    expect(gemini.command.args).toEqual(['--acp']);
  });

  it('that are not there are refused with the way to install them', async () => {
    for (const { name, install, commands } of PRESETS) {
      const refusal = await refusalFrom(() => agentProgram(name, { PATH: binWith() }, NOTHING));
      expect(refusal.code).toBe('AGENT_NOT_INSTALLED');
      expect(refusal.remedy).toContain(install);
      expect(refusal.message).toContain(commands[0]?.split(' ')[0]);
    }
  });

  it('are names to the letter: everything else is a command', async () => {
    const refusal = await refusalFrom(() => agentProgram('Codex', { PATH: binWith() }, NOTHING));
    expect(refusal.code).toBe('AGENT_UNAVAILABLE');
  });
});

describe('what naming an agent grants', () => {
  it('is its host and the keys that are set, and says so', () => {
    const granted = needs('claude-code', {
      ANTHROPIC_API_KEY: 'sk',
      ANTHROPIC_AUTH_TOKEN: '',
      OPENAI_API_KEY: 'sk',
    });
    expect(granted.hosts).toEqual(['api.anthropic.com']);
    expect(granted.environment).toEqual(['ANTHROPIC_API_KEY']);
    expect(granted.notice).toBe(
      'claude-code may reach api.anthropic.com and gets ANTHROPIC_API_KEY.',
    );
    expect(granted.isHelpless).toBe(false);
  });

  it('is the address that the owner has for its provider, instead of the usual one', () => {
    const at = (address: string): readonly string[] =>
      needs('claude-code', { ANTHROPIC_API_KEY: 'sk', ANTHROPIC_BASE_URL: address }).hosts;
    expect(at('https://gateway.example/v1')).toEqual(['gateway.example:443']);
    expect(at('http://127.0.0.1:8080')).toEqual(['127.0.0.1:8080']);
    expect(at('http://gateway.example')).toEqual(['gateway.example:80']);
    expect(at('no address')).toEqual(['api.anthropic.com']);
    const { environment } = needs('claude-code', { ANTHROPIC_BASE_URL: 'https://g.example' });
    expect(environment).toEqual(['ANTHROPIC_BASE_URL']);
  });

  it('for agents of many providers goes with the keys', () => {
    expect(needs('goose', { OPENROUTER_API_KEY: 'k', GOOSE_PROVIDER: 'openrouter' })).toMatchObject(
      { hosts: ['openrouter.ai'], environment: ['OPENROUTER_API_KEY', 'GOOSE_PROVIDER'] },
    );
    expect(needs('goose', {})).toMatchObject({ hosts: [], environment: [], isHelpless: true });
    expect(needs('goose', {}).notice).toContain('no host of its own');
  });

  it('holds no folder of the home: a login is there only where the settings show it', () => {
    const home = homeWith('.codex', '.claude');
    const at = (...write: readonly string[]): Needs =>
      needs('codex', { HOME: home }, { agentPaths: { write }, agentEnvironment: [] });
    expect(at()).toMatchObject({ hosts: ['api.openai.com'], variables: {}, isHelpless: true });
    expect(at().notice).toContain('unless `agentPaths` of the settings shows ~/.codex');
    expect(at('~/.claude')).toMatchObject({ variables: {}, isHelpless: true });
    for (const path of ['~/.codex', `${home}/.codex/`, '~', home])
      expect(at(path)).toMatchObject({
        hosts: ['api.openai.com', 'chatgpt.com', 'auth.openai.com'],
        variables: { CODEX_HOME: join(home, '.codex') },
        isHelpless: false,
      });
    expect(at('~/.codex').notice).toContain('it sees your login in ~/.codex');
  });

  it('follows a login folder that lies elsewhere, and knows one that is not there', () => {
    const home = homeWith();
    const elsewhere = homeWith('codex');
    const settings = { agentPaths: { read: ['~/.codex'] }, agentEnvironment: [] };
    expect(needs('codex', { HOME: home }, settings).isHelpless).toBe(true);
    symlinkSync(join(elsewhere, 'codex'), join(home, '.codex'));
    expect(needs('codex', { HOME: home }, settings)).toMatchObject({
      variables: { CODEX_HOME: join(elsewhere, 'codex') },
      isHelpless: false,
    });
  });

  it('is told the agent where its home is, above its folder', () => {
    const home = homeWith('.gemini');
    const settings = { agentPaths: { write: ['~/.gemini'] }, agentEnvironment: [] };
    expect(needs('gemini', { HOME: home }, settings).variables).toEqual({ GEMINI_CLI_HOME: home });
  });

  it('knows who cannot ask a provider, and leaves alone who might', () => {
    expect(needs('codex', {}).isHelpless).toBe(true);
    expect(needs('opencode', {}).isHelpless).toBe(false);
    const settings = { agentPaths: {}, agentEnvironment: ['AZURE_OPENAI_API_KEY'] };
    expect(needs('codex', {}, settings).isHelpless).toBe(false);
  });

  it('names the way in by a key only where there is a key', () => {
    expect(needs('codex', { OPENAI_API_KEY: 'sk' }).login.method).toBe('api-key');
    expect(needs('codex', {}).login.method).toBeUndefined();
    expect(needs('codex', {}).login.advice).toContain('CODEX_API_KEY or OPENAI_API_KEY');
  });
});
