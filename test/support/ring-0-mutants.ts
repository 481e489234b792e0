/**
 * What of ring 0 is taken away, so that the conformance suite alone has to notice: one change for each case that guards
 * it. Where two rules hold the same, both are taken away.
 */

/** File, what stands there, what it becomes. */
export type Change = readonly [file: string, text: string, becomes: string];

const GUARD = 'kernel/startup/guard.ts';
const HELD = 'kernel/startup/held-instructions.ts';
const LOAD = 'kernel/startup/load.ts';
const READ = 'kernel/startup/read.ts';
const EXAMINE = 'kernel/fs/examine.ts';
const KNOWN_LAYOUT = 'kernel/run/known-layout.ts';
const WORKSPACE = 'kernel/startup/workspace.ts';
const PREFLIGHT = 'kernel/startup/preflight.ts';
const REPLACE = 'kernel/fs/replace.ts';
const BROKER = 'kernel/gate/broker.ts';
const LOG_LINES = 'kernel/gate/log-lines.ts';
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

const DISK = 'kernel/fs/disk.ts';
const DECIDE = 'kernel/gate/decide.ts';
const NOT_NEEDED: readonly Change[] = [
  [PREFLIGHT, 'if (!firstBoot && soul === undefined) {', 'if (firstBoot === undefined) {'],
  [
    LOAD,
    "if (soul === undefined) throw new Refusal('NOT_INITIALISED', { path: loading.workspace.path });",
    '',
  ],
  [LOAD, "if (soul.text.trim() === '')", "if (soul?.text.trim() === '')"],
];
const LINKS_FOLLOWED: readonly Change[] = [
  [DISK, '  lstatSync,\n', '  statSync as lstatSync,\n'],
  [
    DISK,
    'read: constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,',
    'read: constants.O_RDONLY | constants.O_NONBLOCK,',
  ],
];
/** The agent replaces logs as it does other files, seen or not. */
const LOGS_REPLACED: readonly Change[] = [
  [
    BROKER,
    "if (this.#policy.names.roleOf(file) === 'daily') return this.#writeLog(file, text);",
    '',
  ],
  [BROKER, 'this.#files.compare(file, current, text);', ''],
];

