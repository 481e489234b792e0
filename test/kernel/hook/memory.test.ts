/** MEMORY.md through hooks: losses are denied once, every change stands in the journal, is told, and can be taken back. */
import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { afterAll, describe, expect, it, vi } from 'vitest';

import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { forgetAllKept } from '#kernel/hook/forget.ts';
import { HookJudge } from '#kernel/hook/judge.ts';
import { withJournal } from '#kernel/memory/change.ts';
import { changing } from '#kernel/owner/memory.ts';
import { planUndo, undoEntry } from '#kernel/owner/undo-memory.ts';
import type { HookEvent, HookVerdict } from '#lib/hook/event.ts';
import { FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import { hooked, recording } from '#test/support/disk.ts';
import type { HookKind } from '#test/support/hook-judge.ts';
import { stateRootOf, uid } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const MEMORY = '# Memory\n\n- one\n- two\n- three\n- four\n';
const EMPTY = '# Memory\n';

const judges: HookJudge[] = [];
afterAll(() => {
  for (const judge of judges) judge.close();
});

interface Asking {
  readonly ask: (event: Partial<HookEvent>) => Promise<HookVerdict>;
  /** Before a tool. */
  readonly before: (name: string, input: object, more?: Partial<HookEvent>) => Promise<HookVerdict>;
  /** After one. */
  readonly after: (name?: string, input?: object) => Promise<HookVerdict>;
}

interface How {
  readonly kind?: HookKind;
  /** A process of its own for each event, as most hosts start them. */
  readonly isFresh?: boolean;
  readonly disk?: Disk;
  readonly session?: string;
}

const askingAt = (
  temp: TempWorkspace,
  { kind = 'main', isFresh = true, disk = real, session = 's' }: How = {},
): Asking => {
  const mainProjects = kind === 'main' ? [temp.path] : [];
  const make = (): HookJudge => {
    const judge = new HookJudge({
      machine: () =>
        Promise.resolve({
          disk,
          uid,
          environment: { XDG_STATE_HOME: temp.stateHome, HOME: '/nowhere' },
          version: '0.0.0',
          settings: {
            ...DEFAULT_SETTINGS,
            hook: { mainProjects, programs: ['npm', 'sed'], tools: [] },
          },
        }),
      audit: () => Promise.resolve([]),
      livesOn: false,
    });
    judges.push(judge);
    return judge;
  };
  let held: HookJudge | undefined;
  const ask = (event: Partial<HookEvent>): Promise<HookVerdict> => {
    held = isFresh ? make() : (held ?? make());
    return held.answer({
      host: 'claude-code',
      moment: 'before-tool',
      name: 'PreToolUse',
      session,
      cwd: temp.path,
      tool: undefined,
      text: undefined,
      isAgain: false,
      channel: undefined,
      participants: [],
      isUnattended: false,
      ...event,
    });
  };
  return {
    ask,
    before: (name, input, more = {}) => ask({ tool: { name, input, output: undefined }, ...more }),
    after: (name = 'Bash', input = { command: 'ls' }) =>
      ask({
        moment: 'after-tool',
        name: 'PostToolUse',
        tool: { name, input, output: 'done' },
      }),
  };
};

const codeOf = (verdict: HookVerdict): string | undefined =>
  'reason' in verdict ? /\(([A-Z_]+), /.exec(verdict.reason)?.[1] : undefined;

const toldIn = (verdict: HookVerdict): string =>
  verdict.is === 'pass' ? (verdict.notice ?? verdict.context ?? '') : '';

const TOLD =
  /^MEMORY\.md was changed outside yamo: \d+ added, \d+ taken out \(yamo memory undo \d+ takes it back\)\.$/;

const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

/** The changes in the journal, with their texts, the oldest first. */
const entriesOf = (temp: TempWorkspace) =>
  changing(
    real,
    temp.path,
    { uid, stateRoot: stateRootOf(temp), environment: process.env },
    {},
    (work) =>
      withJournal(work, (journal) =>
        journal.list().map((entry) => {
          const [change] = journal.changes(entry);
          const { id, kind, state, found } = entry;
          return {
            id,
            kind,
            state,
            found,
            from: textOf(change?.before),
            to: textOf(change?.after),
          };
        }),
      ),
  );

const takeBack = (temp: TempWorkspace): void =>
  changing(
    real,
    temp.path,
    { uid, stateRoot: stateRootOf(temp), environment: process.env, anyLayout: true },
    {},
    (work) => {
      undoEntry(work, planUndo(work));
    },
  );

const world = (memory: string | undefined = MEMORY): TempWorkspace =>
  makeBornWorkspace(memory === undefined ? {} : { 'MEMORY.md': memory });

const edits = (...all: readonly (readonly [string, string])[]) => ({
  edits: all.map(([old, by]) => ({ old_string: old, new_string: by })),
});

const patch = (...lines: readonly string[]): object => ({
  command: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n'),
});

interface LossCase {
  readonly what: string;
  readonly name: string;
  readonly input: object;
  readonly more?: Partial<HookEvent> | undefined;
}

const LOSSES: readonly LossCase[] = (
  [
    ['Write, emptied', 'Write', { content: '' }],
    ['Write, a heading alone', 'Write', { content: EMPTY }],
    ['Write, other lines', 'Write', { content: '# Memory\n\n- x\n- y\n- z\n- w\n- v\n' }],
    ['Write, blanks', 'Write', { content: '\n\n \n' }],
    ['Edit of a block', 'Edit', { old_string: '- one\n- two\n- three\n', new_string: '' }],
    ['Edit to something else', 'Edit', { old_string: '- two\n- three\n- four', new_string: '- 2' }],
    [
      'MultiEdit, each a little',
      'MultiEdit',
      edits(['- one\n', ''], ['- two\n', ''], ['- four\n', '']),
    ],
    [
      'apply_patch, an update',
      'apply_patch',
      patch(
        '*** Update File: MEMORY.md',
        '@@',
        ' # Memory',
        ' ',
        '-- one',
        '-- two',
        '-- three',
        ' - four',
      ),
      { host: 'codex' },
    ],
    [
      'apply_patch, the file anew',
      'apply_patch',
      patch('*** Add File: MEMORY.md', '+# Memory'),
      { host: 'codex' },
    ],
    [
      'write of OpenClaw',
      'write',
      { path: 'MEMORY.md', content: EMPTY },
      { host: 'openclaw', channel: undefined, participants: [] },
    ],
    [
      'edit of OpenClaw',
      'edit',
      { path: 'MEMORY.md', edits: [{ oldText: '- one\n- two\n- three\n', newText: '' }] },
      { host: 'openclaw' },
    ],
    [
      'replace of Gemini',
      'replace',
      { file_path: 'MEMORY.md', old_string: '- one\n- two\n- three\n', new_string: '' },
      { host: 'gemini' },
    ],
    [
      'patch of Hermes',
      'patch',
      { path: 'MEMORY.md', old_string: '- one\n- two\n- three\n- four', new_string: '-' },
      { host: 'hermes' },
    ],
  ] satisfies readonly (readonly [string, string, object, Partial<HookEvent>?])[]
).map(([what, name, input, more]) => ({ what, name, input, more }));

describe('a write that loses most of MEMORY.md', () => {
  it.each(LOSSES)('is denied once, and passes when it comes again: $what', async (one) => {
    const { name, input, more } = one;
    const temp = world();
    const { before } = askingAt(temp);
    const call = 'path' in input ? input : { file_path: temp.at('MEMORY.md'), ...input };
    expect(codeOf(await before(name, call, more))).toBe('MEMORY_LOSS');
    expect(temp.text('MEMORY.md')).toBe(MEMORY);
    expect(codeOf(await before(name, call, more))).toBeUndefined();
  });

  it.each([
    ['one line goes', MEMORY.replace('- two\n', '')],
    ['lines move', '# Memory\n\n- four\n- three\n- two\n- one\n'],
    ['the ends of lines change', MEMORY.replaceAll('\n', '\r\n')],
    ['a mark comes in front', `\uFEFF${MEMORY}`],
    ['lines are added', `${MEMORY}- five\n`],
    ['the heading goes', MEMORY.replace('# Memory\n\n', '')],
    ['half of it goes', '# Memory\n\n- one\n- two\n'],
  ])('is none where %s', async (_, content) => {
    const temp = world();
    const { before } = askingAt(temp);
    expect(await before('Write', { file_path: temp.at('MEMORY.md'), content })).toEqual({
      is: 'pass',
    });
  });

  it('is found in a file with other ends of lines', async () => {
    const temp = world(MEMORY.replaceAll('\n', '\r\n'));
    const { before } = askingAt(temp);
    const input = {
      file_path: temp.at('MEMORY.md'),
      old_string: '- one\n- two\n- three\n',
      new_string: '',
    };
    expect(codeOf(await before('Edit', input))).toBe('MEMORY_LOSS');
  });

  it('is explained for each text, each session, and what stands there', async () => {
    const temp = world();
    const one = askingAt(temp);
    const other = askingAt(temp, { session: 't', isFresh: false });
    const write = ({ before }: Asking, content: string) =>
      before('Write', { file_path: temp.at('MEMORY.md'), content }).then(codeOf);
    expect(await write(one, EMPTY)).toBe('MEMORY_LOSS');
    expect(await write(one, '# Nothing\n')).toBe('MEMORY_LOSS');
    expect(await write(other, EMPTY)).toBe('MEMORY_LOSS');
    expect(await write(other, EMPTY)).toBeUndefined();
    // Its owner has typed something meanwhile.
    temp.write('MEMORY.md', `${MEMORY}- five\n`);
    expect(await write(one, EMPTY)).toBe('MEMORY_LOSS');
    expect(await write(one, EMPTY)).toBeUndefined();
    await one.ask({ moment: 'end', name: 'SessionEnd' });
    expect(await write(one, EMPTY)).toBe('MEMORY_LOSS');
  });

  it('is denied from a folder elsewhere, too', async () => {
    const temp = world();
    const { before } = askingAt(temp);
    const call = { file_path: temp.at('MEMORY.md'), content: EMPTY };
    expect(codeOf(await before('Write', call, { cwd: '/' }))).toBe('MEMORY_LOSS');
  });
});

describe('a write that is allowed', () => {
  it('stands in the journal before it is made, once, and is not told [Y102]', async () => {
    const temp = world();
    const { before, after } = askingAt(temp);
    const input = { file_path: temp.at('MEMORY.md'), content: `${MEMORY}- five\n` };
    await before('Write', input);
    await before('Write', input);
    const journal = readdirSync(
      join(stateRootOf(temp), readdirSync(stateRootOf(temp))[0] ?? '', 'journal'),
    );
    expect(journal.toSorted()).toEqual(['1.gz', '1.json']);
    temp.write('MEMORY.md', `${MEMORY}- five\n`);
    expect(await after('Write', input)).toEqual({ is: 'pass' });
    expect(entriesOf(temp)).toMatchObject([
      { id: 1, kind: 'write', state: 'done', from: MEMORY, to: `${MEMORY}- five\n` },
    ]);
    takeBack(temp);
    expect(temp.text('MEMORY.md')).toBe(MEMORY);
  });

  it('is known without a word from its host, also where that kept the ends of its lines', async () => {
    const crlf = MEMORY.replaceAll('\n', '\r\n');
    const temp = world(crlf);
    const { before, ask } = askingAt(temp);
    await before('Edit', {
      file_path: temp.at('MEMORY.md'),
      old_string: '- four',
      new_string: '- 4',
    });
    temp.write('MEMORY.md', crlf.replace('four', '4'));
    expect(toldIn(await ask({ moment: 'prompt', name: 'UserPromptSubmit' }))).toBe('');
    expect(entriesOf(temp)).toMatchObject([{ from: crlf, to: crlf.replace('four', '4') }]);
  });

  it('that is not made leaves nothing', async () => {
    const temp = world();
    const { before, after } = askingAt(temp);
    await before('Write', { file_path: temp.at('MEMORY.md'), content: `${MEMORY}- five\n` });
    await after();
    expect(entriesOf(temp)).toEqual([]);
  });

  it('of two at once loses neither', async () => {
    const temp = world();
    const one = askingAt(temp, { session: 'one' });
    const other = askingAt(temp, { session: 'other' });
    const at = temp.at('MEMORY.md');
    const texts = [`${MEMORY}- five\n`, `${MEMORY}- six\n`];
    await Promise.all([
      one.before('Write', { file_path: at, content: texts[0] }),
      other.before('Write', { file_path: at, content: texts[1] }),
    ]);
    temp.write('MEMORY.md', texts[0] ?? '');
    await one.after('Write', { file_path: at });
    temp.write('MEMORY.md', texts[1] ?? '');
    await other.after('Write', { file_path: at });
    expect(entriesOf(temp).map(({ from, to }) => [from, to])).toEqual([
      [MEMORY, texts[0]],
      [texts[0], texts[1]],
    ]);
  });
});

/** What somebody does to MEMORY.md without a word. */
const OUTSIDE: readonly (readonly [string, (temp: TempWorkspace) => void])[] = [
  ['a redirection', (temp) => temp.write('MEMORY.md', 'x\n')],
  ['truncated', (temp) => temp.write('MEMORY.md', '')],
  ['deleted', (temp) => rmSync(temp.at('MEMORY.md'))],
  ['renamed away', (temp) => renameSync(temp.at('MEMORY.md'), temp.at('OLD.md'))],
  [
    'replaced by a program',
    (temp) => {
      temp.write('.new', 'y\n');
      renameSync(temp.at('.new'), temp.at('MEMORY.md'));
    },
  ],
  ['an editor adds a line', (temp) => temp.write('MEMORY.md', `${MEMORY}- five\n`)],
  ['other ends of lines', (temp) => temp.write('MEMORY.md', MEMORY.replaceAll('\n', '\r\n'))],
  ['a mark in front', (temp) => temp.write('MEMORY.md', `\uFEFF${MEMORY}`)],
  ['no text', (temp) => temp.write('MEMORY.md', Buffer.from([0xff, 0, 0xfe]))],
  [
    'as long and as old as before',
    (temp) => {
      const { atime, mtime } = statSync(temp.at('MEMORY.md'));
      temp.write('MEMORY.md', MEMORY.replace('one', 'eno'));
      utimesSync(temp.at('MEMORY.md'), atime, mtime);
    },
  ],
  ['one character', (temp) => temp.write('MEMORY.md', MEMORY.replace('four', 'fours'))],
];

describe('a change that nobody announced', () => {
  it.each(OUTSIDE)('is found after the tool, told once, and taken back: %s', async (_, change) => {
    const temp = world();
    const { after } = askingAt(temp);
    await after();
    change(temp);
    const now = temp.has('MEMORY.md') ? temp.bytes('MEMORY.md') : undefined;
    expect(toldIn(await after())).toMatch(TOLD);
    expect(await after()).toEqual({ is: 'pass' });
    const [entry, ...more] = entriesOf(temp);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ found: true, from: MEMORY, to: now?.toString() });
    takeBack(temp);
    expect(temp.text('MEMORY.md')).toBe(MEMORY);
    // What its owner takes back is no change from outside.
    expect(await after()).toEqual({ is: 'pass' });
  });

  it.each<readonly [string, Partial<HookEvent>]>([
    ['the next tool', {}],
    ['a prompt', { moment: 'prompt', name: 'UserPromptSubmit' }],
    ['the next session', { moment: 'start', name: 'SessionStart' }],
    ['a stop', { moment: 'stop', name: 'Stop' }],
  ])('is told at the next event of any kind: %s', async (_, event) => {
    const temp = world();
    const { after, ask } = askingAt(temp);
    await after();
    temp.write('MEMORY.md', 'x\n');
    expect(
      toldIn(await ask(event))
        .split('\n')
        .at(-1),
    ).toMatch(TOLD);
  });

  it('waits where a host shows no line, and is told to its agent when a session begins', async () => {
    const temp = world();
    const { ask } = askingAt(temp);
    const hermes = (moment: HookEvent['moment']) => ask({ host: 'hermes', moment, name: 'x' });
    await hermes('after-tool');
    temp.write('MEMORY.md', 'x\n');
    expect(await hermes('after-tool')).toEqual({ is: 'pass' });
    temp.write('MEMORY.md', 'y\n');
    expect(await hermes('after-tool')).toEqual({ is: 'pass' });
    expect(toldIn(await hermes('start'))).toMatch(/2 added, 5 taken out \(yamo memory undo 2 /);
    expect(toldIn(await hermes('start'))).not.toContain('outside yamo');
    expect(entriesOf(temp)).toHaveLength(2);
  });

  it('is not asked for in a shared session, in which MEMORY.md is not opened', async () => {
    const temp = world();
    const { disk, calls } = recording();
    const shared = askingAt(temp, { kind: 'shared', disk });
    await shared.after();
    temp.write('MEMORY.md', 'x\n');
    await shared.after();
    await shared.before('Read', { file_path: temp.at('USER.md') });
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter((call) => /^open .*(?:MEMORY\.md|memory-kept|journal)/.test(call))).toEqual(
      [],
    );
    expect(entriesOf(temp)).toEqual([]);
  });

  it('costs no look at a file that is as it was', async () => {
    const temp = world();
    // What was changed just now may be changed again without another time.
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
    await askingAt(temp).after();
    vi.useRealTimers();
    const { disk, calls } = recording();
    await askingAt(temp, { disk }).after();
    expect(calls.filter((call) => /^(?:open|read) MEMORY\.md/.test(call))).toEqual([]);
    expect(calls).toContain('lstat MEMORY.md');
  });

  it('is kept for its owner alone, and only as much as a file may be', async () => {
    const temp = world();
    const { after } = askingAt(temp);
    await after();
    const home = join(stateRootOf(temp), readdirSync(stateRootOf(temp))[0] ?? '');
    expect(statSync(join(home, 'memory-kept.md')).mode & 0o777).toBe(0o600);
    temp.write('MEMORY.md', 'x'.repeat(FILE_MAX_BYTES + 1));
    await after();
    expect(statSync(join(home, 'memory-kept.md')).size).toBe(MEMORY.length);
    temp.write('MEMORY.md', 'less\n');
    expect(toldIn(await after())).toMatch(TOLD);
    expect(entriesOf(temp)).toMatchObject([{ from: MEMORY, to: 'less\n' }]);
  });

  it('to a link or a folder is one to no file, which the owner clears away', async () => {
    for (const replace of [
      (temp: TempWorkspace) => symlinkSync('/etc/hostname', temp.at('MEMORY.md')),
      (temp: TempWorkspace) => mkdirSync(temp.at('MEMORY.md')),
    ]) {
      const temp = world();
      const { after } = askingAt(temp);
      await after();
      rmSync(temp.at('MEMORY.md'));
      replace(temp);
      expect(toldIn(await after())).toMatch(TOLD);
      expect(await after()).toEqual({ is: 'pass' });
      rmSync(temp.at('MEMORY.md'), { recursive: true });
      takeBack(temp);
      expect(temp.text('MEMORY.md')).toBe(MEMORY);
    }
  });
});

