/**
 * The kernel's tools for agents of others: a server of the Model Context Protocol that the agent starts in its view, with
 * the rights of its session, in each way in which an agent is held.
 */
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import {
  makeBornWorkspace,
  makeUnbornWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import {
  framesNamed,
  isAlive,
  noticesOf,
  recordsOf,
  refusalOf,
  type Result,
  startYamo,
  until,
  wordsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

import { lacks } from '../attack/judge.ts';

const AGENT = [process.execPath, resolve(import.meta.dirname, '../support/agents/tool-user.ts')]
  .map((word) => `'${word}'`)
  .join(' ');
const DAY = '2026-03-14';
const LOG = `memory/${DAY}.md`;
const AT = ['--date', `${DAY}T09:26`, '--tz', 'UTC'];

const boot = (
  workspace: TempWorkspace,
  orders: readonly string[],
  ...more: readonly string[]
): Promise<Result> =>
  yamo(['boot', '--json', ...AT, '--agent', AGENT, ...more, '--message', orders.join('\n')], {
    workspace,
  });

const call = (name: string, input: object): string => `call ${name} ${JSON.stringify(input)}`;

/** What the orders came to, one by one. */
const said = ({ events }: Result): readonly string[] =>
  [...wordsOf(events).matchAll(/<<(.*?)>>/gs)].map(([, text = '']) => text);

const scratches = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('yamo-scratch-'));

const GROUNDS = [
  { by: 'bubblewrap', settings: { sandbox: 'bubblewrap' }, args: [], missing: lacks('bubblewrap') },
  { by: 'landlock', settings: { sandbox: 'landlock' }, args: [], missing: lacks('landlock') },
  { by: 'nothing', settings: { sandbox: 'none' }, args: ['--unsandboxed'], missing: false },
] as const;

describe.each(GROUNDS)('an agent that is held by $by', ({ by, settings, args, missing }) => {
  const place = (): TempWorkspace => {
    const workspace = makeBornWorkspace({
      'MEMORY.md': '# Memory\n\n- The boat is called Walrus.\n',
    });
    writeSettings(workspace, settings);
    return workspace;
  };

  it.skipIf(missing)('keeps a note, reads, lists, searches and edits', async () => {
    const workspace = place();
    const before = scratches();
    const result = await boot(
      workspace,
      [
        'tools',
        call('append_today', { text: '- 09:26 Ada prefers tea.' }),
        call('read_file', { path: 'MEMORY.md' }),
        call('list_files', { path: '' }),
        call('search_memory', { query: 'boat' }),
        call('edit_file', { path: 'MEMORY.md', old: 'Walrus', new: 'Seal' }),
      ],
      ...args,
    );
    expect([result.code, refusalOf(result.events)]).toEqual([0, undefined]);
    const [tools, note, memory, names, found, edited] = said(result);
    expect(tools).toBe('read_file write_file edit_file append_today list_files search_memory');
    expect(note).toBe(`Appended to ${LOG}: 1 line.`);
    expect(memory).toMatch(/^<result-[\da-f]+>\|# Memory\|\|- The boat is called Walrus\.\|/);
    expect(names).toContain('|MEMORY.md|');
    expect(found).toContain('MEMORY.md:3: - The boat is called Walrus.');
    expect(edited).toBe('Written: MEMORY.md, 3 lines.');
    expect(workspace.text(LOG)).toContain('\n- 09:26 Ada prefers tea.\n');
    expect(workspace.text('MEMORY.md')).toBe('# Memory\n\n- The boat is called Seal.\n');
    // Every one of them passed the gate, and is in the record.
    const [record] = recordsOf(workspace);
    expect(JSON.stringify(record)).toContain(
      `"operation":"append","file":"${LOG}","answer":"done"`,
    );
    expect(JSON.stringify(record)).toContain(
      '"operation":"write","file":"MEMORY.md","answer":"done"',
    );
    expect(scratches().filter((name) => !before.includes(name))).toEqual([]);
  });

  it.skipIf(missing)('may do no more than its requests may', async () => {
    const workspace = place();
    const soul = workspace.text('SOUL.md');
    const result = await boot(
      workspace,
      [
        call('write_file', { path: 'SOUL.md', text: 'Obey me.\n' }),
        call('read_file', { path: '/etc/passwd' }),
        call('read_file', { path: '../state' }),
        call('write_file', { path: `${workspace.path}/../escaped.md`, text: 'x' }),
        call('append_today', { text: '- The password of the router is: Tr0ub4dor&3x' }),
        call('edit_file', { path: 'MEMORY.md', old: 'Walrus' }),
        call('edit_file', { path: 'MEMORY.md', old: 'Otter', new: 'Seal' }),
        call('run_command', { command: 'id' }),
        call('toString', {}),
      ],
      ...args,
    );
    const [written, outside, above, escaped, secret, malformed, stale, command, odd] = said(result);
    expect(written).toMatch(/^ERROR To write SOUL\.md is not allowed in a main session/);
    expect(outside).toMatch(/^ERROR .*\/etc\/passwd/);
    expect(above).toMatch(/^ERROR /);
    expect(escaped).toMatch(/^ERROR /);
    expect(secret).toMatch(/^ERROR .*credential|^ERROR .*password/i);
    expect(malformed).toMatch(/^ERROR The input of edit_file is not as it must be/);
    expect(stale).toMatch(/^ERROR The text to replace is not in the file/);
    expect([command, odd]).toEqual([
      'ERROR There is no such tool.',
      'ERROR There is no such tool.',
    ]);
    expect(workspace.text('SOUL.md')).toBe(soul);
    expect(workspace.text('MEMORY.md')).toContain('Walrus');
    expect(existsSync(join(workspace.path, '../escaped.md'))).toBe(false);
    expect(workspace.text(LOG)).not.toContain('Tr0ub4dor');
    const answers = framesNamed(result.events, 'gate').map(({ answer }) => answer);
    expect(answers).toEqual(
      expect.arrayContaining(['GATE_DENIED', 'GATE_OUTSIDE', 'GATE_CREDENTIAL']),
    );
  });

  it.skipIf(missing)('does not overwrite what it has not seen', async () => {
    const workspace = place();
    const running = startYamo(['boot', '--json', ...AT, '--agent', AGENT, ...args], { workspace });
    await running.ready();
    workspace.write('MEMORY.md', '# Memory\n\n- The boat was sold.\n');
    running.say(call('write_file', { path: 'MEMORY.md', text: '# Memory\n\n- Mine.\n' }));
    await running.printed('"event":"turn"');
    running.finish();
    const [answer] = said(await running.ended);
    expect(answer).toMatch(/^ERROR .*MEMORY\.md.*It holds now:.*The boat was sold\./);
    expect(workspace.text('MEMORY.md')).toContain('The boat was sold.');
  });

  it.skipIf(missing || by === 'nothing')(
    'in a shared session is refused MEMORY.md, and can keep a note',
    async () => {
      const workspace = place();
      const result = await boot(
        workspace,
        [
          'tools',
          call('read_file', { path: 'MEMORY.md' }),
          call('edit_file', { path: 'MEMORY.md', old: 'Walrus', new: 'Seal' }),
          call('write_file', { path: 'MEMORY.md', text: 'mine\n' }),
          call('list_files', { path: '' }),
          call('append_today', { text: '- 09:26 Somebody asked for the boat.' }),
        ],
        '--session',
        'shared',
      );
      const [tools, read, edited, written, names, note] = said(result);
      expect(tools).toBe('read_file write_file edit_file append_today list_files');
      for (const answer of [read, edited, written])
        expect(answer).toMatch(
          /^ERROR To (read|write) MEMORY\.md is not allowed in a shared session/,
        );
      expect(names).not.toContain('MEMORY.md');
      expect(note).toBe(`Appended to ${LOG}: 1 line.`);
      expect(workspace.text(LOG)).toContain('Somebody asked for the boat.');
      expect(workspace.text('MEMORY.md')).toContain('Walrus');
      expect(result.stdout).not.toContain('Walrus');
    },
  );

  it.skipIf(missing)('is told of the tools', async () => {
    const workspace = place();
    const result = await boot(workspace, ['server'], ...args);
    const [server = ''] = said(result);
    expect(JSON.parse(server)).toMatchObject([
      { name: 'yamo', command: process.execPath, env: [] },
    ]);
  });

  it.skipIf(missing)('reaches the tools of its own session and of no other', async () => {
    const [one, other] = [place(), place()];
    const first = startYamo(['boot', '--json', ...AT, '--agent', AGENT, ...args], {
      workspace: one,
    });
    const second = startYamo(['boot', '--json', ...AT, '--agent', AGENT, ...args], {
      workspace: other,
    });
    await Promise.all([first.ready(), second.ready()]);
    first.say('server');
    await first.printed('"event":"turn"');
    const [, folder = ''] = /"([^"]*\.yamo-[\da-f-]+)\\"/.exec(first.output) ?? [];
    first.say(call('append_today', { text: '- one' }));
    second.say(call('append_today', { text: '- other' }));
    await Promise.all([first.printed('Appended to'), second.printed('Appended to')]);
    second.say(`ask ${folder.replace(/\\$/, '')}`);
    await second.printed('"event":"turn"', 2);
    for (const running of [first, second]) running.finish();
    await first.ended;
    const answers = said(await second.ended);
    expect(one.text(LOG)).toContain('- one');
    expect(one.text(LOG)).not.toContain('- other');
    expect(other.text(LOG)).toContain('- other');
    if (by === 'nothing') return;
    expect(answers.at(-1)).toMatch(/^E(NOENT|ACCES)$/);
    expect(one.text(LOG)).not.toContain('never here');
  });

  it.skipIf(missing)('leaves nothing of them behind when the kernel is killed', async () => {
    const workspace = place();
    const before = scratches();
    const running = startYamo(['boot', '--json', ...AT, '--agent', AGENT, ...args], { workspace });
    await running.ready();
    const agents = running.children();
    running.kill('SIGKILL');
    await running.ended;
    await until(() => agents.every((pid) => !isAlive(pid)));
    const again = await boot(workspace, ['tools'], ...args);
    expect(again.code).toBe(0);
    expect(scratches().filter((name) => !before.includes(name))).toEqual([]);
  });
});
