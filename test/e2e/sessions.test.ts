/** Sessions of the built program: who may see what, and how every session ends. */
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { Lock } from '#kernel/process/lock.ts';
import { few } from '#test/support/deep.ts';
import { filesHolding } from '#test/support/snapshot.ts';
import {
  freshPath,
  makeBornWorkspace,
  makeWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import {
  thirdPartyAgent,
  framesNamed,
  isAlive,
  noticesOf,
  type Options,
  recordsOf,
  refusalOf,
  type Running,
  startYamo,
  stateOf,
  stepNamed,
  stepsOf,
  until,
  wordsOf,
  writeSettings,
  YAMO,
  yamo,
} from '#test/support/yamo.ts';

const NEWBORN = resolve(import.meta.dirname, '../../workspaces/newborn/BOOTSTRAP.md');
const DAY = '2026-03-14';
const LOG = `memory/${DAY}.md`;
const AT = ['--date', `${DAY}T09:26`, '--tz', 'UTC'];
const SECRET = 'CANARY-IN-MEMORY';

const withMemory = (): TempWorkspace =>
  makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- 2026-03-01: ${SECRET}\n` });

const count = (text: string, part: string): number => text.split(part).length - 1;

/** A session that is open. */
const open = async (
  ws: TempWorkspace,
  args: readonly string[] = [],
  options: Options = {},
): Promise<Running> => {
  const running = startYamo(['boot', '--json', ...AT, ...args], { workspace: ws, ...options });
  await running.ready();
  return running;
};

describe('a main session', () => {
  it('keeps what it is told, in the log of the day and in MEMORY.md', async () => {
    const ws = withMemory();
    const { code, events } = await yamo(['boot', '--json', ...AT], {
      workspace: ws,
      input: 'The tide turned.\n/remember The pier is closed.\n/quit\nnever said\n',
    });
    expect(code).toBe(0);
    expect(ws.text(LOG)).toContain('The tide turned.');
    expect(ws.text(LOG)).not.toContain('never said');
    expect(ws.text('MEMORY.md')).toMatch(new RegExp(`${SECRET}[^]*The pier is closed\\.`));
    expect(framesNamed(events, 'ready')[0]).toMatchObject({ kind: 'main', log: LOG, zone: 'UTC' });
  });

  it('is what the lines of a pipe are said to, and what it answers can be piped on', async () => {
    const ws = makeBornWorkspace();
    const { code, stdout, stderr } = await yamo(['boot', ...AT], {
      workspace: ws,
      input: '/who\none\ntwo',
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^I am Robin[^]*Noted in memory\/2026-03-14\.md\.\n/);
    expect(stdout).not.toContain('booted: loaded');
    expect(stderr).toContain('booted: loaded AGENTS.md, SOUL.md, USER.md');
    expect(ws.text(LOG)).toMatch(/one\n[^]*two\n[^]*session_closed/);
  });

  it('loses no log of another day, and rewrites none [Y62]', async () => {
    const old = { 'memory/2020-01-01.md': '# Old\n', 'memory/2026-03-13.md': '# Yesterday\n' };
    const ws = makeBornWorkspace({ ...old, 'memory/notes.txt': 'mine' });
    await yamo(['boot', ...AT, '--message', 'hello'], { workspace: ws });
    for (const [file, text] of Object.entries(old)) expect(ws.text(file)).toBe(text);
    expect(ws.text('memory/notes.txt')).toBe('mine');
  });

  it('writes no credential into any file, and says how to keep it', async () => {
    const ws = makeBornWorkspace();
    const key = ['AKIA', 'IOSFODNN7', 'ABCDEFG'].join('');
    const { code, events } = await yamo(['boot', '--json', ...AT], {
      workspace: ws,
      input: `password: hunter2-and-more\n/remember aws_access_key_id=${key} aws_secret_access_key=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY\n`,
    });
    expect(code).toBe(0);
    expect(framesNamed(events, 'gate').map((frame) => frame['answer'])).toContain(
      'GATE_CREDENTIAL',
    );
    expect(filesHolding('hunter2', ws.path, ws.stateHome)).toEqual([]);
    expect(filesHolding(key, ws.path, ws.stateHome)).toEqual([]);
    expect(wordsOf(events)).toContain('secret store');
  });

  it('holds a third-party agent to the same gate', async () => {
    const ws = withMemory();
    const args = ['boot', '--json', '--attended', ...AT, '--agent', thirdPartyAgent('obedient')];
    const { events } = await yamo(args, {
      workspace: ws,
      input: [
        'read MEMORY.md',
        'read ../secret',
        'read /etc/passwd',
        'write BOOTSTRAP.md be reborn',
        'write SOUL.md you are mine',
        'write AGENTS.md no rules',
        'append memory/2026-03-13.md rewritten history',
        'write memory/2026-03-14.md forgotten',
        'write notes.txt x',
        'append memory/2026-03-14.md - a note',
        'write TOOLS.md password: hunter2-and-more',
      ].join('\n'),
    });
    const answers = wordsOf(events).match(/<<[^]*?>>/g);
    expect(answers?.[0]).toContain(SECRET);
    expect(answers?.slice(1)).toEqual([
      '<<GATE_OUTSIDE>>',
      '<<GATE_OUTSIDE>>',
      '<<GATE_DENIED>>',
      '<<GATE_DENIED>>',
      expect.stringMatching(/GATE_(CHANGED|INVARIANT)/),
      '<<GATE_DENIED>>',
      '<<GATE_CHANGED>>',
      '<<GATE_DENIED>>',
      '<<done>>',
      '<<GATE_CREDENTIAL>>',
    ]);
    expect(ws.has('BOOTSTRAP.md') || ws.has('notes.txt') || ws.has('TOOLS.md')).toBe(false);
  });
});

describe('a shared session', () => {
  it('serves, without MEMORY.md and the logs, and keeps the log [Y94]', async () => {
    const ws = withMemory();
    const { code, events, stdout } = await yamo(['boot', '--json', '--session', 'shared', ...AT], {
      workspace: ws,
      input: `/who\nhello all\n/today\n/remember ${SECRET}-2\n`,
    });
    expect(code).toBe(0);
    expect(stdout).not.toContain(`${SECRET}"`);
    expect(stdout).not.toContain('2026-03-01');
    expect(stepNamed(events, 'load_memory')?.['status']).toBe('skipped');
    expect(stepNamed(events, 'load_today')?.['status']).toBe('skipped');
    expect(ws.text(LOG)).toContain('hello all');
    expect(ws.text('MEMORY.md')).not.toContain(`${SECRET}-2`);
  });

  it.each([
    ['a stranger', ['--participant', 'mallory'], 'shared'],
    ['the human alone', ['--participant', 'ada@chat'], 'main'],
    [
      'the human under both names',
      ['--participant', 'ada@chat', '--participant', 'ada@mail'],
      'main',
    ],
    ['the human and a stranger', ['--participant', 'ada@chat', '--participant', 'bob'], 'shared'],
    [
      'a stranger, though main was asked for',
      ['--session', 'main', '--participant', 'bob'],
      'shared',
    ],
    [
      'the human alone, though shared was asked for',
      ['--session', 'shared', '--participant', 'ada@chat'],
      'shared',
    ],
    ['another spelling of the human', ['--participant', 'Ada@chat'], 'shared'],
    ['nobody with a name', ['--participant', ''], 'shared'],
    ['a channel (R-89)', ['--channel', 'discord:ops'], 'shared'],
    [
      'a channel, though main was asked for',
      ['--session', 'main', '--channel', 'discord:ops'],
      'shared',
    ],
    ['a channel without a name', ['--channel', ''], 'shared'],
    ["a channel that is the human's own", ['--channel', 'telegram:dm'], 'main'],
    [
      'the human alone in a channel',
      ['--channel', 'discord:ops', '--participant', 'ada@chat'],
      'main',
    ],
    [
      "somebody else in the human's own channel",
      ['--channel', 'telegram:dm', '--participant', 'bob'],
      'shared',
    ],
  ])('or a main one, by who takes part: %s [Y46]', async (_, args, kind) => {
    const ws = withMemory();
    writeSettings(ws, { primaryHuman: ['ada@chat', 'ada@mail'], directChannels: ['telegram:dm'] });
    const { events } = await yamo(['boot', '--json', ...AT, ...args, '--message', 'x'], {
      workspace: ws,
    });
    expect(framesNamed(events, 'ready')[0]?.['kind']).toBe(kind);
    expect(stepNamed(events, 'load_memory')?.['status']).toBe(kind === 'main' ? 'ok' : 'skipped');
  });

  it.each([
    ['--strict'],
    ['--trace'],
    ['--session', 'main'],
    ['--tz', 'Europe/Berlin'],
    ['--session', 'shared'],
  ])('never opens MEMORY.md, whatever else is said: %s %s [Y46]', async (...args) => {
    const ws = withMemory();
    writeSettings(ws, { primaryHuman: ['ada'], dailyLogsInShared: true });
    const { events, stdout, stderr } = await yamo(
      ['boot', '--json', ...args, '--participant', 'bob', '--message', '/today'],
      { workspace: ws, env: { YAMO_SESSION: 'main', YAMO_MEMORY: '1', DEBUG: '*' } },
    );
    expect(stepNamed(events, 'load_memory')?.['status']).toBe('skipped');
    expect(stdout + stderr).not.toContain(SECRET);
    expect(stderr).not.toMatch(/open\s+\S*MEMORY\.md/);
  });

  it('sees the logs, and still not MEMORY.md, when the owner wants it so [Y94]', async () => {
    const ws = withMemory();
    ws.write(LOG, `# Memory — ${DAY}\n`);
    writeSettings(ws, { dailyLogsInShared: true });
    const { events } = await yamo(
      ['boot', '--json', '--session', 'shared', ...AT, '--message', 'x'],
      { workspace: ws },
    );
    expect(stepNamed(events, 'load_today')?.['status']).toBe('ok');
    expect(stepNamed(events, 'load_memory')?.['status']).toBe('skipped');
  });

  it('makes no stub of a missing USER.md, and says so', async () => {
    const ws = makeBornWorkspace();
    ws.remove('USER.md');
    const { code, events } = await yamo(
      ['boot', '--json', '--session', 'shared', '--message', 'x'],
      { workspace: ws },
    );
    expect([code, ws.has('USER.md')]).toEqual([0, false]);
    expect(noticesOf(events)).toContain('USER.md is missing');
  });
});