/** A disk that ends at its n-th change, as a kill ends a process; \`reached\`: it has. */
const dying = (n: number): { readonly disk: Disk; readonly reached: () => boolean } => {
  let changes = 0;
  const before = ({ text }: { readonly text: string }): void => {
    if (/^(?:write|rename|link|unlink|ftruncate|mkdir|fsync) /.test(text)) changes += 1;
    if (changes >= n) throw Object.assign(new Error('killed'), { code: 'EIO' });
  };
  return { disk: hooked({ before }), reached: () => changes >= n };
};

describe('a hook that is killed', () => {
  const AFTER = `${MEMORY}- five\n`;

  it.each([
    ['before its answer, and the host writes all the same', 'before', true],
    ['before its answer, and the host writes nothing', 'before', false],
    ['after the tool', 'after', true],
    ['when it finds a change', 'found', true],
  ] as const)('loses nothing and doubles nothing: %s', async (_, moment, isWritten) => {
    for (let n = 1, isOver = false; !isOver; n += 1) {
      const temp = world();
      const calm = askingAt(temp);
      const { disk, reached } = dying(n);
      const killed = askingAt(temp, { disk });
      await calm.after();
      const call = { file_path: temp.at('MEMORY.md'), content: AFTER };
      const write = async (by: Asking) => {
        if (moment !== 'found') await by.before('Write', call).catch(() => undefined);
      };
      await write(moment === 'before' ? killed : calm);
      if (isWritten) temp.write('MEMORY.md', AFTER);
      if (moment !== 'before') await killed.after('Write', call).catch(() => undefined);
      isOver = !reached();
      await calm.after('Write', call);
      await calm.after();
      expect(temp.text('MEMORY.md'), `${n}`).toBe(isWritten ? AFTER : MEMORY);
      const all = entriesOf(temp).map(({ from, to, state }) => [state, from, to]);
      expect(all, `${n}`).toEqual(isWritten ? [['done', MEMORY, AFTER]] : []);
      if (isWritten) takeBack(temp);
      expect(temp.text('MEMORY.md'), `${n}`).toBe(MEMORY);
    }
  });
});

describe('what was kept', () => {
  it('goes when the hooks are taken out', async () => {
    const temp = world();
    await askingAt(temp).after();
    const kept = () =>
      readdirSync(stateRootOf(temp), { recursive: true }).filter((name) =>
        String(name).includes('memory-kept'),
      );
    expect(kept()).toHaveLength(2);
    const environment = { XDG_STATE_HOME: temp.stateHome };
    forgetAllKept({ disk: real, uid, environment });
    expect(kept()).toEqual([]);
    forgetAllKept({ disk: real, uid, environment: { XDG_STATE_HOME: '/nonexistent' } });
  });
});
