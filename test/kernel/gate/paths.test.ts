/**
 * Every way that a path, or what stands under a name, may try to lead out of the workspace or to a
 * file that a session must not see: through the gate, and for a selection by an agent of another make.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { disk as real } from '#kernel/fs/disk.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { MAIN, SESSION_KINDS, SHARED } from '#lib/spec/session-policy.ts';
import { deskOf } from '#test/support/desk.ts';
import { hooked } from '#test/support/disk.ts';
import { laterRefusalOf, enterWorkspace } from '#test/support/kernel.ts';
import { filled, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { thirdPartyAgent, wordsOf, yamo } from '#test/support/yamo.ts';

const START = '2026-11-21T09:05';
const LOG = 'memory/2026-11-21.md';
const CANARY = 'canary-outside-7d1e';
const PRIVATE = 'canary-memory-93aa';

/** A workspace, and beside it a folder that is none of the agent's business. */
const world = (): TempWorkspace & { readonly outside: string } => {
  const temp = makeWorkspace({
    'SOUL.md': 'You are Robin.\n',
    'AGENTS.md': filled('AGENTS.md'),
    'USER.md': 'Ada\n',
    'MEMORY.md': `${PRIVATE}\n`,
    'notes.md': `${CANARY}\n`,
    [LOG]: '# Memory — 2026-11-21\n\n- Before.\n',
  });
  const outside = join(dirname(temp.path), 'outside');
  mkdirSync(join(outside, 'memory'), { recursive: true });
  writeFileSync(join(outside, 'secret.md'), `${CANARY}\n`);
  writeFileSync(join(outside, LOG), `${CANARY}\n`);
  writeFileSync(join(outside, 'USER.md'), `${CANARY}\n`);
  return { ...temp, outside };
};