const aliased = (file: string, link: (target: string, path: string) => void): TempWorkspace => {
  const ws = withMemory();
  // It must pass for an AGENTS.md as well.
  ws.write('MEMORY.md', `${ws.text('AGENTS.md')}\n${SECRET}\n`);
  if (ws.has(file)) ws.remove(file);
  mkdirSync(ws.at('memory'), { recursive: true });
  link(ws.at('MEMORY.md'), ws.at(file));
  return ws;
};

describe('another name for MEMORY.md in a shared session', () => {
  const ALIASES = [
    'AGENTS.md',
    'SOUL.md',
    'USER.md',
    LOG,
    'memory/2026-03-13.md',
    'TOOLS.md',
    'HEARTBEAT.md',
  ];
  const said = { input: '/who\n/today\nhello\n' };
  const shared = ['boot', '--json', '--session', 'shared', ...AT];

  it.each(few(ALIASES, 3))('a symbolic link at %s leaks nothing [Y94]', async (file) => {
    const ws = aliased(file, (_, path) =>
      symlinkSync(file.startsWith('memory/') ? '../MEMORY.md' : 'MEMORY.md', path),
    );
    writeSettings(ws, { dailyLogsInShared: true });
    const { stdout, stderr, code, events } = await yamo(shared, { workspace: ws, ...said });
    expect(stdout + stderr).not.toContain(SECRET);
    // These two are no part of a start.
    const isLoaded = file !== 'TOOLS.md' && file !== 'HEARTBEAT.md';
    expect([code, refusalOf(events)]).toEqual(isLoaded ? [1, 'FILE_SYMLINK'] : [0, undefined]);
  });

  it.each(few(ALIASES, 3))('a hard link at %s is refused [Y94]', async (file) => {
    const ws = aliased(file, linkSync);
    const { stdout, stderr, code, events } = await yamo(shared, { workspace: ws, ...said });
    expect([code, refusalOf(events)]).toEqual([1, 'MEMORY_ALIASED']);
    expect(stdout + stderr).not.toContain(SECRET);
  });

  it('a MEMORY.md that is itself a link is refused [Y94]', async () => {
    const ws = withMemory();
    ws.write('USER.md', ws.text('MEMORY.md'));
    ws.remove('MEMORY.md');
    symlinkSync('USER.md', ws.at('MEMORY.md'));
    const { code, events } = await yamo(shared, { workspace: ws, ...said });
    expect([code, refusalOf(events)]).toEqual([1, 'MEMORY_ALIASED']);
  });
});

