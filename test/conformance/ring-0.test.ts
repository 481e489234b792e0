/**
 * What breaks ring 0 is caught by the suite alone, without the tests of its parts: one change for each case that guards
 * it. Where two rules of ring 0 hold the same, both are taken away.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { cannotRun, documentOf, held, only, ROOT } from '#test/support/conform.ts';
import { freshPath } from '#test/support/workspace.ts';

/** File, what stands there, what it becomes. */
type Change = readonly [file: string, text: string, becomes: string];

const GUARD = 'kernel/startup/guard.ts';
const LOAD = 'kernel/startup/load.ts';
const READ = 'kernel/startup/read.ts';
const EXAMINE = 'kernel/fs/examine.ts';
const WORKSPACE = 'kernel/startup/workspace.ts';
const PREFLIGHT = 'kernel/startup/preflight.ts';
const REPLACE = 'kernel/fs/replace.ts';
const BROKER = 'kernel/gate/broker.ts';
const ACCESS = 'lib/spec/access.ts';
const HEADER = 'lib/workspace/header.ts';

const NO_NLINK: Change = [GUARD, 'if (now.nlink !== 0n) {', 'if (Number(now.nlink) < 0) {'];
const NO_LAST_LIST: Change = [
  GUARD,
  'refuseRemains(listAgain(workspace, first.file), names, first.file);',
  '',
];
const NO_CONTRADICTION: Change = [GUARD, 'refuseContradiction(names, found);', ''];
/** A shared session is one that no human attends, too. */
const ATTENDED: Change = [
  'kernel/gate/decide.ts',
  'attended || unattendedWrites.includes(file);',
  'attended || unattendedWrites !== undefined;',
];
const NO_FORBIDDEN: Change = [
  READ,
  'if (isMemory || (hardLinks && stat.nlink !== 1n)) {',
  'if (!stat) {',
];
const UNLINK_UNCHECKED: readonly Change[] = [
  [
    GUARD,
    `throw errno === 'ENOENT'
      ? new Refusal('BOOTSTRAP_VANISHED', { file })
      : undeletable(file, errno);`,
    'return;',
  ],
  [GUARD, 'for (const one of held) proveGone(workspace, one);', ''],
  NO_LAST_LIST,
];

