import { MAIN, seesLogs, SHARED, type SessionKind } from '#lib/spec/session-policy.ts';
import type { SectionsRead } from '#lib/text/outline.ts';
import { sealAgents } from '#kernel/boot/seal.ts';
import { InstructionsRead } from '#lib/yamo/instructions.ts';
import { linkSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { type AgentsRead, GhostSealed } from '#kernel/startup/ghost.ts';
import { BootstrapGone } from '#kernel/startup/guard.ts';
import {
  AgentsLoaded,
  Loaded,
  type Loading,
  SoulLoaded,
  TodayLoaded,
  UserLoaded,
  YesterdayLoaded,
} from '#kernel/startup/load.ts';
import { forbidMemory } from '#kernel/startup/preflight.ts';
import { NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';
import { FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import { acting, failing, hooked, recording } from '#test/support/disk.ts';
import { openWorkspace, refusalOf } from '#test/support/kernel.ts';
import { type Files, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const TODAY = '2026-03-01';
const YESTERDAY = '2026-02-28';
const LOGS: Files = {
  [`memory/${TODAY}.md`]: 'today',
  [`memory/${YESTERDAY}.md`]: 'yesterday',
  'memory/2026-02-27.md': 'the day before',
  'memory/2026-03-02.md': 'tomorrow',
};

interface Setting {
  readonly kind?: SessionKind;
  readonly dailyInShared?: boolean;
  readonly disk?: Disk;
}

/** Every step in its order, as a boot takes them. */
const loadAll = (
  temp: TempWorkspace,
  { kind = MAIN, dailyInShared = false, disk = real }: Setting = {},
): Loaded => {
  const workspace = openWorkspace(temp, disk);
  const forbidden = kind === SHARED ? forbidMemory(workspace) : NOTHING_FORBIDDEN;
  const sealed = sealAgents(workspace, {
    strict: true,
    firstBoot: false,
    forbidden,
    intend: () => undefined,
  });
  const gone = BootstrapGone.prove(workspace, sealed, {
    kind,
    record: undefined,
    rebirth: false,
    agree: (orders) => InstructionsRead.of(orders),
    priorUseEvidence: undefined,
    remember: () => undefined,
    forget: () => undefined,
    lost: () => undefined,
  });
  const loading: Loading = { workspace, kind, forbidden, seesLogs: seesLogs(kind, dailyInShared) };
  const user = UserLoaded.after(SoulLoaded.after(AgentsLoaded.after(gone, loading)));
  return Loaded.after(YesterdayLoaded.after(TodayLoaded.after(user, TODAY)));
};

const opened = (calls: readonly string[]): readonly string[] =>
  calls.filter((call) => call.startsWith('open ')).map((call) => call.slice('open '.length));

const names = ({ files }: Loaded): readonly string[] => files.map(({ file }) => file);

/** Never called: that it compiles with these marks is what it shows. */
const wrong = (gone: BootstrapGone, sealed: GhostSealed, loading: Loading): void => {
  // @ts-expect-error the ghost check alone is no proof that the instructions are gone
  AgentsLoaded.after(sealed, loading);
  const agents = AgentsLoaded.after(gone, loading);
  // @ts-expect-error SOUL.md before AGENTS.md
  SoulLoaded.after(gone);
  // @ts-expect-error USER.md before SOUL.md
  UserLoaded.after(agents);
  const soul = SoulLoaded.after(agents);
  // @ts-expect-error the log of today before USER.md
  TodayLoaded.after(soul, TODAY);
  const user = UserLoaded.after(soul);
  // @ts-expect-error yesterday before today
  YesterdayLoaded.after(user);
  const today = TodayLoaded.after(user, TODAY);
  // @ts-expect-error MEMORY.md before the log of yesterday
  Loaded.after(today);
  // @ts-expect-error nobody but the reader of Markdown says which sections AGENTS.md has
  void ({ missing: [], near: [], isOf: () => true } satisfies SectionsRead);
  // @ts-expect-error nobody but the reader of documents says that instructions were read
  void ({ isOf: () => true } satisfies InstructionsRead);
  // @ts-expect-error nobody but the ghost check reads AGENTS.md for it
  void ({ file: undefined } satisfies AgentsRead);
  // @ts-expect-error nobody but the step itself makes the end of priority 1
  void new Loaded(loading, [], TODAY);
  // @ts-expect-error nobody but the guard makes its proof
  void new BootstrapGone(sealed, [], []);
  // @ts-expect-error nobody but the ghost check makes its proof
  void new GhostSealed(undefined, undefined);
  // @ts-expect-error a look-alike is no proof
  AgentsLoaded.after({ sealed, leftovers: [], taken: [], firstBoot: false }, loading);
};

describe('the order of loading', () => {
  it('says for which day it was: at midnight the day may be another one a moment later', () => {
    expect(loadAll(makeBornWorkspace(LOGS)).today).toBe(TODAY);
  });

  it('opens every file once, in the order of the start-up table [Y55]', () => {
    const temp = makeBornWorkspace({
      ...LOGS,
      'MEMORY.md': 'kept',
      'TOOLS.md': 'x',
      'HEARTBEAT.md': 'x',
    });
    const { disk, calls } = recording();
    const loaded = loadAll(temp, { disk });
    expect(opened(calls)).toEqual([
      'ws',
      'AGENTS.md',
      'SOUL.md',
      'USER.md',
      'memory',
      `${TODAY}.md`,
      `${YESTERDAY}.md`,
      'MEMORY.md',
    ]);
    expect(names(loaded)).toEqual([
      'AGENTS.md',
      'SOUL.md',
      'USER.md',
      `memory/${TODAY}.md`,
      `memory/${YESTERDAY}.md`,
      'MEMORY.md',
    ]);
  });

  it('passes over what is not there [Y56]', () => {
    const temp = makeBornWorkspace();
    temp.remove('USER.md');
    expect(names(loadAll(temp))).toEqual(['AGENTS.md', 'SOUL.md']);
    mkdirSync(temp.at('memory'));
    expect(names(loadAll(temp))).toEqual(['AGENTS.md', 'SOUL.md']);
  });

  it('reads the log of today alone, or of yesterday alone [Y55, Y56]', () => {
    for (const day of [TODAY, YESTERDAY]) {
      const temp = makeBornWorkspace({ [`memory/${day}.md`]: 'x' });
      expect(names(loadAll(temp)).slice(3)).toEqual([`memory/${day}.md`]);
    }
  });

  it('lets no step come out of turn: each of these lines would not compile', () => {
    expect(wrong).toBeTypeOf('function');
  });
});

describe('a shared session', () => {
  it('opens neither MEMORY.md nor the logs [Y89]', () => {
    const temp = makeBornWorkspace({ ...LOGS, 'MEMORY.md': 'private' });
    const { disk, calls } = recording();
    const loaded = loadAll(temp, { kind: SHARED, disk });
    expect(opened(calls)).toEqual(['ws', 'AGENTS.md', 'SOUL.md', 'USER.md']);
    expect(names(loaded)).toEqual(['AGENTS.md', 'SOUL.md', 'USER.md']);
  });

  it('reads the logs where the owner allows it, and still not MEMORY.md (R-43)', () => {
    const temp = makeBornWorkspace({ ...LOGS, 'MEMORY.md': 'private' });
    const { disk, calls } = recording();
    loadAll(temp, { kind: SHARED, dailyInShared: true, disk });
    expect(opened(calls)).not.toContain('MEMORY.md');
    expect(opened(calls).slice(-2)).toEqual([`${TODAY}.md`, `${YESTERDAY}.md`]);
  });

  it.each([['SOUL.md'], ['USER.md'], ['AGENTS.md'], [`memory/${TODAY}.md`]])(
    'does not read MEMORY.md under the name %s (R-41)',
    (name) => {
      const temp = makeBornWorkspace({ ...LOGS, 'MEMORY.md': 'private' });
      temp.remove(name);
      linkSync(temp.at('MEMORY.md'), temp.at(name));
      const { disk, calls } = recording();
      const run = (): Loaded => loadAll(temp, { kind: SHARED, dailyInShared: true, disk });
      expect(refusalOf(run)).toBe('MEMORY_ALIASED');
      expect(opened(calls)).toEqual(['ws']);
    },
  );

  it('does not read MEMORY.md, when it takes the place of another file meanwhile (R-41)', () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'private' });
    const disk = acting('before', 'lstat USER.md', () =>
      renameSync(temp.at('MEMORY.md'), temp.at('USER.md')),
    );
    expect(refusalOf(() => loadAll(temp, { kind: SHARED, disk }))).toBe('FILE_HARDLINKED');
  });

  it('does not read a file that gets a second name after it was looked at (R-41)', () => {
    const temp = makeBornWorkspace();
    const disk = acting('before', 'open USER.md', () =>
      linkSync(temp.at('USER.md'), temp.at('second.md')),
    );
    expect(refusalOf(() => loadAll(temp, { kind: SHARED, disk }))).toBe('FILE_HARDLINKED');
  });

  it.each([['a directory'], ['a symbolic link'], ['a dangling link']])(
    'is impossible while MEMORY.md is %s (R-41)',
    (what) => {
      const temp = makeBornWorkspace({ 'other.md': 'x' });
      if (what === 'a directory') mkdirSync(temp.at('MEMORY.md'));
      else symlinkSync(what === 'a symbolic link' ? 'other.md' : 'nowhere', temp.at('MEMORY.md'));
      expect(refusalOf(() => loadAll(temp, { kind: SHARED }))).toBe('MEMORY_ALIASED');
    },
  );
});

describe('what is no file of the layout', () => {
  it.each([['SOUL.md'], ['USER.md'], ['MEMORY.md'], [`memory/${TODAY}.md`]])(
    'a link at %s is refused, and not followed',
    (name) => {
      const temp = makeBornWorkspace({ ...LOGS, 'MEMORY.md': 'x', 'other.md': 'x' });
      temp.remove(name);
      symlinkSync(temp.at('other.md'), temp.at(name));
      const { disk, calls } = recording();
      expect(refusalOf(() => loadAll(temp, { disk }))).toBe('FILE_SYMLINK');
      expect(opened(calls)).not.toContain('other.md');
    },
  );

  it('memory/ as a link is refused', () => {
    const temp = makeBornWorkspace({ 'elsewhere/2026-03-01.md': 'x' });
    symlinkSync('elsewhere', temp.at('memory'));
    expect(refusalOf(() => loadAll(temp))).toBe('MEMORY_DIR_UNUSABLE');
  });

  it('in a main session a second name is no harm', () => {
    const temp = makeBornWorkspace();
    linkSync(temp.at('USER.md'), temp.at('second.md'));
    expect(names(loadAll(temp))).toContain('USER.md');
  });

  it('a directory is refused', () => {
    const temp = makeBornWorkspace();
    mkdirSync(temp.at('MEMORY.md'));
    expect(refusalOf(() => loadAll(temp))).toBe('FILE_NOT_REGULAR');
  });

  it('a file of the largest size is read, one byte more is refused before it is opened', () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': Buffer.alloc(FILE_MAX_BYTES, 'x') });
    expect(names(loadAll(temp))).toContain('MEMORY.md');
    temp.write('MEMORY.md', Buffer.alloc(FILE_MAX_BYTES + 1, 'x'));
    const { disk, calls } = recording();
    expect(refusalOf(() => loadAll(temp, { disk }))).toBe('FILE_TOO_LARGE');
    expect(opened(calls)).not.toContain('MEMORY.md');
  });

  it.each([[''], [' \n\t\n'], ['\uFEFF'], ['\uFEFF\n']])(
    'SOUL.md that holds %j is empty',
    (soul) => {
      expect(refusalOf(() => loadAll(makeBornWorkspace({ 'SOUL.md': soul })))).toBe('SOUL_EMPTY');
    },
  );

  it('SOUL.md that is missing is not passed over', () => {
    const temp = makeBornWorkspace();
    temp.remove('SOUL.md');
    expect(refusalOf(() => loadAll(temp))).toBe('NOT_INITIALISED');
  });

  it.each([
    ['lstat SOUL.md', 'FILE_UNREADABLE'],
    ['open SOUL.md', 'FILE_UNREADABLE'],
    ['read SOUL.md', 'FILE_UNREADABLE'],
    ['open memory', 'MEMORY_DIR_UNUSABLE'],
  ])('what cannot be read is not taken for absent: %s', (call, code) => {
    const temp = makeBornWorkspace(LOGS);
    expect(refusalOf(() => loadAll(temp, { disk: failing(call, 'EACCES') }))).toBe(code);
  });

  it('a file that grows while it is read is read again, not cut', () => {
    const temp = makeBornWorkspace();
    const text = 'much '.repeat(2000);
    const disk = acting('before', 'read USER.md', () => temp.write('USER.md', text));
    expect(loadAll(temp, { disk }).file('USER.md')?.text).toBe(text);
  });

  it('a file that grows whenever it is read is refused', () => {
    const temp = makeBornWorkspace();
    const disk = hooked({
      before: ({ text }) => {
        if (text === 'read USER.md') temp.write('USER.md', `${temp.text('USER.md')}more`);
      },
    });
    expect(refusalOf(() => loadAll(temp, { disk }))).toBe('FILE_MOVED');
  });

  it('a file that is replaced between two calls is read as it is then', () => {
    const temp = makeBornWorkspace();
    const disk = acting('before', 'open USER.md', () => {
      temp.remove('USER.md');
      temp.write('USER.md', 'new');
    });
    expect(loadAll(temp, { disk }).file('USER.md')?.text).toBe('new');
  });

  it('hands on the text without its byte order mark, and the bytes with it', () => {
    const temp = makeBornWorkspace({ 'USER.md': '\uFEFF# Ada\r\n' });
    const user = loadAll(temp).file('USER.md');
    expect(user?.text).toBe('# Ada\r\n');
    expect(user?.bytes).toEqual(temp.bytes('USER.md'));
  });
});
