/** Events that are none, or that nobody should send: each is denied as its host reads it, with a reason, and nothing is thrown. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { HOST_NAMES, type HostName } from '#lib/hook/event.ts';
import { HOOK_EVENT_MAX_BYTES } from '#lib/spec/limits.ts';
import { few } from '#test/support/deep.ts';
import { eventBefore, PLAYED, readAnswer, STARTING_HOSTS } from '#test/support/hook-hosts.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { type Options, startYamo, writeSettings, yamo } from '#test/support/yamo.ts';

const MEGABYTE = 1024 * 1024;
const SLOW_MS = 60_000;

const scene = (): TempWorkspace => {
  const temp = makeBornWorkspace({ 'MEMORY.md': 'One.\n', 'notes/a.md': 'a\n' });
  const outside = join(temp.path, '../outside');
  mkdirSync(outside);
  symlinkSync(temp.at('MEMORY.md'), temp.at('notes/link.md'));
  writeSettings(temp, { hook: { mainProjects: [temp.path] } });
  return temp;
};

const temp = scene();
const ENV = {
  XDG_STATE_HOME: temp.stateHome,
  XDG_CONFIG_HOME: temp.configHome,
  // No code is kept: nothing can be made below a file, by root neither.
  XDG_CACHE_HOME: '/dev/null',
};

const start = (host: HostName, options: Options = {}) =>
  startYamo(['hook', '--host', host], { env: ENV, cwd: temp.path, ...options });

const WRITE = { does: 'write', path: temp.at('SOUL.md'), text: 'x\n' } as const;

/** A write of SOUL.md with other fields; `undefined` takes one away. */
const eventWith = (host: HostName, more: object): string =>
  JSON.stringify({ ...eventBefore(host, temp.path, WRITE), ...more });

const writing = (host: HostName, path: string): string =>
  JSON.stringify(
    eventBefore(host, temp.path, { does: 'edit', path, old: 'a', new: 'b' }) ?? 'no such tool',
  );

const nested = (depth: number): string => `${'['.repeat(depth)}"SOUL.md"${']'.repeat(depth)}`;

/** What a host sends, by what is wrong with it, and what the reason says. */
const BAD: Readonly<Record<string, readonly [(host: HostName) => string, string]>> = {
  nothing: [() => '', 'nothing was sent'],
  blanks: [() => ' \n\n', 'nothing was sent'],
  'no JSON': [() => 'hook_event_name: PreToolUse', 'it is not JSON'],
  'half an event': [(host) => eventWith(host, {}).slice(0, -9), 'it is not JSON'],
  'two events': [(host) => eventWith(host, {}).repeat(2), 'it is not JSON'],
  'a NUL before it': [(host) => `\0${eventWith(host, {})}`, 'it is not JSON'],
  'a list': [() => '[]', 'it is no JSON object'],
  'a number': [() => '7', 'it is no JSON object'],
  null: [() => 'null', 'it is no JSON object'],
  'too much that is no event': [() => 'x'.repeat(HOOK_EVENT_MAX_BYTES + 1), 'it is longer than'],
  // No more than that: on a busy machine fifty megabytes take longer to come than a hook waits.
  'an event that is too large': [
    (host) => eventWith(host, { more: 'x'.repeat(HOOK_EVENT_MAX_BYTES) }),
    'it is longer than',
  ],
  'brackets without end': [() => '['.repeat(10 * MEGABYTE), 'it is not JSON'],
  'no name of an event': [(host) => eventWith(host, { hook_event_name: undefined }), 'none that'],
  'an event of another version': [
    (host) => eventWith(host, { hook_event_name: 'BeforeEverything' }),
    'none that is known',
  ],
  'a name that all objects have': [
    (host) => eventWith(host, { hook_event_name: 'constructor' }),
    'none that is known',
  ],
  'no tool': [(host) => eventWith(host, { tool_name: undefined }), 'it names no tool'],
  'a tool that is a number': [(host) => eventWith(host, { tool_name: 7 }), 'it names no tool'],
  'no session': [
    (host) => eventWith(host, { session_id: undefined }),
    // Where a host has channels, these say what the session is.
    '',
  ],
  'a folder with NUL': [(host) => eventWith(host, { cwd: '/a\0b' }), 'its folder is none'],
  'a very long folder': [
    (host) => eventWith(host, { cwd: `/${'a/'.repeat(9000)}` }),
    'its folder is none',
  ],
  'a path with ..': [(host) => writing(host, 'notes/../SOUL.md'), 'GATE_OUTSIDE'],
  'an absolute path with ..': [
    (host) => writing(host, `${temp.path}/notes/../SOUL.md`),
    'GATE_OUTSIDE',
  ],
  'a path that leads to it by a link': [(host) => writing(host, 'notes/link.md'), 'FILE_SYMLINK'],
  'a path with NUL': [(host) => writing(host, temp.at('SOUL.md\0.txt')), 'GATE_OUTSIDE'],
  'a very long path': [(host) => writing(host, `${'a/'.repeat(9000)}x.md`), 'GATE_OUTSIDE'],
  'a very long name': [(host) => writing(host, 'a'.repeat(3000)), 'GATE_OUTSIDE'],
  'a very long path with ..': [
    (host) => writing(host, `${'a/../'.repeat(9000)}SOUL.md`),
    'GATE_OUTSIDE',
  ],
  'a command of very many files': [
    (host) =>
      JSON.stringify(
        eventBefore(host, temp.path, {
          does: 'run',
          command: `rm SOUL.md ${'notes/a.md '.repeat(100_000)}`,
        }),
      ),
    'more than 131072 characters',
  ],
};

