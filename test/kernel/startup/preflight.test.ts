import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { sweepTemporaries } from '#kernel/fs/replace.ts';
import { preflight } from '#kernel/boot/preflight.ts';
import { type Inspected, inspect } from '#kernel/startup/preflight.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { type SessionKind, SHARED, MAIN, SESSION_KINDS } from '#lib/spec/session-policy.ts';
import type { BootstrapRecord } from '#lib/workspace/bootstrap-record.ts';
import { PREFLIGHT_PROBE_BYTES } from '#lib/spec/limits.ts';
import { failing, FaultyDisk, hooked, recording } from '#test/support/disk.ts';
import { openWorkspace, refusalFrom, refusalOf, uid } from '#test/support/kernel.ts';
import {
  makeBornWorkspace,
  makeUnbornWorkspace,
  makeWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';

const TODAY = '2026-03-01';
const YESTERDAY = '2026-02-28';

interface Setting {
  readonly kind?: SessionKind;
  readonly disk?: Disk;
  readonly record?: BootstrapRecord;
}

const check = (
  temp: TempWorkspace,
  setting: Setting = {},
  look: (...given: Parameters<typeof preflight>) => Inspected = preflight,
): Inspected => {
  const { kind = MAIN, disk = real, record } = setting;
  return look(openWorkspace(temp, disk), kind, TODAY, record);
};

const strictly = (temp: TempWorkspace): Inspected =>
  preflight(Workspace.open(real, temp.path, { strict: true, uid }), MAIN, TODAY, undefined);

const record = (state: BootstrapRecord['state'], files = ['BOOTSTRAP.yamo']): BootstrapRecord => ({
  state,
  bootId: 'b',
  takenAt: '2026-02-27T08:00:00.000Z',
  files: files.map((file) => ({ file, sha256: 'ab'.repeat(32), bytes: 7 })),
});

/** Everything about the files, except what a look at them may change. */
const snapshot = (temp: TempWorkspace): object =>
  temp.list().map((file) => {
    const { ino, mode, nlink, size, mtimeNs, ctimeNs } = lstatSync(temp.at(file), { bigint: true });
    return { file, ino, mode, nlink, size, mtimeNs, ctimeNs };
  });

/** The refusal, after making sure that it left everything as it was. */
const refused = async (temp: TempWorkspace, setting: Setting = {}) => {
  const before = snapshot(temp);
  const { code, message, facts } = await refusalFrom(() => check(temp, setting));
  expect(snapshot(temp)).toEqual(before);
  expect(await refusalFrom(() => check(temp, setting, inspect))).toMatchObject({ code, facts });
  return { code, message, facts };
};

describe('a workspace without an identity', () => {
  it('and without bootstrap instructions is not initialised', async () => {
    const temp = makeBornWorkspace();
    temp.remove('SOUL.md');
    expect(await refused(temp)).toMatchObject({ code: 'NOT_INITIALISED' });
    expect(await refused(temp, { kind: SHARED })).toMatchObject({ code: 'NOT_INITIALISED' });
    expect(await refused(makeWorkspace())).toMatchObject({ code: 'NOT_INITIALISED' });
  });

  it('is not started from files that everybody can write', async () => {
    for (const file of ['SOUL.md', 'AGENTS.md', 'USER.md']) {
      const temp = makeBornWorkspace();
      chmodSync(temp.at(file), 0o666);
      expect(await refused(temp)).toMatchObject({ code: 'FILE_WORLD_WRITABLE' });
    }
  });

  it('is not born from instructions that everybody can write', async () => {
    const temp = makeUnbornWorkspace();
    chmodSync(temp.at('BOOTSTRAP.md'), 0o666);
    expect(await refused(temp)).toMatchObject({ code: 'FILE_WORLD_WRITABLE' });
  });

  it.each([0o644, 0o600])('is started, also strictly, with files of mode %o', (mode) => {
    const temp = makeBornWorkspace();
    for (const file of ['SOUL.md', 'AGENTS.md', 'USER.md']) chmodSync(temp.at(file), mode);
    expect(strictly(temp).groupWritable).toEqual([]);
  });

  it('is started with a file that its group can write, which is said, and strictly is not', () => {
    const temp = makeBornWorkspace();
    chmodSync(temp.at('SOUL.md'), 0o664);
    expect(check(temp).groupWritable).toEqual(['SOUL.md']);
    expect(refusalOf(() => strictly(temp))).toBe('FILE_GROUP_WRITABLE');
  });

  it('names instructions that only their spelling keeps from being found', async () => {
    for (const name of ['bootstrap.md', 'Bootstrap.MD', 'bootstrap.yamo']) {
      const refusal = await refused(makeWorkspace({ [name]: 'Name: Robin\n' }));
      expect(refusal).toMatchObject({ code: 'BOOTSTRAP_CASE' });
      expect(JSON.stringify(refusal)).toContain(name);
    }
  });

  it('says so too, when a finished first boot is on record, or one that took nothing', async () => {
    for (const known of [record('done'), record('taken', [])])
      expect(await refused(makeWorkspace(), { record: known })).toMatchObject({
        code: 'NOT_INITIALISED',
      });
  });

  it('whose instructions were taken says which they were, and when [Y114]', async () => {
    const { code, facts, message } = await refused(makeWorkspace(), { record: record('taken') });
    expect([code, facts]).toEqual([
      'BOOTSTRAP_CONSUMED',
      { file: 'BOOTSTRAP.yamo', sha256: 'ab'.repeat(32), at: '2026-02-27T08:00:00.000Z' },
    ]);
    expect(message).toContain('BOOTSTRAP.yamo');
    expect(message).toContain('2026-02-27T08:00:00.000Z');
  });

  it('is no obstacle with bootstrap instructions, whatever is on record', () => {
    for (const file of ['BOOTSTRAP.md', 'BOOTSTRAP.yamo']) {
      const temp = makeWorkspace({ [file]: 'x' });
      expect(check(temp).firstBoot).toBe(true);
      expect(check(temp, { record: record('taken') }).firstBoot).toBe(true);
    }
  });

  it('nor with a SOUL.md that was written after the instructions were taken', () => {
    expect(check(makeBornWorkspace(), { record: record('taken') }).firstBoot).toBe(false);
  });
});

describe('bootstrap instructions', () => {
  it.each([
    ['a dangling link', (temp: TempWorkspace) => symlinkSync('none', temp.at('BOOTSTRAP.md'))],
    ['a directory', (temp: TempWorkspace) => mkdirSync(temp.at('BOOTSTRAP.md'))],
  ])('of whatever kind are a first boot: %s', (_what, make) => {
    const temp = makeBornWorkspace();
    make(temp);
    expect(check(temp).firstBoot).toBe(true);
  });

  it('that cannot be examined are not taken for absent', () => {
    const disk = failing('lstat BOOTSTRAP.md', 'EACCES');
    expect(check(makeBornWorkspace(), { disk, kind: SHARED }).firstBoot).toBe(true);
  });
});

describe('the test file of a first boot', () => {
  it('has the size of what a first boot may write, is only for the owner, and is gone', () => {
    const temp = makeUnbornWorkspace();
    const before = temp.list();
    const seen: object[] = [];
    const disk = hooked({
      before: ({ call, on }) => {
        if (call !== 'unlink') return;
        expect(on).toBe('.preflight.TMP');
        for (const name of readdirSync(temp.path).filter((file) => file.startsWith('.preflight'))) {
          const { size, mode } = statSync(temp.at(`${name}/${name}`));
          seen.push({ size, mode: mode & 0o777 });
        }
      },
    });
    expect(check(temp, { disk }).firstBoot).toBe(true);
    expect(seen).toEqual([{ size: PREFLIGHT_PROBE_BYTES, mode: 0o600 }]);
    expect(temp.list()).toEqual(before);
  });

  it('is not made for a shared session, nor in a workspace that was born', () => {
    for (const [temp, kind] of [
      [makeUnbornWorkspace({ 'SOUL.md': 'x' }), SHARED],
      [makeBornWorkspace(), MAIN],
    ] as const) {
      const { disk, calls } = recording();
      check(temp, { disk, kind });
      expect(calls.filter((call) => call.includes('.preflight'))).toEqual([]);
    }
  });

  it.each([
    ['open', 'EROFS'],
    ['open', 'EACCES'],
    ['write', 'ENOSPC'],
    ['write', 'EDQUOT'],
    ['close', 'EIO'],
  ])(
    'that fails at %s with %s refuses: nothing is left, nothing deleted [Y114]',
    async (at, code) => {
      const temp = makeUnbornWorkspace();
      const before = snapshot(temp);
      const deleted: string[] = [];
      const disk = hooked(
        { before: ({ call, on }) => void (call === 'unlink' && deleted.push(on)) },
        failing(`${at} .preflight.TMP`, code),
      );
      const refusal = await refusalFrom(() => check(temp, { disk }));
      expect([refusal.code, refusal.exit, refusal.facts]).toEqual([
        'WORKSPACE_UNWRITABLE',
        4,
        { path: temp.path, errno: code },
      ]);
      expect(snapshot(temp)).toEqual(before);
      expect(deleted.filter((name) => name !== '.preflight.TMP')).toEqual([]);
    },
  );

  it('is written whole, when the disk takes it in pieces', () => {
    const temp = makeUnbornWorkspace();
    let written = 0;
    const disk: Disk = {
      ...real,
      write: (fd, bytes) => {
        const count = real.write(fd, bytes.subarray(0, 1000));
        written += count;
        return count;
      },
    };
    check(temp, { disk });
    expect(written).toBe(PREFLIGHT_PROBE_BYTES);
  });

  it('that cannot be removed refuses too, and the next boot sweeps it', () => {
    const temp = makeUnbornWorkspace();
    const disk = failing('unlink .preflight.TMP', 'EPERM');
    expect(refusalOf(() => check(temp, { disk }))).toBe('WORKSPACE_UNWRITABLE');
    const [left = '', ...others] = temp.list().filter((file) => file.startsWith('.preflight'));
    expect(others).toEqual([`${left}${left.slice(0, -1)}`]);
    expect(left).toMatch(/^\.preflight\.[0-9a-f]{12}\.yamo-tmp\/$/);
    expect(temp.has('BOOTSTRAP.md')).toBe(true);
    expect(sweepTemporaries(openWorkspace(temp).root)).toBe(1);
    expect(temp.list().filter((file) => file.startsWith('.preflight'))).toEqual([]);
  });

  it('leaves the workspace as it was, whichever disk call fails', () => {
    const left = new Map<string, readonly string[]>();
    for (let nth = 1, calls = 1; nth <= calls; nth += 1) {
      const temp = makeUnbornWorkspace();
      const faulty = new FaultyDisk();
      const workspace = openWorkspace(temp, faulty.disk);
      faulty.arm(nth, 'EIO');
      refusalOf(() => preflight(workspace, MAIN, TODAY, undefined));
      calls = Math.max(calls, faulty.calls.length);
      const others = temp.list().filter((file) => !file.endsWith('.md'));
      left.set(`${nth} ${faulty.calls[nth - 1]}`, [...others, String(temp.list().length)]);
    }
    expect(left.size).toBeGreaterThan(8);
    const removed = [...left].filter(([at]) => !/ (?:unlink|rmdir) \.preflight\.TMP$/.test(at));
    expect(removed).toHaveLength(left.size - 2);
    for (const [at, files] of removed) expect(files, at).toEqual(['2']);
  });
});

const madeWith = (make: (temp: TempWorkspace) => void): TempWorkspace => {
  const temp = makeBornWorkspace();
  make(temp);
  return temp;
};
const memory = (temp: TempWorkspace): string => temp.at('MEMORY.md');

describe('MEMORY.md in a shared session', () => {
  it('that is absent forbids every file with a second name', () => {
    const { forbidden } = check(makeBornWorkspace(), { kind: SHARED });
    expect(forbidden).toEqual({ memory: [], hardLinks: true });
  });

  it('that is a file of its own is forbidden by its identity [Y94]', () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'private' });
    const { forbidden } = check(temp, { kind: SHARED });
    expect(forbidden.hardLinks).toBe(true);
    expect(forbidden.memory.map(({ ino }) => ino)).toEqual([
      lstatSync(memory(temp), { bigint: true }).ino,
    ]);
  });

  it.each([
    [
      'a second name in the workspace',
      (temp: TempWorkspace) => (temp.write('MEMORY.md', 'x'), linkSync(memory(temp), temp.at('n'))),
      'has 2 names',
    ],
    [
      'a second name elsewhere',
      (temp: TempWorkspace) => (
        temp.write('MEMORY.md', 'x'),
        linkSync(memory(temp), `${temp.path}-memory`)
      ),
      'has 2 names',
    ],
    [
      'a symbolic link',
      (temp: TempWorkspace) => symlinkSync('USER.md', memory(temp)),
      'is a symbolic link',
    ],
    [
      'a dangling link',
      (temp: TempWorkspace) => symlinkSync('none', memory(temp)),
      'is a symbolic link',
    ],
    ['a directory', (temp: TempWorkspace) => mkdirSync(memory(temp)), 'is a directory'],
    ['a pipe', (temp: TempWorkspace) => execFileSync('mkfifo', [memory(temp)]), 'is a FIFO'],
  ])('with %s is refused [Y94]', async (_what, make, reason) => {
    const temp = madeWith(make);
    const { code, facts } = await refused(temp, { kind: SHARED });
    expect([code, facts]).toEqual(['MEMORY_ALIASED', { reason }]);
  });

  it('that cannot be examined is refused [Y94]', async () => {
    const disk = failing('lstat MEMORY.md', 'EACCES');
    const temp = makeBornWorkspace({ 'MEMORY.md': 'x' });
    const { code, facts } = await refused(temp, { kind: SHARED, disk });
    expect([code, facts]).toEqual(['MEMORY_ALIASED', { reason: 'cannot be examined (EACCES)' }]);
  });

  it('is no barrier in a main session, whose own file it is', () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'x' });
    linkSync(memory(temp), temp.at('other name'));
    expect(check(temp).forbidden).toEqual({ memory: [], hardLinks: false });
  });
});