/** What is wrong, which cases see it, and how it is made. */
const MUTANTS: readonly (readonly [string, string, readonly Change[]])[] = [
  ['the number of links is not compared', 'X-02 X-03', [NO_NLINK]],
  ['the directory is not synced', 'B-02', [[GUARD, '    root.sync();', '']]],
  [
    'a sync that fails is passed over',
    'X-11',
    [[GUARD, "throw new Refusal('BOOTSTRAP_NOT_DURABLE', { file, errno });", 'return;']],
  ],
  ['a second name is taken', 'B-17', [[GUARD, 'if (nlink !== 1n) {', 'if (nlink < 1n) {']]],
  [
    'a change while it is read is passed over',
    'X-06',
    [
      [
        GUARD,
        'now.size !== opened.stat.size || now.mtimeNs !== opened.stat.mtimeNs',
        'now.size < 0n',
      ],
    ],
  ],
  [
    'copies are passed over',
    'B-22',
    [[GUARD, 'const copies = names.filter(isCopyName);', 'const copies: readonly string[] = [];']],
  ],
  ['other spellings are passed over', 'B-21', [[GUARD, 'refuseTwins(names, found);', '']]],
  [
    'a link counts as absent',
    'B-11 B-12',
    [[GUARD, "throw new Refusal('BOOTSTRAP_SYMLINK', { file });", 'return [];'], NO_CONTRADICTION],
  ],
  [
    'what is no file counts as absent',
    'B-15 B-16',
    [
      [
        GUARD,
        "throw new Refusal('BOOTSTRAP_NOT_REGULAR', { file, type: found.type });",
        'return [];',
      ],
      NO_CONTRADICTION,
    ],
  ],
  [
    'a pipe is opened, and waited for',
    'B-13',
    [
      [
        EXAMINE,
        "return stat.isFile() ? { is: 'regular', stat } : { is: 'irregular', type: typeOf(stat) };",
        "return { is: 'regular', stat };",
      ],
      [
        'kernel/fs/disk.ts',
        'read: constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,',
        'read: constants.O_RDONLY | constants.O_NOFOLLOW,',
      ],
    ],
  ],
  [
    'bytes that are no text are taken',
    'B-19 B-20',
    [
      [
        GUARD,
        "if (reason !== undefined) throw new Refusal('BOOTSTRAP_NOT_TEXT', { file, reason });",
        '',
      ],
    ],
  ],
  [
    'whether the unlink worked is not looked at',
    'B-23 B-24 B-25 B-26 B-27 X-01 X-08 X-09',
    UNLINK_UNCHECKED,
  ],
  [
    'that they are back is passed over',
    'X-07',
    [
      [
        GUARD,
        "if (after.is !== 'absent') throw new Refusal('BOOTSTRAP_REAPPEARED', { file });",
        '',
      ],
      NO_LAST_LIST,
    ],
  ],
  [
    'a read that fails is an empty text',
    'X-12',
    [
      [
        GUARD,
        'const bytes = readOpened(root, opened);',
        'let bytes: Buffer | string; try { bytes = readOpened(root, opened); } catch { bytes = Buffer.alloc(0); }',
      ],
    ],
  ],
  [
    'a listing that fails is an empty one',
    'X-13',
    [
      [
        'kernel/fs/disk.ts',
        'readdir: (path) => readdirSync(path),',
        'readdir: (path) => { try { return readdirSync(path); } catch { return []; } },',
      ],
    ],
  ],
  [
    'the path is used, not the directory',
    'X-05',
    [
      ['kernel/fs/directory.ts', 'hasProc ? `/proc/self/fd/${fd}` : path', 'path'],
      [GUARD, '  workspace.confirmPath();', ''],
      NO_NLINK,
    ],
  ],
  [
    'BOOTSTRAP.yamo is left',
    'B-06 B-36',
    [
      [
        'lib/spec/files.ts',
        "export const BOOTSTRAP_FILES = ['BOOTSTRAP.yamo', 'BOOTSTRAP.md'] as const;",
        "export const BOOTSTRAP_FILES = ['BOOTSTRAP.md'] as const;",
      ],
    ],
  ],
  [
    'they are carried out a second time',
    'B-31',
    [
      [GUARD, "if (record?.state === 'done')", 'if (record === null)'],
      [GUARD, 'if (lived !== undefined) throw', 'if (lived === null) throw'],
    ],
  ],
  [
    'they are carried out among others',
    'B-30',
    [[GUARD, "if (kind === 'shared') throw new Refusal('BOOTSTRAP_IN_SHARED', { file });", '']],
  ],
  [
    'everybody may write the workspace',
    'B-29',
    [
      [
        WORKSPACE,
        "if (isWorldWritable(stat)) throw new Refusal('WORKSPACE_WORLD_WRITABLE', { path, mode });",
        '',
      ],
    ],
  ],
  [
    'it may be anybody’s',
    'B-34',
    [[WORKSPACE, 'if (stat.uid !== BigInt(uid)) {', 'if (stat.uid < 0n) {']],
  ],
  [
    'a workspace with neither is served',
    'B-08',
    [
      [PREFLIGHT, 'if (!firstBoot && soul === undefined) {', 'if (firstBoot === undefined) {'],
      [
        LOAD,
        "if (soul === undefined) throw new Refusal('NOT_INITIALISED', { path: loading.workspace.path });",
        '',
      ],
      [LOAD, "if (soul.text.trim() === '')", "if (soul?.text.trim() === '')"],
    ],
  ],
  [
    'MEMORY.md is opened and thrown away',
    'M-07',
    [
      [
        LOAD,
        ': before.files;\n    return new Loaded',
        ": (loading.workspace.root.disk.open(loading.workspace.root.at('MEMORY.md'), 0), before.files);\n    return new Loaded",
      ],
    ],
  ],
  [
    'MEMORY.md is loaded among others',
    'M-07',
    [[LOAD, "loading.kind === 'main' ? readNext", 'loading.kind !== undefined ? readNext']],
  ],
  [
    'a log may be another name of MEMORY.md',
    'M-10',
    [
      NO_FORBIDDEN,
      [PREFLIGHT, 'refuseSecondName(stat, file, forbidden);', ''],
      [PREFLIGHT, 'if (found.stat.nlink === 1n) return [found.stat];', 'return [found.stat];'],
    ],
  ],
  [
    'MEMORY.md is not loaded',
    'S-05',
    [
      [
        LOAD,
        "loading.kind === 'main' ? readNext(before, 'MEMORY.md')",
        "loading.kind === 'main' ? before.files",
      ],
    ],
  ],
  [
    'MEMORY.md comes before USER.md',
    'S-01',
    [
      [
        LOAD,
        "readNext(soul, 'USER.md')",
        "(readNext(soul, 'MEMORY.md'), readNext(soul, 'USER.md'))",
      ],
    ],
  ],
  [
    'SOUL.md is read twice',
    'S-02',
    [
      [
        LOAD,
        "readNext(agents, 'SOUL.md')",
        "(readNext(agents, 'SOUL.md'), readNext(agents, 'SOUL.md'))",
      ],
    ],
  ],
  [
    'TOOLS.md is loaded',
    'S-03',
    [
      [
        LOAD,
        "readNext(soul, 'USER.md')",
        "(readNext(soul, 'TOOLS.md'), readNext(soul, 'USER.md'))",
      ],
    ],
  ],
  [
    'a log has to be there',
    'S-04',
    [
      [
        LOAD,
        'return read === undefined ? files : [...files, read];',
        "if (read === undefined) throw new Refusal('SOUL_EMPTY', {});\n  return [...files, read];",
      ],
    ],
  ],
  [
    'the header is not looked for',
    'G-01',
    [
      [
        'kernel/startup/ghost.ts',
        "if (hasGhostHeader(agents.bytes.toString('utf8'))) return",
        'if (agents !== undefined) return',
      ],
    ],
  ],
  [
    'AGENTS.md is written in place',
    'G-02 G-06',
    [
      [
        REPLACE,
        'disk.rename(temporary, directory.at(name));',
        "if (name === 'AGENTS.md') disk.write(disk.open(directory.at(name), 0o1001), bytes.subarray(0, 8));\n    disk.rename(temporary, directory.at(name));",
      ],
    ],
  ],
  [
    'a mark before the header is not known',
    'G-04',
    [[HEADER, '`^\\\\uFEFF?[ \\\\t\\\\r\\\\n\\\\f\\\\v]*${GHOST_HEADER}', '`^${GHOST_HEADER}']],
  ],
  [
    'what only begins like the header is one',
    'G-05',
    [[HEADER, '[ \\\\t\\\\f\\\\v]*(?:\\\\r\\\\n|\\\\n|\\\\r|$)`', '`']],
  ],
  [
    'SOUL.md may be written',
    'A-01',
    [
      [
        ACCESS,
        "soul: { read: 'required', write: 'reconfigure'",
        "soul: { read: 'required', write: 'allowed'",
      ],
    ],
  ],
  [
    'the heartbeat state may be written',
    'A-08',
    [
      [
        ACCESS,
        "'heartbeat-state': { read: 'allowed', write: 'never'",
        "'heartbeat-state': { read: 'allowed', write: 'allowed'",
      ],
    ],
  ],
  [
    'credentials pass the gate',
    'A-10 A-15',
    [
      [
        BROKER,
        'const credentials = await this.#parts.findCredentials(text);',
        'const credentials: readonly Credential[] = [];',
      ],
      [BROKER, "refuseCredentials(file, await findCredentials(text), '');", ''],
      [
        BROKER,
        'refuseCredentials(file, await findCredentials(before + text), before, before);',
        '',
      ],
    ],
  ],
  [
    'bootstrap instructions may be written',
    'B-32',
    [
      [
        ACCESS,
        "section: '§2.9' },\n    bootstrap: never('§2.6'),",
        "section: '§2.9' },\n    bootstrap: { read: 'never', write: 'allowed', append: 'never', section: '§2.6' },",
      ],
    ],
  ],
  [
    'SOUL.md may be written among others',
    'M-01',
    [
      [
        ACCESS,
        "soul: { read: 'required', write: 'never'",
        "soul: { read: 'required', write: 'allowed'",
      ],
    ],
  ],
  [
    'AGENTS.md may be written among others',
    'M-02',
    [
      ATTENDED,
      [
        ACCESS,
        "agents: { read: 'required', write: 'never'",
        "agents: { read: 'required', write: 'allowed'",
      ],
    ],
  ],
  [
    'USER.md may be written among others',
    'M-03',
    [
      ATTENDED,
      [
        ACCESS,
        "user: { read: 'context', write: 'never'",
        "user: { read: 'context', write: 'allowed'",
      ],
    ],
  ],
  [
    'MEMORY.md may be written among others',
    'M-04',
    [
      ATTENDED,
      [
        ACCESS,
        "memory: never('§3.2'),",
        "memory: { read: 'allowed', write: 'allowed', append: 'never', section: '§3.2' },",
      ],
      NO_FORBIDDEN,
    ],
  ],
  [
    'MEMORY.md may be read among others',
    'M-08',
    [
      [
        ACCESS,
        "memory: never('§3.2'),",
        "memory: { read: 'allowed', write: 'never', append: 'never', section: '§3.2' },",
      ],
      NO_FORBIDDEN,
    ],
  ],
  [
    'HEARTBEAT.md may be written among others',
    'M-05',
    [
      ATTENDED,
      [
        ACCESS,
        "heartbeat: never('§3.2'),",
        "heartbeat: { read: 'allowed', write: 'allowed', append: 'never', section: '§3.2' },",
      ],
    ],
  ],
  [
    'TOOLS.md may be written and read among others',
    'M-14 M-15',
    [
      ATTENDED,
      [
        ACCESS,
        "tools: never('§3.2'),",
        "tools: { read: 'allowed', write: 'allowed', append: 'never', section: '§3.2' },",
      ],
    ],
  ],
];

