/** The power fails, or the daemon is killed, while clients are told events: what anybody was told is there afterwards, once. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, it } from 'vitest';

import { controlOf, Daemon } from '#test/support/daemon.ts';
import { compiled, Disk, missing } from '#test/support/power-cut.ts';
import { Changes, EventReader, type ToldLine } from '#test/support/told-events.ts';
import {
  bornFiles,
  makeBornWorkspace,
  makeWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';

const TIMES = 20;
const LIMIT_MS = 1_800_000;
/** At the same time, so that the end comes in the middle of some. */
const SENDERS = 3;
const SIZE = '64M';

const fault = missing('ext4');
if (fault !== undefined)
  console.error(`!!! no power was cut under a daemon, so durability is not proved there: ${fault}`);

/** The rows of the events, as they were told. */
const rowsOf = ({ stateHome }: TempWorkspace): ReadonlyMap<number, unknown> => {
  const folder = join(stateHome, 'yamo');
  const own = readdirSync(folder).find((name) => name.includes('-')) ?? '';
  const database = new DatabaseSync(join(folder, own, 'data/events.db'), { readOnly: true });
  const rows = database.prepare('select id, payload from events order by id').all();
  database.close();
  return new Map(rows.map(({ id, payload }) => [Number(id), JSON.parse(String(payload))]));
};

/** Of what was told or answered, what is not there, or is something else. */
const lostOf = (
  ws: TempWorkspace,
  told: readonly ToldLine[],
  kept: readonly string[],
): readonly string[] => {
  const rows = rowsOf(ws);
  const names = new Set([...rows.values()].map((payload) => JSON.stringify(payload)));
  return [
    ...told
      .filter(({ id, data }) => {
        const payload: unknown = JSON.parse(data).payload;
        return JSON.stringify(rows.get(id)) !== JSON.stringify(payload);
      })
      .map(({ id }) => `event ${id}`),
    ...kept.filter((by) => !names.has(JSON.stringify({ by }))),
  ];
};

/** Tells of changes until the client has `more` events, and goes on; `end` then ends the daemon. */
const disturbed = async (
  daemon: Daemon,
  reader: EventReader,
  { changes, name, more }: { changes: Changes; name: string; more: number },
  end: () => Promise<void>,
): Promise<void> => {
  const wanted = reader.told.length + more;
  const following = reader.follow(daemon);
  const telling = Array.from({ length: SENDERS }, (_, index) =>
    changes.tell(daemon, `${name}.${index}`),
  );
  await reader.has(wanted);
  await end();
  await Promise.all([following, ...telling]);
};

const bornOn = (disk: Disk): TempWorkspace => {
  for (const [file, content] of Object.entries(bornFiles())) disk.workspace.write(file, content);
  return disk.workspace;
};

/** Cuts the power while the daemon tells events; it does not hear of that. */
const cut = (disk: Disk, daemon: Daemon) => async (): Promise<void> => {
  disk.cut(daemon.running.pid);
  await daemon.running.ended;
  disk.restore();
};

describe.skipIf(fault !== undefined)('a power cut under a daemon', () => {
  it(
    `${TIMES} times loses no event that a client was told, and none that was answered for`,
    async () => {
      const disk = new Disk('ext4', SIZE);
      const ws = bornOn(disk);
      const reader = new EventReader();
      const kept: string[] = [];
      for (let time = 1; time <= TIMES; time += 1) {
        const daemon = await Daemon.start(ws);
        const changes = new Changes(ws);
        const part = { changes, name: `cut ${time}`, more: time };
        await disturbed(daemon, reader, part, cut(disk, daemon));
        kept.push(...changes.kept);
        expect(lostOf(ws, reader.told, kept)).toEqual([]);
      }
      console.error(
        `${TIMES} power cuts: ${reader.told.length} told, ${kept.length} answered, none lost`,
      );
    },
    LIMIT_MS,
  );

  it(
    'loses some where the disk is not waited for: the cut is one',
    async () => {
      const disk = new Disk('ext4', SIZE);
      const ws = bornOn(disk);
      const first = await Daemon.start(ws);
      first.running.kill('SIGTERM');
      await first.running.ended;
      disk.sync();
      const LD_PRELOAD = compiled('nosync.so', NO_SYNC, '-shared', '-fPIC');
      const daemon = await Daemon.start(ws, [], { LD_PRELOAD });
      const reader = new EventReader();
      const changes = new Changes(ws);
      await disturbed(daemon, reader, { changes, name: 'cut', more: 20 }, cut(disk, daemon));
      expect(lostOf(ws, reader.told, changes.kept).length).toBeGreaterThan(20);
    },
    LIMIT_MS,
  );
});

