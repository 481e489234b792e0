/** `yamo backup` and `yamo restore` of the built program: with a daemon, without one, of Nexus, killed, of bad input. */
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { beforeAll, describe, expect, it } from 'vitest';

import type { EntryHead } from '#daemon/backup/format.ts';
import { ArchiveWriter } from '#daemon/backup/writer.ts';
import { disk } from '#kernel/fs/disk.ts';
import { Daemon } from '#test/support/daemon.ts';
import {
  freshPath,
  makeBornWorkspace,
  makeUnbornWorkspace,
  makeWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import {
  framesNamed,
  noticesOf,
  type Place,
  refusalOf,
  startYamo,
  stateOf,
  until,
  yamo,
} from '#test/support/yamo.ts';

/** A place of its own, with a state that knows nothing. */
const elsewhere = (): Place => ({
  path: freshPath('restored'),
  stateHome: freshPath('state'),
  configHome: freshPath('config'),
});

const homes = ({ stateHome, configHome }: Place): Record<string, string> => ({
  XDG_STATE_HOME: stateHome,
  XDG_CONFIG_HOME: configHome,
  HOME: configHome,
});

const backup = (ws: Place, file: string) =>
  yamo(['backup', '--json', ws.path, file], { env: homes(ws) });
const restore = (file: string, to: Place) =>
  yamo(['restore', '--json', file, to.path], { env: homes(to) });

/** What a command that was ended has left beside a file or folder. */
const temporaries = (path: string): readonly string[] =>
  readdirSync(dirname(path)).filter((name) => name.endsWith('.yamo-tmp'));

/** Folders of workspaces in the state. */
const statesIn = ({ stateHome }: Place): readonly string[] => {
  const folders = ['yamo', 'yamo/seals'].map((name) => join(stateHome, name));
  return folders.flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).filter((name) => name.includes('-')) : [],
  );
};

const boot = (place: Place, ...more: readonly string[]) =>
  yamo(
    ['boot', '--agent', 'scribe', '--session', 'main', '--message', 'Noted.', '--json', ...more],
    {
      workspace: place,
    },
  );

