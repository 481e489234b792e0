/** The shell tool of the built program, from the settings to the boot record. */
import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { isRoot } from '#test/support/machine.ts';
import { hasBubblewrap } from '#test/support/shell.ts';
import { filesHolding } from '#test/support/snapshot.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import {
  framesNamed,
  isAlive,
  noticesOf,
  recordsOf,
  type Result,
  skipLoudly,
  startYamo,
  until,
  wordsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

const AGENT = agentCommand('shell');
const PASSWORD = 'hunter2-and-more';
const MEMORY = 'CANARY-IN-MEMORY';
const OPS = ['--channel', 'discord:ops'];

const workspace = (settings: unknown): TempWorkspace => {
  const ws = makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- ${MEMORY}\n` });
  writeSettings(ws, settings);
  return ws;
};

const session = (
  ws: TempWorkspace,
  lines: readonly string[],
  args: readonly string[] = [],
): Promise<Result> =>
  yamo(['boot', '--json', '--agent', AGENT, ...args], {
    workspace: ws,
    input: `${lines.join('\n')}\n`,
  });

/** The journal's commands in the last boot record. */
const commandsOf = (ws: TempWorkspace): readonly unknown[] => {
  const gate = recordsOf(ws).at(-1)?.['gate'];
  const entries: unknown =
    typeof gate === 'object' && gate !== null && 'entries' in gate && gate.entries;
  return Array.isArray(entries)
    ? entries.filter((entry: unknown) => JSON.stringify(entry).includes('command:execute'))
    : [];
};

const processesWith = (mark: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(mark);
      } catch {
        return false;
      }
    });

describe.skipIf(skipLoudly(!hasBubblewrap, 'the shell tool: bubblewrap is missing'))(
  'a shell',
  () => {
    it.each([
      ['a main session', {}, []],
      [
        'a main session that only a channel may',
        { directChannels: ['discord:ops'], shell: { channels: ['discord:ops'] } },
        OPS,
      ],
      ['a shared session', { shell: { main: true } }, ['--session', 'shared']],
      [
        'a shared session of another channel',
        { shell: { main: true, channels: ['discord:ops'] } },
        ['--session', 'shared', '--channel', 'discord:fun'],
      ],
    ])('is not there in %s without a setting for it', async (_, settings, args) => {
      const ws = workspace(settings);
      const { code, events } = await session(ws, ['offered', 'run echo hi'], args);
      expect(code).toBe(0);
      expect(wordsOf(events)).toMatch(/^<<false>>\n<<SHELL_OFF: .*settings.*>>\n$/);
      expect(commandsOf(ws)).toMatchObject([{ command: 'echo hi', answer: 'SHELL_OFF' }]);
      expect(framesNamed(events, 'command')).toEqual([]);
    });

    it.each(['none', 'landlock'])('is not there with the sandbox %s', async (sandbox) => {
      const ws = workspace({ shell: { main: true }, sandbox });
      const { events } = await session(ws, ['offered', 'run echo hi'], ['--unsandboxed']);
      expect(wordsOf(events)).toMatch(/^<<false>>\n<<SHELL_UNENFORCED: /);
    });

    it('runs commands that see the workspace of a main session, and cannot write to it', async () => {
      const ws = workspace({ shell: { main: true } });
      const { events } = await session(ws, [
        'offered',
        'run pwd; cat MEMORY.md; echo me > SOUL.md; echo new > BOOTSTRAP.md; echo kept > "$HOME/note"; cat "$HOME/note"',
      ]);
      const words = wordsOf(events);
      expect(words).toMatch(/^<<true>>\n<<0\n/);
      expect(words).toContain(`${ws.path}\n`);
      expect(words).toContain(MEMORY);
      expect(words).toContain('kept\n');
      expect(ws.has('BOOTSTRAP.md')).toBe(false);
      expect(ws.text('SOUL.md')).not.toBe('me\n');
    });

    it('shows commands of a shared session nothing of MEMORY.md', async () => {
      const ws = workspace({ shell: { channels: ['discord:ops'] } });
      const { events } = await session(
        ws,
        [
          `run pwd; grep -r ${MEMORY.slice(0, 6)} ${ws.path} . /proc/[0-9]*/environ; cat ${ws.path}/MEMORY.md; ls ${ws.path}; cat ${ws.path}/SOUL.md | wc -l`,
        ],
        ['--session', 'shared', ...OPS],
      );
      const words = wordsOf(events);
      expect(words).not.toContain(MEMORY);
      expect(words).toContain('SOUL.md\n');
      expect(words).not.toMatch(new RegExp(`^${ws.path}$`, 'm'));
    });

    it('tells the owner of each command as it starts, and the record how it ended', async () => {
      const ws = workspace({ shell: { main: true, seconds: 1 } });
      const { events, stderr } = await session(ws, [
        `run echo "password: ${PASSWORD}"; exit 4`,
        'run sleep 60',
      ]);
      expect(stderr).toBe('');
      expect(noticesOf(events).includes('number of processes')).toBe(isRoot);
      const words = wordsOf(events);
      expect(words).toContain('<<4\npassword: [withheld: credential, RFC-0009 §4.2]\n>>');
      expect(words).toContain('<<SIGKILL\n[ended: time limit]\n>>');
      const shown = 'echo "password: [withheld: credential, RFC-0009 §4.2]"; exit 4';
      expect(framesNamed(events, 'command')).toMatchObject([
        { terminal: 'terminal-1', command: shown },
        { terminal: 'terminal-2', command: 'sleep 60' },
      ]);
      const entries = [
        { operation: 'command:execute', command: shown, answer: 'done', exit: 4 },
        { command: 'sleep 60', answer: 'done', signal: 'SIGKILL', endedBy: 'time limit' },
      ];
      expect(commandsOf(ws)).toMatchObject(entries);
      expect(framesNamed(events, 'gate')).toMatchObject(entries);
      expect(filesHolding(PASSWORD, ws.path, ws.stateHome)).toEqual([]);
      const log = await yamo(['log', '--entry', '1'], { workspace: ws });
      expect(log.stdout).toContain('sleep 60: done, signal SIGKILL, ended by time limit');
    });

    it('shows commands at a terminal', async () => {
      const ws = workspace({ shell: { main: true } });
      const { stderr } = await yamo(['boot', '--agent', AGENT], {
        workspace: ws,
        input: 'run echo hi\n',
      });
      expect(stderr).toContain('  $ echo hi\n');
    });

    it.each(['quit', 'SIGKILL', 'SIGINT'] as const)(
      'leaves no process behind when the session ends by %s',
      async (end) => {
        const ws = workspace({ shell: { main: true } });
        const time = `8${String(process.pid)}.${end.length}`;
        const running = startYamo(['boot', '--json', '--agent', AGENT], { workspace: ws });
        await running.ready();
        running.say(`create {"command":"setsid sleep ${time} & sleep ${time}"}`);
        await running.printed('"event":"turn"');
        await until(() => processesWith(`sleep\0${time}`).length === 2);
        if (end === 'quit') running.finish();
        else running.kill(end);
        await running.ended;
        await until(() => processesWith(time).length === 0);
        expect(processesWith(time)).toEqual([]);
      },
    );
  },
);
