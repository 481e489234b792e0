/** Answers to events of hosts: those of the gate, on real workspaces. */
import { chmodSync, linkSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { DEFAULT_SETTINGS, type Settings } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { HookJudge } from '#kernel/hook/judge.ts';
import { untoldSessions } from '#kernel/hook/untold.ts';
import { walkChain } from '#kernel/state/chain.ts';
import type { HookEvent, HookVerdict } from '#lib/hook/event.ts';
import type { HookKind } from '#test/support/hook-judge.ts';
import { enterWorkspace, refusalFrom, uid } from '#test/support/kernel.ts';
import {
  filled,
  makeBornWorkspace,
  makeUnbornWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';

const judges: HookJudge[] = [];
afterAll(() => {
  for (const judge of judges) judge.close();
});

interface Asking {
  readonly judge: HookJudge;
  readonly ask: (event: Partial<HookEvent>) => Promise<HookVerdict>;
  readonly tool: (name: string, input: object) => Promise<HookVerdict>;
}

const askingAt = (
  temp: TempWorkspace,
  kind: HookKind = 'main',
  settings: Partial<Settings> = {},
): Asking => {
  const mainProjects = kind === 'main' ? [temp.path] : [];
  const judge = new HookJudge({
    machine: () =>
      Promise.resolve({
        disk,
        uid,
        environment: { XDG_STATE_HOME: temp.stateHome, HOME: '/nowhere' },
        version: '0.0.0',
        settings: {
          ...DEFAULT_SETTINGS,
          ...settings,
          hook: { mainProjects, programs: ['git'], tools: [] },
        },
      }),
    audit: () => Promise.resolve(['the auditor']),
    livesOn: true,
  });
  judges.push(judge);
  const ask = (event: Partial<HookEvent>): Promise<HookVerdict> =>
    judge.answer({
      host: 'claude-code',
      moment: 'before-tool',
      name: 'PreToolUse',
      session: 's',
      cwd: temp.path,
      tool: undefined,
      text: undefined,
      isAgain: false,
      channel: undefined,
      participants: [],
      isUnattended: false,
      ...event,
    });
  const tool = (name: string, input: object): Promise<HookVerdict> =>
    ask({ tool: { name, input, output: undefined } });
  return { judge, ask, tool };
};

const running = (asking: Asking, command: string) => asking.tool('Bash', { command });

const codeOf = (verdict: HookVerdict): string | undefined =>
  'reason' in verdict ? /\(([A-Z_]+), /.exec(verdict.reason)?.[1] : undefined;

const KEY = `sk-ant-api03-${'Ab3_'.repeat(23)}xyAA`;

describe('the answer to a tool', () => {
  it('denies what leads elsewhere, under any name', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'One.\n', 'notes/a.md': 'a\n' });
    const { tool } = askingAt(temp, 'main', { workFolders: ['notes'] });
    const outside = join(temp.path, '..', 'outside');
    mkdirSync(outside);
    symlinkSync(outside, temp.at('notes/out'));
    symlinkSync(temp.at('SOUL.md'), join(outside, 'alias.md'));
    linkSync(temp.at('SOUL.md'), temp.at('notes/hard.md'));
    linkSync(temp.at('AGENTS.md'), join(outside, 'hard.md'));
    linkSync(temp.at('USER.md'), join(outside, 'user.md'));
    const write = async (path: string) =>
      codeOf(await tool('Write', { file_path: path, content: 'x' }));
    expect(await write(join(outside, 'alias.md'))).toBe('GATE_DENIED');
    expect(await write(temp.at('notes/hard.md'))).toBe('FILE_HARDLINKED');
    expect(await write(join(outside, 'hard.md'))).toBe('FILE_HARDLINKED');
    // Under its own name, too: a tool may write into it under both.
    expect(await write(temp.at('USER.md'))).toBe('FILE_HARDLINKED');
    expect(await write('notes/../SOUL.md')).toBe('GATE_OUTSIDE');
    expect(await write(temp.at('notes/b.md'))).toBeUndefined();
    expect(await write(temp.at('notes/b.md\0'))).toBe('GATE_OUTSIDE');
    expect(codeOf(await tool('Bash', { command: `rm -rf ${join(temp.path, '..')}` }))).toBe(
      'GATE_OUTSIDE',
    );
    // What is not guarded is the host's, whoever takes part.
    const shared = askingAt(temp, 'shared');
    for (const path of [join(outside, 'new.md'), temp.at('notes/out/x.md'), '/etc/hostname']) {
      expect(await write(path)).toBeUndefined();
      expect(codeOf(await shared.tool('Read', { file_path: path }))).toBeUndefined();
    }
  });

  it('lets a main session search where another agent has its workspace, and a shared one not', async () => {
    const temp = makeBornWorkspace();
    const fleet = join(temp.path, '..', 'fleet');
    mkdirSync(join(fleet, 'other'), { recursive: true });
    writeFileSync(join(fleet, 'other', 'SOUL.md'), 'You are Gull.\n');
    const search = async (kind: HookKind) =>
      codeOf(await askingAt(temp, kind).tool('Grep', { pattern: 'x', path: fleet }));
    expect(await search('main')).toBeUndefined();
    expect(await search('shared')).toBe('GATE_OUTSIDE');
  });

  it('is not MEMORY.md under the name of a file for everybody', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'One.\n' });
    const { tool } = askingAt(temp, 'shared');
    const read = { file_path: temp.at('USER.md') };
    expect(await tool('Read', read)).toEqual({ is: 'pass' });
    unlinkSync(temp.at('USER.md'));
    linkSync(temp.at('MEMORY.md'), temp.at('USER.md'));
    expect(codeOf(await tool('Read', read))).toBe('MEMORY_ALIASED');
  });

  it('asks in a main session and denies in a shared one what cannot be told', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'One.\n' });
    const main = askingAt(temp);
    const shared = askingAt(temp, 'shared');
    for (const command of ['make', 'npm test', 'node_modules/.bin/tsc a.md', 'cat $FILE', 'hg']) {
      expect(await running(main, command), command).toEqual({ is: 'pass' });
      expect(codeOf(await running(shared, command)), command).toBe('HOOK_UNTOLD');
    }
    const said = await shared.tool('mcp__x__say', { text: 'Done. And well.' });
    expect(said).toMatchObject({ is: 'deny', reason: expect.stringContaining('mcp__x__say') });
    expect(said).toMatchObject({ reason: expect.stringContaining('hook.mainProjects') });
    expect(await running(shared, 'cat notes.txt')).toEqual({ is: 'pass' });
    expect(codeOf(await running(shared, 'npm test MEMORY.md'))).toBe('GATE_DENIED');
    expect(await running(main, 'git checkout SOUL.md')).toMatchObject({ is: 'ask' });
    expect(await main.tool('mcp__x__y', { path: temp.at('SOUL.md') })).toMatchObject({ is: 'ask' });
    // Listed programs run where nothing guarded is named.
    expect(await running(shared, 'git diff')).toEqual({ is: 'pass' });
    expect(await running(shared, 'git diff MEMORY.md')).toMatchObject({ is: 'deny' });
    expect(codeOf(await shared.tool('Bash', { command: 'cat MEMORY.md' }))).toBe('GATE_DENIED');
    expect(codeOf(await shared.tool('Grep', { pattern: 'x' }))).toBe('GATE_DENIED');
    expect(codeOf(await main.tool('Bash', { command: 'echo x > SOUL.md' }))).toBe('GATE_DENIED');
    expect(codeOf(await main.tool('Bash', { command: 'rm -r memory' }))).toBe('GATE_DENIED');
  });

  it('is that of the place where a path leads, whoever looks', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'One.\n' });
    const { tool } = askingAt(temp);
    const outside = join(temp.path, '..', 'outside');
    mkdirSync(outside);
    mkdirSync(temp.at('memory'), { recursive: true });
    symlinkSync(temp.at('memory'), join(outside, 'link'));
    const write = (path: string) => tool('Write', { file_path: path, content: 'x' });
    // Behind the link `..` is the workspace, whatever the text of the path looks like.
    expect(codeOf(await write(`${outside}/link/../SOUL.md`))).toBe('GATE_OUTSIDE');
    expect(codeOf(await write(`${outside}/link/../../outside/new.md`))).toBeUndefined();
    for (const path of [
      '/proc/self/cwd/SOUL.md',
      '//proc/./thread-self/cwd/SOUL.md',
      '/proc/1/root/x',
      '/dev/fd/../cwd/SOUL.md',
      '/tmp/../dev/./fd/../cwd/SOUL.md',
    ])
      expect(codeOf(await write(path)), path).toBe('HOOK_UNTOLD');
    const run = (command: string) => tool('Bash', { command });
    expect(codeOf(await run('cd /nowhere; echo x > SOUL.md'))).toBe('GATE_DENIED');
  });

  it('takes what a tool is given with a command, and no field twice', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'One.\n' });
    const { ask } = askingAt(temp, 'main');
    const openclaw = (name: string, input: object, cwd = temp.path) =>
      ask({ host: 'openclaw', cwd, tool: { name, input, output: undefined } });
    const command = 'echo x > SOUL.md';
    expect(await openclaw('exec', { command }, '/tmp')).toEqual({ is: 'pass' });
    const there = { command, workdir: temp.path };
    expect(codeOf(await openclaw('exec', there, '/tmp'))).toBe('GATE_DENIED');
    const env = { PATH: '/tmp' };
    const shared = askingAt(temp, 'shared');
    const tool = { name: 'exec', input: { command: 'ls', env }, output: undefined };
    expect(codeOf(await shared.ask({ host: 'openclaw', tool }))).toBe('HOOK_UNTOLD');
    expect(await openclaw('exec', { command: 'ls', env: {} })).toEqual({ is: 'pass' });
    const both = { path: 'notes.md', file_path: temp.at('SOUL.md'), content: 'x' };
    expect(codeOf(await openclaw('write', both))).toBe('HOOK_UNTOLD');
    const code = "import os\nos.remove('SOUL.md')";
    expect(codeOf(await openclaw('run_python', { code }))).toBe('HOOK_UNTOLD');
  });

  it('takes a slash at the end of a path for no link', async () => {
    const { tool } = askingAt(makeBornWorkspace({}), 'main', { workFolders: ['notes'] });
    const run = (command: string) => tool('Bash', { command });
    expect(await run('mkdir -p notes/new/')).toEqual({ is: 'pass' });
    expect(await run('curl https://example.com/')).toEqual({ is: 'pass' });
  });

  it('denies a command that writes a credential which it says', async () => {
    const { tool } = askingAt(makeBornWorkspace({}), 'main');
    const run = (command: string) => tool('Bash', { command });
    for (const command of [
      `echo ${KEY} > USER.md`,
      `printf '%s' "${KEY}" | tee -a MEMORY.md`,
      'echo Password: hunter2xyz >> MEMORY.md',
      String.raw`printf 'One.\nPassword: hunter2xyz\n' > USER.md`,
      `cat > USER.md <<EOF\nPassword: hunter2xyz\nEOF`,
    ])
      expect(codeOf(await run(command)), command).toBe('GATE_CREDENTIAL');
    expect(await run('echo "The password is in the keychain." > USER.md')).toEqual({ is: 'pass' });
    // Of what is not guarded the gate has no say.
    for (const file of ['/dev/null', '.env', 'notes/a.md'])
      expect(await run(`echo ${KEY} > ${file}`)).toEqual({ is: 'pass' });
  });

  it('does not judge more than it can in time', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n${'e'.repeat(3000)}\n` });
    const { tool } = askingAt(temp);
    const write = (file: string, content: string) =>
      tool('Write', { file_path: temp.at(file), content });
    const much = 'word '.repeat(300_000);
    expect(await write('MEMORY.md', `${much}${KEY}`)).toMatchObject({
      is: 'ask',
      reason: expect.stringContaining('it names'),
    });
    expect(codeOf(await write('SOUL.md', much))).toBe('GATE_DENIED');
    expect(codeOf(await write('USER.md', much))).toBe('HOOK_UNTOLD');
    expect(await write('notes/a.md', much)).toEqual({ is: 'pass' });
    const everywhere = (text: string) =>
      tool('Edit', {
        file_path: temp.at('MEMORY.md'),
        old_string: 'e',
        new_string: text,
        replace_all: true,
      });
    expect(await everywhere(`${'x'.repeat(1000)} ${KEY}`)).toMatchObject({ is: 'ask' });
    expect(codeOf(await everywhere(`\n${KEY}\n`))).toBe('GATE_CREDENTIAL');
    expect(await everywhere('')).toEqual({ is: 'pass' });
    const files = Array.from({ length: 600 }, (_, at) => `notes/${at}.md`).join(' ');
    expect(await tool('Bash', { command: `cat ${files}` })).toMatchObject({
      is: 'ask',
      reason: expect.stringContaining('too many files'),
    });
  });

  it('knows a log that is added to', async () => {
    const temp = makeBornWorkspace();
    const { tool } = askingAt(temp);
    const { file } = enterWorkspace(temp).daily;
    temp.write(file, '# Today\n\n- One.\n');
    const edit = (old: string, text: string) =>
      tool('Edit', { file_path: temp.at(file), old_string: old, new_string: text });
    expect(await edit('- One.\n', '- One.\n- Two.\n')).toEqual({ is: 'pass' });
    expect(codeOf(await edit('- One.\n', '- Two.\n'))).toBe('GATE_APPEND_ONLY');
    expect(await tool('Bash', { command: `echo x >> ${file}` })).toEqual({ is: 'pass' });
    expect(codeOf(await tool('Bash', { command: `echo x > ${file}` }))).toBe('GATE_APPEND_ONLY');
  });
});

describe('a session', () => {
  it('begins with the instructions of the first boot, once, and the owner’s news', async () => {
    const temp = makeUnbornWorkspace();
    const { ask, tool } = askingAt(temp);
    const start = { moment: 'start', name: 'SessionStart' } as const;
    const begun = await ask(start);
    expect(begun.is === 'pass' && begun.context).toContain(filled('BOOTSTRAP.md').slice(0, 40));
    expect(temp.has('BOOTSTRAP.md')).toBe(false);
    // What was taken stands in the record at once, whatever becomes of the host.
    expect([...walkChain(enterWorkspace(temp).home)]).toMatchObject([
      { hook: { event: 'SessionStart' }, orders: [{ file: 'BOOTSTRAP.md' }] },
    ]);
    const soul = { file_path: temp.at('SOUL.md'), content: filled('SOUL.md') };
    expect(await tool('Write', soul)).toEqual({ is: 'pass' });
    temp.write('SOUL.md', filled('SOUL.md'));
    temp.write('USER.md', filled('USER.md'));
    const again = await ask(start);
    expect(again).toMatchObject({ notice: 'the auditor' });
    expect(codeOf(await tool('Write', soul))).toBe('GATE_DENIED');
    temp.write('SOUL.md', `${filled('SOUL.md')}\nMore.\n`);
    const changed = await ask(start);
    expect(changed.is === 'pass' && changed.notice).toContain('SOUL.md');
  });

  it('is refused, with its first prompt, where instructions cannot be taken', async () => {
    const temp = makeUnbornWorkspace();
    linkSync(temp.at('BOOTSTRAP.md'), temp.at('second'));
    const { ask } = askingAt(temp);
    expect(codeOf(await ask({ moment: 'start', name: 'SessionStart' }))).toBe(
      'BOOTSTRAP_HARDLINKED',
    );
    expect(codeOf(await ask({ moment: 'prompt', name: 'UserPromptSubmit' }))).toBe(
      'BOOTSTRAP_HARDLINKED',
    );
    const shared = askingAt(temp, 'shared');
    expect(codeOf(await shared.ask({ moment: 'start', name: 'SessionStart' }))).toBe(
      'BOOTSTRAP_IN_SHARED',
    );
    expect(temp.has('BOOTSTRAP.md')).toBe(true);
  });

  it('of another system is judged by its names [R-01]', async () => {
    const temp = makeBornWorkspace({ 'IDENTITY.md': 'x\n', 'MEMORY.md': 'One.\n' });
    const main = askingAt(temp);
    const shared = askingAt(temp, 'shared');
    const read = { file_path: temp.at('IDENTITY.md') };
    expect(await shared.tool('Read', read)).toEqual({ is: 'pass' });
    const plain = { file_path: temp.at('AGENTS.md'), content: 'No ghost header.\n' };
    expect(await main.tool('Write', plain)).toEqual({ is: 'pass' });
    for (const file of ['SOUL.md', 'BOOTSTRAP.md']) {
      const write = { file_path: temp.at(file), content: 'x' };
      expect(codeOf(await main.tool('Write', write))).toBe('GATE_DENIED');
    }
    // What its layout does not name is the host's, as everywhere.
    temp.write('notes/a.md', 'a\n');
    const notes = { file_path: temp.at('notes/a.md') };
    expect(await main.tool('Read', notes)).toEqual({ is: 'pass' });
    expect(await shared.tool('Read', notes)).toEqual({ is: 'pass' });
    expect(codeOf(await shared.tool('Read', { file_path: temp.at('MEMORY.md') }))).toBe(
      'GATE_DENIED',
    );
    // Its instructions are its agent's to carry out and to delete, and say who it is to be.
    temp.write('BOOTSTRAP.md', 'Be.\n');
    expect(await main.tool('Read', { file_path: temp.at('BOOTSTRAP.md') })).toEqual({ is: 'pass' });
    expect(await main.tool('Bash', { command: 'rm BOOTSTRAP.md' })).toEqual({ is: 'pass' });
    const soul = { file_path: temp.at('SOUL.md'), content: 'Now.\n' };
    expect(await main.tool('Write', soul)).toEqual({ is: 'pass' });
    expect(codeOf(await shared.tool('Read', { file_path: temp.at('BOOTSTRAP.md') }))).toBe(
      'GATE_DENIED',
    );
  });

  it('is told that a folder is none of those that may be listed, by whatever tool reads it', async () => {
    const temp = makeBornWorkspace({
      'memory/scans/a.md': 'x\n',
      'memory/2026-11-20.md/b.md': 'x\n',
    });
    const [main, shared] = [askingAt(temp), askingAt(temp, 'shared')];
    const calls = (path: string) =>
      [
        ['Read', { file_path: temp.at(path) }],
        ['Bash', { command: `cat ${path}` }],
        ['Bash', { command: `cp -r ${path} /tmp/copy` }],
      ] as const;
    const listed = { is: 'deny', reason: expect.stringContaining('Only the workspace itself and') };
    for (const [name, input] of calls('memory/scans')) {
      expect(await main.tool(name, input)).toEqual({ is: 'pass' });
      expect(await shared.tool(name, input)).toMatchObject(listed);
    }
    for (const [name, input] of calls('memory/2026-11-20.md'))
      expect(await main.tool(name, input)).toMatchObject(listed);
  });

  it('stays what it began as, until it ends [R-75]', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'One.\n' });
    const { ask } = askingAt(temp, 'main', { primaryHuman: ['telegram:42'] });
    const prompt = (session: string, ...participants: readonly string[]) =>
      ask({ host: 'openclaw', moment: 'prompt', name: 'before_agent_run', session, participants });
    const reads = (session: string, participant: string) =>
      ask({
        host: 'openclaw',
        session,
        participants: [participant],
        tool: { name: 'read', input: { path: 'MEMORY.md' }, output: undefined },
      });
    expect(await prompt('a', 'telegram:42')).toEqual({ is: 'pass' });
    expect(codeOf(await prompt('a', 'telegram:7'))).toBe('HOOK_JOINED');
    expect(codeOf(await reads('a', 'telegram:7'))).toBe('GATE_DENIED');
    expect(await prompt('a', 'telegram:42')).toEqual({ is: 'pass' });
    expect(await reads('a', 'telegram:42')).toEqual({ is: 'pass' });
    expect(await prompt('b', 'telegram:7')).toEqual({ is: 'pass' });
    expect(codeOf(await reads('b', 'telegram:42'))).toBe('GATE_DENIED');
    await ask({ host: 'openclaw', moment: 'end', name: 'session_end', session: 'b' });
    expect(await reads('b', 'telegram:42')).toEqual({ is: 'pass' });
  });

  it('leaves the instructions of another system alone', async () => {
    const temp = makeUnbornWorkspace({ 'IDENTITY.md': 'x\n', 'SOUL.md': filled('SOUL.md') });
    const { ask } = askingAt(temp);
    expect(await ask({ moment: 'start', name: 'SessionStart' })).toMatchObject({ is: 'pass' });
    expect(temp.has('BOOTSTRAP.md')).toBe(true);
  });

  it('takes a change by its own agent for none from outside', async () => {
    const temp = makeBornWorkspace();
    const { ask } = askingAt(temp);
    const start = { moment: 'start', name: 'SessionStart' } as const;
    await ask(start);
    const text = `${filled('AGENTS.md')}\nMore.\n`;
    const tool = {
      name: 'Write',
      input: { file_path: temp.at('AGENTS.md'), content: text },
      output: 'ok',
    };
    expect(await ask({ tool })).toEqual({ is: 'pass' });
    temp.write('AGENTS.md', text);
    await ask({ moment: 'after-tool', name: 'PostToolUse', tool });
    expect(await ask(start)).toMatchObject({ notice: 'the auditor' });
  });
});

describe('what goes out', () => {
  const LINE = 'The boat of Ada lies at the northern quay behind the green crane.';

  it('has no private lines in a shared session, and no credentials in any [Y88]', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- ${LINE}\n` });
    const main = askingAt(temp);
    await main.ask({ moment: 'start', name: 'SessionStart' });
    const shared = askingAt(temp, 'shared');
    const output = { stdout: `before\n${LINE}\nafter`, code: 0 };
    const tool = { name: 'Bash', input: { command: 'x' }, output };
    const event = { moment: 'after-tool', name: 'PostToolUse', tool } as const;
    expect(await shared.ask(event)).toMatchObject({
      is: 'replace',
      value: { stdout: 'before\n[withheld: private line, RFC-0009 §3.2]\nafter', code: 0 },
    });
    expect(await main.ask(event)).toEqual({ is: 'pass' });
    const message = { moment: 'message', name: 'message_sending', host: 'openclaw' } as const;
    expect(await main.ask({ ...message, text: `key: ${KEY}` })).toMatchObject({
      is: 'replace',
      value: 'key: [withheld: credential, RFC-0009 §4.2]',
    });
    expect(await shared.ask({ ...message, text: LINE })).toMatchObject({ is: 'replace' });
  });

  it('has no line in a shared session that its human wrote down while a main one was open [Y88]', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': '# Memory\n' });
    const main = askingAt(temp);
    await main.ask({ moment: 'start', name: 'SessionStart' });
    temp.write('MEMORY.md', `# Memory\n\n- ${LINE}\n`);
    await main.ask({ moment: 'end', name: 'SessionEnd' });
    const message = { moment: 'message', name: 'message_sending', host: 'openclaw' } as const;
    expect(await askingAt(temp, 'shared').ask({ ...message, text: LINE })).toMatchObject({
      is: 'replace',
      value: '[withheld: private line, RFC-0009 §3.2]',
    });
  });

  it('is looked through as a whole, or withheld', async () => {
    const temp = makeBornWorkspace();
    const { ask } = askingAt(temp);
    const after = (output: unknown) =>
      ask({
        moment: 'after-tool',
        name: 'PostToolUse',
        tool: { name: 'Bash', input: { command: 'x' }, output },
      });
    let deep: unknown = KEY;
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    const many = [...Array.from({ length: 20_000 }, (_, at) => `line ${at}`), KEY];
    expect(await after(Array.from({ length: 5000 }, () => 'x'))).toEqual({ is: 'pass' });
    const long = `${'word '.repeat(300_000)}${KEY}`;
    for (const output of [deep, many, long]) {
      const verdict = await after(output);
      expect(verdict).toMatchObject({ is: 'replace' });
      expect(JSON.stringify(verdict)).not.toContain(KEY);
      expect(JSON.stringify(verdict)).toContain('too much for a hook');
    }
  });

  it('is reminded of what must last, once', async () => {
    const temp = makeBornWorkspace();
    const stop = { moment: 'stop', name: 'Stop' } as const;
    const { ask } = askingAt(temp, 'main', { writeDownAtEnd: true });
    expect(await ask(stop)).toMatchObject({ is: 'deny' });
    expect(await ask(stop)).toEqual({ is: 'pass' });
    expect(await askingAt(temp).ask({ ...stop, session: 'other' })).toEqual({ is: 'pass' });
  });
});

