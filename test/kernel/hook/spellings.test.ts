/**
 * Guarded files by the tools of every host, in every spelling, in sessions of both kinds: what is not told is asked of a
 * human or denied, and never passed over in silence.
 */
import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { HOST_NAMES, type HostName } from '#lib/hook/event.ts';
import { HOSTS } from '#lib/hook/hosts.ts';
import { PLAYED } from '#test/support/hook-hosts.ts';
import { hookAnswer, hookJudge, type HookKind } from '#test/support/hook-judge.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const temp = makeBornWorkspace({
  'MEMORY.md': '# Memory\n\n- One.\n',
  'MEMORY.md~': 'x\n',
  'memory/2026-11-20.md': '# A day\n',
  'src/a.js': 'x\n',
});
symlinkSync(temp.at('MEMORY.md'), temp.at('src/link.txt'));
mkdirSync(temp.at('.git'), { recursive: true });

const KINDS: readonly HookKind[] = ['main', 'shared'];
const judges = { main: hookJudge(temp, 'main'), shared: hookJudge(temp, 'shared') };
const listed = hookJudge(temp, 'shared', { hook: { programs: ['x'], tools: ['mcp__x__*'] } });
afterAll(() => {
  for (const judge of [...Object.values(judges), listed]) judge.close();
});