describe('a session that is ended from outside', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    '%s: its block is closed, its record written, its agent gone [Y63]',
    async (signal, exit) => {
      const ws = makeBornWorkspace();
      const running = await open(ws);
      running.say('the last note');
      await running.printed('"event":"turn"');
      const agents = running.children();
      running.kill(signal);
      const { code, events } = await running.ended;
      expect(code).toBe(exit);
      expect(events.at(-1)).toMatchObject({ event: 'closed', reason: signal });
      expect(ws.text(LOG)).toMatch(
        new RegExp(`the last note[^]*session_closed;[^;]*;reason;${signal};`),
      );
      expect(recordsOf(ws)).toMatchObject([{ ending: { end: 'closed', reason: signal } }]);
      expect(agents).toHaveLength(1);
      expect(agents.filter(isAlive)).toEqual([]);
    },
  );

  it('SIGTERM, with an agent that never ends its turn: the agent is killed [Y63]', async () => {
    const ws = makeBornWorkspace();
    const running = await open(ws, ['--agent', thirdPartyAgent('stuck')]);
    running.say('work for ever');
    await until(() => ws.text(LOG).includes('session_opened;'));
    const agents = running.children();
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(143);
    expect(ws.text(LOG)).toContain('session_closed;');
    expect(agents.filter(isAlive)).toEqual([]);
  });

  it('SIGTERM during a first boot: the instructions are gone, the next boot says so', async () => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': readFileSync(NEWBORN, 'utf8') });
    const running = startYamo(['boot', '--json', '--agent', thirdPartyAgent('stuck')], {
      workspace: ws,
    });
    await running.printed('"step":"bootstrap_deletion"');
    await until(() => running.children().length > 0);
    const agents = running.children();
    running.kill('SIGTERM');
    const { code, events } = await running.ended;
    expect([code, refusalOf(events)]).toEqual([143, 'INTERRUPTED']);
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
    await until(() => !agents.some(isAlive));
    const next = await yamo(['boot', '--json', '--message', 'x'], { workspace: ws });
    expect(refusalOf(next.events)).toBe('BOOTSTRAP_CONSUMED');
  });

  it('its agent killed: the session is closed, and that is said [Y63]', async () => {
    const ws = makeBornWorkspace();
    const running = await open(ws);
    running.say('a note');
    await running.printed('"event":"turn"');
    const [agent = 0] = running.children();
    process.kill(agent, 'SIGKILL');
    const { code, events } = await running.ended;
    expect([code, refusalOf(events)]).toEqual([4, 'AGENT_LOST']);
    expect(ws.text(LOG)).toMatch(/a note[^]*session_closed;[^;]*;reason;AGENT_LOST;/);
    expect(recordsOf(ws)).toMatchObject([{ ending: { end: 'refused', code: 'AGENT_LOST' } }]);
  });

  it('its agent ends in the middle of a turn: the same [Y63]', async () => {
    const ws = makeBornWorkspace();
    const { code, events } = await yamo(
      ['boot', '--json', ...AT, '--message', 'x', '--agent', thirdPartyAgent('crash-in-turn')],
      { workspace: ws },
    );
    expect([code, refusalOf(events)]).toEqual([4, 'AGENT_LOST']);
    expect(ws.text(LOG)).toContain('reason;AGENT_LOST;');
  });

  it('its kernel killed: the next boot closes the block and ends the record [Y63]', async () => {
    const ws = makeBornWorkspace();
    const running = await open(ws);
    running.say('a note');
    await running.printed('"event":"turn"');
    const agents = running.children();
    running.kill('SIGKILL');
    await running.ended;
    await until(() => !agents.some(isAlive));
    expect(ws.text(LOG)).not.toContain('session_closed');
    const { code, events } = await yamo(['boot', '--json', ...AT, '--message', 'next'], {
      workspace: ws,
    });
    expect(code).toBe(0);
    expect(noticesOf(events)).toContain('ended without closing');
    const log = ws.text(LOG);
    expect(log.indexOf('reason;the kernel died')).toBeGreaterThan(log.indexOf('a note'));
    expect(log.indexOf('reason;the kernel died')).toBeLessThan(log.indexOf('next'));
    expect(recordsOf(ws).map((record) => record['ending'])).toMatchObject([
      { end: 'died' },
      { end: 'closed' },
    ]);
    const again = await yamo(['boot', '--json', ...AT, '--message', 'x'], { workspace: ws });
    expect(noticesOf(again.events)).toBe('');
  });
});

