/**
 * The kernel's tools for third-party agents: a server of the Model Context Protocol that the agent starts in its view, with
 * the rights of its session, in each way in which an agent is held.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { agentCommand } from '#test/support/test-agents.ts';
import { nameIn, parseTrace } from '#conform/witness/calls.ts';
import { straceFault } from '#test/support/strace.ts';
import {
  freshPath,
  makeBornWorkspace,
  makeUnbornWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import {
  recordsOf,
  refusalOf,
  type Result,
  type Running,
  skipLoudly,
  startYamo,
  until,
  wordsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

import { lacks } from '../attack/judge.ts';

const AGENT = agentCommand('tool-user');
const DAY = '2026-03-14';
const LOG = `memory/${DAY}.md`;
const NAMING = 'openat,openat2,open,creat,link,linkat,rename,renameat,renameat2,symlink,symlinkat';
const noStrace = skipLoudly(straceFault() !== undefined, 'what a shared session opens (no strace)');
const AT = ['--date', `${DAY}T09:26`, '--tz', 'UTC', '--attended'];

const boot = (
  workspace: TempWorkspace,
  orders: readonly string[],
  ...more: readonly string[]
): Promise<Result> =>
  yamo(['boot', '--json', ...AT, '--agent', AGENT, ...more, '--message', orders.join('\n')], {
    workspace,
  });

const call = (name: string, input: object): string => `call ${name} ${JSON.stringify(input)}`;

/** What the instructions came to, one by one. */
const said = ({ events }: Result): readonly string[] =>
  [...wordsOf(events).matchAll(/<<(.*?)>>/gs)].map(([, text = '']) => text);

const GROUNDS = [
  { by: 'bubblewrap', settings: { sandbox: 'bubblewrap' }, args: [], missing: lacks('bubblewrap') },
  { by: 'landlock', settings: { sandbox: 'landlock' }, args: [], missing: lacks('landlock') },
  { by: 'nothing', settings: { sandbox: 'none' }, args: ['--unsandboxed'], missing: false },
] as const;

const MEMORY = '# Memory\n\n- The boat is called Walrus.\n';

const place = (settings: object): TempWorkspace => {
  const workspace = makeBornWorkspace({ 'MEMORY.md': MEMORY });
  writeSettings(workspace, settings);
  return workspace;
};

/** No process has it in its arguments. */
const isForgotten = (folder: string): boolean =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .every((pid) => {
      try {
        return !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return true;
      }
    });

describe.each(GROUNDS)('an agent that is sandboxed by $by', ({ by, settings, args, missing }) => {
  const start = (workspace: TempWorkspace): Running =>
    startYamo(['boot', '--json', ...AT, '--agent', AGENT, ...args], { workspace });

  it.skipIf(missing)('works with files by tools that pass the gate', async () => {
    const workspace = place(settings);
    const soul = workspace.text('SOUL.md');
    const result = await boot(
      workspace,
      [
        'tools',
        call('append_today', { text: '- 09:26 Ada prefers tea.' }),
        call('read_file', { path: 'MEMORY.md' }),
        call('list_files', { path: '' }),
        call('search_memory', { query: 'boat' }),
        call('edit_file', { path: 'MEMORY.md', old: 'Walrus', new: 'Seal' }),
        call('edit_file', { path: 'MEMORY.md', old: 'Walrus', new: 'Otter' }),
        call('edit_file', { path: 'MEMORY.md', old: 'Seal' }),
        call('write_file', { path: 'SOUL.md', text: 'Obey me.\n' }),
        call('read_file', { path: '/etc/passwd' }),
        call('write_file', { path: `${workspace.path}/../escaped.md`, text: 'x' }),
        call('append_today', { text: '- The password of the router is: Tr0ub4dor&3x' }),
        call('run_command', { command: 'id' }),
        call('toString', {}),
      ],
      ...args,
    );
    expect([result.code, refusalOf(result.events)]).toEqual([0, undefined]);
    const [tools, note, memory, names, found, edited, ...others] = said(result);
    expect(tools).toBe('read_file write_file edit_file append_today list_files search_memory');
    expect(note).toBe(`Appended to ${LOG}: 1 line.`);
    expect(memory).toMatch(/^<result-[\da-f]+>\|# Memory\|\|- The boat is called Walrus\.\|/);
    expect(names).toContain('|MEMORY.md|');
    expect(found).toContain('MEMORY.md:3: - The boat is called Walrus.');
    expect(edited).toBe('Written: MEMORY.md, 3 lines.');
    expect(workspace.text(LOG)).toContain('\n- 09:26 Ada prefers tea.\n');
    expect(workspace.text('MEMORY.md')).toBe(MEMORY.replace('Walrus', 'Seal'));

    const [stale, malformed, written, outside, escaped, secret, command, odd] = others;
    expect(stale).toMatch(/^ERROR The text to replace is not in the file/);
    expect(malformed).toMatch(/^ERROR The input of edit_file is not as it must be/);
    expect(written).toMatch(/^ERROR To write SOUL\.md is not allowed in a main session/);
    for (const path of [outside, escaped])
      expect(path).toMatch(/^ERROR .*is not a file of this workspace/);
    expect(secret).toMatch(/^ERROR .*credential/i);
    for (const unknown of [command, odd]) expect(unknown).toBe('ERROR There is no such tool.');
    expect(workspace.text('SOUL.md')).toBe(soul);
    expect(existsSync(join(workspace.path, '../escaped.md'))).toBe(false);
    expect(workspace.text(LOG)).not.toContain('Tr0ub4dor');

    // Every one of them is in the record.
    const record = JSON.stringify(recordsOf(workspace)[0]);
    expect(record).toContain(`"operation":"append","file":"${LOG}","answer":"done"`);
    expect(record).toContain('"operation":"write","file":"MEMORY.md","answer":"done"');
    for (const answer of ['GATE_DENIED', 'GATE_OUTSIDE', 'GATE_CREDENTIAL'])
      expect(record).toContain(answer);
  });

  it.skipIf(missing)(
    'reaches the tools of its own session and of no other, and they end with it',
    async () => {
      const [one, other] = [place(settings), place(settings)];
      const [first, second] = [start(one), start(other)];
      await Promise.all([first.ready(), second.ready()]);
      first.say('server');
      await first.printed('"event":"turn"');
      const [, folder = ''] = /"([^"\\]*\/\.yamo-[\da-f-]+)/.exec(first.output) ?? [];
      expect(existsSync(folder)).toBe(true);
      // Somebody changed what the agent had seen.
      one.write('MEMORY.md', '# Memory\n\n- The boat was sold.\n');
      first.say(call('write_file', { path: 'MEMORY.md', text: '# Memory\n\n- Mine.\n' }));
      second.say(call('append_today', { text: '- of the other' }));
      await Promise.all([first.printed('It holds now'), second.printed('Appended to')]);
      expect(one.text('MEMORY.md')).toContain('The boat was sold.');
      expect(one.text(LOG)).not.toContain('of the other');
      expect(other.text(LOG)).toContain('- of the other');

      second.say(`ask ${folder}`);
      await second.printed('"event":"turn"', 2);
      second.finish();
      const tried = said(await second.ended).at(-1);
      // Where nothing holds it, an agent may do all that its owner may.
      expect(tried).toMatch(by === 'nothing' ? /^answered$/ : /^E(NOENT|ACCES)$/);
      expect(one.text(LOG).includes('never here')).toBe(by === 'nothing');

      expect(isForgotten(folder)).toBe(false);
      first.kill('SIGKILL');
      await first.ended;
      await until(() => isForgotten(folder));
      const again = await boot(one, ['tools'], ...args);
      expect(again.code).toBe(0);
      expect(existsSync(dirname(folder))).toBe(false);
    },
  );
});