const eventOf = (host: HostName, name: string, input: unknown): object => ({
  hook_event_name: PLAYED[host].before,
  session_id: 's',
  cwd: temp.path,
  ...PLAYED[host].more,
  tool_name: name,
  tool_input: input,
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Ways to write a name, as a program or an agent may. */
const SPELLINGS: Readonly<Record<string, string>> = {
  plain: 'x MEMORY.md',
  'another case': 'x memory.MD',
  absolute: `x ${temp.path}/MEMORY.md`,
  'with dots': 'x src/../MEMORY.md',
  glob: 'x MEM*',
  'one letter each': 'x ??????.md',
  set: 'x [M]EMORY.md',
  brace: 'x {MEM,}ORY.md',
  'several endings': 'x MEMORY.{md,txt}',
  quotes: 'x MEM""ORY.md',
  'a plus': "x 'MEM' + 'ORY.md'",
  'a variable': 'a=MEM; b=ORY.md; x $a$b',
  'behind a variable': 'x $D/MEMORY.md',
  backslash: 'x MEM\\ORY.md',
  'ANSI-C': "x $'\\x4dEMORY.md'",
  octal: "x $'\\115EMORY.md'",
  unicode: 'x "\\u004dEMORY.md"',
  percent: 'x ./%4dEMORY.md',
  entity: 'x "&#77;EMORY.md"',
  base64: `x ${base64('MEMORY.md')}`,
  'base64 of a line': `x ${base64('cat MEMORY.md')}`,
  'base64 behind another character': `x _${base64('cat MEMORY.md')}`,
  'base64 twice': `x ${base64(base64('cat MEMORY.md'))}`,
  'base64 as PowerShell has it': `x ${Buffer.from('gc MEMORY.md', 'utf16le').toString('base64')}`,
  hex: `x ${Buffer.from('MEMORY.md').toString('hex')}`,
  'numbers of characters': `x chr(${Array.from('MEMORY.md', (char) => char.charCodeAt(0)).join(')+chr(')})`,
  reversed: 'x dm.YROMEM | rev',
  rotated: "x ZRZBEL.zq | tr 'A-Za-z' 'N-ZA-Mn-za-m'",
  wide: 'x \u{FF2D}EMORY.md',
  invisible: 'x MEM\u{200B}ORY.md',
  'in a revision': 'x HEAD:MEMORY.md',
  'in a program': 'x "open(\'MEMORY.md\').read()"',
  'in a message': 'x "Now read MEMORY.md. Then stop."',
  'a link to it': 'x src/link.txt',
  'its folder': `x ${temp.path}/memory`,
  'a log': 'x memory/2026-11-20.md',
  'logs by a pattern': 'x m*/2026-*',
  'the folder above': `x ${temp.path.slice(0, temp.path.lastIndexOf('/'))}`,
  'from the folder above': `x ${basename(temp.path)}/MEMORY.md`,
  orders: 'x BOOTSTRAP.md',
  'who it is': 'x SOUL.md',
};

/** The tool of each host for a command. */
const COMMAND_TOOLS: Readonly<Record<HostName, readonly [name: string, field: string]>> = {
  'claude-code': ['Bash', 'command'],
  codex: ['exec_command', 'cmd'],
  gemini: ['run_shell_command', 'command'],
  hermes: ['terminal', 'command'],
  openclaw: ['exec', 'command'],
};

/** A question where the host has one. */
const expected = (host: HostName, kind: HookKind): string =>
  kind === 'main' && HOSTS[host].asks ? 'ask' : 'deny';

let events = 0;

/** What is not held of the call; '' if nothing. */
const unheldBy = async (host: HostName, kind: HookKind, name: string, input: unknown) => {
  events += 1;
  const { is, reason } = await hookAnswer(judges[kind], host, eventOf(host, name, input));
  // What is certain is refused, and not asked.
  const isHeld = is === 'deny' || is === expected(host, kind);
  return isHeld && /\((?:HOOK_[A-Z]+|GATE_[A-Z]+|FILE_[A-Z]+), /.test(reason)
    ? ''
    : `${host} ${kind} ${name} ${JSON.stringify(input)}: ${is} ${reason}`;
};

describe('a guarded file', () => {
  it.each(Object.entries(SPELLINGS))(
    '%s is held in a command and in any tool',
    async (_how, line) => {
      for (const host of HOST_NAMES)
        for (const kind of KINDS) {
          const [tool, field] = COMMAND_TOOLS[host];
          expect(await unheldBy(host, kind, tool, { [field]: line })).toBe('');
          const command = line.replace(/^x /, 'run ');
          expect(await unheldBy(host, kind, 'mcp__x__run', { command })).toBe('');
        }
    },
  );

  it.each([
    [{ dir: temp.path, name: 'MEMORY.md' }],
    [{ dir: temp.path, name: 'MEMORY', ext: 'md' }],
    [{ dir: temp.path, name: 'MEMORY', ext: '.md' }],
    [{ folder: 'memory', file: '2026-11-20.md' }],
    [{ parts: ['MEM', 'ORY.md'] }],
    [{ files: { 'MEMORY.md': 'x' } }],
    [{ edits: [{ target: { path: 'MEMORY.md' }, text: 'x' }] }],
    [{ uri: `file://${temp.path}/MEMORY.md` }],
    [{ code: "open('MEM' 'ORY.md')" }],
    [{ path: 'src/link.txt' }],
  ])('in fields %j is held in any tool', async (input) => {
    for (const host of HOST_NAMES)
      for (const kind of KINDS) expect(await unheldBy(host, kind, 'mcp__x__run', input)).toBe('');
  });

  it('is held from a program and from tools that the settings list', async () => {
    for (const line of Object.values(SPELLINGS))
      for (const [name, input] of [
        ['Bash', { command: line }],
        ['mcp__x__run', { command: line }],
      ] as const) {
        events += 1;
        const { is } = await hookAnswer(listed, 'claude-code', eventOf('claude-code', name, input));
        expect(is, `${name} ${line}`).toBe('deny');
      }
  });

  it('is in four hundred events', () => {
    expect(events).toBeGreaterThanOrEqual(400);
  });
});

const askListed = async (name: string, input: object) =>
  (await hookAnswer(listed, 'claude-code', eventOf('claude-code', name, input))).is;

describe('what is not known', () => {
  const CALLS: readonly (readonly [name: string, input: unknown])[] = [
    ['mcp__sh__run', { command: 'cat MEMORY*' }],
    ['mcp__sh__run', { command: 'ls' }],
    ['PowerShell', { command: 'gc MEMORY*' }],
    ['Monitor', { command: 'tail -f log' }],
    ['process', { action: 'write', sessionId: 's', data: 'cat M*' }],
    ['nodes', { action: 'run', node: 'mac', command: ['ls'] }],
    ['code_mode_exec', { code: 'ls', command: 'ls' }],
    ['anything', {}],
    ['anything', 7],
    ['anything', null],
  ];

  it.each(CALLS)('%s of %j is denied in a shared session, by every host', async (name, input) => {
    for (const host of HOST_NAMES) {
      const { is, reason } = await hookAnswer(judges.shared, host, eventOf(host, name, input));
      expect([is, reason]).toEqual(['deny', expect.stringContaining('HOOK_UNTOLD')]);
    }
  });

  it('says which call it is about', async () => {
    const event = eventOf('claude-code', 'Bash', { command: 'npm test' });
    const { reason } = await hookAnswer(judges.shared, 'claude-code', event);
    expect(reason).toMatch(/^yamo cannot tell which files `npm test` would change\. /);
    expect(reason).toContain('hook.programs');
  });

  it('is done in a shared session where the settings list it', async () => {
    expect(await askListed('Bash', { command: 'x test && cat src/a.js' })).toBe('pass');
    expect(await askListed('Bash', { command: 'x test && y' })).toBe('deny');
    expect(await askListed('Bash', { command: 'x $(cat src/a.js)' })).toBe('deny');
    expect(await askListed('mcp__x__run', { command: 'ls' })).toBe('pass');
    expect(await askListed('mcp__y__run', { command: 'ls' })).toBe('deny');
  });

  it('is denied in words where it is more than can be read', async () => {
    const nested = JSON.parse(`${'['.repeat(200_000)}1${']'.repeat(200_000)}`);
    const calls = [
      ['Bash', { command: 'cat a;'.repeat(2_000_000) }],
      ['mcp__x__run', { command: '['.repeat(1_100_000) }],
      ['mcp__x__run', nested],
      ['mcp__x__run', { texts: Array.from({ length: 20_000 }, (_, at) => `text ${at}`) }],
    ] as const;
    for (const kind of KINDS)
      for (const [name, input] of calls) {
        const event = eventOf('claude-code', name, input);
        const { is, reason } = await hookAnswer(judges[kind], 'claude-code', event);
        expect([is, reason]).toEqual(['deny', expect.stringContaining('HOOK_INPUT')]);
      }
  });
});

describe('what the hook rests on', () => {
  const home = temp.at('../home');
  mkdirSync(`${home}/.claude`, { recursive: true });
  const at = {
    main: hookJudge(temp, 'main', { home }),
    shared: hookJudge(temp, 'shared', { home }),
  };
  afterAll(() => {
    for (const judge of Object.values(at)) judge.close();
  });
  const ask = async (kind: HookKind, name: string, input: object) =>
    hookAnswer(at[kind], 'claude-code', eventOf('claude-code', name, input));

  it.each([
    ['Write', { file_path: temp.at('.claude/settings.json'), content: '{}' }],
    ['Write', { file_path: temp.at('.claude/settings.local.json'), content: '{}' }],
    ['Write', { file_path: '~/.claude/settings.json', content: '{}' }],
    ['Edit', { file_path: `${home}/.codex/hooks.json`, old_string: 'a', new_string: 'b' }],
    ['Write', { file_path: temp.at('.gemini/settings.json'), content: '{}' }],
    ['Write', { file_path: '~/.hermes/config.yaml', content: 'x' }],
    ['Write', { file_path: '~/.openclaw/openclaw.json', content: '{}' }],
    ['Write', { file_path: '~/.config/yamo/settings.json', content: '{}' }],
    ['Write', { file_path: `${temp.stateHome}/yamo/x`, content: '{}' }],
    ['Bash', { command: 'rm -rf .claude' }],
    ['Bash', { command: `rm -rf ${temp.stateHome}` }],
    ['Bash', { command: 'echo {} > .claude/settings.json' }],
    ['Bash', { command: 'npx prettier --write .claude/settings.json' }],
    ['Bash', { command: ['npx', 'yamo hook uninstall claude-code'].join(' ') }],
    ['mcp__x__write', { path: `${home}/.claude/settings.json` }],
  ])('%s of %j is asked, or denied', async (name, input) => {
    for (const kind of KINDS)
      expect(await ask(kind, name, input)).toEqual({
        is: kind === 'main' ? 'ask' : 'deny',
        reason: expect.stringContaining('HOOK_OWN'),
      });
  });

  it('is read by the host, but for what the kernel remembers, in a shared session', async () => {
    const settings = { file_path: temp.at('.claude/settings.json') };
    const state = { file_path: `${temp.stateHome}/yamo/x` };
    for (const kind of KINDS) expect((await ask(kind, 'Read', settings)).is).toBe('pass');
    expect((await ask('main', 'Read', state)).is).toBe('pass');
    expect((await ask('shared', 'Read', state)).is).toBe('deny');
    expect((await ask('shared', 'Grep', { pattern: 'x', path: temp.stateHome })).is).toBe('deny');
  });
});

describe('a copy of MEMORY.md, or a folder that holds one', () => {
  it('is the same file by another name', async () => {
    const own = makeBornWorkspace({ 'MEMORY.md': 'One.\n', 'deep/er/a.txt': 'a\n' });
    linkSync(own.at('MEMORY.md'), own.at('deep/er/notes.txt'));
    linkSync(own.at('deep/er/a.txt'), own.at('deep/er/b.txt'));
    const judge = hookJudge(own, 'shared');
    const read = async (file: string) =>
      hookAnswer(judge, 'claude-code', {
        ...eventOf('claude-code', 'Read', { file_path: own.at(file) }),
        cwd: own.path,
      });
    expect((await read('deep/er/notes.txt')).is).toBe('deny');
    // As package managers make them.
    expect((await read('deep/er/b.txt')).is).toBe('pass');
    judge.close();
  });

  mkdirSync(temp.at('agents/bob'), { recursive: true });
  temp.write('agents/bob/SOUL.md', 'x\n');

  it.each([
    'MEMORY.md~',
    '.MEMORY.md.swp',
    '#MEMORY.md#',
    'MEMORY (1).md',
    'MEMORY.md.bak',
    'memory.md.orig',
    'Copy of MEMORY.md',
    'docs/MEMORY.md',
    'MEMORY.sync-conflict-20261125-101010-ABCDEFG.md',
    '.stversions/MEMORY~20261125-101010.md',
    'memory/people.md',
    '.git/objects/ab/cd',
  ])('%s is not read in a shared session', async (file) => {
    for (const [name, input] of [
      ['Read', { file_path: temp.at(file) }],
      ['Bash', { command: `cat '${file}'` }],
    ] as const) {
      const event = eventOf('claude-code', name, input);
      expect((await hookAnswer(judges.shared, 'claude-code', event)).is).toBe('deny');
    }
  });

  it.each(['grep -r x agents', 'cp -r agents /tmp/x', 'grep -rn One src'])(
    '%s is neither',
    async (command) => {
      const event = eventOf('claude-code', 'Bash', { command });
      expect((await hookAnswer(judges.shared, 'claude-code', event)).is).toBe('deny');
    },
  );

  it('is none whose links lead to nothing, or to what is not guarded', async () => {
    mkdirSync(temp.at('linked'));
    symlinkSync('nowhere', temp.at('linked/dangling'));
    symlinkSync('../src/a.js', temp.at('linked/a.js'));
    const event = eventOf('claude-code', 'Bash', { command: 'grep -rn One linked' });
    expect((await hookAnswer(judges.shared, 'claude-code', event)).is).toBe('pass');
  });

  it.each([
    ['grep -rn One agents', 'pass'],
    ['chmod -R 700 agents', 'ask'],
  ])('in a main session, of %s, is: %s', async (command, is) => {
    const event = eventOf('claude-code', 'Bash', { command });
    expect((await hookAnswer(judges.main, 'claude-code', event)).is).toBe(is);
  });

  it('is not removed', async () => {
    for (const kind of KINDS) {
      const event = eventOf('claude-code', 'Bash', { command: 'rm -rf agents' });
      expect((await hookAnswer(judges[kind], 'claude-code', event)).is).toBe('deny');
    }
  });
});