const FILES = [
  'AGENTS.md',
  'SOUL.md',
  'USER.md',
  `memory/${TODAY}.md`,
  `memory/${YESTERDAY}.md`,
] as const;

const withLogs = (): TempWorkspace =>
  makeBornWorkspace({
    'MEMORY.md': 'private',
    [`memory/${TODAY}.md`]: 'today',
    [`memory/${YESTERDAY}.md`]: 'yesterday',
  });

const KINDS = SESSION_KINDS;
const CASES = KINDS.flatMap((kind) =>
  [...FILES, ...(kind === MAIN ? (['MEMORY.md'] as const) : [])].map((file) => ({ kind, file })),
);

describe('a file that a session needs', () => {
  it.each(CASES)('$file that is a link is refused ($kind)', async ({ kind, file }) => {
    for (const target of [`${file}.real`, 'none']) {
      const temp = withLogs();
      temp.write(`${file}.real`, 'x');
      temp.remove(file);
      symlinkSync(target.replace('memory/', ''), temp.at(file));
      expect(await refused(temp, { kind })).toMatchObject({
        code: 'FILE_SYMLINK',
        facts: { file },
      });
    }
  });

  it.each(CASES)('$file that is no regular file is refused ($kind)', async ({ kind, file }) => {
    for (const [type, make] of [
      ['directory', (path: string) => mkdirSync(path)],
      ['FIFO', (path: string) => execFileSync('mkfifo', [path])],
    ] as const) {
      const temp = withLogs();
      temp.remove(file);
      make(temp.at(file));
      const { code, facts } = await refused(temp, { kind });
      expect([code, facts]).toEqual(['FILE_NOT_REGULAR', { file, type }]);
    }
  });

  it.each(CASES)('$file that cannot be examined is refused ($kind)', async ({ kind, file }) => {
    const disk = failing(`lstat ${file.replace('memory/', '')}`, 'EIO');
    const { code, facts } = await refused(withLogs(), { kind, disk });
    expect([code, facts]).toEqual(['FILE_UNREADABLE', { file, errno: 'EIO' }]);
  });

  it.each(FILES)('%s with a second name is refused in a shared session only', async (file) => {
    const temp = withLogs();
    linkSync(temp.at(file), temp.at('second'));
    const { code, facts } = await refused(temp, { kind: SHARED });
    expect([code, facts]).toEqual(['FILE_HARDLINKED', { file, links: 2 }]);
    expect(refusalOf(() => check(temp))).toBeUndefined();
  });

  it('may be missing, except the identity', () => {
    const temp = withLogs();
    for (const file of [...FILES, 'MEMORY.md']) if (file !== 'SOUL.md') temp.remove(file);
    for (const kind of KINDS) expect(refusalOf(() => check(temp, { kind }))).toBeUndefined();
    temp.remove('memory');
    for (const kind of KINDS) expect(refusalOf(() => check(temp, { kind }))).toBeUndefined();
  });

  it('that no session loads may be whatever it is', () => {
    const temp = withLogs();
    symlinkSync('none', temp.at('TOOLS.md'));
    symlinkSync('none', temp.at('memory/2020-01-01.md'));
    for (const kind of KINDS) expect(refusalOf(() => check(temp, { kind }))).toBeUndefined();
  });
});