/** Everything below a folder, with what is in it. */
const snapshot = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path}: ${entry.isFile() ? readFileSync(path, 'utf8') : 'no file'}`;
    })
    .toSorted();

type Asking = readonly [name: string, ask: (broker: Broker, path: string) => Promise<unknown>];
const READ: Asking = ['read', (broker, path) => broker.read(path)];
const WRITE: Asking = ['write', (broker, path) => broker.write(path, 'hostile\n')];
const APPEND: Asking = ['append', (broker, path) => broker.append(path, '- hostile')];
const LIST: Asking = ['list', (broker, path) => broker.list(path)];

describe('a path', () => {
  it.each<[what: string, path: string | ((temp: ReturnType<typeof world>) => string)]>([
    ['the folder above', '..'],
    ['a sibling of the workspace', '../outside/secret.md'],
    ['out and in again', '../ws/USER.md'],
    ['out through memory/', 'memory/../../outside/secret.md'],
    ['round through memory/', 'memory/../USER.md'],
    ['out, absolute', (temp) => `${temp.path}/../outside/secret.md`],
    ['a stranger, absolute', (temp) => `${temp.outside}/secret.md`],
    ['a file of the system', '/etc/passwd'],
    ['the root of the system', '/'],
    ['/proc/self/root', (temp) => `/proc/self/root${temp.outside}/secret.md`],
    ['/proc/self/root of the workspace', (temp) => `/proc/self/root${temp.path}/USER.md`],
    ['/proc/self/cwd', '/proc/self/cwd/USER.md'],
    ['/proc/self/fd/N', '/proc/self/fd/3'],
    ['/proc/self/fd/N/NAME', '/proc/self/fd/3/USER.md'],
    ['/dev/fd/N', '/dev/fd/0'],
    ['the same, appended to the workspace', 'proc/self/fd/3'],
    ['the parent process', `/proc/${process.ppid}/root/etc/passwd`],
    ['a URL', (temp) => `file://${temp.path}/USER.md`],
    ['a home', '~/.ssh/id_ed25519'],
    ['a variable', '$HOME/.netrc'],
    ['./', './USER.md'],
    ['a doubled slash', (temp) => `${temp.path}//USER.md`],
    ['a dot component', 'memory/./2026-11-21.md'],
    ['a doubled slash in memory/', 'memory//2026-11-21.md'],
    ['a leading slash', '/USER.md'],
    ['a trailing slash', 'USER.md/'],
    ['a trailing slash and dot', 'USER.md/.'],
    ['a trailing dot', 'USER.md.'],
    ['a trailing space', 'USER.md '],
    ['a leading space', ' USER.md'],
    ['a trailing tab', 'USER.md\t'],
    ['a backslash', 'memory\\2026-11-21.md'],
    ['a stream of another system', 'USER.md::$DATA'],
    ['NUL', 'USER.md\0'],
    ['NUL in the middle', 'USER.md\0.txt'],
    ['a newline', 'USER.md\n'],
    ['a newline before', '\nUSER.md'],
    ['CR', 'USER.md\r'],
    ['bidi', 'USER\u202E.md'],
    ['bidi isolates', '\u2066USER.md\u2069'],
    ['zero width', 'USER\u200B.md'],
    ['a byte order mark', '\uFEFFUSER.md'],
    ['a soft hyphen', 'US\u00ADER.md'],
    ['a tag character', 'USER.md\u{E0041}'],
    ['a variation selector', 'USER.md\uFE0F'],
    ['a combining mark', 'U\u0301SER.md'],
    ['fullwidth letters', '\uFF35SER.md'],
    ['a Cyrillic letter', 'US\u0415R.md'],
    ['a lone surrogate', 'USER.md\uD800'],
    ['lower case', 'user.md'],
    ['upper case', 'USER.MD'],
    ['memory in another case', 'Memory/2026-11-21.md'],
    ['MEMORY.md in another case', 'memory.md'],
    ['percent signs', '%2e%2e/outside/secret.md'],
    ['a name that is too long', 'x'.repeat(256)],
    ['a very long name', `USER.md${'x'.repeat(100_000)}`],
    ['very many components', '../'.repeat(30_000)],
    ['a copy of bootstrap instructions', 'BOOTSTRAP.md.bak'],
    ['the index of git', '.git/index'],
    ['a half-written file of ours', '.USER.md.0123456789ab.yamo-tmp'],
    ['a day that is none', 'memory/2026-02-30.md'],
    ['a folder below memory/', 'memory/archive/2026-11-21.md'],
    ['a word of JavaScript', '__proto__'],
    ['nothing', ''],
  ])('%s leads nowhere', async (_what, spelled) => {
    const temp = world();
    const path = typeof spelled === 'string' ? spelled : spelled(temp);
    const before = snapshot(dirname(temp.path));
    for (const kind of SESSION_KINDS) {
      const opened = enterWorkspace(temp, { start: START });
      const broker = deskOf(opened, { kind });
      for (const [name, ask] of [READ, WRITE, APPEND]) {
        // In a main session another name may be that of a file of the human's, which is not there.
        const other = name === 'read' ? 'GATE_ABSENT' : 'GATE_DENIED';
        const codes: (string | undefined)[] = ['GATE_OUTSIDE'];
        if (kind.permissions.workFiles !== 'none') codes.push(other);
        expect(codes, name).toContain(await laterRefusalOf(() => ask(broker, path)));
      }
      const listed: (string | undefined)[] = path === '' ? [undefined] : ['GATE_DENIED'];
      if (kind.permissions.workFiles !== 'none' && path !== '') listed.push('GATE_ABSENT');
      expect(listed).toContain(await laterRefusalOf(() => LIST[1](broker, path)));
      opened.close();
    }
    const after = snapshot(dirname(temp.path)).filter((line) => !line.startsWith(temp.stateHome));
    expect(after).toEqual(before);
  });

  it('through a link above the workspace is resolved once, at the start', async () => {
    const temp = world();
    const link = join(dirname(temp.path), 'link');
    symlinkSync('ws', link);
    const opened = enterWorkspace({ ...temp, path: link }, { start: START });
    const broker = deskOf(opened);
    expect(await broker.read('USER.md')).toBe('Ada\n');
    rmSync(link);
    symlinkSync('outside', link);
    expect(await broker.read('USER.md')).toBe('Ada\n');
    expect(await laterRefusalOf(() => broker.read(`${link}/USER.md`))).toBe('GATE_OUTSIDE');
  });
});

