/** The state on the disk: one table tells of it, one class reads and writes it, and 0.2.0 and today's program share it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { APART, type Kind, type Place, STATE } from '#kernel/state/kinds.ts';
import { LAYERS, readSources } from '#test/support/architecture.ts';
import { EARLIER_HOOKS, makeEarlierWorkspace } from '#test/support/earlier.ts';
import { TypedSources } from '#test/support/typed-sources.ts';
import { freshPath, type TempWorkspace } from '#test/support/workspace.ts';
import { noticesOf, type Result, stateOf, yamo } from '#test/support/yamo.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** As test/fixtures/0.2.0 was made. */
const EARLIER = 'b7b2a7d4aa2294404d0cb6e6e099b62cee6bbdc5';

const KINDS = Object.values(STATE);
const APART_NAMES = APART.flatMap(({ place, names, by }) =>
  names.map((name) => ({ place, name, by })),
);

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

const patternOf = (name: string): RegExp =>
  new RegExp(`^${name.replaceAll('.', String.raw`\.`).replaceAll('*', '(.+)')}$`, 'u');

/** The kinds that a file in the state of a workspace is of. */
const kindsOf = (file: string) => {
  const place = dirname(file) === '.' ? 'workspace' : dirname(file);
  const name = file.slice(place === 'workspace' ? 0 : place.length + 1);
  return KINDS.filter((kind) => {
    const [, key] = patternOf(kind.name).exec(name) ?? [];
    const isOne = kind.name === name || (key !== undefined && kind.keys?.test(key) !== false);
    return kind.place === place && isOne;
  });
};

const isApart = (file: string): boolean =>
  APART_NAMES.some(({ place, name }) => {
    const path = place === 'workspace' ? name : `${place}/${name}`;
    return patternOf(path).test(file);
  });

describe('the table of kinds', () => {
  it('tells of each file that a session and a journal of 0.2.0 left, once', () => {
    const files = filesBelow(stateOf(makeEarlierWorkspace()));
    expect(files.length).toBeGreaterThan(15);
    for (const file of files)
      expect([file, kindsOf(file).length + Number(isApart(file))]).toEqual([file, 1]);
  });

  it('reads what 0.2.0 wrote, and writes it to the byte', () => {
    const state = stateOf(makeEarlierWorkspace());
    const told = filesBelow(state).flatMap((file) => {
      const bytes = readFileSync(join(state, file));
      return kindsOf(file).map((kind) => ({ file, bytes, again: rewritten(kind, bytes) }));
    });
    expect(told.length).toBeGreaterThan(8);
    for (const { file, bytes, again } of told)
      expect([file, again?.toString('latin1')]).toEqual([file, bytes.toString('latin1')]);
  });
});

/** What today's program makes of a file that it reads and writes. */
const rewritten = (
  kind: Pick<Kind<Place, [], unknown, never>, 'parse' | 'print'>,
  bytes: Buffer,
): Buffer | undefined => {
  const value = kind.parse(bytes);
  return value === undefined
    ? undefined
    : Buffer.from(Reflect.apply(kind.print, undefined, [value]));
};

const sources = new TypedSources();
afterAll(() => sources.close());

describe('the files of the state', () => {
  it('are read and written by the store alone', () => {
    const raw = { read: 0, write: 0, note: 0, remove: 0, setAside: 0 };
    const callers = sources
      .argumentsOf(LAYERS, raw, 'StateHome')
      .map((argument) => relative(ROOT, argument.getSourceFile().fileName));
    expect([...new Set(callers)]).toEqual(['kernel/state/store.ts']);
  });

  it('are reached in their folders by those modules alone that are named', () => {
    const reaches =
      /\bhome\.directory\b|\bdirectory\b[^}]*\}: StateHome\b|\{ directory[^}]*\} = (?:this\.#)?home\b/u;
    const found = [...readSources(ROOT)].filter(([, text]) => reaches.test(text));
    const named = APART.map(({ by }) => by).filter((by) => by.startsWith('kernel/state/'));
    // Left-overs of a kill are swept from whole folders; which logs were noted is seen without opening any.
    const others = [
      'run/open-workspace',
      'memory/journal',
      'memory/logs-left',
      'state/store',
      'state/home',
      'state/appended',
    ];
    expect(found.map(([path]) => path).toSorted()).toEqual(
      [...named, ...others.map((name) => `kernel/${name}.ts`)].toSorted(),
    );
  });

  it('are called by their names in the table alone, or where they are kept apart', () => {
    const names = [...KINDS.map(({ name }) => ({ name, by: '' })), ...APART_NAMES].filter(
      ({ name }) => name.replaceAll('*', '').length > '.jsonl'.length,
    );
    const said = [...readSources(ROOT)].flatMap(([path, text]) =>
      names
        .filter(
          ({ name, by }) =>
            path !== by && path !== 'kernel/state/kinds.ts' && quoted(name).test(text),
        )
        .map(({ name }) => `${path}: ${name}`),
    );
    expect(names.length).toBeGreaterThan(25);
    expect(said).toEqual([]);
  });
});

