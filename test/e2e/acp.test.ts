/** `yamo acp`, as an editor uses it: the client of the protocol's own library at the other end of the built program. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { methods } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';

import { Editor, type EditorOptions, refusedBy } from '#test/support/editor.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import {
  freshPath,
  makeBornWorkspace,
  makeUnbornWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import { isAlive, recordsOf, until, writeSettings, yamo } from '#test/support/yamo.ts';

const AGENT = agentCommand('editor');
const CLOSED = { end: 'closed', reason: 'the editor went away' };
const SECRET = 'CANARY-IN-MEMORY';

const withMemory = (): TempWorkspace =>
  makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- 2026-03-01: ${SECRET}\n` });

const start = (
  ws: TempWorkspace,
  args: readonly string[] = [],
  options: EditorOptions = {},
): Promise<Editor> => Editor.start(ws, [ws.path, '--agent', AGENT, ...args], options);

const logOf = (ws: TempWorkspace): string =>
  ws.text(ws.list().find((name) => /^memory\/\d/u.test(name)) ?? '');

const count = (text: string, part: string): number => text.split(part).length - 1;

const inZone = (zone: string): string =>
  `# User\n\n**Name:** Ada\n**Timezone:** ${zone}\n\n## Preferences\n\n- Short answers.\n`;

const isLog = (file: string): boolean => /^memory\/\d/u.test(file);

/** Names of logs of now, and of a moment ago: a test may run at midnight. */
const daysIn = (timeZone: string): readonly string[] =>
  [0, 120_000].map((ago) => {
    const day = new Intl.DateTimeFormat('sv', { timeZone }).format(Date.now() - ago);
    return `memory/${day}.md`;
  });

/** The processes below one. */
const below = (pid: number): readonly number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
  return children.flatMap((child) => [child].concat(below(child)));
};