/** What may stand under a name instead of a file. */
type Thing = (temp: ReturnType<typeof world>, file: string) => void;
const link =
  (target: (temp: ReturnType<typeof world>) => string): Thing =>
  (temp, file) =>
    symlinkSync(target(temp), temp.at(file));
const THINGS: readonly (readonly [what: string, code: string, put: Thing])[] = [
  ['a link to a file outside', 'FILE_SYMLINK', link(({ outside }) => `${outside}/secret.md`)],
  ['a link to a sibling', 'FILE_SYMLINK', link(({ at }) => at('notes.md'))],
  ['a dangling link', 'FILE_SYMLINK', link(({ outside }) => `${outside}/none.md`)],
  ['a link to itself', 'FILE_SYMLINK', (temp, file) => symlinkSync(temp.at(file), temp.at(file))],
  ['a link to a device', 'FILE_SYMLINK', link(() => '/dev/zero')],
  ['a link to the kernel\u2019s own descriptors', 'FILE_SYMLINK', link(() => '/proc/self/fd/0')],
  ['a directory', 'FILE_NOT_REGULAR', (temp, file) => mkdirSync(temp.at(file))],
  ['a FIFO', 'FILE_NOT_REGULAR', (temp, file) => void execFileSync('mkfifo', [temp.at(file)])],
  ['a socket', 'FILE_NOT_REGULAR', (temp, file) => listenAt(temp.at(file))],
];

/** A socket in the file system: a process that is killed leaves its name. */
const LISTEN = `require('node:net').createServer().listen('socket', () => process.kill(process.pid, 9))`;

/** Sockets have short names only, so that it is made where it is and then given its own. */
const listenAt = (path: string): void => {
  spawnSync(process.execPath, ['-e', LISTEN], { cwd: dirname(path) });
  renameSync(join(dirname(path), 'socket'), path);
};

describe.each(THINGS)('in the place of a file, %s', (_what, code, put) => {
  it.each(['USER.md', 'MEMORY.md', LOG])('%s is neither read nor written', async (file) => {
    const temp = world();
    const before = snapshot(temp.outside);
    const opened = enterWorkspace(temp, { start: START });
    const broker = deskOf(opened, {}, { loaded: [file] });
    temp.remove(file);
    put(temp, file);
    expect(await laterRefusalOf(() => READ[1](broker, file))).toBe(code);
    expect(await laterRefusalOf(() => WRITE[1](broker, file))).toBe(code);
    const appended = file === LOG ? code : 'GATE_DENIED';
    expect(await laterRefusalOf(() => APPEND[1](broker, file))).toBe(appended);
    expect(snapshot(temp.outside)).toEqual(before);
    expect(temp.text('notes.md')).toBe(`${CANARY}\n`);
    opened.close();
  });
});

const canMakeDevices = process.getuid?.() === 0;

describe('a device in the place of a file', () => {
  it.skipIf(!canMakeDevices)('is neither read nor written', async () => {
    const temp = world();
    temp.remove('USER.md');
    execFileSync('mknod', [temp.at('USER.md'), 'c', '1', '5']);
    const broker = deskOf(enterWorkspace(temp, { start: START }));
    expect(await laterRefusalOf(() => broker.read('USER.md'))).toBe('FILE_NOT_REGULAR');
    expect(await laterRefusalOf(() => broker.write('USER.md', 'x'))).toBe('FILE_NOT_REGULAR');
  });
});