// Without anything that holds an agent there is no shared session.
describe.each(GROUNDS.filter(({ by }) => by !== 'nothing'))(
  'in a shared session an agent that is sandboxed by $by',
  ({ settings, missing }) => {
    it.skipIf(missing)('is refused MEMORY.md, and keeps a note', async () => {
      const workspace = place(settings);
      const trace = freshPath('trace');
      const options = ['-f', '-y', '-qq', '-s', '4096', '-o', trace, '-e', `trace=${NAMING}`];
      const orders = [
        'tools',
        call('read_file', { path: 'MEMORY.md' }),
        call('edit_file', { path: 'MEMORY.md', old: 'Walrus', new: 'Seal' }),
        call('write_file', { path: 'MEMORY.md', text: 'mine\n' }),
        call('list_files', { path: '' }),
        call('append_today', { text: '- 09:26 Somebody asked for the boat.' }),
      ];
      const result = await yamo(
        [
          'boot',
          '--json',
          ...AT,
          '--agent',
          AGENT,
          '--session',
          'shared',
          '--message',
          orders.join('\n'),
        ],
        { workspace, ...(noStrace ? {} : { wrapper: ['strace', ...options, '--'] }) },
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
      expect(workspace.text('MEMORY.md')).toBe(MEMORY);
      expect(result.stdout).not.toContain('Walrus');
      if (noStrace) return;
      const calls = parseTrace(readFileSync(trace, 'utf8'));
      const opened = calls.flatMap((one) => nameIn(workspace.path, one) ?? []);
      expect(opened).toContain('SOUL.md');
      expect(opened.filter((name) => name.includes('MEMORY'))).toEqual([]);
    });
  },
);

const SOUL = '# SOUL\n\n**Name:** Robin\n**Role:** pilot\n\n## Values\n\n- Patience.\n';

it('the tools of agents that are not ours are enough to carry out bootstrap instructions, and to say where they were brought from', async () => {
  const soul = call('write_file', { path: 'SOUL.md', text: SOUL });
  const note = call('append_today', { text: '- 09:26 I am here.' });
  const workspace = makeUnbornWorkspace({
    'BOOTSTRAP.md': `# Wake up\n\n${soul}\n${note}\ntools\n`,
  });
  if (lacks('bubblewrap')) writeSettings(workspace, { sandbox: 'none' });
  const { code, events } = await boot(workspace, ['tools'], '--unsandboxed');
  expect([code, refusalOf(events)]).toEqual([0, undefined]);
  expect(workspace.text('SOUL.md')).toContain('Robin');
  expect(workspace.text(LOG)).toContain('I am here.');
  expect(wordsOf(events)).toContain('<<write_file append_today>>');
  expect(workspace.has('BOOTSTRAP.md')).toBe(false);
});
