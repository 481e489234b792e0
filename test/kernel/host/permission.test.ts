import { SHARED, MAIN } from '#lib/spec/session-policy.ts';
import { mkdirSync, writeFileSync } from 'node:fs';

import type { RequestPermissionRequest, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';

import { permit } from '#kernel/host/permission.ts';
import { humanOf } from '#kernel/host/requests.ts';
import { ToolCalls } from '#kernel/host/tool-calls.ts';
import type { Human, Subject } from '#kernel/contract/events.ts';
import type { AccessContext } from '#kernel/gate/decide.ts';
import type { JournalEntry } from '#kernel/gate/journal.ts';
import { Journal } from '#kernel/run/journal.ts';
import { Speech } from '#kernel/redact/speech.ts';
import { RedactionLog } from '#kernel/redact/redaction-log.ts';
import {
  PERMISSION_DIFF_CHARS,
  PERMISSION_DIFFS,
  PERMISSION_FILES,
  PERMISSION_OPTIONS,
} from '#lib/spec/limits.ts';
import { deskOf } from '#test/support/desk.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const LOG = 'memory/2026-11-21.md';

const OPTIONS: RequestPermissionRequest['options'] = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

interface Asked {
  readonly question: string;
  readonly subject: Subject | undefined;
}

/** A session whose human chooses `choice`; `null`: there is no human. */
const sessionWith = (
  choice: string | undefined | null,
  more: Partial<AccessContext> = {},
  own = '/home/ada/scratch',
) => {
  const temp = makeBornWorkspace({ 'MEMORY.md': '# Memory\n' });
  const opened = enterWorkspace(temp, { start: '2026-11-21T09:05' });
  const entries: JournalEntry[] = [];
  const journal = new Journal((entry) => entries.push(entry));
  const notices: string[] = [];
  const notice = (section: string, text: string): void => void notices.push(`${section} ${text}`);
  const broker = deskOf(opened, more, { note: (entry) => journal.note(entry) });
  const asked: Asked[] = [];
  const labels: string[] = [];
  const human: Human = {
    next: () => Promise.resolve(undefined),
    answer: () => Promise.resolve(undefined),
    choose: (question, options, subject) => {
      asked.push({ question, subject });
      labels.push(...options.map(({ label }) => label));
      return Promise.resolve(choice ?? undefined);
    },
  };
  const speech = new Speech({
    emit: () => undefined,
    redactions: new RedactionLog(journal, () => undefined),
    guard: undefined,
    secrets: ['correct-horse-battery'],
  });
  const calls = new ToolCalls();
  const parts = {
    broker,
    root: temp.path,
    asker: 'The agent (wren)',
    own: [own],
    calls,
    human: humanOf({ human: choice === null ? undefined : human, speech }),
    notice,
    signal: new AbortController().signal,
  };
  const request = async (toolCall: Omit<ToolCallUpdate, 'toolCallId'>, options = OPTIONS) => {
    const asking = { sessionId: 's', toolCall: { toolCallId: 'c', ...toolCall }, options };
    const { outcome } = await permit(asking, parts);
    return outcome.outcome === 'selected' ? outcome.optionId : undefined;
  };
  const at = (file: string): string => temp.at(file);
  return { request, at, asked, labels, notices, entries, calls, temp };
};

const diff = (path: string, newText = 'new\n', oldText: string | null = 'old\n') =>
  ({ type: 'diff', path, oldText, newText }) as const;

describe('a permission that an agent asks for', () => {
  it.each([
    ['SOUL.md', MAIN, '§3.1'],
    ['BOOTSTRAP.md', MAIN, '§2.6'],
    ['memory/2026-11-20.md', MAIN, '§3.1'],
    ['MEMORY.md', SHARED, '§3.2'],
    ['AGENTS.md', SHARED, '§3.2'],
  ] as const)(
    'to change %s in a %s session is refused by the gate, without a question',
    async (file, kind, rule) => {
      for (const toolCall of ['diff', 'location'] as const) {
        const { request, at, asked, notices, entries } = sessionWith('yes', { kind });
        const call =
          toolCall === 'diff'
            ? { content: [diff(at(file))] }
            : { kind: 'edit' as const, locations: [{ path: at(file) }] };
        expect(await request(call)).toBe('no');
        expect(asked).toEqual([]);
        expect(entries).toMatchObject([{ operation: 'write', file, answer: 'GATE_DENIED' }]);
        expect(notices).toHaveLength(1);
        expect(notices[0]).toContain(rule);
        expect(notices[0]).toContain(file);
      }
    },
  );

  it.each([
    ['notes.md', 'GATE_DENIED'],
    ['/etc/passwd', 'GATE_OUTSIDE'],
    ['memory/../../elsewhere', 'GATE_OUTSIDE'],
    ['memory/../SOUL.md', 'GATE_DENIED'],
    ['./SOUL.md', 'GATE_DENIED'],
  ])('to change %s is refused however it is spelled', async (path, code) => {
    const { request, asked, entries, temp } = sessionWith('yes');
    const spelled = path.startsWith('/') ? path : `${temp.path}/${path}`;
    expect(await request({ content: [diff(spelled)] })).toBe('no');
    expect(await request({ kind: 'edit', locations: [{ path }] })).toBe('no');
    expect(asked).toEqual([]);
    expect(entries.map(({ answer }) => answer)).toEqual([code, code]);
  });

  it('to remove or rename a file of the workspace is refused, whatever the file', async () => {
    const { request, at, asked, notices } = sessionWith('yes');
    for (const kind of ['delete', 'move'] as const)
      expect(await request({ kind, locations: [{ path: at('AGENTS.md') }] })).toBe('no');
    expect(asked).toEqual([]);
    expect(notices[0]).toContain('To remove AGENTS.md');
  });

  it('is refused if one of its files is, and one diff among harmless ones is enough', async () => {
    const { request, at, asked } = sessionWith('yes');
    const content = [diff(at('USER.md')), diff(at('SOUL.md')), diff(at('AGENTS.md'))];
    expect(await request({ content })).toBe('no');
    expect(asked).toEqual([]);
  });

  it('is refused for a file of a workspace that lies in a folder of its own', async () => {
    const { request, at, asked } = sessionWith('yes', {}, '/');
    expect(await request({ content: [diff(at('SOUL.md'))] })).toBe('no');
    expect(asked).toEqual([]);
  });

  it.each([
    ['files', PERMISSION_FILES + 1, 3],
    ['answers', 1, PERMISSION_OPTIONS + 1],
  ])(
    'is refused without a question with more %s than anybody can look at',
    async (_, files, answers) => {
      const { request, asked, notices } = sessionWith('yes');
      const content = Array.from({ length: files }, (_file, n) => diff(`/home/ada/scratch/${n}`));
      const more = Array.from({ length: answers - OPTIONS.length }, (_more, n) => ({
        optionId: `more-${n}`,
        name: 'Yes',
        kind: 'allow_once' as const,
      }));
      expect(await request({ content }, [...OPTIONS, ...more])).toBe('no');
      expect(asked).toEqual([]);
      expect(notices).toEqual([expect.stringContaining('more at once than anybody can answer')]);
    },
  );

  it('during a first boot is refused for what is there, and asked for what is not', async () => {
    const { request, at, asked, temp } = sessionWith('yes', { firstBoot: true });
    expect(await request({ content: [diff(at('SOUL.md'))] })).toBe('no');
    temp.remove('SOUL.md');
    expect(await request({ content: [diff(at('SOUL.md'), 'I am.\n', null)] })).toBe('yes');
    expect(asked).toHaveLength(1);
  });

  it('is for the human to give otherwise, who sees the files; the answer is noted', async () => {
    const { request, at, asked, notices } = sessionWith('yes');
    writeFileSync(at('USER.md'), 'first\nold\nlast\n');
    const content = [diff(at('USER.md')), diff(at(LOG), 'more\n', null)];
    expect(await request({ title: 'Tidy up', content, rawInput: { secret: 'raw' } })).toBe('yes');
    expect(asked).toEqual([
      {
        question: 'The agent (wren) asks: Tidy up',
        subject: {
          diffs: [
            { file: 'USER.md', before: 'first\nold\nlast\n', after: 'first\nnew\nlast\n' },
            { file: LOG, before: undefined, after: 'more\n' },
          ],
        },
      },
    ]);
    expect(notices).toEqual([
      `§2.2 The agent asked to change USER.md, ${LOG}: allowed, this once.`,
    ]);
  });

  it('about folders of its own, or about no file, is for the human as well', async () => {
    const { request, notices } = sessionWith('always');
    expect(await request({ kind: 'delete', locations: [{ path: '/home/ada/scratch/x' }] })).toBe(
      'always',
    );
    expect(await request({ kind: 'execute', title: 'Send a letter' })).toBe('always');
    expect(notices[1]).toBe('§2.2 The agent asked for a permission: allowed, from now on.');
  });

  it('is answered in words of the kernel, behind which stand those of the agent', async () => {
    const { request, labels } = sessionWith('no');
    await request({ title: 'May I?' }, [
      { optionId: 'yes', name: 'No, never', kind: 'allow_always' },
      { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
      { optionId: 'no', name: 'Yes, please', kind: 'reject_once' },
    ]);
    expect(labels).toEqual(['Allow from now on: "No, never"', 'Allow once', 'No: "Yes, please"']);
  });

  it('to run a command shows all of it, however short its title is', async () => {
    const { request, asked } = sessionWith('no');
    const command = `echo ${'.'.repeat(1000)}\nrm -r ~ # correct-horse-battery`;
    await request({ kind: 'execute', title: 'Run echo …', rawInput: { command } });
    await request({ kind: 'other', title: 'Look', rawInput: { command } });
    expect(asked[0]?.subject?.command).toMatch(/\nrm -r ~ # (?!correct)/);
    expect(asked[1]?.subject).toBeUndefined();
  });

  it('to change a name that it made up tells nobody the name, in a shared session [§3.2]', async () => {
    const { request, notices } = sessionWith('yes', { kind: SHARED });
    expect(await request({ content: [diff('/the dentist is on Monday')] })).toBe('no');
    expect(notices).toHaveLength(1);
    expect(notices[0]).not.toContain('dentist');
  });

  it('without a human, or without an answer, is refused; where nothing refuses it is cancelled', async () => {
    for (const choice of [null, undefined, 'an option that nobody offered']) {
      const { request, notices } = sessionWith(choice);
      expect(await request({ title: 'May I?' })).toBe('no');
      expect(notices).toHaveLength(1);
      expect(await request({ title: 'May I?' }, OPTIONS.slice(0, 2))).toBeUndefined();
    }
  });

  it('is judged by what the agent told of the call before it asked', async () => {
    const { request, at, asked, calls } = sessionWith('yes');
    calls.take({ toolCallId: 'c', title: 'Write', content: [diff(at('SOUL.md'))] });
    expect(await request({})).toBe('no');
    expect(asked).toEqual([]);
  });

  it('shows what the disk holds, and not what the agent says of it', async () => {
    const { request, at, asked } = sessionWith('no');
    const disk = '# User\n\n- Name: Ada\n- Tea at four\n- Tea at four\n';
    writeFileSync(at('USER.md'), disk);
    const shownFor = async (...content: readonly ReturnType<typeof diff>[]) => {
      await request({ title: 'May I?', content: [...content] });
      return asked.at(-1)?.subject;
    };
    const whole = await shownFor(diff(at('USER.md'), '- Name: Eve\n', null));
    expect(whole).toEqual({
      diffs: [{ file: 'USER.md', before: disk, after: '- Name: Eve\n' }],
    });
    const two = await shownFor(
      diff(at('USER.md'), 'Eve', 'Ada'),
      diff(at('USER.md'), 'Name: Eve Moor', 'Name: Eve'),
    );
    expect(two).toEqual({
      diffs: [{ file: 'USER.md', before: disk, after: disk.replace('Ada', 'Eve Moor') }],
    });
    const lie = await shownFor(diff(at('USER.md'), 'Name: Eve', 'Name: Bo'));
    expect(lie?.diffs).toEqual([
      {
        file: 'USER.md',
        before: undefined,
        after: 'Name: Eve',
        note: expect.stringContaining('does not stand in the file'),
      },
    ]);
    const twice = await shownFor(diff(at('USER.md'), 'Coffee', 'Tea'));
    expect(twice?.diffs[0]).toMatchObject({
      before: disk,
      after: disk.replace('Tea', 'Coffee'),
      note: expect.stringContaining('the first'),
    });
    const own = await shownFor(diff('/home/ada/scratch/a', 'x', 'y'));
    expect(own?.diffs).toMatchObject([
      { file: '/home/ada/scratch/a', before: undefined, note: expect.stringContaining('its own') },
    ]);
  });

  it('shows of a file only what the session may read', async () => {
    const { request, at, asked } = sessionWith('no', { kind: SHARED });
    mkdirSync(at('memory'));
    writeFileSync(at(LOG), 'the dentist is on Monday\n');
    await request({ content: [diff(at(LOG), 'more\n', 'the dentist is on Monday\n')] });
    expect(asked[0]?.subject?.diffs).toMatchObject([
      {
        file: LOG,
        before: undefined,
        after: 'more\n',
        note: expect.stringContaining('GATE_DENIED'),
      },
    ]);
  });

  it('shows no credential in a diff, also where it is cut, and no more than a human reads', async () => {
    const { request, at, asked } = sessionWith('yes');
    const filler = '.'.repeat(PERMISSION_DIFF_CHARS - 10);
    const content = Array.from({ length: PERMISSION_DIFFS }, (_, index) =>
      diff(`/home/ada/scratch/${index}`, `${filler}correct-horse-battery\n`, null),
    );
    const many = [...content, diff(at('USER.md'), 'x', null), diff(at('USER.md'), 'y', null)];
    expect(await request({ content: many })).toBe('yes');
    const { diffs = [], more } = asked[0]?.subject ?? {};
    expect(diffs).toHaveLength(PERMISSION_DIFFS);
    expect(more).toBe(2);
    expect(diffs[0]?.after).not.toContain('correct');
    expect(diffs[0]?.after.length).toBeLessThanOrEqual(PERMISSION_DIFF_CHARS);
    expect(diffs[0]?.note).toMatch(/; \d+ more characters are not shown$/);
    const command = `rm ${filler}correct-horse-battery`;
    await request({ kind: 'execute', rawInput: { command } });
    expect(asked[1]?.subject?.command).not.toContain('correct');
    expect(asked[1]?.subject?.command).toMatch(
      /^rm \.+\[.*\n… \(\d+ more characters are not shown\)$/,
    );
  });

  it('shows of a long file the part that changes', async () => {
    const { request, at, asked } = sessionWith('yes');
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}\n`);
    writeFileSync(at('USER.md'), lines.join(''));
    await request({ content: [diff(at('USER.md'), 'line fifteen\n', 'line 15000\n')] });
    expect(asked[0]?.subject?.diffs).toEqual([
      {
        file: 'USER.md',
        line: 14_997,
        before: lines.slice(14_996, 15_003).join(''),
        after: lines.slice(14_996, 15_003).join('').replace('15000', 'fifteen'),
      },
    ]);
  });

  it('says so where only what is withheld would change', async () => {
    const { request, at, asked } = sessionWith('yes');
    writeFileSync(at('USER.md'), 'password: correct-horse-battery\n');
    const [now, then] = ['correct-horse-battery', 'wrong-horse-battery-2'];
    await request({ content: [diff(at('USER.md'), then, now)] });
    expect(asked[0]?.subject?.diffs).toMatchObject([{ note: expect.stringContaining('withheld') }]);
  });
});