/** An agent that answers the first requests with these lines, whatever they are, and then nothing. */
const saying = (...answers: readonly string[]): string => {
  const script = freshPath('agent.sh');
  const says = answers.map((answer) => `read line; printf '%s\\n' '${answer}'\n`);
  writeFileSync(script, `${says.join('')}exec cat >/dev/null\n`);
  return `sh ${script}`;
};
const answer = (id: number, what: string): string => `{"jsonrpc":"2.0","id":${id},${what}}`;
const AGREED = answer(0, '"result":{"protocolVersion":1}');

describe('an agent that cannot serve ends the boot with a word about it', () => {
  it.each([
    ['ends before it says a word', thirdPartyAgent('crash'), 'with exit code 3'],
    [
      'speaks another version',
      thirdPartyAgent('old-protocol'),
      'does not speak protocol version 1',
    ],
    ['prints garbage and ends', `sh -c 'head -c 9999 /dev/urandom; exit 5'`, 'with exit code 5'],
    [
      'says nothing of its version',
      saying(answer(0, '"result":{}')),
      'does not speak protocol version 1',
    ],
    ['answers with nothing', saying(answer(0, '"result":null')), 'a broken message'],
    ['opens no session', saying(AGREED, answer(1, '"result":null')), 'a broken message'],
    ['names no session', saying(AGREED, answer(1, '"result":{}')), 'a broken message'],
    [
      'refuses',
      saying(answer(0, '"error":{"code":-32603,"message":"CANARY"}')),
      'answered with error -32603',
    ],
    ['sends back what it gets', 'cat', 'does not speak the Agent Client Protocol'],
    [
      'refuses a session',
      saying(AGREED, answer(1, '"error":{"code":-32001,"message":"CANARY"}')),
      'answered with error -32001',
    ],
  ])('one that %s', async (_what, command, reason) => {
    const ws = makeBornWorkspace();
    const { code, events, stdout, stderr } = await yamo(
      ['boot', '--json', ...AT, '--message', 'x', '--agent', command],
      { workspace: ws },
    );
    expect([code, refusalOf(events)]).toEqual([4, 'AGENT_FAILED']);
    expect(events.at(-1)?.['what']).toContain(reason);
    expect(stdout + stderr).not.toContain('CANARY');
    expect(stderr).not.toMatch(/\n +at /);
    expect(recordsOf(ws)).toMatchObject([{ ending: { end: 'refused', code: 'AGENT_FAILED' } }]);
  });

  it('but a line that is no protocol, from one that goes on as it should, is passed over', async () => {
    const { code } = await yamo(
      ['boot', '--json', ...AT, '--message', 'x', '--agent', thirdPartyAgent('noise')],
      { workspace: makeBornWorkspace() },
    );
    expect(code).toBe(0);
  });
});