/** Says that everything is on the disk, and does nothing. */
const NO_SYNC = `
int fsync(int descriptor) { return 0; }
int fdatasync(int descriptor) { return 0; }
`;

it(
  `a client that goes on after its last event has each once, though the daemon was killed ${TIMES} times`,
  async () => {
    const ws = makeBornWorkspace();
    const reader = new EventReader();
    const kept: string[] = [];
    for (let time = 1; time <= TIMES; time += 1) {
      const daemon = await Daemon.start(ws);
      const changes = new Changes(ws);
      const part = { changes, name: `kill ${time}`, more: time };
      await disturbed(daemon, reader, part, async () => {
        daemon.running.kill('SIGKILL');
        await daemon.running.ended;
      });
      kept.push(...changes.kept);
    }
    const daemon = await Daemon.start(ws);
    const following = reader.follow(daemon);
    await new Changes(ws).tell(daemon, 'the last one', 1);
    while (!(reader.told.at(-1)?.data ?? '').includes('the last one'))
      await reader.has(reader.told.length + 1);
    daemon.running.kill('SIGTERM');
    await Promise.all([following, daemon.running.ended]);
    const rows = [...rowsOf(ws).keys()];
    expect(reader.told.map(({ id }) => id)).toEqual(rows);
    expect(lostOf(ws, reader.told, kept)).toEqual([]);
    console.error(`${TIMES} kills: ${rows.length} events, each told once, ${kept.length} answered`);
  },
  LIMIT_MS,
);

const CLIENTS = 200;

it(`${CLIENTS} clients at once hear each event once`, async () => {
  const ws = makeBornWorkspace();
  const daemon = await Daemon.start(ws);
  const readers = Array.from({ length: CLIENTS }, () => new EventReader());
  const following = readers.map((reader) => reader.follow(daemon));
  const changes = new Changes(ws);
  await Promise.all(['one', 'two', 'three'].map((name) => changes.tell(daemon, name, 20)));
  await Promise.all(readers.map((reader) => reader.has(60)));
  daemon.running.kill('SIGTERM');
  await Promise.all([...following, daemon.running.ended]);
  const rows = [...rowsOf(ws).keys()];
  for (const reader of readers) expect(reader.told.map(({ id }) => id)).toEqual(rows);
  expect(lostOf(ws, readers[0]?.told ?? [], changes.kept)).toEqual([]);
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.error('!!! no disk was filled under a daemon: this is not root');

it.skipIf(!isRoot)(
  'a disk that is full is told with its code, and the workspace goes on when there is room',
  async () => {
    const ws = makeWorkspace({});
    const folder = dirname(ws.path);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'none', folder]);
    try {
      mkdirSync(ws.path, { mode: 0o700 });
      for (const [file, content] of Object.entries(bornFiles())) ws.write(file, content);
      const good = makeBornWorkspace();
      const daemon = await Daemon.start(ws, [good.path]);
      const say = () => daemon.call('chat.send', { text: 'A line.', wait: true });
      expect((await say()).status).toBe(200);
      const fill = join(folder, 'fill');
      spawnSync('dd', ['if=/dev/zero', `of=${fill}`, 'bs=1k']);
      // What SQLite has room for already is taken.
      const refused = async (): Promise<unknown> => (await say()).answer['code'];
      await expect.poll(refused, { timeout: 60_000 }).toBe('DATABASE_UNUSABLE');
      const headers = { authorization: `Bearer ${controlOf(ws)}` };
      const health = await fetch(daemon.url('/health'), { headers });
      expect(await health.json()).toMatchObject({
        workspaces: [{ path: good.path, state: 'serving' }, { path: ws.path }],
      });
      rmSync(fill);
      await expect.poll(async () => (await say()).status, { timeout: 60_000 }).toBe(200);
      daemon.running.kill('SIGTERM');
      await daemon.running.ended;
    } finally {
      execFileSync('umount', ['-l', folder]);
    }
  },
);