describe('who is there', () => {
  it('is told by the channel and the people, before the folder', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'One.\n' });
    const { ask } = askingAt(temp, 'main', {
      primaryHuman: ['telegram:42'],
      directChannels: ['discord:me'],
    });
    const tool = { name: 'read', input: { path: 'MEMORY.md' }, output: undefined };
    const at = async (event: Partial<HookEvent>) =>
      codeOf(await ask({ host: 'openclaw', name: 'before_tool_call', tool, ...event }));
    expect(await at({})).toBeUndefined();
    expect(await at({ channel: 'discord:ops' })).toBe('GATE_DENIED');
    expect(await at({ channel: 'discord:me' })).toBeUndefined();
    expect(await at({ participants: ['telegram:42'] })).toBeUndefined();
    expect(await at({ participants: ['telegram:42', 'telegram:7'] })).toBe('GATE_DENIED');
  });
});

describe('the record', () => {
  it('has a refusal at once, and what passed together', async () => {
    const temp = makeBornWorkspace();
    const { tool, judge } = askingAt(temp);
    const opened = enterWorkspace(temp);
    const answers = () => [...walkChain(opened.home)].map(({ hook, gate }) => [hook, gate]);
    const read = { file_path: temp.at('AGENTS.md') };
    await tool('Read', read);
    await tool('Read', read);
    expect(answers()).toEqual([]);
    await tool('Write', { file_path: temp.at('SOUL.md'), content: 'x' });
    expect(answers()).toMatchObject([
      [
        { answer: 'pass', tool: 'Read' },
        { asked: 2, refused: 0 },
      ],
      [
        { host: 'claude-code', event: 'PreToolUse', answer: 'deny', code: 'GATE_DENIED' },
        { refused: 1, entries: [{ operation: 'write', file: 'SOUL.md', answer: 'GATE_DENIED' }] },
      ],
    ]);
    judge.flush();
    expect(answers()).toHaveLength(2);
  });

  it('cannot be begun where others may write', async () => {
    const temp = makeBornWorkspace();
    chmodSync(temp.path, 0o777);
    const { tool } = askingAt(temp);
    const refusal = await refusalFrom(() => tool('Read', { file_path: temp.at('AGENTS.md') }));
    expect(refusal.code).toBe('WORKSPACE_WORLD_WRITABLE');
  });
});

describe('who takes part', () => {
  it('is told to its owner where it cannot be told, with how often and why', async () => {
    const temp = makeBornWorkspace();
    const { ask, judge } = askingAt(temp);
    const place = { disk, uid, environment: { XDG_STATE_HOME: temp.stateHome } };
    const input = { path: temp.at('MEMORY.md') };
    const tool = { name: 'read', input, output: undefined };
    const event = { host: 'openclaw', channel: 'unknown', tool } as const;
    expect(untoldSessions(place)).toEqual([]);
    await ask({ host: 'openclaw', tool: { ...tool, input: { path: temp.at('SOUL.md') } } });
    await ask({ ...event, untold: 'it names\nnobody' });
    await ask({ ...event, untold: 'it names\nnobody' });
    await ask({ ...event, session: 'other', untold: 'two ways' });
    judge.close();
    expect(untoldSessions(place)).toEqual([
      {
        workspace: temp.path,
        untold: 3,
        answers: 4,
        reasons: ['it names\\u{A}nobody', 'two ways'],
      },
    ]);
  });
});