describe('memory/ that is a link', () => {
  it.each(['from the start', 'from the middle of the session'])(
    '%s is not followed',
    async (when) => {
      const temp = world();
      const before = snapshot(temp.outside);
      const broker = deskOf(enterWorkspace(temp, { start: START }));
      if (when !== 'from the start') await broker.append(LOG, '- One.');
      renameSync(temp.at('memory'), temp.at('memory.old'));
      const kept = readFileSync(temp.at('memory.old/2026-11-21.md'), 'utf8');
      symlinkSync(join(temp.outside, 'memory'), temp.at('memory'));
      for (const [name, ask] of [READ, WRITE, APPEND])
        expect(await laterRefusalOf(() => ask(broker, LOG)), name).toBe('MEMORY_DIR_UNUSABLE');
      expect(await laterRefusalOf(() => broker.list('memory'))).toBe('MEMORY_DIR_UNUSABLE');
      expect(snapshot(temp.outside)).toEqual(before);
      expect(readFileSync(temp.at('memory.old/2026-11-21.md'), 'utf8')).toBe(kept);
    },
  );
});

describe('memory/ that is another directory by now', () => {
  it('is where the next line goes: what is acknowledged is in the log that has the name', async () => {
    const temp = world();
    const broker = deskOf(enterWorkspace(temp, { start: START }));
    await broker.append(LOG, '- One.');
    renameSync(temp.at('memory'), temp.at('memory.old'));
    await broker.append(LOG, '- Two.');
    expect(temp.text(LOG)).toContain('- Two.');
    temp.remove('memory');
    await broker.append(LOG, '- Three.');
    expect(temp.text(LOG)).toContain('- Three.');
    expect(readFileSync(temp.at('memory.old/2026-11-21.md'), 'utf8')).not.toContain('- Two.');
  });
});

describe('a workspace', () => {
  it('that is moved goes on where it is; what is put in its place is neither read nor written', async () => {
    const temp = world();
    const broker = deskOf(enterWorkspace(temp, { start: START }), {}, { loaded: ['USER.md'] });
    const moved = `${temp.path}-moved`;
    renameSync(temp.path, moved);
    renameSync(temp.outside, temp.path);
    const before = snapshot(temp.path);
    expect(await broker.read('USER.md')).toBe('Ada\n');
    await broker.write('USER.md', 'Ada L.\n');
    await broker.append(LOG, '- One.');
    expect(await broker.list('')).not.toContain('secret.md');
    expect(snapshot(temp.path)).toEqual(before);
    expect(readFileSync(join(moved, 'USER.md'), 'utf8')).toBe('Ada L.\n');
    expect(readFileSync(join(moved, LOG), 'utf8')).toContain('- One.');
  });

  it('that is a link by now is still the directory it was', async () => {
    const temp = world();
    const broker = deskOf(enterWorkspace(temp, { start: START }));
    renameSync(temp.path, `${temp.path}-moved`);
    symlinkSync(temp.outside, temp.path);
    expect(await broker.read('USER.md')).toBe('Ada\n');
    expect(await broker.read(`${temp.path}/USER.md`)).toBe('Ada\n');
  });
});

/** What happens to a file between two calls of the kernel. */
const SWAPS: readonly (readonly [what: string, swap: Thing])[] = [
  ...THINGS.filter(([what]) => /outside|dangling|directory|FIFO/.test(what)).map(
    ([what, , put]) =>
      [
        what,
        (temp: ReturnType<typeof world>, file: string) => {
          temp.remove(file);
          put(temp, file);
        },
      ] as const,
  ),
  [
    'another file, renamed over it',
    (temp, file) => {
      temp.write('memory/new', 'theirs\n');
      renameSync(temp.at('memory/new'), temp.at(file));
    },
  ],
  ['nothing', (temp, file) => temp.remove(file)],
  [
    'MEMORY.md under its name',
    (temp, file) => {
      temp.remove(file);
      linkSync(temp.at('MEMORY.md'), temp.at(file));
    },
  ],
  [
    'a file outside under its name',
    (temp, file) => {
      temp.remove(file);
      linkSync(join(temp.outside, 'secret.md'), temp.at(file));
    },
  ],
  ['more in it', (temp, file) => writeFileSync(temp.at(file), 'theirs\n', { flag: 'a' })],
  [
    'memory/ led elsewhere',
    (temp) => {
      renameSync(temp.at('memory'), temp.at('memory.old'));
      symlinkSync(join(temp.outside, 'memory'), temp.at('memory'));
    },
  ],
  [
    'the workspace led elsewhere',
    (temp) => {
      renameSync(temp.path, `${temp.path}-moved`);
      symlinkSync(temp.outside, temp.path);
    },
  ],
];

