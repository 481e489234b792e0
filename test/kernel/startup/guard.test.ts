import { SHARED, MAIN } from '#lib/spec/session-policy.ts';
import { sealAgents } from '#kernel/boot/seal.ts';
import { InstructionsRead } from '#lib/yamo/instructions.ts';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import { GhostSealed } from '#kernel/startup/ghost.ts';
import { BootstrapGone, type GuardOptions } from '#kernel/startup/guard.ts';
import { NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { BootstrapRecord, TakenFile } from '#lib/workspace/bootstrap-record.ts';
import { readBootstrapRecord, writeBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import { BOOTSTRAP_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal, REFUSALS } from '#lib/spec/refusals.ts';
import { acting, failing, FaultyDisk, hooked, recording } from '#test/support/disk.ts';
import { openHome, openWorkspace, refusalFrom, refusalOf } from '#test/support/kernel.ts';
import { ORDERS_MD, ORDERS_YAMO } from '#test/support/orders.ts';
import { type Files, makeUnbornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const MD = 'BOOTSTRAP.md';
const YAMO = 'BOOTSTRAP.yamo';
const AT = '2026-11-20T10:00:00.000Z';
const DONE: BootstrapRecord = { state: 'done', bootId: 'b0', takenAt: AT, doneAt: AT, files: [] };

const unborn = (files: Files = { [MD]: ORDERS_MD }): TempWorkspace => {
  const temp = makeUnbornWorkspace(files);
  if (files[MD] === undefined) temp.remove(MD);
  return temp;
};

const seal = (workspace: Workspace): GhostSealed =>
  sealAgents(workspace, {
    strict: false,
    firstBoot: true,
    forbidden: NOTHING_FORBIDDEN,
    intend: () => undefined,
  });

/** Carries out the guard as a boot does: the record of the first boot goes through the same disk. */
const guard = (
  temp: TempWorkspace,
  disk: Disk = real,
  options: Partial<GuardOptions> = {},
): BootstrapGone => {
  const workspace = openWorkspace(temp, disk);
  const home = openHome(temp, workspace);
  const record = 'record' in options ? options.record : readBootstrapRecord(home);
  return BootstrapGone.prove(workspace, seal(workspace), {
    kind: MAIN,
    record,
    rebirth: false,
    agree: (orders) => InstructionsRead.of(orders),
    priorUseEvidence: undefined,
    remember: (files) =>
      writeBootstrapRecord(home, { state: 'taken', bootId: 'b1', takenAt: AT, files }),
    forget: () => writeBootstrapRecord(home, record),
    lost: () => undefined,
    ...options,
  });
};

const recordOf = (temp: TempWorkspace): BootstrapRecord | undefined => {
  const workspace = openWorkspace(temp);
  return readBootstrapRecord(openHome(temp, workspace));
};

/** Does any file below the workspace, or of the kernel's state, hold this text? */
const survives = (temp: TempWorkspace, text: string): boolean =>
  execFileSync('find', [join(temp.path, '..'), '-type', 'f', '-print0'], { encoding: 'utf8' })
    .split('\0')
    .some((path) => path !== '' && readFileSync(path).includes(text));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe('the order of the boot guard', () => {
  it('examines, reads, remembers, deletes, proves and makes durable, in this order [Y65, Y107]', () => {
    const temp = unborn();
    const { disk, calls } = recording();
    const workspace = openWorkspace(temp, disk);
    const sealed = seal(workspace);
    calls.length = 0;
    const gone = BootstrapGone.prove(workspace, sealed, {
      kind: MAIN,
      record: undefined,
      rebirth: false,
      agree: (orders) => InstructionsRead.of(orders),
      priorUseEvidence: undefined,
      remember: () => void calls.push('remember'),
      forget: () => void calls.push('forget'),
      lost: (files) => void calls.push(`lost ${files.map(({ file }) => file).join(' ')}`),
    });
    expect(calls).toEqual([
      'readdir ws',
      'lstat BOOTSTRAP.yamo',
      'lstat BOOTSTRAP.md',
      'open BOOTSTRAP.md',
      'fstat BOOTSTRAP.md',
      'read BOOTSTRAP.md',
      'remember',
      'unlink BOOTSTRAP.md',
      'fstat BOOTSTRAP.md',
      'lstat BOOTSTRAP.md',
      'fsync ws',
      'lstat ws',
      'close BOOTSTRAP.md',
      'readdir ws',
    ]);
    expect(gone.handOver()).toEqual([{ file: MD, text: ORDERS_MD }]);
  });

  it('reads both files to their end before it deletes either, blocks first [K1, Y65, Y107]', () => {
    const temp = unborn({ [MD]: ORDERS_MD, [YAMO]: ORDERS_YAMO });
    const { disk, calls } = recording();
    const gone = guard(temp, disk);
    const steps = calls.filter((call) => /^(open|unlink) BOOTSTRAP/.test(call));
    expect(steps).toEqual([
      'open BOOTSTRAP.yamo',
      'open BOOTSTRAP.md',
      'unlink BOOTSTRAP.yamo',
      'unlink BOOTSTRAP.md',
    ]);
    expect(gone.handOver()).toEqual([
      { file: YAMO, text: ORDERS_YAMO },
      { file: MD, text: ORDERS_MD },
    ]);
    expect(temp.list()).toEqual(['AGENTS.md']);
  });

  it('deletes nothing where other instructions were looked through', () => {
    const temp = unborn();
    const agree = () => InstructionsRead.of([{ file: MD, text: ORDERS_MD }]);
    expect(() => guard(temp, real, { agree })).toThrow(TypeError);
    expect(temp.text(MD)).toBe(ORDERS_MD);
  });

  it('examines only, where there are no instructions, and says so [Y115]', () => {
    const temp = unborn({});
    const { disk, calls } = recording();
    const workspace = openWorkspace(temp, disk);
    const sealed = seal(workspace);
    calls.length = 0;
    const gone = BootstrapGone.prove(workspace, sealed, {
      kind: SHARED,
      record: DONE,
      rebirth: false,
      agree: (orders) => InstructionsRead.of(orders),
      priorUseEvidence: undefined,
      remember: () => void calls.push('remember'),
      forget: () => void calls.push('forget'),
      lost: (files) => void calls.push(`lost ${files.map(({ file }) => file).join(' ')}`),
    });
    expect(calls).toEqual(['readdir ws', 'lstat BOOTSTRAP.yamo', 'lstat BOOTSTRAP.md']);
    expect([gone.firstBoot, gone.handOver(), gone.leftovers]).toEqual([false, [], []]);
  });
});

describe('taken instructions', () => {
  it.each([
    ['plain', ORDERS_MD, ORDERS_MD],
    ['empty (R-13)', '', ''],
    ['with a byte order mark', `\uFEFF${ORDERS_MD}`, ORDERS_MD],
    ['with CRLF', ORDERS_MD.replaceAll('\n', '\r\n'), ORDERS_MD.replaceAll('\n', '\r\n')],
    ['of the largest size', 'x'.repeat(BOOTSTRAP_MAX_BYTES), 'x'.repeat(BOOTSTRAP_MAX_BYTES)],
  ])('are handed over once and are gone: %s [Y65, Y97]', (_what, onDisk, text) => {
    const temp = unborn({ [MD]: onDisk });
    const gone = guard(temp);
    expect(gone.firstBoot).toBe(true);
    expect(gone.handOver()).toEqual([{ file: MD, text }]);
    expect(gone.handOver()).toEqual([]);
    expect(temp.has(MD)).toBe(false);
    expect(gone.taken).toEqual([
      { file: MD, sha256: sha256(onDisk), bytes: Buffer.byteLength(onDisk) },
    ]);
  });

  it('leave a record of name, size and hash, and no text, anywhere (R-82)', () => {
    const temp = unborn();
    const gone = guard(temp);
    expect(recordOf(temp)).toMatchObject({ state: 'taken', files: gone.taken });
    expect(survives(temp, 'tide-table-7')).toBe(false);
  });

  it('may be blocks alone [K1, K2]', () => {
    const temp = unborn({ [YAMO]: ORDERS_YAMO });
    expect(guard(temp).handOver()).toEqual([{ file: YAMO, text: ORDERS_YAMO }]);
    expect(temp.has(YAMO)).toBe(false);
  });
});

const folding = (path: string): string => path.replace(/BOOTSTRAP\.md$/, 'Bootstrap.md');

/** What is refused untouched: the instructions, or what has their name, are on disk as before. */
describe('refused before anything is deleted', () => {
  const untouched = (temp: TempWorkspace, disk?: Disk, options?: Partial<GuardOptions>) => {
    const before = temp.list();
    const { disk: watched, calls } = recording();
    const code = refusalOf(() => guard(temp, disk ?? watched, options));
    expect(temp.list()).toEqual(before);
    expect(calls.filter((call) => call.startsWith('unlink'))).toEqual([]);
    return { code, opened: calls.includes(`open ${MD}`) };
  };

  it.each([
    ['BOOTSTRAP.md~'],
    ['.BOOTSTRAP.md.swp'],
    ['#BOOTSTRAP.md#'],
    ['BOOTSTRAP.md.bak'],
    ['bootstrap.md.orig'],
    ['BOOTSTRAP (1).md'],
    ['BOOTSTRAP copy.md'],
    ['Copy of BOOTSTRAP.md'],
    ['BOOTSTRAP.yamo.1'],
  ])('a copy: %s [Y97]', (name) => {
    const temp = unborn({ [MD]: ORDERS_MD, [name]: ORDERS_MD });
    expect(untouched(temp)).toEqual({ code: 'BOOTSTRAP_COPIES', opened: false });
  });

  it('names copies, where there are no instructions', () => {
    const temp = unborn({ 'BOOTSTRAP.md.bak': 'x', 'BOOTSTRAPPING.md': 'x', 'notes.md': 'x' });
    expect(guard(temp).leftovers).toEqual(['BOOTSTRAP.md.bak']);
  });

  it.each([
    ['Bootstrap.md'],
    ['bootstrap.MD'],
    ['BOOTSTRAP.md '],
    ['BOOTSTRAP\u200B.md'],
    ['BOOTSTRAP\u3164.md'],
    ['ＢＯＯＴＳＴＲＡＰ.md'],
    ['BOOTSTRAP.Yamo'],
  ])('a twin by spelling: %j', (name) => {
    expect(untouched(unborn({ [name]: ORDERS_MD })).code).toBe('BOOTSTRAP_CASE');
    expect(untouched(unborn({ [MD]: ORDERS_MD, [name]: 'x' })).code).toBe('BOOTSTRAP_CASE');
  });

  it('takes another spelling for the file itself, where the file system folds case', () => {
    const temp = unborn({ 'Bootstrap.md': ORDERS_MD });
    const disk: Disk = {
      ...real,
      open: (path, flags, mode) => real.open(folding(path), flags, mode),
      lstat: (path) => real.lstat(folding(path)),
      unlink: (path) => real.unlink(folding(path)),
    };
    expect(guard(temp, disk).handOver()).toEqual([{ file: MD, text: ORDERS_MD }]);
    expect(temp.list()).toEqual(['AGENTS.md']);
  });

  it('in a shared session: nothing is opened, nothing is deleted (R-15) [Y97]', () => {
    expect(untouched(unborn(), undefined, { kind: SHARED })).toEqual({
      code: 'BOOTSTRAP_IN_SHARED',
      opened: false,
    });
  });

  it.each([[MD], [YAMO]])('%s after a finished first boot (R-79) [Y97, K2]', (file) => {
    const temp = unborn({ [file]: file === MD ? ORDERS_MD : ORDERS_YAMO });
    const { code, opened } = untouched(temp, undefined, { record: DONE });
    expect({ code, opened }).toEqual({ code: 'BOOTSTRAP_RETURNED', opened: false });
  });

  it('says when the first boot was finished, not when its instructions were taken', async () => {
    const record = { ...DONE, doneAt: '2026-11-20T11:30:00.000Z' };
    const { facts } = await refusalFrom(() => guard(unborn(), real, { record }));
    expect(facts['at']).toBe(record.doneAt);
  });

  it('unless a human asks for a rebirth, or the first boot had not finished', () => {
    expect(guard(unborn(), real, { record: DONE, rebirth: true }).firstBoot).toBe(true);
    const taken: BootstrapRecord = { ...DONE, state: 'taken' };
    expect(guard(unborn(), real, { record: taken }).firstBoot).toBe(true);
  });

  it.each([
    ['invalid UTF-8', Buffer.from([0x23, 0xc3, 0x28])],
    ['a cut sequence', Buffer.from([0x23, 0xe2, 0x82])],
    ['UTF-16', Buffer.from('\uFEFF# Birth', 'utf16le')],
    ['a NUL byte', Buffer.from('# Birth\0')],
  ])('no text: %s [Y97]', (_what, bytes) => {
    const temp = unborn({ [MD]: bytes });
    expect(untouched(temp).code).toBe('BOOTSTRAP_NOT_TEXT');
    expect(temp.bytes(MD)).toEqual(Buffer.from(bytes));
  });

  it('a document that breaks the block format, even beside good instructions', () => {
    const temp = unborn({ [MD]: ORDERS_MD, [YAMO]: ORDERS_YAMO.replace('intent', 'intend') });
    expect(untouched(temp).code).toBe('BOOTSTRAP_INVALID');
  });

  it('instructions that are too large, by one byte: not opened', () => {
    const temp = unborn({ [MD]: Buffer.alloc(BOOTSTRAP_MAX_BYTES + 1, 'x') });
    expect(untouched(temp)).toEqual({ code: 'BOOTSTRAP_TOO_LARGE', opened: false });
  });

  it('the second file is unfit: the first is not deleted either [K1]', () => {
    const temp = unborn({ [YAMO]: ORDERS_YAMO, [MD]: Buffer.from([0xff]) });
    expect(untouched(temp).code).toBe('BOOTSTRAP_NOT_TEXT');
  });

  it.each([
    [
      'a hard link',
      'BOOTSTRAP_HARDLINKED',
      (path: string) => (write(path), linkSync(path, `${path}.kept`)),
    ],
    [
      'a symbolic link',
      'BOOTSTRAP_SYMLINK',
      (path: string) => (write(`${path}.kept`), symlinkSync(`${path}.kept`, path)),
    ],
    ['a dangling link', 'BOOTSTRAP_SYMLINK', (path: string) => symlinkSync('nowhere', path)],
    ['a FIFO', 'BOOTSTRAP_NOT_REGULAR', (path: string) => execFileSync('mkfifo', [path])],
    ['a directory', 'BOOTSTRAP_NOT_REGULAR', (path: string) => mkdirSync(path)],
    ['an immutable name', 'BOOTSTRAP_UNREADABLE', undefined],
  ] as const)('something else of that name: %s', (_what, code, make) => {
    const temp = unborn({});
    make?.(temp.at(MD));
    const disk = make === undefined ? failing(`lstat ${MD}`, 'EACCES') : undefined;
    expect(untouched(temp, disk)).toEqual({ code, opened: false });
  });

  it('something else of that name: a socket', async () => {
    const temp = unborn({});
    const server = createServer();
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(temp.at(MD), resolve));
    expect(untouched(temp).code).toBe('BOOTSTRAP_NOT_REGULAR');
  });

  it.each([
    ['readdir ws', 'EACCES', 'BOOTSTRAP_UNREADABLE'],
    [`open ${MD}`, 'EACCES', 'BOOTSTRAP_UNREADABLE'],
    [`fstat ${MD}`, 'EIO', 'BOOTSTRAP_UNREADABLE'],
    [`read ${MD}`, 'EIO', 'BOOTSTRAP_UNREADABLE'],
    [`unlink ${MD}`, 'EPERM', 'BOOTSTRAP_UNDELETABLE'],
    [`unlink ${MD}`, 'EROFS', 'BOOTSTRAP_UNDELETABLE'],
    [`unlink ${MD}`, 'EBUSY', 'BOOTSTRAP_UNDELETABLE'],
  ])('a call that fails: %s with %s [Y97]', (call, code, refusal) => {
    const temp = unborn();
    expect(untouched(temp, failing(call, code)).code).toBe(refusal);
    expect(temp.text(MD)).toBe(ORDERS_MD);
    expect(recordOf(temp)).toBeUndefined();
  });
});

const write = (path: string): void => writeFileSync(path, ORDERS_MD);

describe('races', () => {
  interface Race {
    readonly what: string;
    readonly when: readonly ['before' | 'after', string];
    readonly act: (temp: TempWorkspace) => void;
    readonly code: string;
    /** Are the instructions lost to the boot, so that the record has to say so? */
    readonly taken?: true;
  }
  const away = (temp: TempWorkspace): void => renameSync(temp.at(MD), temp.at('elsewhere.md'));
  const races: readonly Race[] = [
    {
      what: 'renamed away before the open',
      when: ['before', `open ${MD}`],
      act: away,
      code: 'BOOTSTRAP_CHANGED',
    },
    {
      what: 'a link in its place before the open',
      when: ['before', `open ${MD}`],
      act: (temp) => (away(temp), symlinkSync('elsewhere.md', temp.at(MD))),
      code: 'BOOTSTRAP_CHANGED',
    },
    {
      what: 'another file in its place before the open',
      when: ['before', `open ${MD}`],
      act: (temp) => (away(temp), temp.write(MD, 'decoy')),
      code: 'BOOTSTRAP_CHANGED',
    },
    {
      what: 'a second name before the open',
      when: ['before', `open ${MD}`],
      act: (temp) => linkSync(temp.at(MD), temp.at('second.md')),
      code: 'BOOTSTRAP_HARDLINKED',
    },
    {
      what: 'appended to before the read',
      when: ['before', `read ${MD}`],
      act: (temp) => appendFileSync(temp.at(MD), 'more'),
      code: 'BOOTSTRAP_CHANGED',
    },
    {
      what: 'renamed away before the unlink',
      when: ['before', `unlink ${MD}`],
      act: away,
      code: 'BOOTSTRAP_VANISHED',
    },
    {
      what: 'a decoy under its name before the unlink',
      when: ['before', `unlink ${MD}`],
      act: (temp) => (away(temp), temp.write(MD, 'decoy')),
      code: 'BOOTSTRAP_SURVIVES',
      taken: true,
    },
    {
      what: 'a second name before the unlink',
      when: ['before', `unlink ${MD}`],
      act: (temp) => linkSync(temp.at(MD), temp.at('second.md')),
      code: 'BOOTSTRAP_SURVIVES',
      taken: true,
    },
    {
      what: 'appended to before the unlink',
      when: ['before', `unlink ${MD}`],
      act: (temp) => appendFileSync(temp.at(MD), 'more'),
      code: 'BOOTSTRAP_CHANGED',
      taken: true,
    },
    {
      what: 'written over in the same length before the unlink',
      when: ['before', `unlink ${MD}`],
      act: (temp) => {
        writeFileSync(temp.at(MD), ORDERS_MD.replaceAll('e', 'o'), { flag: 'r+' });
        utimesSync(temp.at(MD), 4_000_000_000, 4_000_000_000);
      },
      code: 'BOOTSTRAP_CHANGED',
      taken: true,
    },
    {
      what: 'created again after the unlink',
      when: ['after', `unlink ${MD}`],
      act: (temp) => temp.write(MD, ORDERS_MD),
      code: 'BOOTSTRAP_REAPPEARED',
      taken: true,
    },
    {
      what: 'created again after the proof',
      when: ['before', 'fsync ws'],
      act: (temp) => temp.write(MD, ORDERS_MD),
      code: 'BOOTSTRAP_REAPPEARED',
      taken: true,
    },
    {
      what: 'the other form created meanwhile',
      when: ['after', `unlink ${MD}`],
      act: (temp) => temp.write(YAMO, ORDERS_YAMO),
      code: 'BOOTSTRAP_REAPPEARED',
      taken: true,
    },
    {
      what: 'a copy made meanwhile',
      when: ['before', `unlink ${MD}`],
      act: (temp) => temp.write('BOOTSTRAP.md.bak', ORDERS_MD),
      code: 'BOOTSTRAP_COPIED',
      taken: true,
    },
    {
      what: 'a copy in another spelling made meanwhile',
      when: ['before', `unlink ${MD}`],
      act: (temp) => temp.write('Bootstrap.md', ORDERS_MD),
      code: 'BOOTSTRAP_COPIED',
      taken: true,
    },
    {
      what: 'hidden under a new name, as FUSE does',
      when: ['after', `unlink ${MD}`],
      act: (temp) => temp.write('.fuse_hidden00000001', ORDERS_MD),
      code: 'BOOTSTRAP_SURVIVES',
      taken: true,
    },
    {
      what: 'the workspace swapped for another directory',
      when: ['before', 'fsync ws'],
      act: (temp) => {
        renameSync(temp.path, `${temp.path}.away`);
        mkdirSync(temp.path, { mode: 0o700 });
        temp.write(MD, ORDERS_MD);
      },
      code: 'WORKSPACE_SWAPPED',
    },
    {
      what: 'the workspace removed',
      when: ['before', 'fsync ws'],
      act: (temp) => renameSync(temp.path, `${temp.path}.away`),
      code: 'WORKSPACE_SWAPPED',
    },
  ];

  it.each(races)('$what: $code [Y97]', ({ when: [when, text], act, code, taken }) => {
    const temp = unborn();
    let happened = false;
    const disk = acting(when, text, () => {
      happened = true;
      act(temp);
    });
    expect(refusalOf(() => guard(temp, disk))).toBe(code);
    expect(happened).toBe(true);
    const state = existsSync(temp.path) ? recordOf(temp)?.state : undefined;
    expect(state).toBe(taken && 'taken');
  });

  it('reads the workspace that was opened, even when its path leads elsewhere by then', () => {
    const temp = unborn();
    const disk = acting('before', `open ${MD}`, () => {
      renameSync(temp.path, `${temp.path}.away`);
      mkdirSync(temp.path, { mode: 0o700 });
      temp.write(MD, 'decoy');
    });
    expect(refusalOf(() => guard(temp, disk))).toBe('WORKSPACE_SWAPPED');
    expect(temp.text(MD)).toBe('decoy');
    expect(existsSync(join(`${temp.path}.away`, MD))).toBe(false);
  });

  it('sees a name that was there for a moment only', () => {
    const temp = unborn();
    const disk = hooked({
      before: ({ text }) => text === 'fsync ws' && temp.has(MD) && temp.remove(MD),
      after: ({ text }) => text === `unlink ${MD}` && temp.write(MD, 'again'),
    });
    expect(refusalOf(() => guard(temp, disk))).toBe('BOOTSTRAP_REAPPEARED');
  });

  it('does not wait for a FIFO that takes the place of the instructions', () => {
    const temp = unborn();
    const disk = acting('before', `open ${MD}`, () => {
      away(temp);
      execFileSync('mkfifo', [temp.at(MD)]);
    });
    expect(refusalOf(() => guard(temp, disk))).toBe('BOOTSTRAP_CHANGED');
  });
});

describe('a file system that contradicts itself', () => {
  it.each([MD, YAMO])('lists %s and denies it: refused, nothing opened [Y97]', (name) => {
    const temp = unborn({ [MD]: ORDERS_MD, [YAMO]: ORDERS_YAMO });
    const { disk: watched, calls } = recording();
    const disk: Disk = {
      ...watched,
      lstat: (path) => (path.endsWith(`/${name}`) ? undefined : watched.lstat(path)),
    };
    expect(refusalOf(() => guard(temp, disk))).toBe('BOOTSTRAP_UNREADABLE');
    expect(calls.filter((call) => /^(?:open|unlink) BOOTSTRAP/.test(call))).toEqual([]);
  });
});

/** A boot that deletes the first of two files, and may not delete the second. */
const half = (): { temp: TempWorkspace; told: readonly string[]; code: string | undefined } => {
  const temp = unborn({ [MD]: ORDERS_MD, [YAMO]: ORDERS_YAMO });
  const told: string[] = [];
  const lost = (files: readonly TakenFile[]): void =>
    void told.push(...files.map(({ file }) => file));
  const code = refusalOf(() => guard(temp, failing(`unlink ${MD}`, 'EPERM'), { lost }));
  return { temp, told, code };
};

describe('of two files one is gone, and the other stays', () => {
  it('the one that is gone is named now [Y97]', () => {
    const { temp, told, code } = half();
    expect([code, told]).toEqual(['BOOTSTRAP_UNDELETABLE', [YAMO]]);
    expect([temp.has(YAMO), temp.text(MD)]).toEqual([false, ORDERS_MD]);
  });

  it('and at the next boot, which does not continue with half of the instructions [Y97]', async () => {
    const { temp } = half();
    const { code, facts } = await refusalFrom(() => guard(temp));
    expect([code, facts['gone'], facts['file']]).toEqual(['BOOTSTRAP_HALF_TAKEN', YAMO, MD]);
    expect(temp.text(MD)).toBe(ORDERS_MD);
    temp.write(YAMO, ORDERS_YAMO);
    expect(guard(temp).handOver()).toHaveLength(2);
  });

  it('nobody is told of a loss while everything is there', () => {
    const temp = unborn();
    const told: string[] = [];
    const lost = (): void => void told.push('lost');
    expect(refusalOf(() => guard(temp, failing(`unlink ${MD}`, 'EPERM'), { lost }))).toBe(
      'BOOTSTRAP_UNDELETABLE',
    );
    expect([told, recordOf(temp)]).toEqual([[], undefined]);
  });
});

describe('proofs that do not come', () => {
  it('an unlink that says yes and does nothing [Y97]', () => {
    const temp = unborn();
    const disk: Disk = { ...real, unlink: () => undefined };
    expect(refusalOf(() => guard(temp, disk))).toBe('BOOTSTRAP_SURVIVES');
    expect(temp.text(MD)).toBe(ORDERS_MD);
  });

  it('an unlink that only renames, as NFS does [Y97]', () => {
    const temp = unborn();
    const disk: Disk = {
      ...real,
      unlink: (path) => real.rename(path, path.replace(MD, '.nfs0000001')),
    };
    expect(refusalOf(() => guard(temp, disk))).toBe('BOOTSTRAP_SURVIVES');
  });

  it.each([
    [`fstat ${MD}`, 2, 'EIO', 'BOOTSTRAP_UNPROVEN'],
    [`lstat ${MD}`, 2, 'EACCES', 'BOOTSTRAP_UNPROVEN'],
    ['fsync ws', 1, 'EIO', 'BOOTSTRAP_NOT_DURABLE'],
    ['lstat ws', 1, 'EACCES', 'WORKSPACE_SWAPPED'],
    ['readdir ws', 2, 'EIO', 'BOOTSTRAP_UNPROVEN'],
  ])('%s, time %i, fails with %s: %s [Y97]', (call, time, code, refusal) => {
    const temp = unborn();
    let seen = 0;
    const disk = hooked({
      before: ({ text }) => {
        if (text === call) seen += 1;
        if (text === call && seen === time) throw Object.assign(new Error(code), { code });
      },
    });
    expect(refusalOf(() => guard(temp, disk))).toBe(refusal);
    expect(recordOf(temp)?.state).toBe('taken');
  });

  it.each([['EINVAL'], ['ENOSYS'], ['ENOTSUP']])(
    'goes on where a directory cannot be made durable at all: %s',
    (code) => {
      expect(guard(unborn(), failing('fsync ws', code)).firstBoot).toBe(true);
    },
  );

  it('refuses with the exit code that its row names, and with the file in words [Y97]', async () => {
    const temp = unborn();
    const disk = failing(`unlink ${MD}`, 'EACCES');
    const { message, exit } = await refusalFrom(() => guard(temp, disk));
    expect(exit).toBe(REFUSALS.BOOTSTRAP_UNDELETABLE.exit);
    expect(message).toContain('permission denied');
    expect(message).not.toContain('tide-table');
  });
});

describe.each([
  { what: 'BOOTSTRAP.md', files: { [MD]: ORDERS_MD } },
  { what: 'both files', files: { [MD]: ORDERS_MD, [YAMO]: ORDERS_YAMO } },
])('every disk call of the guard fails in turn, with $what', ({ files }) => {
  it.each([['EIO'], ['EACCES'], ['ENOSPC'], ['ENOENT']])(
    'with %s: the instructions are on disk, or their taking is recorded; no proof while a copy exists [Y97, K2]',
    (code) => {
      let reached = 0;
      for (let nth = 1; nth < 200; nth += 1) {
        const temp = unborn(files);
        const faulty = new FaultyDisk();
        const workspace = openWorkspace(temp, faulty.disk);
        const sealed = seal(workspace);
        const home = openHome(temp, workspace);
        faulty.arm(nth, code);
        let proved = false;
        let refused: unknown;
        try {
          BootstrapGone.prove(workspace, sealed, {
            kind: MAIN,
            record: undefined,
            rebirth: false,
            agree: (orders) => InstructionsRead.of(orders),
            priorUseEvidence: undefined,
            remember: (taken) =>
              writeBootstrapRecord(home, {
                state: 'taken',
                bootId: 'b1',
                takenAt: AT,
                files: taken,
              }),
            forget: () => writeBootstrapRecord(home, undefined),
            lost: () => undefined,
          });
          proved = true;
        } catch (error) {
          refused = error;
        }
        const calls = faulty.calls;
        faulty.arm(0, code);
        const at = `call ${nth}: ${calls[nth - 1]}`;
        const present = Object.keys(files).filter((file) => temp.has(file));
        const recorded = recordOf(temp);
        expect(proved ? present : refused instanceof Refusal, at).toEqual(proved ? [] : true);
        for (const [file, text] of Object.entries(files)) {
          const onDisk = temp.has(file);
          expect(onDisk ? temp.text(file) : recorded?.state, at).toBe(onDisk ? text : 'taken');
          expect(onDisk || recorded?.files.some((one) => one.file === file), at).toBe(true);
        }
        // The next boot, on a disk that works, takes what is left of the instructions; of two files the second alone only knowingly.
        const isHalf = present.length === 1 && Object.keys(files).length === 2;
        const alone = isHalf ? refusalOf(() => guard(temp)) : undefined;
        expect(alone, at).toBe(isHalf ? 'BOOTSTRAP_HALF_TAKEN' : undefined);
        const again = guard(temp, real, { rebirth: isHalf });
        expect(
          again
            .handOver()
            .map(({ file }) => file)
            .toSorted(),
          at,
        ).toEqual(present.toSorted());
        reached = nth;
        if (calls.length < nth) break;
      }
      expect(reached).toBeGreaterThan(15);
      expect(reached).toBeLessThan(199);
    },
  );
});

describe('what the guard leaves alone', () => {
  it('does not touch the other files', () => {
    const temp = unborn({ [MD]: ORDERS_MD, 'MEMORY.md': 'kept', 'notes/BOOTSTRAP.md': 'mine' });
    chmodSync(temp.at('MEMORY.md'), 0o640);
    guard(temp);
    expect(temp.list()).toEqual(['AGENTS.md', 'MEMORY.md', 'notes/', 'notes/BOOTSTRAP.md']);
    expect(statSync(temp.at('MEMORY.md')).mode & 0o777).toBe(0o640);
    rmSync(temp.at('notes'), { recursive: true });
  });
});

describe('what the guard leaves behind', () => {
  it('is no byte of the instructions in the buffer that they were read into', () => {
    const buffers: Buffer[] = [];
    const disk: Disk = {
      ...real,
      read: (fd, buffer, offset, position) => {
        buffers.push(Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength));
        return real.read(fd, buffer, offset, position);
      },
    };
    const gone = guard(unborn(), disk);
    expect(gone.handOver()[0]?.text).toBe(ORDERS_MD);
    expect(buffers.length).toBeGreaterThan(0);
    for (const buffer of buffers) expect(buffer.includes(ORDERS_MD.slice(0, 20))).toBe(false);
  });

  it('is no file that grew while it was taken, whatever its time says', () => {
    const temp = unborn();
    utimesSync(temp.at(MD), 1_700_000_000, 1_700_000_000);
    const disk = acting('before', `unlink ${MD}`, () => {
      appendFileSync(temp.at(MD), 'more');
      utimesSync(temp.at(MD), 1_700_000_000, 1_700_000_000);
    });
    expect(refusalOf(() => guard(temp, disk))).toBe('BOOTSTRAP_CHANGED');
  });

  it.each([MD, YAMO])('is no second name of %s, of two files', (kept) => {
    const temp = unborn({ [MD]: ORDERS_MD, [YAMO]: ORDERS_YAMO });
    const disk = acting('before', `unlink ${kept}`, () =>
      linkSync(temp.at(kept), temp.at('second.txt')),
    );
    expect(refusalOf(() => guard(temp, disk))).toBe('BOOTSTRAP_SURVIVES');
  });

  it.each([MD, YAMO])('is nothing to hand over twice (%s)', (file) => {
    const gone = guard(unborn({ [file]: file === MD ? ORDERS_MD : ORDERS_YAMO }));
    expect(gone.handOver()).toHaveLength(1);
    expect(gone.handOver()).toEqual([]);
  });
});
