import type { Changes } from './mutant.ts';

export const KERNEL: readonly Changes[] = [
  {
    file: 'kernel/startup/foreign.ts',
    tests: ['test/kernel/startup/load-layout.test.ts'],
    changes: [
      ['a document is vetted by nobody', ' : weakens(document);', ' : undefined;'],
      ['the layout of RFC-0009 is vetted like another', "layout === 'rfc-0009'", 'false'],
      ['what was vetted can change behind it', 'structuredClone(document)', 'document'],
      ['of two roles the first counts', 'others.length === 0 ? role : undefined', 'role'],
      [
        'a layout gives shared sessions what the table keeps',
        'isFor(row, kind)) ? most',
        'true) ? most',
      ],
      [
        'what no shared session may have stays for others',
        'files: copy.files.map(narrowed)',
        'files: copy.files',
      ],
      [
        'a file of the system itself is written by its agent',
        "rows.some(({ readOnly }) => readOnly) ? 'never' : write",
        'write',
      ],
    ],
  },
  {
    file: 'kernel/prompt/folders.ts',
    tests: ['test/kernel/prompt/folders.test.ts'],
    changes: [
      [
        'a name above the workspace is opened',
        'if (/(?:^|\\/)(?:[./]|$)/u.test(path)) return undefined;',
        '',
      ],
    ],
  },
  {
    file: 'kernel/startup/load-layout.ts',
    tests: ['test/kernel/startup/load-layout.test.ts'],
    changes: [
      ['a proof of another layout is taken', '!proof.isOf(foreign)', 'false'],
      ['a deletion of another layout is taken', 'proof.sealed !== foreign', 'false'],
      ['instructions that are kept are shown to others', "isKept && kind === 'main'", 'isKept'],
      ['a file is opened whatever the session', "'never') !== 'never'", "'never') !== ''"],
      [
        'an alias of long-term memory is read',
        'forbidMemory(workspace, foreign.memory)',
        'NOTHING_FORBIDDEN',
      ],
      [
        'instructions are kept where the kernel deletes them',
        'if (!foreign.keepsOrders)',
        'if (false)',
      ],
    ],
  },
  {
    file: 'kernel/startup/workspace.ts',
    tests: ['test/kernel/startup/load-layout.test.ts'],
    changes: [
      [
        'a folder that was replaced is read as before',
        'held?.hasName(parent.at(name)) === true',
        'held !== undefined',
      ],
      ['a path leads above the workspace', " || name.startsWith('.')", ''],
    ],
  },
  {
    file: 'kernel/startup/guard.ts',
    tests: ['test/kernel/startup/guard.test.ts'],
    changes: [
      [
        'instructions that were written to while they were taken are carried out',
        ' || now.mtimeNs !== opened.stat.mtimeNs',
        '',
      ],
      [
        'instructions that grew while they were taken are carried out',
        'now.size !== opened.stat.size || ',
        '',
      ],
      ['the bytes of the instructions stay in memory', '    bytes.fill(0);\n', ''],
      [
        'of two files only the first is proved gone',
        'for (const one of held) proveGone(workspace, one);',
        'for (const one of held.slice(0, 1)) proveGone(workspace, one);',
      ],
      [
        'of two files only the second is proved gone',
        'for (const one of held) proveGone(workspace, one);',
        'for (const one of held.slice(-1)) proveGone(workspace, one);',
      ],
      ['a file that still has a name counts as gone', 'if (now.nlink !== 0n) {', 'if (false) {'],
      [
        'a name that came back is not seen',
        "if (after.is !== 'absent') throw",
        "if (after.is === 'symlink') throw",
      ],
      [
        'a name that cannot be looked at counts as absent',
        "  if (after.is === 'unreadable')\n",
        "  if (after.is === 'regular')\n",
      ],
      [
        'the deletion is not made durable',
        'if (first !== undefined) makeDurable(workspace, first.taken.file);',
        '',
      ],
      [
        'a sync that fails is taken for one',
        "throw new Refusal('BOOTSTRAP_NOT_DURABLE', { file, errno });",
        'return;',
      ],
      ['a folder that was exchanged meanwhile is not noticed', '  workspace.confirmPath();\n', ''],
      ['instructions with a second name are taken', 'if (nlink !== 1n) {', 'if (nlink === 0n) {'],
      [
        'instructions of any size are read',
        'if (size > BigInt(BOOTSTRAP_MAX_BYTES)) {',
        'if (size < 0n) {',
      ],
      [
        'a copy beside the instructions is left',
        'if (copies[0] !== undefined) throw',
        'if (copies[1] !== undefined) throw',
      ],
      [
        'another spelling is no obstacle',
        "if (!folded) throw new Refusal('BOOTSTRAP_CASE'",
        "if (folded) throw new Refusal('BOOTSTRAP_CASE'",
      ],
      [
        'instructions are taken in a shared session',
        "if (kind === 'shared') throw",
        "if (kind === 'main' && rebirth && record?.state === 'taken') throw",
      ],
      [
        'instructions come back after a finished first boot and are taken',
        "if (record?.state === 'done')",
        "if (record?.state === 'taken')",
      ],
      [
        'half of the instructions are carried out',
        "if (record?.state !== 'taken' || rebirth) return;",
        'return;',
      ],
      [
        'what was not deleted stays on record',
        'else if (progress.remembered) forgetQuietly(options);',
        '',
      ],
      [
        'what was lost is told to nobody',
        'if (progress.deleted.length > 0) options.lost(progress.deleted);\n      else',
        '',
      ],
      [
        'instructions are handed over twice',
        '    this.#orders = [];\n    return orders;',
        '    return orders;',
      ],
      [
        'instructions that vanished are taken for undeletable ones',
        "throw errno === 'ENOENT'",
        "throw errno === 'EPERM'",
      ],
      [
        'a file system that contradicts itself is believed',
        'if (denied !== undefined) {',
        'if (false) {',
      ],
      [
        'a copy made during the deletion is not seen',
        'isCopyName(name) || spellingTwin(name) !== undefined',
        'false',
      ],
      [
        'a file hidden by a network file system is not seen',
        'if (hidden !== undefined)',
        'if (hidden === "")',
      ],
      [
        'instructions are deleted before it is on record',
        '  remember(held.map(({ taken }) => taken));\n  progress.remembered = true;\n',
        '  progress.remembered = true;\n',
      ],
    ],
  },
  {
    file: 'kernel/fs/replace.ts',
    tests: ['test/kernel/fs/replace.test.ts'],
    changes: [
      [
        'a file that was saved meanwhile, of the same size, is overwritten',
        ' && now.mtimeNs === read.mtimeNs',
        '',
      ],
      ['a file that grew meanwhile is overwritten', ' && now.size === read.size', ''],
      ['another file of the same name is overwritten', 'now?.ino === read.ino && ', ''],
      [
        'a replacement is gone after a power cut',
        '    throw error;\n  }\n  directory.sync();',
        '    throw error;\n  }',
      ],
      [
        'a new file is gone after a power cut',
        '    removeQuietly(directory, temporary);\n  }\n  directory.sync();',
        '    removeQuietly(directory, temporary);\n  }',
      ],
      ['bytes are not on the disk when the name is', '    disk.fsync(fd);\n', ''],
      [
        'a short file replaces a whole one',
        'disk.fstat(fd).size !== BigInt(bytes.byteLength)',
        'false',
      ],
      ['the mode of a file is lost', 'Number(previous.mode) & (keptGroup', '0 & (keptGroup'],
      [
        'the owner of a file is lost',
        'if (own.uid !== previous.uid || own.gid !== previous.gid) {',
        'if (false) {',
      ],
      ['new files can be read by others', 'OPEN.create, 0o600', 'OPEN.create, 0o644'],
      [
        'a failed replacement leaves its temporary file',
        '  } catch (error) {\n    removeQuietly(directory, temporary);\n    throw error;\n  }\n  directory.sync();',
        '  } catch (error) {\n    throw error;\n  }\n  directory.sync();',
      ],
    ],
  },
  {
    file: 'kernel/startup/preflight.ts',
    tests: ['test/kernel/startup/preflight.test.ts'],
    changes: [
      ['a lone bootstrap.md is not named', '    refuseMisspelt(workspace);\n', ''],
      [
        'a workspace without a soul is started',
        '  if (!firstBoot && soul === undefined) {',
        '  if (false) {',
      ],
      ['an empty soul is started', 'if (soul?.size === 0n)', 'if (soul?.size === -1n)'],
      [
        'MEMORY.md is not looked for in shared sessions',
        "kind === 'shared' ? forbidMemory(workspace) : NOTHING_FORBIDDEN",
        'NOTHING_FORBIDDEN',
      ],
      [
        'files that others own are read',
        'workspace.refuseStrangersOf(file, stat) ? [file] : []',
        'false ? [file] : []',
      ],
      [
        'instructions that were consumed are called missing',
        "if (record?.state !== 'taken' || record.files.length === 0) {",
        'if (true) {',
      ],
      [
        'a second name of MEMORY.md is read in shared sessions',
        '    refuseSecondName(stat, file, forbidden);\n',
        '',
      ],
    ],
  },
  {
    file: 'kernel/process/clock.ts',
    tests: ['test/kernel/process/clock.test.ts'],
    changes: [
      [
        'a day that was told moves with the zone',
        'if (this.#day !== undefined) this.#shiftMs = ',
        'if (this.#day === "") this.#shiftMs = ',
      ],
      [
        'a time that was told is not an instant',
        "told?.includes('T') === true ? undefined : told",
        'told',
      ],
      [
        'a clock stays in the zone that it began in',
        '    this.#offset = offsetIn(zone);\n    if (',
        '    if (',
      ],
    ],
  },
  {
    file: 'kernel/process/zone.ts',
    tests: ['test/kernel/process/clock.test.ts'],
    changes: [
      ['a name that is none is UTC', '    return offsetIn(undefined);\n', '    return () => 0;\n'],
    ],
  },
  {
    file: 'kernel/gate/decide.ts',
    tests: ['test/kernel/gate/decide.test.ts'],
    changes: [
      [
        'a first boot creates instructions',
        "if (role === 'bootstrap') return deny('§2.6', 'Bootstrap instructions are never created again.');\n  if (operation",
        'if (operation',
      ],
      [
        'a first boot writes any file of the layout',
        "operation === 'write' && BIRTH_CREATES.has(role)",
        "operation === 'write'",
      ],
      ['a first boot overwrites', 'role, creates: true', 'role, creates: false'],
      [
        'a first boot appends to any log',
        "operation === 'append' && permits('today', context, file)",
        "operation === 'append'",
      ],
      ['any folder is listed', '(seesWork(context) && isWorkName(file))\n', 'true\n'],
      [
        'the log of any day is appended to',
        'return dayOf(file) === context.today;',
        'return true;',
      ],
      ['SOUL.md is written in any session', 'return context.reconfigure;', 'return true;'],
      ['logs are read in shared sessions unasked', 'return context.dailyInShared;', 'return true;'],
      [
        'what is never allowed is',
        "    case 'never':\n      return false;",
        "    case 'never':\n      return true;",
      ],
      [
        'standing files change where nobody attends',
        'isForHuman(context, file) && !mayChangeAlone(context, file)',
        'false',
      ],
      [
        'a setting for one file opens another',
        'attended || unattendedWrites.includes(file)',
        'attended || unattendedWrites.length > 0',
      ],
    ],
  },
  {
    file: 'lib/workspace/role.ts',
    tests: ['test/kernel/gate/decide.test.ts'],
    changes: [['the pattern of a log is a log', "file.includes('YYYY') ? undefined : ", '']],
  },
  {
    file: 'lib/prompt/rights.ts',
    tests: ['test/lib/prompt/rights.test.ts'],
    changes: [
      ['SOUL.md may be written again and again', " && verdict !== 'reconfigure'", ''],
      ['every log may be appended to', '[name] : [dailyFile(today)]', '[name] : [name]'],
      ['any folder may be written to', "may('write', `${folder}/${OTHER}`).allowed", 'true'],
    ],
  },
  {
    file: 'kernel/run/kind.ts',
    tests: ['test/kernel/run/kind.test.ts'],
    changes: [
      [
        'a session that is asked to be shared is main',
        "if (session === 'shared') return { kind: 'shared', reason: 'asked for' };",
        '',
      ],
      [
        'one stranger among friends is overlooked',
        'strangers === 0',
        'strangers < participants.length',
      ],
      [
        'a channel without people is main',
        '  return directChannels.includes(channel)\n',
        '  return channel !== undefined\n',
      ],
      [
        'a channel hides its people',
        'if (participants.length > 0) {',
        'if (participants.length > 0 && channel === undefined) {',
      ],
      ['a client is main unasked', "session ?? (isMain ? 'main' : 'shared')", "session ?? 'main'"],
    ],
  },
  {
    file: 'kernel/state/chain.ts',
    tests: ['test/kernel/state/chain.test.ts'],
    changes: [
      [
        'an entry that was moved counts',
        'before !== undefined && entry.previous !== before.hash',
        'false',
      ],
      [
        'an entry that was changed counts',
        "if (entry.hash !== hashOf(entry)) return 'its content does not match its hash';",
        '',
      ],
      ['a torn end stays in the way', 'if (bytes < size) disk.ftruncate(fd, bytes);', ''],
      ['a new chain is gone after a power cut', 'if (size === 0) directory.sync();', ''],
      [
        'a new entry does not follow the last one',
        'previous: last?.hash ?? null',
        'previous: null',
      ],
      ['entries have one number', 'seq: (last?.seq ?? 0) + 1', 'seq: 1'],
    ],
  },
  {
    file: 'kernel/credentials/read.ts',
    tests: ['test/kernel/credentials/read.test.ts', 'test/kernel/credentials/source.test.ts'],
    changes: [
      [
        'a file that its group can write decides where a credential is',
        'const WRITE = 0o022n;',
        'const WRITE = 0o002n;',
      ],
      [
        'a file that everybody can write decides where a credential is',
        'const WRITE = 0o022n;',
        'const WRITE = 0o020n;',
      ],
      [
        'a key that its group can read is used',
        'const READ_OR_WRITE = 0o077n;',
        'const READ_OR_WRITE = 0o007n;',
      ],
      [
        'a key of another user is used',
        'if (stat.uid !== BigInt(uid)) return',
        'if (stat.uid < 0n) return',
      ],
      ['a folder is read as a key', "if (!stat.isFile()) return 'it is no regular file';", ''],
      [
        'a huge file is read as a key',
        'stat.size > BigInt(CREDENTIAL_FILE_MAX_BYTES) ?',
        'stat.size < 0n ?',
      ],
      [
        'a key that no header can carry is used',
        '/^[\\x21-\\x7E]+$/.test(value)',
        '/^[\\x01-\\x7E]+$/.test(value)',
      ],
      [
        'an empty key is found',
        "return value === '' ? { is: 'absent' }",
        "return value === ' ' ? { is: 'absent' }",
      ],
    ],
  },
  {
    file: 'kernel/sandbox/bubblewrap.ts',
    tests: ['test/kernel/sandbox/bubblewrap.test.ts'],
    changes: [
      ['a view can type into the terminal', "  '--new-session',\n", ''],
      ['a view outlives its kernel', "  '--die-with-parent',\n", ''],
      ['a view makes namespaces', "  '--disable-userns',\n", ''],
      ['a view has rights of root', "  '--cap-drop',\n  'ALL',\n", ''],
      ['a view sees other processes', "  '--unshare-pid',\n", ''],
      ['a view changes /dev', "      '--remount-ro',\n      '/dev',\n", ''],
      ['a view changes its root', "      '--remount-ro',\n      '/',\n", ''],
      [
        'a view changes the system through /proc',
        "  '--remount-ro',\n  '/proc',\n  '--dev'",
        "  '--dev'",
      ],
      [
        'a view without network has one',
        "...(view.network === 'all' ? [] : ['--unshare-net']),",
        '',
      ],
      ['system calls are not filtered', "      '--seccomp',\n      String(FILTER_INPUT),\n", ''],
      [
        'the environment of the kernel reaches bubblewrap',
        '      environment: {},\n',
        '      environment: { ...process.env },\n',
      ],
      ['what is readable is writable', "['--ro-bind', path, path]", "['--bind', path, path]"],
      ['a folder covers what lies in it', 'one.length - other.length', 'other.length - one.length'],
    ],
  },
  {
    file: 'kernel/fs/directory.ts',
    tests: ['test/kernel/fs/directory.test.ts'],
    changes: [
      [
        'files of two disks are one',
        'one.dev === other.dev && one.ino === other.ino',
        'one.ino === other.ino',
      ],
      [
        'any two files of a disk are one',
        'one.dev === other.dev && one.ino === other.ino',
        'one.dev === other.dev',
      ],
    ],
  },
  {
    file: 'lib/workspace/header.ts',
    tests: ['test/lib/workspace/header.test.ts'],
    changes: [
      ['words behind the header are allowed', '[ \\\\t\\\\f\\\\v]*(?:', '.*(?:'],
      [
        'a byte order mark is no longer first',
        "const bom = text.startsWith('\\uFEFF') ? '\\uFEFF' : '';",
        "const bom = '';",
      ],
      ['line ends become those of another system', "?.[0] ?? '\\n'", "?.[1] ?? '\\n'"],
    ],
  },
  {
    file: 'kernel/startup/ghost.ts',
    tests: ['test/kernel/startup/ghost.test.ts'],
    changes: [
      [
        'a missing header is healed under --strict',
        'if (options.strict)\n      throw',
        'if (false)\n      throw',
      ],
      ['a file that was saved meanwhile is healed over', '      previous: agents.stat,\n', ''],
      [
        'AGENTS.md without its sections is sealed',
        '    refuseMissingSections(workspace.path, agents.text, options.sections);\n',
        '',
      ],
      ['no AGENTS.md is no fault', 'if (options.firstBoot) return', 'if (true) return'],
      [
        'what will be healed is not on record',
        '  options.intend({ before: agents.sha256, after });\n',
        '',
      ],
    ],
  },
  {
    file: 'kernel/redact/provider-keys.ts',
    tests: ['test/lib/secrets/provider-keys.test.ts', 'test/kernel/redact/provider-keys.test.ts'],
    changes: [
      ['one key is found twice', 'apartFrom(own, preset).filter', 'preset.filter'],
      [
        'keys of our own table are not found',
        'const own = formatKeysIn(text);',
        'const own: FormatKey[] = [];',
      ],
      [
        'keys of the preset are not found',
        'mayHoldPresetKey(text) ? await presetKeys(text) : []',
        '[]',
      ],
      [
        'a text switches off its inspection',
        "!== '@secretlint/secretlint-rule-filter-comments'",
        "!== ''",
      ],
    ],
  },
  {
    file: 'kernel/contract/boot-request.ts',
    tests: ['test/kernel/contract/attended.test.ts'],
    changes: [
      [
        'whoever starts a heartbeat can attend it',
        "trigger !== 'heartbeat' && (attended ?? human !== undefined)",
        'attended ?? human !== undefined',
      ],
      ['a script that nobody attends is a human', "? 'human' : 'job'", "? 'human' : 'human'"],
    ],
  },
  {
    file: 'kernel/run/changes.ts',
    tests: ['test/kernel/contract/attended.test.ts'],
    changes: [
      ['what was refused counts as changed', "entry.answer !== 'done' || ", ''],
      ['what was written down is asked for again', '      this.#isUnsaved = false;\n', ''],
    ],
  },
];