describe.skipIf(cannotRun)('a mutant of ring 0', () => {
  const copy = freshPath('yamo');

  beforeAll(() => {
    copySources(copy);
  });

  it('is none without its change', async () => {
    const ids = new Set(MUTANTS.flatMap(([, cases]) => cases.split(' ')));
    const { cases } = await held(yamoIn(copy), ...only(...ids));
    expect(cases.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });

  it.each(MUTANTS)('(%s) is caught by %s', async (_, ids, changes) => {
    const were = new Map<string, string>();
    try {
      for (const [file, text, becomes] of changes) {
        const source = readFileSync(join(copy, file), 'utf8');
        expect(source.split(text), text).toHaveLength(2);
        if (!were.has(file)) were.set(file, source);
        writeFileSync(
          join(copy, file),
          source.replace(text, () => becomes),
        );
      }
      const { cases } = await held(yamoIn(copy), ...only(...ids.split(' ')));
      expect(cases.map(({ id, verdict, why }) => [id, verdict, why])).toEqual(
        cases.map(({ id }) => [id, 'fail', expect.anything()]),
      );
    } finally {
      for (const [file, source] of were) writeFileSync(join(copy, file), source);
    }
  });
});

/** A document of yamo as its sources in this folder run. */
const yamoIn = (copy: string): string => {
  const bootIn = (session: string, ...more: readonly string[]): readonly string[] => [
    '{node}',
    join(copy, 'cli/main.ts'),
    'boot',
    '{workspace}',
    '--session',
    session,
    '--agent',
    '{agent}',
    '--message',
    '{message}',
    ...more,
  ];
  const boot = { main: bootIn('main', '--attended'), shared: bootIn('shared') };
  return documentOf([], { agent: 'acp', append: '_yamo/append', boot });
};

const copySources = (folder: string): void => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
};
