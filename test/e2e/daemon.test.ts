/** `yamo start` and what asks it, of the built program. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { PROCESS_PHASES } from '#daemon/phases/process.ts';
import { METHODS } from '#daemon/methods/methods.ts';
import { PAGE_HEADERS, SECURITY_HEADERS } from '#daemon/server/headers.ts';
import { PHASES } from '#daemon/phases/workspace.ts';
import { membersOf } from '#lib/text/json.ts';
import { Daemon, type Socket } from '#test/support/daemon.ts';
import { freshPath, makeBornWorkspace, makeWorkspace } from '#test/support/workspace.ts';
import {
  type Frame,
  framesNamed,
  refusalOf,
  startYamo,
  stateOf,
  yamo,
} from '#test/support/yamo.ts';

describe('a daemon', () => {
  it('passes its phases in their order (N12, N13), serves a session, and ends when it is told', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- heron\n' });
    const daemon = await Daemon.start(ws);
    const { status, answer } = await daemon.call('chat.send', {
      text: 'The kettle is blue.',
      wait: true,
    });
    expect([status, answer]).toEqual([200, expect.objectContaining({ stop: 'end_turn' })]);
    expect(readFileSync(ws.at(`memory/${today()}.md`), 'utf8')).toContain('The kettle is blue.');
    const shown = JSON.parse((await yamo(['status', '--json'], { workspace: ws })).stdout);
    expect(shown).toMatchObject({
      daemon: { pid: daemon.running.pid, port: daemon.port, phase: 'Serving' },
      workspaces: [{ path: ws.path, service: { state: 'serving', sessions: 1 } }],
    });
    expect((await yamo(['stop'], { workspace: ws })).code).toBe(0);
    const { code, events } = await daemon.running.ended;
    expect(code).toBe(0);
    expect(framesNamed(events, 'phase').map(({ phase }) => phase)).toEqual(PROCESS_PHASES);
    const passed = framesNamed(events, 'workspace').flatMap(({ phase }) => phase ?? []);
    expect(passed).toEqual(PHASES);
    expect(events.flatMap(({ phase }) => phase ?? [])).toEqual([
      'Leased',
      'ConfigRead',
      'PortBound',
      'DatabasesOpen',
      'CredentialsSynced',
      'OwnerSeeded',
      'AutomationsSeeded',
      'Listening',
      'AdaptersUp',
      'AutomationsLoaded',
      'Healthy',
      'Serving',
    ]);
    expect(existsSync(join(stateOf(ws), 'data/events.db'))).toBe(true);
  });

  it('ends in good order at SIGTERM, and begins again where it was after SIGKILL', async () => {
    const ws = makeBornWorkspace();
    const killed = await Daemon.start(ws);
    await killed.call('chat.send', { text: 'one', wait: true });
    killed.running.kill('SIGKILL');
    await killed.running.ended;
    const daemon = await Daemon.start(ws);
    const { answer } = await daemon.call('sessions.list');
    expect(answer).toEqual({ sessions: [] });
    await daemon.call('chat.send', { text: 'two', wait: true });
    daemon.running.kill('SIGTERM');
    expect((await daemon.running.ended).code).toBe(143);
    expect((await yamo(['status', '--json'], { workspace: ws })).stdout).toContain('"daemon":null');
    const { stdout } = await yamo(['log', '--json'], { workspace: ws });
    expect(stdout).toContain('"end":"died"');
    expect(stdout).toContain('the daemon ends');
  });

  it('is one for each user: a second start hands over, and what is served is refused with its process', async () => {
    const one = makeBornWorkspace();
    const other = { ...makeBornWorkspace(), stateHome: one.stateHome, configHome: one.configHome };
    const daemon = await Daemon.start(one);
    const again = await yamo(['start'], { workspace: one });
    expect([again.code, again.stderr]).toEqual([
      4,
      expect.stringContaining(`process ${daemon.running.pid}`),
    ]);
    const wrongPort = await yamo(['start', '--port', '1'], { workspace: other });
    expect([wrongPort.code, wrongPort.stderr]).toEqual([
      4,
      expect.stringContaining(String(daemon.port)),
    ]);
    const handed = await yamo(['start'], { workspace: other });
    expect([handed.code, handed.stderr]).toEqual([
      0,
      expect.stringContaining(`port ${daemon.port}`),
    ]);
    const twice = startYamo(['boot', '--message', 'beside the daemon'], { workspace: other });
    twice.finish();
    expect((await twice.ended).code).toBe(0);
    expect((await yamo(['stop'], { workspace: other })).stderr).not.toContain('daemon ends');
    const not = await yamo(['stop', '--json'], { workspace: other });
    expect([not.code, refusalOf(not.events)]).toEqual([4, 'DAEMON_SAYS']);
    expect(not.stdout).toContain('is not served');
    expect((await yamo(['stop'], { workspace: one })).stderr).toContain('the daemon ends');
    const none = await yamo(['stop', '--json'], { workspace: one });
    expect([none.code, refusalOf(none.events)]).toEqual([1, 'DAEMON_NONE']);
    expect((await daemon.running.ended).code).toBe(0);
  });

  it('finds a taken port before it opens a database', async () => {
    const ws = makeBornWorkspace();
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, stderr } = await yamo(['start', '--port', port], { workspace: ws });
    server.close();
    expect([code, stderr]).toEqual([4, expect.stringContaining('PORT_TAKEN')]);
    expect(existsSync(join(stateOf(ws), 'data'))).toBe(false);
  });

  it.each(['', 'x', '-1', '65536', '1e3'])('takes no port %j', async (port) => {
    const { code, stderr } = await yamo(['start', `--port=${port}`], {
      workspace: makeBornWorkspace(),
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('no port')]);
  });

  it('of one workspace that cannot be served ends with its exit code', async () => {
    const ws = makeWorkspace({});
    rmSync(ws.path, { recursive: true });
    const { code, stderr } = await yamo(['start', '--port', '0'], { workspace: ws });
    // It says no word of a next try, which does not come.
    expect([code, stderr]).toEqual([4, expect.stringMatching(/^Refused: [^]*WORKSPACE_UNUSABLE/u)]);
  });

  it('serves the others where one fails, and tries that again when its files change', async () => {
    const good = makeBornWorkspace();
    const bad = { ...makeWorkspace({}), stateHome: good.stateHome, configHome: good.configHome };
    await yamo(['init', '--layout', 'nexus'], { workspace: bad });
    const config = join(bad.path, 'state/config.json');
    const whole = readFileSync(config, 'utf8');
    writeFileSync(config, '{');
    const daemon = await Daemon.start(good, [bad.path]);
    expect((await fetch(daemon.url('/health'))).status).toBe(200);
    const named = { ...good, path: bad.path };
    const failed = await yamo(['status', '--json'], { workspace: named });
    expect(failed.code).toBe(4);
    expect(JSON.parse(failed.stdout).workspaces[0].service).toMatchObject({
      state: 'failed',
      refused: { code: 'SERVE_CONFIG_INVALID' },
    });
    writeFileSync(config, whole);
    writeFileSync(join(bad.path, 'AGENTS.md'), '# Rules\n');
    await daemon.running.printed('"is":"serving"', 2);
    expect((await yamo(['status'], { workspace: named })).code).toBe(0);
    daemon.running.kill('SIGTERM');
    await daemon.running.ended;
  });
});

const isOver = ({ event }: Frame): boolean => event === 'turn' || event === 'failed';

const idOf = (payload: unknown): unknown => membersOf(payload)['id'];

const today = (): string => new Date().toISOString().slice(0, 10);

describe('the server of a daemon', () => {
  it('lets in who has the token of a workspace, from this machine, for that workspace', async () => {
    const one = makeBornWorkspace();
    const other = { ...makeBornWorkspace(), stateHome: freshPath('state') };
    const daemon = await Daemon.start(one);
    const stranger = await Daemon.start(other);
    const status = async (path: string, headers: Record<string, string>, method = 'GET') =>
      (await fetch(daemon.url(path), { method, headers })).status;
    const authorization = `Bearer ${daemon.token}`;
    expect(await status('/openapi.json', { authorization })).toBe(200);
    expect(await status('/openapi.json', {})).toBe(401);
    expect(await status('/openapi.json', { authorization: `Bearer ${stranger.token}` })).toBe(401);
    expect(await status(`/openapi.json?token=${daemon.token}`, {})).toBe(401);
    expect(await status('/openapi.json', { authorization, origin: 'https://evil.example' })).toBe(
      403,
    );
    expect(await status('/openapi.json', { authorization, origin: daemon.url('') })).toBe(200);
    expect(
      await status(
        '/control/status',
        { authorization, 'content-type': 'application/json' },
        'POST',
      ),
    ).toBe(400);
    const control = await daemon.fetch('/control/stop', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([control.status, await control.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'NOT_CONTROL' }),
    ]);
    const facts = readFileSync(join(one.stateHome, 'yamo/daemon/daemon.json'), 'utf8');
    const unknown = await fetch(daemon.url('/control/stop'), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${JSON.parse(facts).control}`,
        'content-type': 'application/json',
      },
      body: '{"path":"/nowhere"}',
    });
    expect(await unknown.json()).toMatchObject({ code: 'WORKSPACE_NOT_SERVED' });
    const metrics = await (await daemon.fetch('/metrics')).text();
    expect(metrics).toContain(`yamo_workspace_served{workspace="${one.path}"} 1`);
    for (const { running } of [daemon, stranger]) running.kill('SIGTERM');
  });

  it('puts its headers on every answer, and the problem into those that say no', async () => {
    const daemon = await Daemon.start(makeBornWorkspace());
    const paths = [
      '/',
      '/health',
      '/openapi.json',
      '/nothing',
      '/events?after=x',
      '/ws',
      '/login',
      '/logout',
      '/session',
      '/csp',
      '/control/stop',
    ];
    const methods = Object.keys(METHODS).map((name) => `/api/${name}`);
    for (const path of [...paths, ...methods])
      for (const init of [
        {},
        { method: 'POST' },
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' },
      ]) {
        const response = await daemon.fetch(path, init);
        const { headers, status } = response;
        const own = path === '/' && status === 200 ? PAGE_HEADERS : {};
        for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...own }))
          expect([path, name, headers.get(name)]).toEqual([path, name, value]);
        if (status < 400) continue;
        expect([path, headers.get('content-type')]).toEqual([
          path,
          expect.stringContaining('application/problem+json'),
        ]);
        expect(await response.json()).toMatchObject({
          status,
          title: expect.any(String),
          code: expect.any(String),
        });
      }
    daemon.running.kill('SIGTERM');
  });

  it('tells events by number, over a socket and as a stream, from where a client was', async () => {
    const daemon = await Daemon.start(makeBornWorkspace());
    const socket = daemon.socket();
    await socket.opened;
    expect(await socket.ask('events.listen', { after: 0 })).toMatchObject({ ok: true });
    const sent = await socket.ask('chat.send', { text: 'one' });
    expect(sent).toMatchObject({ ok: true, payload: { session: expect.any(String) } });
    const turn = await socket.frame((frame) => frame['event'] === 'turn');
    expect(turn).toMatchObject({
      type: 'event',
      payload: { stop: 'end_turn' },
      id: expect.any(Number),
    });
    expect(await socket.ask('nothing')).toMatchObject({
      ok: false,
      payload: { code: 'METHOD_UNKNOWN' },
    });
    expect(await socket.ask('chat.send', { text: 1 })).toMatchObject({
      ok: false,
      payload: { code: 'REQUEST_INVALID' },
    });
    socket.close();
    const response = await daemon.fetch('/events', {
      headers: { 'last-event-id': String(Number(turn['id']) - 1) },
    });
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toMatch(
      new RegExp(`^id: ${Number(turn['id'])}\ndata: .*"turn"`, 'u'),
    );
    daemon.running.kill('SIGTERM');
  });

  it('asks the owner what a first boot leaves open, and takes the first answer', async () => {
    const ws = makeWorkspace({});
    await yamo(['init', '--with-bootstrap'], { workspace: ws });
    const daemon = await Daemon.start(ws);
    const sockets = [daemon.socket(), daemon.socket()] as const;
    for (const socket of sockets) {
      await socket.opened;
      await socket.ask('events.listen', { after: 0 });
    }
    const [one, other] = sockets;
    await one.ask('chat.send', { text: 'Good morning.' });
    const answered = new Set<unknown>();
    const question = (socket: Socket) =>
      socket.frame(({ event, payload }) => event === 'question' && !answered.has(idOf(payload)));
    const named = idOf((await question(one))['payload']);
    expect(idOf((await question(other))['payload'])).toBe(named);
    expect((await yamo(['status'], { workspace: ws })).stdout).toContain('1 question for you');
    const answers = await Promise.all(
      sockets.map((socket) => socket.ask('questions.answer', { id: named, answer: 'Kestrel' })),
    );
    expect(answers.filter(({ ok }) => ok === true)).toHaveLength(1);
    answered.add(named);
    for (;;) {
      const next = await Promise.race([question(one), one.frame(isOver)]);
      if (isOver(next)) break;
      const id = idOf(next['payload']);
      answered.add(id);
      await other.ask('questions.answer', { id, answer: '' });
    }
    expect(ws.text('SOUL.md')).toContain('Kestrel');
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
    daemon.running.kill('SIGTERM');
    expect((await daemon.running.ended).code).toBe(143);
  });

  it('gives a login that works once to a browser, which is listed, renamed and removed', async () => {
    const ws = makeBornWorkspace();
    const daemon = await Daemon.start(ws);
    const { stdout } = await yamo(['open', '--print', '--name', 'my tablet'], { workspace: ws });
    const [, code] = /#login=([0-9a-f]+)&workspace=[0-9a-f]+$/u.exec(stdout.trim()) ?? [];
    const login = () =>
      fetch(daemon.url('/login'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: daemon.url('') },
        body: JSON.stringify({ code }),
      });
    const { status, headers } = await login();
    expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringContaining('HttpOnly')]);
    expect((await login()).status).toBe(403);
    const devices = async (...args: readonly string[]) => {
      const { events } = await yamo(['devices', '--json', ...args], { workspace: ws });
      return events;
    };
    const renamed = await devices('--rename', 'my tablet', '--to', 'old tablet');
    expect(renamed).toMatchObject([{ devices: [{ name: 'old tablet' }] }]);
    expect(refusalOf(await devices('--remove', 'my tablet'))).toBe('DAEMON_SAYS');
    expect(await devices('--remove', 'old tablet')).toEqual([{ devices: [] }]);
    const phone = await yamo(['open', '--phone'], { workspace: ws });
    expect([phone.code, phone.stderr]).toEqual([4, expect.stringContaining('--behind-proxy')]);
    daemon.running.kill('SIGTERM');
  });
});