const quoted = (name: string): RegExp =>
  new RegExp(
    `['\`]${name.replaceAll('.', String.raw`\.`).replaceAll('*', String.raw`\$\{[^}]*\}`)}['\`]`,
    'u',
  );

const hasEarlier = (() => {
  try {
    execFileSync('git', ['cat-file', '-e', EARLIER], { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** The program of 0.2.0, out of the history; it runs from its sources. */
const earlierProgram = (): string => {
  const folder = freshPath('0.2.0');
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', EARLIER], { cwd: ROOT, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['x', '-C', folder], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'cli/main.ts');
};

const run = (ws: TempWorkspace, args: readonly string[], program?: string): Promise<Result> =>
  yamo([...args, ...(args.includes('hook') ? [] : [ws.path])], {
    ...(program !== undefined && { program }),
    cwd: ws.path,
    env: { XDG_STATE_HOME: ws.stateHome, XDG_CONFIG_HOME: ws.configHome, HOME: ws.configHome },
  });
const boot = (ws: TempWorkspace, day: string, program?: string): Promise<Result> => {
  const says = ['--date', `2026-${day}`, '--agent', 'scribe', '--message', 'Noted.', '--json'];
  return run(ws, ['boot', '--session', 'main', ...says], program);
};

describe.skipIf(!hasEarlier)('a workspace of 0.2.0', () => {
  it('is gone on with today, then by 0.2.0, then today: nothing is lost or complained about', async () => {
    const ws = makeEarlierWorkspace();
    const program = earlierProgram();
    // 0.2.0 says nothing of proposals at a boot.
    const waits = 'A proposal for MEMORY.md waits for you: yamo memory curate';
    for (const [day, by, told] of [
      ['11-27', undefined, waits],
      ['11-28', program, ''],
      ['11-29', undefined, waits],
    ] as const) {
      const { code, events, stderr } = await boot(ws, day, by);
      expect([day, code, noticesOf(events), stderr]).toEqual([day, 0, told, '']);
    }
    for (const by of [program, undefined])
      expect((await run(ws, ['log'], by)).stdout).toContain('11 entries, the chain is whole');
    const state = filesBelow(stateOf(ws));
    expect(state.filter((file) => file.endsWith('.damaged'))).toEqual([]);
    // What today's program has undone is undone for 0.2.0, too.
    const undo = ['memory', 'undo', '--date', '2026-11-29', '--json'];
    expect((await run(ws, undo)).events[0]).toMatchObject({ undone: [1], files: ['MEMORY.md'] });
    expect((await run(ws, undo, program)).events[0]).toMatchObject({ code: 'JOURNAL_UNKNOWN' });
    // The hook of 0.2.0 needs a package that is no longer installed here: the hooks that it left are taken back by today's.
    const uninstalled = await run(ws, ['hook', 'uninstall', 'claude-code']);
    expect([uninstalled.code, ws.has(EARLIER_HOOKS)]).toEqual([0, false]);
  });

  it('has nothing in its state that the table does not know, and nothing of a session that is over', async () => {
    const ws = makeEarlierWorkspace();
    expect((await boot(ws, '11-27')).code).toBe(0);
    const files = filesBelow(stateOf(ws));
    expect(files.filter((file) => kindsOf(file).length + Number(isApart(file)) !== 1)).toEqual([]);
    const over = files.filter((file) =>
      kindsOf(file).some(({ until }) => until === 'the session ends'),
    );
    expect(over).toEqual([]);
  });
});