describe('SOUL.md', () => {
  it('of no bytes is no identity, with bootstrap instructions or without', async () => {
    for (const temp of [
      makeBornWorkspace({ 'SOUL.md': '' }),
      makeUnbornWorkspace({ 'SOUL.md': '' }),
    ])
      for (const kind of KINDS)
        expect(await refused(temp, { kind })).toMatchObject({ code: 'SOUL_EMPTY' });
  });

  it('of one byte is not judged before it is read', () => {
    const temp = makeBornWorkspace();
    truncateSync(temp.at('SOUL.md'), 1);
    expect(refusalOf(() => check(temp))).toBeUndefined();
  });
});

describe('memory/', () => {
  it.each([
    ['a file', (temp: TempWorkspace) => temp.write('memory', 'x'), 'ENOTDIR'],
    ['a dangling link', (temp: TempWorkspace) => symlinkSync('none', temp.at('memory')), 'ENOTDIR'],
    [
      'a link to a directory',
      (temp: TempWorkspace) => {
        mkdirSync(temp.at('elsewhere'));
        symlinkSync('elsewhere', temp.at('memory'));
      },
      'ENOTDIR',
    ],
    [
      'a link to itself',
      (temp: TempWorkspace) => symlinkSync('memory', temp.at('memory')),
      'ENOTDIR',
    ],
  ])('that is %s is refused, in every session [Y5]', async (_what, make, reason) => {
    for (const kind of KINDS) {
      const temp = makeBornWorkspace();
      make(temp);
      const { code, facts } = await refused(temp, { kind });
      expect([code, facts]).toEqual(['MEMORY_DIR_UNUSABLE', { reason }]);
    }
  });

  it('that cannot be opened is refused [Y5]', async () => {
    const disk = failing('open memory', 'EACCES');
    const { code, facts } = await refused(withLogs(), { disk });
    expect([code, facts]).toEqual(['MEMORY_DIR_UNUSABLE', { reason: 'EACCES' }]);
  });
});