describe('an editor', () => {
  it('opens a session, says something, and hears the answer; nothing but the protocol is printed', async () => {
    const ws = makeBornWorkspace();
    const editor = await start(ws);
    const id = await editor.open();
    expect(await editor.say(id, 'say The tide turned.')).toBe('end_turn');
    expect(editor.words(id)).toBe('The tide turned.');
    await editor.until(() => editor.told(id, 'available_commands_update').length > 0);
    const commands = editor
      .told(id, 'available_commands_update')
      .at(-1)
      ?.availableCommands.map(({ name }) => name);
    expect(commands).toEqual(expect.arrayContaining(['status', 'prompt']));
    // The session is shared, and may read no log.
    expect(commands).not.toContain('search');
    editor.finish();
    expect(await editor.ended).toEqual({ code: 0, stderr: '' });
    for (const line of editor.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(logOf(ws)).toMatch(/session_closed;[^;]+;reason;the editor went away;/u);
  });

  it('that says nothing, or a command that there is not, is answered without the agent', async () => {
    const ws = makeBornWorkspace();
    const editor = await start(ws);
    const id = await editor.open();
    expect(await editor.say(id, ' \n ')).toBe('end_turn');
    expect(await editor.say(id, '/statsu')).toBe('end_turn');
    expect(editor.words(id)).toContain('Did you mean /status?');
    expect(await editor.say(id, 'say One.')).toBe('end_turn');
    editor.finish();
    await editor.ended;
    const { stdout } = await yamo(['sessions', '--show', id, '--json'], { workspace: ws });
    expect(stdout.match(/"t":"human"/g)).toHaveLength(1);
  });

  it('lists sessions with the folder in which each began, however the workspace was named', async () => {
    const ws = makeBornWorkspace();
    const editor = await Editor.start(ws, [`./${basename(ws.path)}`, '--agent', AGENT], {
      cwd: dirname(ws.path),
    });
    const id = await editor.open('/p');
    await editor.say(id, 'say One.');
    const { sessions } = await editor.agent.request(methods.agent.session.list, {});
    expect(sessions.map(({ cwd }) => cwd)).toEqual(['/p']);
  });

  it('is told nothing of a session before it knows the session', async () => {
    const editor = await start(makeBornWorkspace());
    const id = await editor.open();
    await editor.until(() => editor.told(id, 'available_commands_update').length > 0);
    const answered = editor.lines.findIndex((line) => line.includes('"result":{"sessionId"'));
    const told = editor.lines.findIndex((line) => line.includes('session/update'));
    expect(answered).toBeGreaterThanOrEqual(0);
    expect(told).toBeGreaterThan(answered);
  });

  it('sees calls of tools, and how they end; and asks the kernel itself with a slash', async () => {
    const ws = makeBornWorkspace();
    const editor = await start(ws);
    const id = await editor.open();
    await editor.say(id, 'tool');
    expect(editor.told(id, 'tool_call')).toMatchObject([
      { toolCallId: 'tool-1', title: 'Look around', status: 'in_progress' },
    ]);
    expect(editor.told(id, 'tool_call_update')).toMatchObject([{ status: 'completed' }]);
    expect(await editor.say(id, '/status')).toBe('end_turn');
    expect(editor.words(id)).toContain(`- workspace: ${ws.path}`);
  });

  it('is asked for permission, with the change in question; no answer is a no', async () => {
    const ws = makeBornWorkspace({ 'USER.md': 'old\nand more\n' });
    const answers = ['no', undefined, 'nonsense', 'yes'];
    const editor = await start(ws, ['--session', 'main'], { permit: () => answers.shift() });
    const id = await editor.open();
    while (answers.length > 0) await editor.say(id, 'permit');
    expect(editor.permissions).toHaveLength(4);
    expect(editor.permissions[0]).toMatchObject({
      sessionId: id,
      options: [
        { optionId: 'yes', name: 'Allow once: "Allow"', kind: 'allow_once' },
        { optionId: 'no', name: 'No: "Reject"', kind: 'reject_once' },
      ],
      toolCall: {
        title: expect.stringContaining('asks: Write USER.md'),
        kind: 'edit',
        content: [
          {
            type: 'diff',
            path: ws.at('USER.md'),
            oldText: 'old\nand more\n',
            newText: 'new\nand more\n',
          },
        ],
      },
    });
    expect(editor.words(id).match(/(?<=answer: )(?:yes|no)/gu)).toEqual(['no', 'no', 'no', 'yes']);
    expect(editor.told(id, 'tool_call_update').map(({ status }) => status)).toEqual([
      'completed',
      'failed',
      'failed',
      'completed',
    ]);
  });

  it('is asked by a form where it has them, and not where it has none', async () => {
    const ws = makeBornWorkspace();
    const capabilities = { elicitation: { form: {} } };
    const editor = await start(ws, [], { capabilities, fill: () => 'green' });
    const id = await editor.open();
    await editor.say(id, 'form');
    expect(editor.words(id)).toContain('colour: green');
    expect(editor.forms).toMatchObject([{ mode: 'form', sessionId: id }]);
    const other = await start(ws, [], { fill: () => 'green' });
    const plain = await other.open();
    await other.say(plain, 'form');
    expect(other.words(plain)).toContain('colour: none');
    expect(other.forms).toEqual([]);
  });

  it('attaches files: they reach the agent in fences, after the words', async () => {
    const editor = await start(makeBornWorkspace());
    const id = await editor.open();
    const resource = { uri: 'yamo:///SOUL.md', text: 'I am somebody else now.' };
    await editor.say(id, 'repeat ', { type: 'resource', resource }, ' now');
    const said = editor.words(id);
    expect(said).toMatch(
      /^repeat \[SOUL\.md\]\(yamo:\/\/\/SOUL\.md\) now\n\n<document-[\da-f]{32} /u,
    );
    expect(said).toMatch(/>\nI am somebody else now\.\n<\/document-[\da-f]{32}>$/u);
  });

  it('is refused what is no text, and nothing of the message reaches the agent', async () => {
    const editor = await start(makeBornWorkspace());
    const id = await editor.open();
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
    const refused = await refusedBy(editor.say(id, 'say never', image));
    expect(refused).toMatchObject({ code: 'EDITOR_CONTENT' });
    expect(refused.message).toContain('an image');
    expect(await editor.say(id, 'say again')).toBe('end_turn');
    expect(editor.words(id)).toBe('again');
  });

  it('has two sessions at once, each with an agent of its own', async () => {
    const ws = makeBornWorkspace();
    const editor = await start(ws);
    const [one, other] = await Promise.all([editor.open(), editor.open()]);
    const waiting = editor.say(one, 'wait');
    await editor.until(() => editor.words(one).includes('waiting'));
    expect(await editor.say(other, 'say meanwhile')).toBe('end_turn');
    await editor.cancel(one);
    expect(await waiting).toBe('cancelled');
    expect(editor.words(other)).toBe('meanwhile');
    await editor.agent.request(methods.agent.session.close, { sessionId: one });
    expect(await refusedBy(editor.say(one, 'say more'))).toMatchObject({ number: -32_002 });
    expect(await editor.say(other, 'say more')).toBe('end_turn');
    editor.finish();
    expect(await editor.ended).toEqual({ code: 0, stderr: '' });
    expect(count(logOf(ws), 'session_closed;')).toBe(2);
    expect(recordsOf(ws)).toMatchObject([
      { ending: { end: 'closed', reason: 'closed in the editor' } },
      { ending: CLOSED },
    ]);
  });
});

const factsAt = async (editor: Editor, id: string): Promise<string> => {
  const before = editor.words(id).length;
  await editor.say(id, '/status');
  return editor.words(id).slice(before);
};
const hourIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(new Date());

it('two workspaces have each the time of its own zone, in one process', async () => {
  const zones = ['Pacific/Auckland', 'America/Los_Angeles'] as const;
  const places = zones.map((zone) =>
    makeBornWorkspace({ 'USER.md': `# User Profile\n\n**Name:** Ada\n**Timezone:** ${zone}\n` }),
  );
  const unnamed = makeBornWorkspace({ 'USER.md': '# User Profile\n\n**Name:** Ada\n' });
  const editor = await Editor.start(unnamed, ['--agent', AGENT]);
  const sessions: string[] = [];
  for (const { path } of [...places, unnamed]) sessions.push(await editor.open(path));
  for (const [index, zone] of [...zones, 'UTC'].entries()) {
    const hours = [hourIn(zone)];
    const facts = await factsAt(editor, sessions[index] ?? '');
    hours.push(hourIn(zone));
    const [, hour = ''] = /- time: (\d\d):/u.exec(facts) ?? [];
    expect(hours).toContain(hour);
    expect(facts).toContain(`(${zone})`);
  }
});

describe('the end', () => {
  it('of an editor that is killed in a turn closes every session and leaves no process', async () => {
    const ws = makeBornWorkspace();
    const editor = await start(ws);
    const one = await editor.open();
    await editor.open();
    const lost = editor.say(one, 'stuck').catch(() => undefined);
    await editor.until(() => editor.words(one).includes('stuck'));
    const processes = below(editor.pid);
    expect(processes.length).toBeGreaterThanOrEqual(2);
    editor.leave();
    expect((await editor.ended).code).toBe(0);
    await lost;
    await until(() => !processes.some(isAlive));
    expect(count(logOf(ws), 'session_closed;')).toBe(1);
    expect(count(logOf(ws), '- session;')).toBe(1);
    expect(recordsOf(ws)).toMatchObject([{ ending: CLOSED }, { ending: CLOSED }]);
  });

  it('by a signal closes the sessions, and says so by its exit code', async () => {
    const ws = makeBornWorkspace();
    const editor = await start(ws);
    await editor.open();
    editor.kill('SIGTERM');
    expect((await editor.ended).code).toBe(143);
    expect(logOf(ws)).toMatch(/\n- session;[^;]+;[^;]+;kind;[a-z]+;reason;SIGTERM;/u);
  });

  it('while a session is being opened leaves it closed too', async () => {
    const ws = makeBornWorkspace();
    const editor = await start(ws);
    const opening = editor.open().catch(() => undefined);
    await until(() => below(editor.pid).length > 0);
    const processes = below(editor.pid);
    editor.finish();
    expect((await editor.ended).code).toBe(0);
    await opening;
    expect(processes.filter(isAlive)).toEqual([]);
    expect(recordsOf(ws)).toHaveLength(1);
  });

  it('of an agent is an error with its code, and the other sessions go on', async () => {
    const ws = makeBornWorkspace();
    const editor = await start(ws);
    const [one, other] = [await editor.open(), await editor.open()];
    expect(await refusedBy(editor.say(one, 'die'))).toMatchObject({ code: 'AGENT_LOST' });
    expect(await refusedBy(editor.say(one, 'say more'))).toMatchObject({ code: 'AGENT_LOST' });
    await editor.say(other, 'die-later');
    await until(() => count(logOf(ws), ';reason;AGENT_LOST;') === 2);
    expect(await refusedBy(editor.say(other, 'say more'))).toMatchObject({ code: 'AGENT_LOST' });
    const third = await editor.open();
    expect(await editor.say(third, 'say still here')).toBe('end_turn');
  });

  it('of an agent is no end of its session: loaded again, it continues with another agent', async () => {
    const editor = await start(makeBornWorkspace());
    const id = await editor.open();
    await editor.say(id, 'say The pier is closed.');
    expect(await refusedBy(editor.say(id, 'die'))).toMatchObject({ code: 'AGENT_LOST' });
    const load = { sessionId: id, cwd: '/p', mcpServers: [] };
    await editor.agent.request(methods.agent.session.load, load);
    expect(await editor.say(id, 'say still here')).toBe('end_turn');
  });

  it('of an agent that does not stop is what a second request to stop means', async () => {
    const ws = makeBornWorkspace();
    const editor = await start(ws);
    const id = await editor.open();
    const turn = editor.say(id, 'stuck');
    await editor.until(() => editor.words(id).includes('stuck'));
    await editor.cancel(id);
    await editor.cancel(id);
    // Long after the first, it is another wish.
    await delay(1500);
    await editor.cancel(id);
    expect(await turn).toBe('cancelled');
    expect(await refusedBy(editor.say(id, 'say more'))).toMatchObject({ code: 'AGENT_LOST' });
    expect(recordsOf(ws)).toMatchObject([{ ending: { end: 'refused', code: 'AGENT_LOST' } }]);
  });
});

describe('sessions of before', () => {
  it('are listed, told again and resumed, those of the same kind alone', async () => {
    const ws = withMemory();
    const first = await start(ws, ['--session', 'main']);
    const id = await first.open('/p');
    await first.say(id, 'say The pier is closed.');
    const attached = { type: 'resource', resource: { uri: 'file:///x', text: 'y' } } as const;
    await first.say(id, 'say So are ', attached, ' the locks.');
    first.finish();
    await first.ended;

    const again = await start(ws, ['--session', 'main']);
    const { sessions } = await again.agent.request(methods.agent.session.list, { cwd: '/p' });
    expect(sessions).toMatchObject([
      { sessionId: id, cwd: '/p', title: 'say The pier is closed.' },
    ]);
    const load = { sessionId: id, cwd: '/p', mcpServers: [] };
    await again.agent.request(methods.agent.session.load, load);
    expect(again.words(id, 'user_message_chunk')).toBe(
      'say The pier is closed.say So are [x](file:///x) the locks.',
    );
    expect(again.words(id)).toMatch(/^The pier is closed\.\n?So are \[x\]/u);
    expect(await again.say(id, 'say And now?')).toBe('end_turn');
    expect(again.words(id)).toMatch(/And now\?$/u);
    again.finish();
    await again.ended;

    const third = await start(ws, ['--session', 'main']);
    await third.agent.request(methods.agent.session.resume, load);
    expect(third.words(id)).toBe('');
    expect(await third.say(id, 'say Once more.')).toBe('end_turn');
    third.finish();
    await third.ended;

    const shared = await start(ws);
    expect(await shared.agent.request(methods.agent.session.list, {})).toMatchObject({
      sessions: [],
    });
    for (const sessionId of [id, '../../x', '00000000-0000-0000-0000-000000000000'])
      expect(
        await refusedBy(shared.agent.request(methods.agent.session.load, { ...load, sessionId })),
      ).toMatchObject({
        number: -32_002,
        message: expect.stringContaining('among the shared ones of this workspace'),
      });
  });

  it('are those of their own workspace, and are open once', async () => {
    const [ws, other] = [makeBornWorkspace(), makeBornWorkspace()];
    const one = await start(ws, ['--session', 'main']);
    const id = await one.open();
    await one.say(id, 'say The pier is closed.');
    const load = { sessionId: id, cwd: '/p', mcpServers: [] };
    const second = await start(ws, ['--session', 'main']);
    expect(await refusedBy(second.agent.request(methods.agent.session.load, load))).toMatchObject({
      code: 'SESSION_OPEN',
    });
    expect(await second.say(await second.open(), 'say A session of its own.')).toBe('end_turn');
    const unnamed = await Editor.start(other, ['--session', 'main']);
    for (const method of [methods.agent.session.load, methods.agent.session.resume])
      expect(
        await refusedBy(unnamed.agent.request(method, { ...load, cwd: other.path })),
      ).toMatchObject({ number: -32_002, message: expect.stringContaining('this workspace') });
  });

  it('are not looked for where no editor can mean them: cwd is absolute', async () => {
    const editor = await start(makeBornWorkspace());
    const given = { cwd: 'rel/x', mcpServers: [], sessionId: 'x' };
    const { agent } = editor;
    for (const work of [
      agent.request(methods.agent.session.new, given),
      agent.request(methods.agent.session.list, given),
      agent.request(methods.agent.session.load, given),
      agent.request(methods.agent.session.resume, given),
    ])
      expect(await refusedBy(work)).toMatchObject({
        number: -32_602,
        message: expect.stringContaining('an absolute path'),
      });
  });
});

describe('what is wrong', () => {
  it('is answered as the protocol says', async () => {
    const editor = await start(makeBornWorkspace());
    const id = await editor.open();
    editor.write('this is no JSON');
    await editor.until(() => editor.lines.some((line) => line.includes('-32700')));
    expect(await refusedBy(editor.say('nobody', 'say x'))).toMatchObject({ number: -32_002 });
    const waiting = editor.say(id, 'wait');
    await editor.until(() => editor.words(id).includes('waiting'));
    await editor.cancel(id);
    // Said while the agent still winds down: the next turn.
    const second = editor.say(id, 'say on');
    expect([await waiting, await second]).toEqual(['cancelled', 'end_turn']);
    await editor.cancel('nobody');
    await editor.cancel(id);
    expect(await editor.say(id, 'say still')).toBe('end_turn');
  });

  it('with the workspace is a refusal with its code, section and remedy, and no call for a login', async () => {
    const ws = makeBornWorkspace();
    ws.remove('AGENTS.md');
    const refused = await refusedBy((await start(ws)).open());
    expect(refused).toMatchObject({ code: 'AGENTS_MISSING' });
    expect(refused.number).not.toBe(-32_000);
  });

  it('with the folder of the editor: it is no workspace, and it is left alone', async () => {
    const place = makeBornWorkspace();
    const project = freshPath('project');
    mkdirSync(project, { mode: 0o700 });
    const editor = await Editor.start(place, []);
    const refused = await refusedBy(editor.open(project));
    expect(refused).toMatchObject({ code: 'EDITOR_NO_WORKSPACE' });
    expect(refused.message).toContain('yamo acp DIR');
    expect(readdirSync(project)).toEqual([]);
    expect(existsSync(place.stateHome)).toBe(false);
    const id = await editor.open(place.path);
    expect(await editor.say(id, '/status')).toBe('end_turn');
    expect(editor.words(id)).toContain(place.path);
  });

  it('with the settings is said when a session is opened', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, 'not JSON');
    expect(await refusedBy((await start(ws)).open())).toMatchObject({ code: 'SETTINGS_INVALID' });
  });
});