describe('a backup', () => {
  it('of a workspace that a daemon serves and writes to is whole', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- heron\n' });
    const daemon = await Daemon.start(ws);
    await daemon.call('chat.send', { text: 'The kettle is blue.', wait: true });
    const over = new AbortController();
    const written = (async () => {
      while (!over.signal.aborted) await daemon.call('chat.send', { text: 'more', wait: true });
    })();
    const file = freshPath('ws.tar');
    const { code, events } = await backup(ws, file);
    over.abort();
    await written;
    expect([code, events]).toEqual([
      0,
      [
        expect.objectContaining({
          file,
          left: [],
          databases: expect.arrayContaining(['events.db']),
        }),
      ],
    ]);
    expect([statSync(file).mode & 0o777, temporaries(file)]).toEqual([0o600, []]);
    // Its databases are as they were: the daemon has them, and goes on.
    expect((await daemon.call('chat.send', { text: 'last', wait: true })).status).toBe(200);
    daemon.running.kill('SIGTERM');
    await daemon.running.ended;

    const to = elsewhere();
    expect((await restore(file, to)).code).toBe(0);
    expect(readFileSync(join(to.path, 'MEMORY.md'), 'utf8')).toContain('heron');
    const events2 = new DatabaseSync(join(stateOf(to), 'data/events.db'));
    const [row] = events2.prepare('select count(*) as count from events').all();
    expect(Number(row?.['count'])).toBeGreaterThan(2);
    events2.close();
    const booted = await boot(to);
    expect([booted.code, noticesOf(booted.events)]).toEqual([
      0,
      expect.not.stringMatching(/changed|cut|damaged/u),
    ]);
    expect((await yamo(['log'], { workspace: to })).stdout).toContain('the chain is whole');
    const again = await Daemon.start(to);
    expect((await again.call('chat.send', { text: 'here', wait: true })).status).toBe(200);
    again.running.kill('SIGTERM');
  });

  it('of one that nobody serves has its first boot, chain, sessions and memory', async () => {
    const ws = makeUnbornWorkspace({ 'run.sh': '#!/bin/sh\n', 'deep/er/and/empty/.keep': '' });
    const born = await yamo(['boot', '--agent', 'scribe', '--message', 'Hello.', '--json'], {
      workspace: ws,
    });
    expect(born.code).toBe(0);
    await boot(ws);
    ws.write('tool', '#!/bin/sh\n', 0o755);
    ws.write('.git/config', '[core]\n');
    symlinkSync('/etc/passwd', ws.at('link'));
    const file = freshPath('ws.tar');
    const { code, events } = await backup(ws, file);
    expect([code, events[0]]).toMatchObject([
      0,
      { left: [{ file: 'link', why: 'it is a symbolic link' }], databases: [] },
    ]);
    const to = elsewhere();
    mkdirSync(to.path);
    expect((await restore(file, to)).code).toBe(0);
    const files = ws.list().filter((name) => name !== 'link');
    const restored = { ...makeWorkspace(), path: to.path };
    expect(readdirSync(to.path, { recursive: true }).length).toBe(files.length);
    for (const name of files.filter((one) => !one.endsWith('/')))
      expect([name, readFileSync(join(to.path, name), 'latin1')]).toEqual([
        name,
        ws.bytes(name).toString('latin1'),
      ]);
    expect(statSync(join(to.path, 'tool')).mode & 0o777).toBe(0o755);
    for (const command of ['log', 'sessions'])
      expect((await yamo([command, '--json'], { workspace: to })).stdout).toBe(
        (await yamo([command, '--json'], { workspace: ws })).stdout,
      );
    const booted = await boot(to);
    expect([booted.code, noticesOf(booted.events)]).toEqual([0, '']);
    // What has been born is not born again.
    for (const place of [ws, restored])
      writeFileSync(join(place.path, 'BOOTSTRAP.md'), '# Birth\n');
    const [here, there] = [await boot(ws), await boot(to)];
    expect([here.code, refusalOf(here.events)]).toEqual([1, expect.any(String)]);
    expect([there.code, refusalOf(there.events)]).toEqual([here.code, refusalOf(here.events)]);
    expect(existsSync(join(to.path, 'BOOTSTRAP.md'))).toBe(true);
  });

  it.each([{}, { YAMO_MEMORY_DB_DIR: freshPath('memory-db') }])(
    'has what memory has in no file, wherever that lies: %j',
    async (more) => {
      const from = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- The heron fishes at dawn.\n' });
      const ws = makeBornWorkspace();
      const mesh = (place: Place, ...args: readonly string[]) =>
        yamo(['mesh', ...args], { env: { ...homes(place), ...more } });
      ws.write('handed.jsonl', (await mesh(from, 'export', from.path)).stdout);
      await mesh(ws, 'import', ws.path, ws.at('handed.jsonl'));
      ws.remove('handed.jsonl');
      const file = freshPath('ws.tar');
      const env = { ...homes(ws), ...more };
      const taken = await yamo(['backup', '--json', ws.path, file], { env });
      expect(taken.events[0]).toMatchObject({ databases: ['ledger.db'] });
      const to = elsewhere();
      const restored = await yamo(['restore', file, to.path], { env: { ...homes(to), ...more } });
      expect(restored.code).toBe(0);
      const found = await mesh(to, 'search', to.path, 'heron at dawn');
      expect(found.stdout).toContain('The heron fishes at dawn.');
    },
  );

  it('of a workspace of Nexus has its databases, served or not', async () => {
    const ws = makeWorkspace();
    await yamo(['init', '--layout', 'nexus'], { workspace: ws });
    const [first, second] = [freshPath('n.tar'), freshPath('n.tar')];
    expect((await backup(ws, first)).events[0]).toMatchObject({ databases: expect.any(Array) });
    const daemon = await Daemon.start(ws);
    expect((await backup(ws, second)).code).toBe(0);
    daemon.running.kill('SIGTERM');
    await daemon.running.ended;
    for (const file of [first, second]) {
      const to = elsewhere();
      expect((await restore(file, to)).events[0]).toMatchObject({
        databases: [
          'events.db',
          'agents.db',
          'identity.db',
          'memory.db',
          'embeddings.db',
          'runtime.db',
        ],
      });
      expect(readFileSync(join(to.path, 'state/config.json'), 'utf8')).toBe(
        ws.text('state/config.json'),
      );
      const data = readdirSync(join(to.path, 'state/data'));
      expect(data.toSorted()).toEqual(readdirSync(ws.at('state/data')).toSorted());
      const again = await Daemon.start(to);
      again.running.kill('SIGTERM');
      expect((await again.running.ended).code).toBe(143);
    }
    const starts = new DatabaseSync(ws.at('state/data/runtime.db'));
    expect(starts.prepare('select count(*) as count from starts').get()).toEqual({ count: 1 });
    starts.close();
  });

  it('is put nowhere but where there is nothing, outside of the workspace', async () => {
    const ws = makeBornWorkspace();
    const [folder, file] = [freshPath('folder'), freshPath('ws.tar')];
    mkdirSync(folder);
    writeFileSync(file, 'mine');
    symlinkSync(ws.path, join(folder, 'in'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    for (const [place, code] of [
      [file, 'BACKUP_PLACE'],
      [folder, 'BACKUP_PLACE'],
      [join(folder, 'dangling'), 'BACKUP_PLACE'],
      [ws.at('ws.tar'), 'BACKUP_PLACE'],
      [ws.at('memory/../ws.tar'), 'BACKUP_PLACE'],
      [join(folder, 'in/ws.tar'), 'BACKUP_PLACE'],
      [join(folder, 'missing/ws.tar'), 'BACKUP_PLACE'],
      ['s3://bucket/ws.tar', 'PLACE_ADDRESS'],
    ] as const) {
      const { code: exit, events } = await backup(ws, place);
      expect([place, exit === 0, refusalOf(events)]).toEqual([place, false, code]);
    }
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(ws.list().filter((name) => name.includes('tar'))).toEqual([]);
    for (const args of [[], [ws.path], [ws.path, 'a', 'b']])
      expect((await yamo(['backup', ...args])).code).toBe(2);
    expect((await yamo(['restore', file])).code).toBe(2);
  });

  it('leaves no file where it is killed, and nothing at all where it is told to end', async () => {
    const ws = makeBornWorkspace();
    ws.write('big', '');
    truncateSync(ws.at('big'), 2 ** 30);
    for (const [signal, exit, isCleared] of [
      ['SIGKILL', 137, false],
      ['SIGTERM', 143, true],
    ] as const) {
      const file = freshPath('ws.tar');
      const running = startYamo(['backup', ws.path, file], { env: homes(ws) });
      await until(() =>
        temporaries(file).some((name) => {
          const part = join(dirname(file), name, 'backup.tar');
          return existsSync(part) && statSync(part).size > 2 ** 20;
        }),
      );
      running.kill(signal);
      const { code } = await running.ended;
      const left = temporaries(file);
      expect([signal, code, existsSync(file), left.length === 0]).toEqual([
        signal,
        exit,
        false,
        isCleared,
      ]);
      for (const name of left) rmSync(join(dirname(file), name), { recursive: true });
    }
    truncateSync(ws.at('big'), 10);
    expect((await backup(ws, freshPath('ws.tar'))).code).toBe(0);
  });
});

const SIGNAL = new AbortController().signal;

/** The code that it is refused with; nothing is there then. */
const refusalBy = async (from: string): Promise<string | undefined> => {
  const to = elsewhere();
  const { code, events } = await restore(from, to);
  const left = [...temporaries(to.path), ...statesIn(to)];
  expect([code, existsSync(to.path), left]).toEqual([4, false, []]);
  return refusalOf(events);
};

/** A backup with its first entry, then what is added, then its end. */
const made = async (add: (archive: ArchiveWriter) => Promise<void>): Promise<string> => {
  const file = freshPath('made.tar');
  const fd = openSync(file, 'wx');
  const archive = new ArchiveWriter(disk, fd, SIGNAL);
  await archive.begin({ yamo: '0.0.0', at: '2026-01-01T00:00:00.000Z' });
  await add(archive);
  await archive.end();
  closeSync(fd);
  return file;
};

const entry = (name: string, more: Partial<EntryHead> = {}): EntryHead => ({
  name,
  type: 'file',
  mode: 0o600,
  size: 2,
  ...more,
});
const HI = [Buffer.from('hi')];

describe('what is restored', () => {
  let ws: TempWorkspace;
  let file: string;
  beforeAll(async () => {
    ws = makeBornWorkspace({ 'notes/a.txt': 'a'.repeat(5000) });
    await boot(ws);
    file = freshPath('ws.tar');
    await backup(ws, file);
  });

  const changed = (change: (copy: string, size: number) => void): string => {
    const copy = freshPath('copy.tar');
    copyFileSync(file, copy);
    change(copy, statSync(copy).size);
    return copy;
  };

  it('is a backup', async () => {
    const [text, empty, folder] = [freshPath('text'), freshPath('empty'), freshPath('folder')];
    writeFileSync(text, 'x'.repeat(5000));
    writeFileSync(empty, '');
    mkdirSync(folder);
    expect(await refusalBy(text)).toBe('RESTORE_FOREIGN');
    expect(await refusalBy(empty)).toBe('RESTORE_FOREIGN');
    expect(await refusalBy(folder)).toBe('RESTORE_FOREIGN');
    expect(await refusalBy(ws.at('SOUL.md'))).toBe('RESTORE_FOREIGN');
    expect(await refusalBy(freshPath('missing'))).toBe('FILE_UNREADABLE');
    const zeros = changed((copy, size) => writeFileSync(copy, Buffer.alloc(size)));
    expect(await refusalBy(zeros)).toBe('RESTORE_FOREIGN');
  });

  it('is all of it, wherever it was cut', async () => {
    const { size } = statSync(file);
    for (const at of [
      1,
      511,
      512,
      700,
      1024,
      1536,
      size / 2,
      size - 3000,
      size - 1536,
      size - 2048,
    ])
      expect(await refusalBy(changed((copy) => truncateSync(copy, Math.floor(at))))).toBe(
        at < 700 ? 'RESTORE_FOREIGN' : 'RESTORE_DAMAGED',
      );
  });

  it('is what was written, wherever it was changed', async () => {
    const flipped = (find: string) =>
      changed((copy) => {
        const bytes = readFileSync(copy);
        const at = bytes.indexOf(find);
        expect(at).toBeGreaterThan(0);
        bytes[at] = (bytes[at] ?? 0) + 1;
        writeFileSync(copy, bytes);
      });
    for (const find of ['aaaaaaaa', 'workspace/notes', '"seq"', 'YAMO.key', '"sha256"'])
      expect(await refusalBy(flipped(find))).toBe('RESTORE_DAMAGED');
    expect(await refusalBy(changed((copy) => appendFileSync(copy, readFileSync(file))))).toBe(
      'RESTORE_DAMAGED',
    );
  });

  it('is of a format that is known', async () => {
    const newer = freshPath('newer.tar');
    const fd = openSync(newer, 'wx');
    const archive = new ArchiveWriter(disk, fd, SIGNAL);
    const more: object = { format: 2 };
    await archive.begin({ yamo: '9.0.0', at: '2030-01-01T00:00:00.000Z', ...more });
    await archive.end();
    closeSync(fd);
    expect(await refusalBy(newer)).toBe('RESTORE_NEWER');
  });

  it.each([
    'workspace/../out',
    'workspace//etc/out',
    'workspace/a/../../out',
    'workspace/./out',
    'workspace/..',
    '/etc/out',
    '../out',
    'elsewhere/out',
    'journals/../../out',
    'journals/boot.lock',
    'databases/../../out',
    'databases/other.db',
    'state/workspace/zone.json',
    'workspace/missing/out',
  ])('has no name that leaves its folder: %s', async (name) => {
    const from = await made(async (archive) => {
      await archive.add(entry('workspace', { type: 'directory', mode: 0o700, size: 0 }));
      await archive.add(entry(name), HI);
    });
    const isRow = name === 'journals/../../out' || name === 'journals/boot.lock';
    expect(await refusalBy(from)).toBe(isRow ? 'STATE_ROW_REFUSED' : 'RESTORE_DAMAGED');
    expect(existsSync(join(dirname(from), 'out'))).toBe(false);
  });

  it('has each name once, and state and databases that are some', async () => {
    const twice = await made(async (archive) => {
      for (const _ of [1, 2]) await archive.add(entry('workspace/a'), HI);
    });
    expect(await refusalBy(twice)).toBe('RESTORE_DAMAGED');
    const row = (kind: string, key: string) =>
      made((archive) =>
        archive.add(entry('state/x', { facts: { 'YAMO.kind': kind, 'YAMO.key': key } }), HI),
      );
    expect(await refusalBy(await row('workspace/zone.json', '[]'))).toBe('STATE_ROW_REFUSED');
    expect(await refusalBy(await row('workspace/moon.json', '[]'))).toBe('STATE_ROW_REFUSED');
    expect(await refusalBy(await row('workspace/zone.json', '['))).toBe('RESTORE_DAMAGED');
    const database = await made((archive) => archive.add(entry('databases/events.db'), HI));
    expect(await refusalBy(database)).toBe('DATABASE_UNUSABLE');
  });

  it('goes into nothing but an empty folder that nobody serves', async () => {
    const full = { ...elsewhere(), path: freshPath('full') };
    mkdirSync(full.path);
    writeFileSync(join(full.path, '.hidden'), '');
    const plain = { ...elsewhere(), path: freshPath('plain') };
    writeFileSync(plain.path, 'mine');
    const link = { ...elsewhere(), path: freshPath('link') };
    symlinkSync(dirname(elsewhere().path), link.path);
    const deep = { ...elsewhere(), path: join(freshPath('deep'), 'er') };
    for (const to of [full, plain, link, deep]) {
      const { code, events } = await restore(file, to);
      expect([to.path, code, refusalOf(events)]).toEqual([to.path, 4, 'RESTORE_PLACE']);
      expect(statesIn(to)).toEqual([]);
    }
    expect(readFileSync(plain.path, 'utf8')).toBe('mine');
    const served = makeBornWorkspace();
    const daemon = await Daemon.start(served);
    const { code, events, stdout } = await restore(file, served);
    expect([code, refusalOf(events)]).toEqual([4, 'WORKSPACE_SERVED']);
    expect(stdout).toContain(String(daemon.running.pid));
    daemon.running.kill('SIGTERM');
    expect(framesNamed(events, 'refused')).toHaveLength(1);
    expect(basename(served.path)).toBe('ws');
  });
});
