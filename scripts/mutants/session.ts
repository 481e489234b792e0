import type { Changes } from './mutant.ts';

/** Sessions, what holds their agents, and what is kept of them. */
export const SESSION: readonly Changes[] = [
  {
    file: 'kernel/startup/workspace.ts',
    tests: ['test/kernel/startup/workspace.test.ts'],
    changes: [['a new memory/ is gone after a power cut', '    parent.sync();\n', '']],
  },
  {
    file: 'kernel/boot/boot.ts',
    tests: ['test/kernel/boot/boot.test.ts'],
    changes: [['a rebirth is for every first boot that follows', '    rebirth = false;\n', '']],
  },
  {
    file: 'kernel/session/session.ts',
    tests: ['test/kernel/boot/boot.test.ts'],
    changes: [['a block stays open for good', 'if (isLogged) attempt', 'attempt']],
  },
  {
    file: 'kernel/boot/agentless.ts',
    tests: ['test/kernel/boot/agentless.test.ts'],
    changes: [
      ['the block of a visit stays open for good', 'if (isSettled) attempt', 'attempt'],
      [
        'a visit that says nothing has a block to close',
        '      !this.#noted ||\n      attempt',
        '      attempt',
      ],
    ],
  },
  {
    file: 'kernel/redact/privacy.ts',
    tests: ['test/kernel/boot/boot.test.ts'],
    changes: [['SOUL.md is written as often as an agent likes', 'reconfigure = false;', '']],
  },
  {
    file: 'kernel/state/integrity.ts',
    tests: ['test/kernel/state/integrity.test.ts'],
    changes: [
      [
        'a session blesses a change that it was told of',
        'if (!this.#drifted.has(file)) keepBaseline',
        'keepBaseline',
      ],
      ['what a human had written stays suspicious', 'this.#drifted.delete(file);', ''],
    ],
  },
  {
    file: 'kernel/redact/fingerprint-store.ts',
    tests: ['test/kernel/redact/leak-guard.test.ts'],
    changes: [
      // A line of MEMORY.md counts as taken out then, which covers it; one of USER.md is let out.
      [
        'a private line is spared where it was copied to a file for everybody',
        'spared.delete(known)',
        'spared.has(known)',
      ],
      [
        'a line that was taken out is forgotten',
        'if (!isEmpty(lost)) removed = ',
        'if (isEmpty(lost)) removed = ',
      ],
    ],
  },
  {
    file: 'kernel/session/transcription.ts',
    tests: ['test/kernel/state/transcripts.test.ts'],
    changes: [
      [
        'what an agent keeps for itself holds credentials',
        "    if (entry.t === 'kept') return { ...entry, entry: await this.#clean(entry.entry) };\n",
        '',
      ],
      [
        'what was said is kept with its credentials',
        "return 'text' in entry ? { ...entry, text: await this.#cleanText(entry.text) } : entry;",
        'return entry;',
      ],
    ],
  },
  {
    file: 'kernel/sandbox/session-view.ts',
    tests: ['test/kernel/sandbox/session-view.test.ts'],
    changes: [
      [
        'an agent writes to what the next kernel trusts',
        '  for (const path of writable) refuseWritable(path, parts, exposure);\n',
        '',
      ],
      [
        'an agent writes to the workspace past the gate',
        '    workspace,\n    scratch,\n    xdgFolder(',
        '    scratch,\n    xdgFolder(',
      ],
      [
        'an agent gives its scratch folder another name',
        '    workspace,\n    scratch,\n    xdgFolder(',
        '    workspace,\n    xdgFolder(',
      ],
      [
        'an agent writes settings',
        "    xdgFolder('XDG_CONFIG_HOME', environment),\n    xdgFolder('XDG_CACHE_HOME'",
        "    xdgFolder('XDG_CACHE_HOME'",
      ],
      ['an agent writes compiled code', "    xdgFolder('XDG_CACHE_HOME', environment),\n", ''],
      ['an agent writes the program', '    packageRoot(),\n', ''],
      ['an agent writes Node', '    process.execPath,\n', ''],
      [
        'an agent writes the settings of a named file',
        '...(settingsFile === undefined ? [] : [resolve(settingsFile)]),',
        '',
      ],
      [
        'an agent reads the scratch folders of other sessions',
        'exposure.holds(path, scratches)',
        'exposure.holds(scratches, path)',
      ],
    ],
  },
  {
    file: 'kernel/sandbox/mechanisms.ts',
    tests: ['test/kernel/sandbox/mechanisms.test.ts'],
    changes: [
      ['a sandbox that shows the state holds', '[canary, `/proc/', '[`/proc/'],
      ['a sandbox that shows the state by way of the kernel holds', '/root$', '/nowhere$'],
    ],
  },
  {
    file: 'kernel/sandbox/sandbox.ts',
    tests: ['test/kernel/sandbox/mechanisms.test.ts'],
    changes: [
      ['the word that nothing need hold an agent is for ever', 'consent.lapse();\n', ''],
      [
        'nobody need say that nothing holds an agent',
        "if (!consent.given()) throw new Refusal('MAIN_UNENFORCED', { reason });",
        '',
      ],
    ],
  },
  {
    file: 'kernel/state/unsandboxed.ts',
    tests: ['test/kernel/sandbox/mechanisms.test.ts'],
    changes: [
      [
        'what lapsed is still there',
        'if (others.length < given.length) home.writeJson(FILE, others);',
        '',
      ],
    ],
  },
  {
    file: 'kernel/process/child.ts',
    tests: ['test/kernel/process/child.test.ts'],
    changes: [
      [
        'a process that got the number of another one is killed',
        'if (startOf(pid) === start) signal',
        'signal',
      ],
      [
        'a process that left its group outlives what started it',
        'if (startOf(pid) === start) signal',
        'if (startOf(pid) !== start) signal',
      ],
    ],
  },
  {
    file: 'kernel/state/home.ts',
    tests: ['test/kernel/state/home.test.ts'],
    changes: [
      [
        'a short note ends in a longer one of before',
        '        disk.ftruncate(fd, bytes.byteLength);\n',
        '',
      ],
      [
        'a note is empty for a moment',
        '        writeAll(disk, fd, bytes);\n',
        '        disk.ftruncate(fd, 0);\n        writeAll(disk, fd, bytes);\n',
      ],
    ],
  },
  {
    file: 'kernel/state/sessions.ts',
    tests: ['test/kernel/state/lease.test.ts'],
    changes: [
      [
        'crashed sessions are settled in any order',
        '\n    .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))',
        '',
      ],
      ['the last crashed session is settled first', '? -1 : 1)', '? 1 : -1)'],
      [
        'a session that lives is settled',
        '    .filter((bootId) => isCrashed(home, bootId))\n    .flatMap((bootId) => noteOf(home, bootId) ?? [])',
        '    .flatMap((bootId) => noteOf(home, bootId) ?? [])',
      ],
    ],
  },
];
