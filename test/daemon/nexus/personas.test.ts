/** Whose a session of the daemon is in a workspace of Nexus, from its onboarding on. */
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { EventLog } from '#daemon/data/event-log.ts';
import { Databases } from '#daemon/data/open.ts';
import { Questions } from '#daemon/data/questions.ts';
import { standingIn } from '#daemon/nexus/standing.ts';
import { Sessions } from '#daemon/session/sessions.ts';
import { DEFAULT_SETTINGS, type SessionVoice } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { beginPersona, listPersonas } from '#kernel/owner/persona.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { hostOf } from '#test/support/in-process.ts';
import { laterRefusalOf, refusalOf, stateRootOf, uid } from '#test/support/kernel.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const REMINDER = '[System: Credential scan has not been completed.';
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const made = (): TempWorkspace =>
  makeWorkspace({
    'AGENTS.md': '# Manager\n',
    'state/config.json': '{}',
    'state/agents/BOOTSTRAP.md': 'Ask for a name.\n',
  });

const persona = (ws: TempWorkspace, name: string): void => {
  ws.write(`state/agents/${name}/IDENTITY.md`, `- **Name:** ${name}\n`);
  ws.write(`state/agents/${name}/SOUL.md`, 'Calm as a heron.\n');
};

const served = async (ws: TempWorkspace) => {
  const home = StateHome.common('data', join(stateRootOf(ws), 'test'), { disk, uid });
  const databases = await Databases.open(home.directory, uid);
  const events = new EventLog(databases.queries.events);
  const questions = new Questions(databases.queries.runtime, events);
  const workspace = Workspace.open(disk, ws.path, { strict: false, uid });
  const site = {
    host: async (voice: SessionVoice) => hostOf(ws, { settings: DEFAULT_SETTINGS, ...voice }),
    databases,
    events,
    questions,
    hooks: { run: async () => [] },
    idleMs: 3_600_000,
    standing: standingIn(workspace),
  };
  const agent = agentCommand('echo', 'embeds');
  const sessions = new Sessions(site, { path: ws.path, agent, model: undefined, layout: 'nexus' });
  closing.push(
    () => home.close(),
    () => workspace.close(),
    () => databases.close(),
    () => sessions.drain('the test ends', 0),
  );
  return async (
    text: string,
    more: { readonly session?: string; readonly persona?: string } = {},
  ) => {
    const said = await sessions.say({ origin: { by: 'owner' }, session: undefined, text, ...more });
    return { ...said, ...(await said.ended) };
  };
};

it('brings its agent about, and is that agent from the next word on (N20 to N27, N31)', async () => {
  const ws = made();
  const say = await served(ws);
  const { session, reply } = await say('hello');
  expect(reply).toMatch(/# Manager.*user-facing manager agent.*## Onboarding.*Ask for a name/su);
  expect(reply).toMatch(/You may create[^.]*state\/agents\/NAME\/IDENTITY.md/u);
  expect(reply).not.toMatch(/## Agent (?:Identity|Soul)/u);
  expect(reply).not.toContain(REMINDER);
  persona(ws, 'zim');
  ws.write('state/user/IDENTITY.md', '- **Name:** Ada\n');
  const next = await say('and now?', { session });
  expect(next.session).toBe(session);
  expect(next.reply).toMatch(/## Agent Identity.*zim.*## Agent Soul.*Calm as a heron/su);
  expect(next.reply).not.toMatch(/## Onboarding|Ask for a name|You may create/u);
  expect(next.reply.split(REMINDER)).toHaveLength(2);
  // It is said once, and the instructions stay.
  expect((await say('again', { session })).reply).not.toContain('## Agent');
  expect((await say('anew')).reply).not.toContain(REMINDER);
  expect(ws.text('state/agents/BOOTSTRAP.md')).toBe('Ask for a name.\n');
});

it('begins another agent by the same instructions, and is whom it is asked for', async () => {
  const ws = made();
  persona(ws, 'zim');
  const host = hostOf(ws);
  expect(beginPersona(ws.path, 'atlas', host)).toBe('state/agents/atlas');
  expect(listPersonas(ws.path, host)).toEqual([
    { name: 'atlas', state: 'begun' },
    { name: 'zim', state: 'made' },
  ]);
  const say = await served(ws);
  const { session, reply } = await say('hello', { persona: 'atlas' });
  expect(reply).toContain('## Onboarding');
  expect(reply).not.toContain('Calm as a heron');
  expect((await say('hello')).reply).toContain('Calm as a heron');
  ws.write('state/agents/atlas/IDENTITY.md', '- **Name:** Atlas\n');
  expect((await say('and now?', { session })).reply).toMatch(/## Agent Identity.*Atlas/su);
  const unknown = await laterRefusalOf(() => say('hello', { persona: 'nobody' }));
  expect(unknown).toBe('PERSONA_UNKNOWN');
});

it('refuses a second agent of one name, and names that are none', () => {
  const ws = made();
  const host = hostOf(ws);
  beginPersona(ws.path, 'zim', host);
  expect(refusalOf(() => beginPersona(ws.path, 'zim', host))).toBe('PERSONA_EXISTS');
  for (const name of ['', '..', 'a/b', '.git', 'Zim', 'a b', 'a--b', '-a', 'a-', 'x'.repeat(31)])
    expect([name, refusalOf(() => beginPersona(ws.path, name, host))]).toEqual([
      name,
      'PERSONA_NAME',
    ]);
  const own = makeWorkspace({ 'SOUL.md': '# Soul\n' });
  expect(refusalOf(() => beginPersona(own.path, 'zim', hostOf(own)))).toBe('PERSONA_LAYOUT');
});