/** Is this an answer that nobody can complain about: a refusal, or no word of what is none of the agent's business? */
const isClean = (answer: unknown): boolean =>
  answer instanceof Refusal ||
  (typeof answer === 'string' && !/canary/.test(answer)) ||
  answer === undefined;

describe.each(SWAPS)('between check and use: %s', (_what, swap) => {
  it.each([
    ['read', SHARED, 'USER.md', READ],
    ['write', MAIN, 'USER.md', WRITE],
    ['append', SHARED, LOG, APPEND],
  ] as const)('at each call of a %s in a %s session of %s', async (_name, kind, file, [, ask]) => {
    let swapped = true;
    for (let nth = 1; swapped; nth += 1) {
      expect(nth).toBeLessThan(60);
      swapped = false;
      const temp = world();
      // Negative until the session is open: it is the request that is disturbed.
      let call = -1000;
      const disk = hooked({
        before: () => {
          call += 1;
          if (call !== nth) return;
          swapped = true;
          swap(temp, file);
        },
      });
      const opened = enterWorkspace(temp, { start: START, disk });
      const broker = deskOf(opened, { kind }, { loaded: [file] });
      const [outside, memory] = [snapshot(temp.outside), `${PRIVATE}\n`];
      call = 0;
      const answer: unknown = await ask(broker, file).catch((error: unknown) => error);
      const place = `call ${nth} of ${call}`;
      if (!isClean(answer)) throw new Error(place, { cause: answer });
      expect(snapshot(temp.outside), place).toEqual(outside);
      const path =
        real.lstat(temp.path)?.isSymbolicLink() === true ? `${temp.path}-moved` : temp.path;
      expect(readFileSync(join(path, 'MEMORY.md'), 'utf8'), place).toBe(memory);
      expect(
        readdirSync(path).filter((name) => name.endsWith('.yamo-tmp')),
        place,
      ).toEqual([]);
      opened.close();
    }
  });
});

describe('an agent of another make', () => {
  it('is told the same over the protocol', async () => {
    const temp = world();
    symlinkSync(join(temp.outside, 'secret.md'), temp.at('TOOLS.md'));
    const asked = [
      'read ../outside/secret.md',
      `read ${temp.outside}/secret.md`,
      `read /proc/self/root${temp.outside}/secret.md`,
      'read /proc/self/fd/3/USER.md',
      'read user.md',
      'read USER.md/',
      'read .git/config',
      'write ../outside/secret.md x',
      'append memory/../../outside/memory/2026-11-21.md x',
      'read TOOLS.md',
      'write TOOLS.md x',
    ];
    const { code, events } = await yamo(
      [
        'boot',
        '--json',
        '--attended',
        '--date',
        START,
        '--tz',
        'UTC',
        '--unsandboxed',
        '--agent',
        thirdPartyAgent('obedient'),
      ],
      { workspace: temp, input: `${asked.join('\n')}\n` },
    );
    expect(code).toBe(0);
    const outside = '<<GATE_OUTSIDE>>\n'.repeat(9);
    expect(wordsOf(events)).toBe(`${outside}<<FILE_SYMLINK>>\n<<FILE_SYMLINK>>\n`);
    expect(readFileSync(join(temp.outside, 'secret.md'), 'utf8')).toBe(`${CANARY}\n`);
  });
});