const lines = (name: string): readonly string[] =>
  Array.from({ length: 40 }, (_, index) => `${name}-${index}-${'x'.repeat(200)}-end`);

/** Many each night: `npm run test:soak`. */
const RACES = Number(process.env['YAMO_RACES'] ?? 3);

describe('two kernels on one workspace', () => {
  it('two sessions at once tear no line and lose none', async () => {
    const ws = makeBornWorkspace();
    const both = await Promise.all(
      ['left', 'right'].map((name) =>
        yamo(['boot', '--json', ...AT], { workspace: ws, input: lines(name).join('\n') }),
      ),
    );
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const log = ws.text(LOG).split('\n');
    for (const line of [...lines('left'), ...lines('right')])
      expect(log.filter((one) => one.endsWith(line))).toHaveLength(1);
    expect(count(ws.text(LOG), `# Memory — ${DAY}`)).toBe(1);
    const { stdout } = await yamo(['log'], { workspace: ws });
    expect(stdout).toContain('2 entries, the chain is whole');
  });

  it('two first boots at once: exactly one takes the instructions, each time', async () => {
    for (let time = 0; time < RACES; time += 1) {
      const ws = makeWorkspace({ 'BOOTSTRAP.md': readFileSync(NEWBORN, 'utf8') });
      const both = await Promise.all(
        [1, 2].map(() => yamo(['boot', '--json', ...AT, '--message', 'x'], { workspace: ws })),
      );
      expect(both.map(({ code }) => code)).toEqual([0, 0]);
      const births = both.filter(({ events }) => stepsOf(events).includes('bootstrap_flow'));
      expect(births).toHaveLength(1);
      expect(count(ws.text(LOG), 'bootstrap_completed;')).toBe(1);
      expect(filesHolding('correct-horse-battery', ws.path, ws.stateHome)).toEqual([]);
    }
  });
});

