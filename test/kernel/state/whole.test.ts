/** The state of a workspace as rows and lines: taken, applied to another one, refused whole. */
import { appendFileSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { JournalLines } from '#kernel/state/appended.ts';
import { appendRecord } from '#kernel/state/chain.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { walkSealed } from '#kernel/state/seal.ts';
import { stateOf } from '#kernel/state/store.ts';
import { type StateRow, WholeState } from '#kernel/state/whole.ts';
import { makeEarlierWorkspace } from '#test/support/earlier.ts';
import { openHome, openWorkspace, refusalFrom, refusalOf } from '#test/support/kernel.ts';
import { mainSession } from '#test/support/lived.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const PLAIN = { secrets: false };

const homeOf = (ws: TempWorkspace): StateHome => openHome(ws, openWorkspace(ws));
const emptyHome = (): StateHome => homeOf(makeWorkspace());

/** All that a state has, by its path; locks aside. */
const filesOf = ({ path }: StateHome): Readonly<Record<string, string>> => {
  const seals = join(dirname(path), 'seals', relative(dirname(path), path));
  return Object.fromEntries(
    [path, seals].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [relative(folder, file), readFileSync(file, 'latin1')]),
    ),
  );
};

const rowOf = (rows: readonly StateRow[], kind: string): StateRow => {
  const found = rows.find((row) => row.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
};
const linesOf = (text: string, more: Partial<JournalLines> = {}): JournalLines => {
  const bytes = Buffer.from(text);
  return { journal: 'record.jsonl', from: 0, version: sha256(bytes), bytes, ...more };
};

let lived: StateHome;
let rows: readonly StateRow[];
let journals: readonly JournalLines[];

/** What 0.2.0 left, with a session of today. */
beforeAll(async () => {
  const ws = makeEarlierWorkspace();
  await mainSession(ws, { date: '2026-11-27' });
  lived = homeOf(ws);
  stateOf(lived).write(STATE.beforeInit, Buffer.from('# Soul\n'), '20261127T110502Z', 'a-b.md');
  rows = new WholeState(lived, PLAIN).dump();
  journals = [...new WholeState(lived, PLAIN).journalsFrom()];
});

describe('the state of a workspace', () => {
  it('is the same after it was applied to an empty one, and its chain is whole', () => {
    const home = emptyHome();
    const state = new WholeState(home, PLAIN);
    state.apply({ rows, journals });
    expect([state.dump(), [...state.journalsFrom()]]).toEqual([rows, journals]);
    const kinds = new Set(rows.map(({ kind }) => kind));
    for (const kind of ['workspace/birth.json', 'journal/*.gz', 'seals/seal.json'])
      expect(kinds).toContain(kind);
    expect(rowOf(rows, 'workspace/before-init-*-*').key).toEqual(['20261127T110502Z', 'a-b.md']);
    const transcripts = readdirSync(join(lived.path, 'transcripts')).toSorted();
    expect(transcripts.length).toBeGreaterThan(2);
    expect(journals.map(({ journal }) => journal)).toEqual([
      'record.jsonl',
      ...transcripts.map((name) => `transcripts/${name}`),
    ]);
    const walk = walkSealed(home);
    let step = walk.next();
    while (step.done !== true) step = walk.next();
    expect(step.value).toMatchObject({ whole: true, torn: false });
  });

  it('goes without what is local, and without keys unless they are asked for', () => {
    const all = filesOf(lived);
    const given = new Set([
      ...rows.map(({ kind, key }) => key.reduce((name, part) => name.replace('*', part), kind)),
      ...journals.map(({ journal }) => `workspace/${journal}`),
    ]);
    const left = Object.keys(all).filter(
      (file) => ![file, `workspace/${file}`, `seals/${file}`].some((name) => given.has(name)),
    );
    expect(left.toSorted()).toEqual(['canary', 'fingerprints.json', 'holder']);
    const withKeys = new WholeState(lived, { secrets: true }).dump();
    expect(withKeys).toHaveLength(rows.length + 1);
    expect(rowOf(withKeys, 'workspace/fingerprints.json').bytes.toString()).toContain('key');
    expect(refusalOf(() => new WholeState(emptyHome(), PLAIN).apply({ rows: withKeys }))).toBe(
      'STATE_ROW_REFUSED',
    );
  });

  it('loses by it what the rows do not have, and keeps what they cannot have', () => {
    const home = emptyHome();
    const state = stateOf(home);
    state.write(STATE.healIntent, { bootId: 'b', before: 'x', after: 'y' });
    state.write(STATE.holder, '1');
    state.write(STATE.serveToken, Buffer.from('t'));
    new WholeState(home, PLAIN).apply({ rows });
    expect([
      state.read(STATE.healIntent),
      state.read(STATE.holder),
      state.read(STATE.serveToken)?.toString(),
    ]).toEqual([undefined, '1', 't']);
    new WholeState(home, PLAIN).apply({ journals });
    expect(new WholeState(home, PLAIN).dump()).toEqual(rows);
  });

  it.each<[string, (all: readonly StateRow[]) => readonly StateRow[], string]>([
    [
      'of an unknown kind',
      (all) => [...all, { ...rowOf(all, 'workspace/zone.json'), kind: 'workspace/moon.json' }],
      'its kind is unknown',
    ],
    [
      'of a local kind',
      (all) => [...all, { ...rowOf(all, 'workspace/zone.json'), kind: 'workspace/holder' }],
      'its kind is unknown',
    ],
    [
      'of the machine',
      (all) => [...all, { ...rowOf(all, 'workspace/zone.json'), kind: 'machine/unsandboxed.json' }],
      'its kind is unknown',
    ],
    [
      'with a key too many',
      (all) => [...all, { ...rowOf(all, 'workspace/zone.json'), key: ['a'] }],
      'there is no such key',
    ],
    [
      'without its key',
      (all) => [...all, { ...rowOf(all, 'journal/*.gz'), key: [] }],
      'there is no such key',
    ],
    [
      'with a key that is none',
      (all) => [...all, { ...rowOf(all, 'journal/*.gz'), key: ['../1'] }],
      'there is no such key',
    ],
    [
      'with a key that leaves the folder',
      (all) => [...all, { ...rowOf(all, 'workspace/before-init-*-*'), key: ['x', '../../y'] }],
      'there is no such key',
    ],
    [
      'that is there twice',
      (all) => [...all, rowOf(all, 'workspace/zone.json')],
      'it is there twice',
    ],
    [
      'whose bytes are others',
      (all) => [
        ...all.filter(({ kind }) => kind !== 'workspace/zone.json'),
        { ...rowOf(all, 'workspace/zone.json'), bytes: Buffer.from('{"zone":"Asia/Tokyo"}\n') },
      ],
      'it is damaged',
    ],
    [
      'whose bytes say nothing',
      (all) => [
        ...all.slice(1),
        { ...rowOf(all, 'workspace/birth.json'), bytes: Buffer.from('{}'), version: sha256('{}') },
      ],
      'it is damaged',
    ],
  ])('is as before after a row %s, and lines with it', async (_what, change, reason) => {
    const home = emptyHome();
    stateOf(home).write(STATE.zone, { zone: 'UTC' });
    stateOf(home).write(STATE.layout, { layout: 'rfc-0009', at: 'x' });
    const before = new WholeState(home, PLAIN).dump();
    const refusal = await refusalFrom(() =>
      new WholeState(home, PLAIN).apply({ rows: change(rows), journals }),
    );
    expect([refusal.code, refusal.message]).toEqual([
      'STATE_ROW_REFUSED',
      expect.stringContaining(reason),
    ]);
    const state = new WholeState(home, PLAIN);
    expect([state.dump(), [...state.journalsFrom()]]).toEqual([before, []]);
  });

  it('refuses to be taken where a part is damaged that a boot would not go on without', () => {
    const home = emptyHome();
    stateOf(home).put(STATE.bootstrap, Buffer.from('{}'));
    expect(refusalOf(() => new WholeState(home, PLAIN).dump())).toBe('STATE_DAMAGED');
    stateOf(home).remove(STATE.bootstrap);
    stateOf(home).put(STATE.zone, Buffer.from('{}'));
    expect(new WholeState(home, PLAIN).dump()).toEqual([]);
    expect(home.takeSetAside()).toHaveLength(1);
  });
});

const record = (home: StateHome): string => join(home.path, 'record.jsonl');

/** Two homes, of which the second has all of the first up to now. */
const pair = () => {
  const [one, other] = [emptyHome(), emptyHome()];
  appendRecord(one, { n: 1 });
  const [from, to] = [new WholeState(one, PLAIN), new WholeState(other, PLAIN)];
  const first = [...from.journalsFrom()];
  to.apply({ journals: first });
  const offset = first[0]?.bytes.byteLength ?? 0;
  appendRecord(one, { n: 2 });
  const second = [...from.journalsFrom({ 'record.jsonl': offset })];
  return { one, other, from, to, first, second, offset };
};

describe('lines of journals', () => {
  it('are those that were added since', () => {
    const { one, other, to, second, offset } = pair();
    expect(second).toMatchObject([{ journal: 'record.jsonl', from: offset }]);
    to.apply({ journals: second });
    expect(readFileSync(record(other))).toEqual(readFileSync(record(one)));
    // Once more, as after a kill.
    to.apply({ journals: second });
    expect(readFileSync(record(other))).toEqual(readFileSync(record(one)));
  });

  it('end with a whole one, and go over what a kill tore', () => {
    const { one, other, from, to, second } = pair();
    appendFileSync(record(other), '{"torn');
    to.apply({ journals: second });
    expect(readFileSync(record(other))).toEqual(readFileSync(record(one)));
    const whole = readFileSync(record(one)).byteLength;
    appendFileSync(record(one), '{"torn');
    expect([...from.journalsFrom({ 'record.jsonl': whole })]).toEqual([]);
  });

  it('are refused where they do not follow, and nothing is written', async () => {
    const { one, other, from, to, first, second, offset } = pair();
    const before = readFileSync(record(other));
    const more = linesOf('{}\n', { journal: 'transcripts/x.jsonl' });
    for (const [lines, reason] of [
      [linesOf('{}\n'), 'other lines stand here'],
      [linesOf('{}\n', { from: offset + 1 }), 'here it is shorter'],
      [linesOf('{}\n', { from: 5, journal: 'record.2.jsonl' }), 'here it is shorter'],
      [linesOf('{}', { from: offset }), 'it is damaged'],
      [linesOf('{}\n', { from: offset, version: sha256('') }), 'it is damaged'],
      [linesOf('{}\n', { journal: 'zone.json' }), 'it is no journal'],
      [linesOf('{}\n', { journal: '../record.jsonl' }), 'it is no journal'],
      [linesOf('{}\n', { journal: 'transcripts/record.jsonl' }), 'it is no journal'],
      [more, 'it is no journal'],
    ] as const) {
      const refusal = await refusalFrom(() => to.apply({ journals: [...second, lines].slice(-2) }));
      expect([refusal.code, refusal.message]).toEqual([
        'STATE_ROW_REFUSED',
        expect.stringMatching(new RegExp(`${reason}|there twice`, 'u')),
      ]);
      const alone = await refusalFrom(() => to.apply({ rows, journals: [lines] }));
      expect(alone.message).toContain(reason);
      expect([readFileSync(record(other)), to.dump()]).toEqual([before, []]);
    }
    expect(first).toHaveLength(1);
    truncateSync(record(one), offset - 1);
    expect(refusalOf(() => [...from.journalsFrom({ 'record.jsonl': offset })])).toBe(
      'STATE_DAMAGED',
    );
    rmSync(record(one));
    expect([...from.journalsFrom()]).toEqual([]);
  });
});
