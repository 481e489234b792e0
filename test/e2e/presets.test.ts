/**
 * `--agent NAME`: agents that people use, by name. Stand-ins show what a name grants and what is made of what such
 * agents ask for. The real ones are booted in test/agents: they are large.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { agentCommand } from '#test/support/test-agents.ts';
import { freshPath, makeBornWorkspace, makeUnbornWorkspace } from '#test/support/workspace.ts';
import {
  framesNamed,
  noticesOf,
  refusalOf,
  type Place,
  wordsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** A search path on which `program` is the stand-in with this behaviour. */
const standIn = (program: string, ...behaviour: readonly string[]): string => {
  const bin = freshPath('bin');
  mkdirSync(bin);
  writeFileSync(join(bin, program), `#!/bin/sh\nexec ${agentCommand('preset', ...behaviour)}\n`);
  chmodSync(join(bin, program), 0o700);
  return pathWith(bin);
};

const pathWith = (bin: string): string => `${bin}${delimiter}${process.env['PATH'] ?? ''}`;

/** The stand-in lies among the sources, and Node beside them. */
const SOURCES = [ROOT, process.execPath];

const boot = (agent: string, workspace: Place, env: Readonly<Record<string, string>>) =>
  yamo(['boot', '--json', '--message', 'Hello.', '--agent', agent], { workspace, env });

describe('an agent by its name', () => {
  it('is told its rules by its system prompt where it takes them there, and nothing twice', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, { agentPaths: { read: SOURCES } });
    const PATH = standIn('claude-agent-acp', 'tell');
    const { code, events } = await boot('claude-code', ws, { PATH });
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(wordsOf(events)).toBe(
      'by system prompt: briefing AGENTS.md SOUL.md; by prompt: USER.md\n',
    );
  });

  it('is told them by its first prompt where it does not', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, { agentPaths: { read: SOURCES } });
    const { code, events } = await boot('codex', ws, {
      PATH: standIn('codex-acp', 'tell', 'plain'),
    });
    expect(code).toBe(0);
    expect(wordsOf(events)).toBe(
      'by system prompt: ; by prompt: briefing AGENTS.md SOUL.md USER.md\n',
    );
  });

  it('gets its own key and no other variable, and the owner is told', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, { agentPaths: { read: SOURCES } });
    const { code, events } = await boot('codex', ws, {
      PATH: standIn('codex-acp', 'environment'),
      OPENAI_API_KEY: 'sk-one',
      ANTHROPIC_API_KEY: 'sk-two',
    });
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(noticesOf(events)).toContain('codex may reach api.openai.com and gets OPENAI_API_KEY.');
    expect(noticesOf(events)).toContain('INITIAL_AGENT_MODE=agent-full-access');
    expect(wordsOf(events)).toMatch(/names: .*OPENAI_API_KEY/);
    expect(wordsOf(events)).not.toContain('ANTHROPIC');
    expect(wordsOf(events)).toContain('login: undefined');
  });

  it('finds a login of the owner where the settings show its folder', async () => {
    const ws = makeBornWorkspace();
    mkdirSync(join(ws.configHome, '.codex'), { recursive: true });
    writeSettings(ws, { agentPaths: { read: SOURCES, write: ['~/.codex'] } });
    const { events } = await boot('codex', ws, { PATH: standIn('codex-acp', 'environment') });
    expect(wordsOf(events)).toContain(`login: ${join(ws.configHome, '.codex')}`);
    expect(noticesOf(events)).toContain('it sees your login in ~/.codex');
  });

  it('that wants to be told to use its key is told so', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, { agentPaths: { read: SOURCES } });
    const PATH = standIn('codex-acp', 'login', 'api-key');
    const { code, events } = await boot('codex', ws, { PATH, OPENAI_API_KEY: 'sk-one' });
    expect([code, wordsOf(events)]).toEqual([0, 'I am here.\n']);
  });

  it.each([
    ['when its session is opened', 'login'],
    ['when it is spoken to', 'closed'],
  ])('that asks for a login %s is refused with what to do', async (_when, behaviour) => {
    const ws = makeBornWorkspace();
    writeSettings(ws, { agentPaths: { read: SOURCES } });
    const PATH = standIn('codex-acp', behaviour);
    const { code, events } = await boot('codex', ws, { PATH, OPENAI_API_KEY: 'sk-one' });
    expect([code, refusalOf(events)]).toEqual([4, 'AGENT_NEEDS_LOGIN']);
    expect(framesNamed(events, 'refused')[0]?.['remedy']).toContain('codex login');
  });

  it('that has no way to its provider is not given bootstrap instructions', async () => {
    const ws = makeUnbornWorkspace();
    writeSettings(ws, { agentPaths: { read: SOURCES } });
    const { code, events } = await boot('codex', ws, { PATH: standIn('codex-acp', 'tell') });
    expect([code, refusalOf(events)]).toEqual([4, 'AGENT_NEEDS_LOGIN']);
    expect(ws.has('BOOTSTRAP.md')).toBe(true);
  });

  it('that is not installed is refused with the way to install it', async () => {
    const { code, events } = await boot('goose', makeBornWorkspace(), { PATH: '/usr/bin' });
    expect([code, refusalOf(events)]).toEqual([4, 'AGENT_NOT_INSTALLED']);
    expect(framesNamed(events, 'refused')[0]?.['remedy']).toContain('https://goose-docs.ai');
  });

  it('that asks to be allowed what the gate refuses hears no, and the owner the rule', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, { agentPaths: { read: SOURCES } });
    const PATH = standIn('codex-acp', 'ask', 'edit', 'SOUL.md');
    const { events } = await boot('codex', ws, { PATH, OPENAI_API_KEY: 'sk-one' });
    expect(wordsOf(events)).toBe('chosen: no\n');
    expect(noticesOf(events)).toContain('To write SOUL.md is not allowed in a main session (§3.1)');
    expect(framesNamed(events, 'gate')).toMatchObject([{ file: 'SOUL.md', answer: 'GATE_DENIED' }]);
  });
});