const inAuckland = (time: string): readonly string[] => [
  '--tz',
  'Pacific/Auckland',
  '--date',
  time,
];

// They wait ten seconds each, at the same time.
describe.concurrent('what is waited for', () => {
  it('a kernel waits while another is booting, and names it when that takes too long', async () => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': readFileSync(NEWBORN, 'utf8') });
    const first = startYamo(['boot', '--json', '--agent', thirdPartyAgent('stuck')], {
      workspace: ws,
    });
    await first.printed('"step":"bootstrap_deletion"');
    const { code, events } = await yamo(['boot', '--json', '--message', 'x'], { workspace: ws });
    expect([code, refusalOf(events)]).toEqual([4, 'WORKSPACE_BUSY']);
    expect(events.at(-1)?.['what']).toContain(`pid ${first.pid}`);
    first.kill('SIGKILL');
    await first.ended;
  });

  it('the write lock of another kernel is an answer to the agent, which may try again, and no end of the session', async () => {
    const ws = makeBornWorkspace();
    const session = await open(ws, ['--attended', '--agent', thirdPartyAgent('obedient')]);
    const lock = new Lock(join(stateOf(ws), 'write.lock'), 0);
    expect(lock.take()).toBe(true);
    session.say('write USER.md **Name:** Ada');
    await session.printed('<<WORKSPACE_WRITING>>');
    lock.close();
    session.say('write USER.md **Name:** Ada');
    await session.printed('<<done>>');
    session.finish();
    const { code, events, stderr } = await session.ended;
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(framesNamed(events, 'gate')).toMatchObject([
      { operation: 'write', file: 'USER.md', answer: 'WORKSPACE_WRITING' },
      { operation: 'write', file: 'USER.md', answer: 'done' },
    ]);
    expect(ws.text('USER.md')).toBe('**Name:** Ada');
    expect(stderr).not.toMatch(/\n +at /);
  });

  it('the day changes inside a session: the old block says where it goes on, the new log begins [Y59, Y60]', async () => {
    const ws = makeBornWorkspace();
    const session = startYamo(['boot', '--json', ...inAuckland('2026-04-04T23:59:40')], {
      workspace: ws,
    });
    await session.ready();
    // Its clock was started before, so that midnight has passed twenty seconds from now at the latest.
    const begun = Date.now();
    session.say('before midnight');
    await session.printed('"event":"turn"');
    await until(() => Date.now() - begun > 21_000);
    session.say('after midnight');
    await session.printed('"event":"turn"', 2);
    session.finish();
    expect(await session.ended).toMatchObject({ code: 0 });
    const [old, fresh] = [ws.text('memory/2026-04-04.md'), ws.text('memory/2026-04-05.md')];
    expect(old).toMatch(/before midnight\n- session_continues;[^;]+;in;memory\/2026-04-05\.md;\n$/);
    expect(fresh).toMatch(
      /^# Memory — 2026-04-05\n\n## Session \[00:0\d\]\n\n- 00:0\d after midnight\n- session_closed;/,
    );
  });
});

