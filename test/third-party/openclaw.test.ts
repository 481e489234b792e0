/**
 * A gateway of OpenClaw as its makers publish it, with our plugin: people write, and a model does what they say. A
 * download of half a gigabyte: `npm run test:agents`, and each night.
 */
import { linkSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Gateway, OPENCLAW, START_MS } from '#test/support/openclaw/gateway.ts';
import type { Chat } from '#test/support/openclaw/telegram.ts';
import type { Report } from '#audit/report/report.ts';
import { installed } from '#test/support/registry-agents.ts';
import { makeBornWorkspace, makeWorkspace } from '#test/support/workspace.ts';
import { environment, writeSettings, yamo } from '#test/support/yamo.ts';

const OWNER: Chat = { type: 'private', id: 42 };
const STRANGER: Chat = { type: 'private', id: 7 };
const GROUP: Chat = { type: 'supergroup', id: -100_123, title: 'Ops' };
const PRIVATE = 'The green crane was sold in March to the harbour office.';

describe(`a workspace as OpenClaw ${OPENCLAW} makes it`, () => {
  it('costs at most three findings, each with something to do', async () => {
    const programs = await installed('openclaw', OPENCLAW);
    expect(programs).toBeDefined();
    const templates = join(programs ?? '', '../openclaw/docs/reference/templates');
    const names = ['AGENTS', 'SOUL', 'TOOLS', 'IDENTITY', 'USER', 'HEARTBEAT', 'BOOTSTRAP'];
    const files = names.map((name) => {
      const text = readFileSync(join(templates, `${name}.md`), 'utf8');
      // OpenClaw leaves the front matter out of what it writes.
      return [`${name}.md`, text.replace(/^---\n[^]*?\n---\n\s*/u, '')] as const;
    });
    const { stdout } = await yamo(['audit', '--json'], {
      workspace: makeWorkspace(Object.fromEntries(files)),
    });
    const report: Report = JSON.parse(stdout);
    const findings = report.workspaces[0]?.findings ?? [];
    expect(findings.map(({ rule }) => rule)).toEqual([
      '2.2/every-session',
      '2.2/safety',
      '6.1/pending',
    ]);
    expect(findings.filter(({ remedy }) => remedy === '')).toEqual([]);
  });
});

describe(`a gateway of OpenClaw ${OPENCLAW} with the plugin`, { timeout: START_MS }, () => {
  const ws = makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- ${PRIVATE}\n` });
  writeSettings(ws, { primaryHuman: ['telegram:42'], hook: { mainProjects: [ws.path] } });
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await Gateway.start(ws, { withPlugin: true, directChats: 'main' });
  }, START_MS);
  afterAll(() => gateway[Symbol.asyncDispose]());

  it('shows MEMORY.md to its owner, and keeps the agent from SOUL.md', async () => {
    expect(await gateway.say(OWNER, 42, 'SAY Hello.')).toBe('Hello.');
    expect(gateway.lastRequest()).toContain('green crane');
    const before = ws.text('SOUL.md');
    const told = await gateway.say(OWNER, 42, 'CALL write {"path":"SOUL.md","content":"x"}');
    expect(told).toContain('GATE_DENIED');
    expect(ws.text('SOUL.md')).toBe(before);
  });

  it('keeps MEMORY.md from a group, by prompt, tool and message', async () => {
    expect(await gateway.say(GROUP, 42, 'SAY Hello, all.')).toBe('Hello, all.');
    expect(gateway.lastRequest()).not.toContain('green crane');
    const read = await gateway.say(GROUP, 42, 'CALL read {"path":"MEMORY.md"}');
    expect(read).toContain('GATE_DENIED');
    const leaked = await gateway.say(GROUP, 42, `SAY ${PRIVATE}`);
    expect(leaked).toContain('withheld');
    expect(leaked).not.toContain('green crane');
  });

  it('takes a session whose kind of chat nobody knows for shared', async () => {
    const answer = await gateway.post('hook:mail:1', 'SAY Hello.');
    expect(gateway.lastRequest(), JSON.stringify(answer)).toContain('This is a shared session.');
    expect(gateway.lastRequest()).not.toContain('green crane');
  });

  it('runs no message of a stranger in the session of the owner', async () => {
    const requests = gateway.model.accepted.length;
    expect(await gateway.say(STRANGER, 7, 'SAY Hello.')).toContain('HOOK_JOINED');
    expect(gateway.model.accepted).toHaveLength(requests);
    expect(await gateway.say(OWNER, 42, 'SAY Still here.')).toBe('Still here.');
  });

  it('runs nothing where BOOTSTRAP.md cannot be deleted', async () => {
    ws.write('BOOTSTRAP.md', 'Be.\n');
    linkSync(ws.at('BOOTSTRAP.md'), `${ws.path}.second`);
    const requests = gateway.model.accepted.length;
    expect(await gateway.say(OWNER, 42, 'SAY Hello.')).toContain('BOOTSTRAP');
    expect(gateway.model.accepted).toHaveLength(requests);
    ws.remove('BOOTSTRAP.md');
    expect(await gateway.say(OWNER, 42, 'SAY Again.')).toBe('Again.');
  });

  it('deletes BOOTSTRAP.md, and hands it to the agent of its owner', async () => {
    ws.write('BOOTSTRAP.md', 'Learn what a heron eats.\n');
    expect(await gateway.say(OWNER, 42, 'SAY Learnt.')).toBe('Learnt.');
    expect(gateway.lastRequest()).toContain('Learn what a heron eats.');
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
  });
});

describe('a gateway of OpenClaw that asks the plugin too late', { timeout: START_MS }, () => {
  it('runs nothing, and is named by `yamo hook status` and `yamo doctor`', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- ${PRIVATE}\n` });
    writeSettings(ws, { primaryHuman: ['telegram:42'], hook: { mainProjects: [ws.path] } });
    const how = { withPlugin: true, directChats: 'main', internalHooks: false } as const;
    await using gateway = await Gateway.start(ws, how);
    expect(await gateway.say(OWNER, 42, 'SAY Hello.')).toContain('hooks.internal.enabled is false');
    expect(await gateway.say(GROUP, 42, 'SAY Hello.')).toContain('hooks.internal.enabled is false');
    expect(gateway.model.accepted).toEqual([]);
    const env = environment({ workspace: ws });
    const [status, doctor] = await Promise.all([
      yamo(['hook', 'status'], { env }),
      yamo(['doctor'], { env }),
    ]);
    expect(status).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('hooks.internal.enabled'),
    });
    expect(doctor.stdout).toContain('hooks.internal.enabled');
  });
});