describe.each(HOST_NAMES)('%s', (host) => {
  it.each(few(Object.entries(BAD), HOST_NAMES.length, HOST_NAMES.indexOf(host)))(
    'is denied: %s',
    { timeout: SLOW_MS },
    async (_what, [input, why]) => {
      const running = start(host);
      running.finish(input(host));
      const printed = await running.ended;
      const { is, reason } = readAnswer(host, printed);
      expect([is, printed.stderr]).toEqual(['deny', expect.not.stringContaining('bug')]);
      expect(printed.stderr).not.toMatch(/\n\s+at /);
      expect(reason).toContain(why);
      expect(reason).toMatch(/\([A-Z_]+, RFC-0009 §/);
    },
  );

  it('is denied where its input is deeper than anything', { timeout: SLOW_MS }, async () => {
    const input = eventWith(host, { tool_name: 'other', tool_input: 0 });
    const { stdout, stderr, code } = await yamo(['hook', '--host', host], {
      env: ENV,
      cwd: temp.path,
      input: input.replace('"tool_input":0', `"tool_input":${nested(1_000_000)}`),
    });
    expect([code, stderr]).toEqual([0, '']);
    const { is, reason } = readAnswer(host, { code, stdout, stderr });
    expect([is, reason]).toEqual(['deny', expect.stringContaining('HOOK_INPUT')]);
  });
});

describe.each(STARTING_HOSTS)('%s', (host) => {
  it('is denied where its standard input never ends', { timeout: SLOW_MS }, async () => {
    const running = start(host);
    running.say(eventWith(host, {}));
    const { is, reason } = readAnswer(host, await running.ended);
    expect([is, reason]).toEqual(['deny', expect.stringContaining('it did not end in 5 seconds')]);
  });

  it.each([
    ['its standard input is closed', 'exec "$@" <&-', 'nothing was sent'],
    ['its standard input is a folder', 'exec "$@" </', 'HOOK_INPUT'],
    ['nobody can write to its standard output', 'exec "$@" >/dev/full', ''],
  ])('is denied where %s', async (_what, line, why) => {
    const running = start(host, { wrapper: ['sh', '-c', line, 'sh'] });
    running.finish(eventWith(host, {}));
    const { is, reason } = readAnswer(host, await running.ended);
    expect([is, reason]).toEqual(['deny', expect.stringContaining(why)]);
    expect(reason).not.toContain('bug');
  });

  it('is denied where there is no home, and none is made', async () => {
    const home = join(temp.path, '../not-mounted');
    const unset = { XDG_STATE_HOME: '', XDG_CACHE_HOME: '', XDG_CONFIG_HOME: '' };
    const { stdout, stderr, code } = await yamo(['hook', '--host', host], {
      env: { ...unset, HOME: home },
      cwd: temp.path,
      input: eventWith(host, {}),
    });
    const { is, reason } = readAnswer(host, { code, stdout, stderr });
    expect([is, reason]).toEqual(['deny', expect.stringContaining('STATE_UNUSABLE')]);
    expect(existsSync(home)).toBe(false);
  });

  it('is denied where yamo is asked what it does not know', async () => {
    const { code } = await yamo(['hook', '--host', host, '--newer'], { input: '{}' });
    expect(code).toBe(2);
  });
});

describe('a process that stays', () => {
  it('denies all of them, and answers the next', { timeout: SLOW_MS }, async () => {
    const host = 'openclaw';
    const bad = Object.values(BAD).map(([input]) => input(host).replaceAll('\n', ' '));
    const lines = bad.filter((line) => line.trim() !== '' && line.length < MEGABYTE);
    const good = JSON.stringify(
      eventBefore(host, temp.path, { does: 'read', path: temp.at('SOUL.md') }),
    );
    const { code, stdout, stderr } = await yamo(['hook', '--serve', '--host', host], {
      env: ENV,
      cwd: temp.path,
      input: [...lines, 'x'.repeat(50 * MEGABYTE), good].join('\n'),
    });
    expect([code, stderr]).toEqual([0, '']);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line): { answer: object } => JSON.parse(line));
    expect(answers).toHaveLength(lines.length + 2);
    expect(answers.pop()?.answer).toEqual({});
    for (const { answer } of answers) expect(answer).toMatchObject({ block: true });
  });

  it('knows no host that is not in the table', () => {
    expect(Object.keys(PLAYED).toSorted()).toEqual([...HOST_NAMES].toSorted());
  });
});