describe('the day', () => {
  it.each(['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata'])(
    'is the one in the zone of USER.md: %s',
    async (zone) => {
      const ws = makeBornWorkspace();
      ws.write('USER.md', `# User Profile\n\n**Name:** Ada\n**Timezone:** ${zone}\n`);
      const { events } = await yamo(['boot', '--json', '--message', 'x'], { workspace: ws });
      const local = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
      expect(framesNamed(events, 'ready')[0]).toMatchObject({ zone, log: `memory/${local}.md` });
      expect(ws.has(`memory/${local}.md`)).toBe(true);
    },
  );

  it('changes at midnight in that zone: two logs, the first of which is yesterday', async () => {
    const ws = makeBornWorkspace();
    await yamo(['boot', '--message', 'before', ...inAuckland('2026-04-04T23:59')], {
      workspace: ws,
    });
    const { events } = await yamo(
      ['boot', '--json', '--message', 'after', ...inAuckland('2026-04-05T00:01')],
      { workspace: ws },
    );
    expect(ws.text('memory/2026-04-04.md')).toMatch(/## Session \[23:59\][^]*before/);
    expect(ws.text('memory/2026-04-05.md')).toMatch(/## Session \[00:01\][^]*after/);
    expect(stepNamed(events, 'load_yesterday')).toMatchObject({
      status: 'ok',
      file: 'memory/2026-04-04.md',
    });
  });

  it('is that of the machine, with a word, when USER.md names no zone', async () => {
    const ws = makeBornWorkspace({ 'USER.md': '**Name:** Ada\n**Timezone:** Europe/Atlantis\n' });
    const { events } = await yamo(['boot', '--json', '--message', 'x'], { workspace: ws });
    expect(framesNamed(events, 'ready')[0]?.['zone']).toMatch(/UTC/);
    expect(noticesOf(events)).toContain('neither the name of a time zone');
  });
});

it.each(['log', 'explain', 'boot --message /help'])(
  'a reader that goes away `yamo %s | head -1` is no error',
  async (command) => {
    const ws = makeBornWorkspace();
    for (let time = 0; time < 2; time += 1)
      await yamo(['boot', '--message', 'x'], { workspace: ws });
    const target = command === 'explain' ? '' : `'${ws.path}'`;
    const { stdout, stderr } = spawnSync(
      'bash',
      [
        '-c',
        `'${process.execPath}' '${YAMO}' ${command} ${target} | head -1; echo "\${PIPESTATUS[0]}"`,
      ],
      {
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: ws.path,
          XDG_STATE_HOME: ws.stateHome,
          TZ: 'UTC',
        },
      },
    );
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('0');
    expect(stderr).not.toMatch(/EPIPE|\n +at /);
  },
);