/** What is wrong, which cases see it, and how it is made. */
export const MUTANTS: readonly (readonly [string, string, readonly Change[]])[] = [
  ['the number of links is not compared', 'X-02 X-03', [NO_NLINK]],
  ['the directory is not synced', 'B-02', [[GUARD, '    root.sync();', '']]],
  [
    'a sync that fails is passed over',
    'X-11',
    [[GUARD, "throw new Refusal('BOOTSTRAP_NOT_DURABLE', { file, errno });", 'return;']],
  ],
  ['a second name is taken', 'B-17', [[HELD, 'if (nlink !== 1n) {', 'if (nlink < 1n) {']]],
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
    'B-11 B-12 B-38',
    [[HELD, "throw new Refusal('BOOTSTRAP_SYMLINK', { file });", 'return [];'], NO_CONTRADICTION],
  ],
  [
    'what is no file counts as absent',
    'B-15 B-16',
    [
      [
        HELD,
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
        "return stat.isFile() ? { is: 'regular', stat } : { is: 'irregular', type: fileTypeOf(stat) };",
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
        HELD,
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
        HELD,
        'const bytes = readOpened(root, opened);',
        'let bytes: Buffer | string; try { bytes = readOpened(root, opened); } catch { bytes = Buffer.alloc(0); }',
      ],
    ],
  ],
  [
    'a text that ends early is taken for all of it',
    'X-18',
    [[EXAMINE, "BigInt(bytes.byteLength) === stat.size ? bytes : 'changed'", 'bytes']],
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
      [GUARD, 'if (priorUseEvidence !== undefined)', 'if (priorUseEvidence === null)'],
    ],
  ],
  [
    'they are carried out among others',
    'B-30',
    [
      [
        GUARD,
        "if (!kind.permissions.takesInstructions) throw new Refusal('BOOTSTRAP_IN_SHARED', { file });",
        '',
      ],
    ],
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
  ['a workspace with neither is served', 'B-08 X-17', NOT_NEEDED],
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
    [[LOAD, 'loading.kind.permissions.seesMemory\n      ? readNext', 'true\n      ? readNext']],
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
        "loading.kind.permissions.seesMemory\n      ? readNext(before, 'MEMORY.md')",
        'loading.kind.permissions.seesMemory\n      ? before.files',
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
    'S-02 S-09',
    [
      [
        LOAD,
        "readNext(agents, 'SOUL.md')",
        "(readNext(agents, 'SOUL.md'), readNext(agents, 'SOUL.md'))",
      ],
    ],
  ],
  [
    'SOUL.md is not loaded among others',
    'S-07',
    [
      [
        LOAD,
        "new SoulLoaded(loading, readNext(agents, 'SOUL.md'))",
        "new SoulLoaded(loading, loading.kind.permissions.seesMemory ? readNext(agents, 'SOUL.md') : agents.files)",
      ],
      [
        LOAD,
        "throw new Refusal('NOT_INITIALISED', { path: loading.workspace.path });\n    if (soul.text.trim() === '')",
        "return loaded;\n    if (soul.text.trim() === '')",
      ],
    ],
  ],
  [
    'USER.md comes before SOUL.md among others',
    'S-08',
    [
      [
        LOAD,
        "readNext(agents, 'SOUL.md')",
        "(!loading.kind.permissions.isPrivate && readNext(agents, 'USER.md'), readNext(agents, 'SOUL.md'))",
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
    'G-01 G-08 G-09',
    [
      [
        'kernel/startup/ghost.ts',
        "if (hasGhostHeader(agents.bytes.toString('utf8'))) return",
        'if (agents !== undefined) return',
      ],
      // What a first boot leaves is made whole, too.
      ['kernel/session/layout.ts', '!hasGhostHeader(text);', 'text === undefined;'],
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
        'const credentials = await this.#ports.redactor.credentialsIn(text);',
        'const credentials: readonly never[] = [];',
      ],
      [LOG_LINES, "refuseCredentials(file, await credentialsIn(text), '');", ''],
      [
        LOG_LINES,
        'refuseCredentials(file, await credentialsIn(before + text), before, before);',
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
  ['links are followed', 'B-10', LINKS_FOLLOWED],
  [
    'a device counts as absent',
    'B-14',
    [
      [
        HELD,
        "throw new Refusal('BOOTSTRAP_NOT_REGULAR', { file, type: found.type });",
        'return [];',
      ],
      NO_CONTRADICTION,
      ...NOT_NEEDED,
    ],
  ],
  [
    'any length is read',
    'B-18',
    [
      [HELD, 'if (size > BigInt(BOOTSTRAP_MAX_BYTES)) {', 'if (size < 0n) {'],
      [
        HELD,
        "if (reason !== undefined) throw new Refusal('BOOTSTRAP_NOT_TEXT', { file, reason });",
        '',
      ],
      // No string of JavaScript is as long.
      [HELD, "bytes.toString('utf8')", "bytes.toString('utf8', 0, BOOTSTRAP_MAX_BYTES)"],
    ],
  ],
  [
    'instructions without a word count as absent',
    'B-04',
    [
      [
        HELD,
        'refuseUnfit(file, found.stat);\n',
        'if (found.stat.size === 0n) return [];\n      refuseUnfit(file, found.stat);\n',
      ],
      NO_CONTRADICTION,
      ...NOT_NEEDED,
    ],
  ],
  [
    'a mark in front is no text',
    'B-05',
    [
      [
        HELD,
        'const reason = textFault(bytes);',
        "const reason = bytes[0] === 0xef ? 'a mark' : textFault(bytes);",
      ],
    ],
  ],
  [
    'a SOUL.md is enough',
    'B-07',
    [
      [
        GUARD,
        'const found = BOOTSTRAP_FILES.flatMap((file) => lookFor(workspace, file));',
        "const found = names.includes('SOUL.md') ? [] : BOOTSTRAP_FILES.flatMap((file) => lookFor(workspace, file));",
      ],
      NO_CONTRADICTION,
    ],
  ],
  [
    'nobody looks whether they are gone',
    'B-01',
    [[GUARD, 'const after = examine(root, file);', "const after = { is: 'absent', errno: '' };"]],
  ],
  [
    'a copy is kept',
    'B-03 X-04',
    [
      [
        HELD,
        'bytes.fill(0);',
        "{ const kept = root.disk.open(root.at('kept.txt'), 0o102, 0o600); root.disk.write(kept, bytes); root.disk.close(kept); }",
      ],
    ],
  ],
  [
    'a normal start deletes something',
    'B-09',
    [
      [
        GUARD,
        'if (first === undefined) return',
        "if (first === undefined) workspace.root.disk.unlink(workspace.root.at('TOOLS.md'));\n    if (first === undefined) return",
      ],
    ],
  ],
  [
    'what cannot be opened counts as absent',
    'B-28 X-16',
    [
      [
        GUARD,
        'for (const one of found) held.push(hold(workspace, one));',
        'for (const one of found) try { held.push(hold(workspace, one)); } catch { continue; }',
      ],
      NO_LAST_LIST,
      ...NOT_NEEDED,
    ],
  ],
  [
    'a look that fails is absence, and not made again',
    'B-35 X-10',
    [
      [
        EXAMINE,
        'export const examine = (directory: Directory, name: string): Found => {',
        "const failed = new Set<string>();\nexport const examine = (directory: Directory, name: string): Found => {\n  if (failed.has(name) || Reflect.get(globalThis, 'failed') === name) return { is: 'absent' };",
      ],
      // The first look of all is that which tells the layout.
      [
        KNOWN_LAYOUT,
        "throw asRefusal(error, (code) => new Refusal('BOOTSTRAP_UNREADABLE', { file, errno: code }));",
        "Reflect.set(globalThis, 'failed', file);\n    return false;",
      ],
      [
        EXAMINE,
        "return { is: 'unreadable', errno };",
        "failed.add(name);\n    return { is: 'absent' };",
      ],
      NO_CONTRADICTION,
    ],
  ],
  [
    'what was once taken is over',
    'X-15',
    [[GUARD, "if (record?.state === 'done')", 'if (record !== undefined)']],
  ],
  [
    'one boot does not wait for another, or notice it',
    'X-14',
    [
      ['kernel/run/open-workspace.ts', "'boot.lock'", '`boot-${Math.random()}.lock`'],
      ...UNLINK_UNCHECKED,
      NO_NLINK,
    ],
  ],
  [
    'healing is not told',
    'G-03',
    [
      [
        'kernel/startup/ghost.ts',
        'return new GhostSealed(healed, { before: agents.sha256, after: healed.sha256 });',
        'return new GhostSealed(healed, undefined);',
      ],
      ['kernel/startup/ghost.ts', 'options.intend({ before: agents.sha256, after });', ''],
    ],
  ],
  [
    'logs may be replaced',
    'A-07 A-09',
    [
      ...LOGS_REPLACED,
      [
        ACCESS,
        "daily: { read: 'required', write: 'never', append: 'today', section: '§3.1' },",
        "daily: { read: 'required', write: 'allowed', append: 'today', section: '§3.1' },",
      ],
    ],
  ],
  [
    'logs may be replaced among others',
    'M-13',
    [
      ...LOGS_REPLACED,
      [
        ACCESS,
        "daily: { read: 'opt-in', write: 'never', append: 'today', section: '§3.2' },",
        "daily: { read: 'opt-in', write: 'allowed', append: 'today', section: '§3.2' },",
      ],
    ],
  ],
  [
    'what was put away may be written',
    'A-13',
    [
      [
        ACCESS,
        "archive: { read: 'allowed', write: 'never', append: 'never', section: '§5.2' },",
        "archive: { read: 'allowed', write: 'allowed', append: 'never', section: '§5.2' },",
      ],
    ],
  ],
  [
    'a link may lead to MEMORY.md',
    'M-09',
    [
      ...LINKS_FOLLOWED,
      [
        DISK,
        'append: constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK,',
        'append: constants.O_RDWR | constants.O_APPEND | constants.O_NONBLOCK,',
      ],
      NO_FORBIDDEN,
      [ACCESS, "daily: { read: 'opt-in'", "daily: { read: 'allowed'"],
    ],
  ],
  [
    'another path may lead to MEMORY.md',
    'M-12',
    [
      NO_FORBIDDEN,
      [
        DECIDE,
        'path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;',
        'path.startsWith(`${root}/`) ? path.slice(path.lastIndexOf("/") + 1) : undefined;',
      ],
      [
        ACCESS,
        "memory: never('§3.2'),",
        "memory: { read: 'allowed', write: 'never', append: 'never', section: '§3.2' },",
      ],
    ],
  ],
];

/** Cases without a mutant of ring 0, and why. */
export const GUARDED_ELSEWHERE: Readonly<Record<string, string>> = {
  'A-02 A-03 A-04 A-05 A-06 A-12 A-14 M-06 M-16':
    'cells that say "may": a gate that allows less breaks nothing, and the case is not applicable',
  'A-11':
    'the variables of the kernel are kept from records and logs by kernel/state, not by ring 0',
  'B-33 B-37': 'what a first boot leaves is made whole by kernel/session',
  'G-07': 'nothing is loaded without a `GhostSealed`: another order does not compile',
  'L-01 L-02 L-03 L-04 L-05': 'the log of the day is written by kernel/memory',
  'M-11': 'an agent makes no link in the workspace that it cannot see: kernel/sandbox',
  'S-10 S-11': 'ring 0 writes nothing but the header, and deletes nothing but instructions',
  'S-06': 'when the agent is prompted is the order of kernel/boot',
};