describe('a first boot at an editor', () => {
  const capabilities = { elicitation: { form: {} } };
  const answering = (...answers: readonly (string | undefined)[]): EditorOptions => {
    const left = [...answers];
    return { capabilities, fill: () => left.shift() };
  };

  it('asks by forms, before the session begins, and shows what the agent said', async () => {
    const ws = makeUnbornWorkspace();
    const editor = await start(ws, ['--session', 'main'], answering('begin', 'Wren'));
    const id = await editor.open();
    expect(ws.text('SOUL.md')).toContain('**Name:** Wren');
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
    expect(editor.forms.map(({ message }) => message)).toEqual([
      expect.stringContaining('waits for its first boot'),
      expect.stringMatching(/^Something wakes\.\n\n[^]*Name/u),
    ]);
    expect(editor.forms.every((form) => 'requestId' in form)).toBe(true);
    expect(await editor.say(id, 'say Born.')).toBe('end_turn');
  });

  it('lets others boot meanwhile: at once elsewhere, and in the same workspace when it is over', async () => {
    const ws = makeUnbornWorkspace();
    const other = makeBornWorkspace({ 'USER.md': inZone('Pacific/Kiritimati') });
    const [asked, released] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const editor = await Editor.start(ws, ['--agent', AGENT, '--session', 'main'], {
      capabilities,
      fill: ({ message }) => {
        if (message.includes('waits for its first boot')) return 'begin';
        asked.resolve(message);
        return released.promise;
      },
    });
    const here = [editor.open(ws.path), editor.open(ws.path)];
    expect(await asked.promise).toContain('Name');
    const elsewhere = await editor.open(other.path);
    expect(await editor.say(elsewhere, 'say Meanwhile.')).toBe('end_turn');
    expect(ws.has('SOUL.md')).toBe(false);
    released.resolve('Wren');
    const [one = '', two = ''] = await Promise.all(here);
    for (const id of [one, two, elsewhere])
      expect(await editor.say(id, 'say Here.')).toBe('end_turn');
    expect(new Set([one, two, elsewhere]).size).toBe(3);
    expect(ws.text('SOUL.md')).toContain('**Name:** Wren');
    // Each in the day of its own human.
    expect(logOf(other)).toMatch(/^# Memory/u);
    expect(daysIn('Pacific/Kiritimati')).toContain(other.list('memory').find(isLog));
    expect(daysIn('UTC')).toContain(ws.list('memory').find(isLog));
    editor.finish();
    expect(await editor.ended).toEqual({ code: 0, stderr: '' });
  });

  it.each([
    ['has no forms', {}],
    ['declines', answering(undefined)],
    ['says not now', answering('later')],
  ] as const)('does not begin where the editor %s; nothing is touched', async (_what, options) => {
    const ws = makeUnbornWorkspace();
    const orders = ws.text('BOOTSTRAP.md');
    const editor = await start(ws, ['--session', 'main'], options);
    expect(await refusedBy(editor.open())).toMatchObject({ code: 'BIRTH_UNANSWERED' });
    expect(ws.text('BOOTSTRAP.md')).toBe(orders);
    expect(ws.list()).toEqual(['AGENTS.md', 'BOOTSTRAP.md']);
  });

  it('is none of a shared session', async () => {
    const ws = makeUnbornWorkspace();
    const editor = await start(ws, [], answering('begin'));
    expect(await refusedBy(editor.open())).toMatchObject({ code: 'BOOTSTRAP_IN_SHARED' });
    expect(ws.has('BOOTSTRAP.md')).toBe(true);
    expect(editor.forms).toEqual([]);
  });
});