const changing = (calls: readonly string[]): readonly string[] =>
  calls.filter((call) => !/^(?:open|close|fstat|lstat|read|readdir|realpath) /.test(call));

describe('without looking into them', () => {
  it.each(KINDS)('no file is opened, and one that is there is looked at once (%s)', (kind) => {
    const temp = withLogs();
    const { disk, calls } = recording();
    const workspace = openWorkspace(temp, disk);
    calls.length = 0;
    preflight(workspace, kind, TODAY, undefined);
    expect(calls.filter((call) => /^(?:open|read) /.test(call))).toEqual(['open memory']);
    expect(calls.filter((call) => call === 'lstat MEMORY.md')).toHaveLength(1);
    expect(changing(calls)).toEqual([]);
  });

  it('no file is opened before a first boot either, except the test file', () => {
    const { disk, calls } = recording();
    const workspace = openWorkspace(makeUnbornWorkspace({ 'SOUL.md': 'x' }), disk);
    calls.length = 0;
    preflight(workspace, MAIN, TODAY, undefined);
    const opened = calls.filter((call) => /^(?:open|read) /.test(call));
    expect(new Set(opened)).toEqual(new Set(['open memory', 'open .preflight.TMP']));
    expect(new Set(changing(calls))).toEqual(
      new Set([
        'mkdir .preflight.TMP',
        'write .preflight.TMP',
        // Onto a folder, which fails: that is the question whether the file may be deleted.
        'rename BOOTSTRAP.md',
        'unlink .preflight.TMP',
        'rmdir .preflight.TMP',
      ]),
    );
  });

  it.each(KINDS)('`inspect` changes nothing, also before a first boot (%s)', (kind) => {
    for (const temp of [withLogs(), makeUnbornWorkspace({ 'SOUL.md': 'x' })]) {
      const { disk, calls } = recording();
      const workspace = openWorkspace(temp, disk);
      const before = snapshot(temp);
      const seen = inspect(workspace, kind, TODAY, undefined);
      expect(changing(calls)).toEqual([]);
      expect(snapshot(temp)).toEqual(before);
      expect(preflight(workspace, kind, TODAY, undefined)).toMatchObject(seen);
    }
  });

  it('`inspect` does not notice a workspace that cannot be written', () => {
    const temp = makeUnbornWorkspace();
    const disk = failing('open .preflight.TMP', 'EROFS');
    expect(check(temp, { disk }, inspect).firstBoot).toBe(true);
    rmSync(temp.at('BOOTSTRAP.md'));
    expect(refusalOf(() => check(temp, { disk }, inspect))).toBe('NOT_INITIALISED');
  });
});
