import type { Changes } from './mutant.ts';

/** Answers to hooks of other programs, and their settings. */
export const HOOKS: readonly Changes[] = [
  {
    file: 'kernel/run/kind.ts',
    tests: ['test/kernel/hook/judge.test.ts'],
    changes: [
      [
        'a folder that nobody names is main',
        ": { kind: 'shared', reason: 'nobody says that only the primary human works in this folder' };",
        ": { kind: 'main', reason: 'nobody says that only the primary human works in this folder' };",
      ],
      [
        'where a host says who is there, its folder decides',
        'if (participants.length > 0 || channel !== undefined)\n    return decideKind({ session: undefined',
        'if (participants.length > 7)\n    return decideKind({ session: undefined',
      ],
    ],
  },
  {
    file: 'kernel/hook/judge.ts',
    tests: ['test/kernel/hook/judge.test.ts', 'test/kernel/hook/agrees.test.ts'],
    changes: [
      [
        'a shared session becomes main when the owner writes',
        "begun?.kind === 'shared' ? { ...found, decision: begun } : found",
        'found',
      ],
      [
        'somebody joins a main session',
        "begun?.kind === 'main' && scene.decision.kind === 'shared'",
        'false',
      ],
      ['a session that is over stays what it was', "moment === 'end'", "moment === 'message'"],
      ['what cannot be told passes in a shared session', "isMain ? 'ask' : 'deny'", "'ask'"],
      [
        'a program of the settings runs in shared sessions',
        "decision.kind === 'shared' || !settings",
        '!settings',
      ],
      [
        'a file outside of the workspace is read in a shared session',
        "if (decision.kind === 'shared' || (holds && isWhole))",
        'if (holds && isWhole)',
      ],
      [
        'the folder of the workspace is removed from outside',
        "if (decision.kind === 'shared' || (holds && isWhole))",
        "if (decision.kind === 'shared')",
      ],
      [
        'a hard link elsewhere is no name of a file',
        'return isAlias\n',
        'return isAlias && false\n',
      ],
      [
        '`..` is a name',
        'if (placed.hasDots) return',
        'if (placed.hasDots && placed.leadsOut) return',
      ],
      [
        'a link leads anywhere',
        'if (placed.leadsOut) return',
        'if (placed.leadsOut && false) return',
      ],
      ['a path with NUL is looked for', 'if (!isPath(touch.path)) return noPath(touch);', ''],
      [
        'the first file that passes speaks for all',
        'if (judgement instanceof Refusal) return { ...denied(judgement), entries };\n      if',
        'if (judgement instanceof Refusal) break;\n      if',
      ],
      ['a word that may be a file is no file in a main session', "  kind === 'shared' &&\n", ''],
    ],
  },
  {
    file: 'kernel/hook/desk.ts',
    tests: ['test/kernel/hook/judge.test.ts', 'test/kernel/hook/agrees.test.ts'],
    changes: [
      ['credentials are written', 'refuseCredentials(file, found, before);', ''],
      [
        'a command writes a credential',
        "return refusedBy(() => refuseCredentials(file, found, ''));",
        "return found.length < 0 ? refusedBy(() => refuseCredentials(file, found, '')) : undefined;",
      ],
      [
        'a log is written anew',
        "if (this.names.roleOf(file) === 'daily' && !(isRead && text.startsWith(before)))",
        "if (this.names.roleOf(file) === 'nothing' && !(isRead && text.startsWith(before)))",
      ],
      [
        'a folder is searched with what is private in it',
        'return kept === undefined ? undefined : this.broker.judge',
        'return kept !== undefined ? undefined : this.broker.judge',
      ],
      [
        'a file is written under its other names, too',
        'stat?.isFile() === true && stat.nlink > 1n',
        'stat?.isFile() === true && stat.nlink > 9n',
      ],
      [
        'memory is read under another name in a shared session',
        ': forbidMemory(opened.workspace, foreign?.memory)',
        ': NOTHING_FORBIDDEN',
      ],
      [
        'SOUL.md is written in every main session',
        'reconfigure: hasKeptOrders',
        'reconfigure: true',
      ],
      [
        'nobody is never there',
        'attended,\n        unattended',
        'attended: true,\n        unattended',
      ],
      [
        'what a program does to a file is what it may do',
        "return reading === undefined && writing === undefined ? undefined : 'untold';",
        'return undefined;',
      ],
    ],
  },
  {
    file: 'kernel/hook/redact.ts',
    tests: ['test/kernel/hook/judge.test.ts', 'test/attack/hook.test.ts'],
    changes: [
      [
        'no private line is looked for in shared sessions',
        "scene.decision.kind === 'shared'\n      ? LeakGuard",
        "scene.decision.kind === 'main'\n      ? LeakGuard",
      ],
      ['credentials go out', 'if (!mayHoldCredential(shown)) return shown;', 'return shown;'],
      ['what is too much goes out', 'filter.withheld() + cleaner.cut', 'filter.withheld()'],
    ],
  },
  {
    file: 'kernel/hook/start.ts',
    tests: ['test/kernel/hook/judge.test.ts'],
    changes: [
      [
        'instructions of another system are taken',
        "if (detected.is !== 'ours' || LAYOUTS[detected.layout].bootstrap !== 'kernel') return undefined;",
        '',
      ],
      [
        'instructions are taken in a shared session',
        "if (decision.kind === 'shared') throw new Refusal('BOOTSTRAP_IN_SHARED', { file: found });",
        '',
      ],
      [
        'a refusal of the guard is a bug',
        'if (error instanceof Refusal) return denied(error);',
        '',
      ],
    ],
  },
  {
    file: 'kernel/hook/record.ts',
    tests: ['test/kernel/hook/judge.test.ts'],
    changes: [
      [
        'a refusal waits for its record',
        "!mayWait || answered.answer !== 'pass' || answered.orders.length > 0",
        '!mayWait',
      ],
    ],
  },
  {
    file: 'kernel/hook/place.ts',
    tests: ['test/kernel/hook/judge.test.ts', 'test/kernel/hook/agrees.test.ts'],
    changes: [
      [
        'a link from elsewhere leads nowhere',
        '[byName, isOne ? undefined : byLinks]',
        '[byName, byName ?? undefined]',
      ],
    ],
  },
  {
    file: 'lib/hook/read-event.ts',
    tests: ['test/lib/hook/event.test.ts'],
    changes: [
      [
        'a session without a name is one',
        "if (session === undefined && HOSTS[host].who === undefined) return 'it names no session';",
        '',
      ],
      [
        'a tool without a name is one',
        "if (isTool && tool === undefined) return 'it names no tool';",
        '',
      ],
    ],
  },
  {
    file: 'lib/hook/openclaw.ts',
    tests: ['test/lib/hook/event.test.ts'],
    changes: [
      [
        'a session of OpenClaw that nobody knows is main',
        "if (place === undefined) return { channel: 'unknown', participants: [] };",
        'if (place === undefined) return { channel: undefined, participants: [] };',
      ],
      [
        'a message that goes elsewhere is for those who are there',
        ": [`${provider ?? 'unknown'}:${to}`];",
        ': [];',
      ],
      [
        'a writer that is not told is the owner',
        ': { channel: `${provider}:unknown`, participants: [] };',
        ': { channel: undefined, participants: [] };',
      ],
    ],
  },
  {
    file: 'lib/hook/command.ts',
    tests: ['test/lib/hook/command.test.ts'],
    changes: [
      ['a redirection writes nothing', 'else this.#write(word);\n  }\n\n  #run', '}\n\n  #run'],
      ['an unknown program is known', 'this.#programs.add(program);\n', ''],
      ['what is expanded is told', "if (token.isOpen) this.#tell('a word of it is expanded');", ''],
    ],
  },
  {
    file: 'lib/hook/touches.ts',
    tests: ['test/kernel/hook/judge.test.ts', 'test/lib/hook/event.test.ts'],
    changes: [
      [
        'what is behind five hundred files is told',
        "return { untold: 'it names too many files', ...reading, touches };",
        'return { ...reading, touches };',
      ],
      [
        'an input that fits no tool touches nothing',
        "const UNREADABLE: Reading = { touches: [], untold: 'its input is not what such a tool takes' };",
        'const UNREADABLE: Reading = { touches: [] };',
      ],
      [
        'an unknown tool touches nothing',
        'shape === undefined ? unknownTool(input)',
        'shape === undefined ? { touches: [] }',
      ],
    ],
  },
  {
    file: 'cli/hook/respond.ts',
    tests: ['test/cli/hook/respond.test.ts', 'test/kernel/hook/agrees.test.ts'],
    changes: [
      [
        'what fails passes',
        "when.moment === 'stop' ? { is: 'pass', notice: reason } : { is: 'deny', reason }",
        "{ is: 'pass', notice: reason }",
      ],
      ['what is no event passes', 'exit: 2,', 'exit: 0,'],
    ],
  },
  {
    file: 'lib/hook/settings-edit.ts',
    tests: ['test/lib/hook/settings-edit.test.ts'],
    changes: [
      [
        'one of our hooks stays behind',
        'const place = placesIn(parsed(after), host).at(-1);\n    if (place === undefined) break;',
        'const place = placesIn(parsed(after), host).at(1);\n    if (place === undefined) break;',
      ],
      [
        'the plugin stays entered',
        "after = withoutValue(after, ['plugins', 'entries', PLUGIN]);",
        '',
      ],
      [
        'an empty mapping of the owner goes',
        'if (value === undefined || valueAt(original, path) !== undefined) return text;',
        'if (value === undefined) return text;',
      ],
      [
        'what was empty without us goes',
        'return after === text ? text : withoutEmpty',
        'return withoutEmpty',
      ],
      ['a hook that cannot start lets pass', "onFailure: 'block'", "onFailure: 'allow'"],
    ],
  },
  {
    file: 'kernel/hook/install.ts',
    tests: ['test/kernel/hook/install.test.ts'],
    changes: [
      [
        'the bytes of before are not given back',
        'if (kept?.after === sha256(before)) return { ...file, before, after: kept.before };',
        '',
      ],
      [
        'a folder that we made stays',
        'madeFolder === true) removeIfEmpty',
        'madeFolder === undefined) removeIfEmpty',
      ],
      [
        'what somebody writes meanwhile is lost',
        "if (read(disk, path) !== before) throw new Refusal('HOOK_SETTINGS', changedMeanwhile(path));",
        '',
      ],
      [
        'what is there before a second time is what was there first',
        'withoutHooks(before, host, earlier?.before)',
        'withoutHooks(before, host, before)',
      ],
    ],
  },
  {
    file: 'lib/hook/json-edit.ts',
    tests: ['test/lib/hook/settings-edit.test.ts'],
    changes: [
      ['a name stands twice', '  refuseTwins(text);\n', ''],
      ['hooks go where none fit', '  refuseMisfits(whole, path);\n', ''],
    ],
  },
  {
    file: 'kernel/process/private-folder.ts',
    tests: ['test/kernel/state/home.test.ts'],
    changes: [['a home is made that is not there', ' && !IN_HOME.has(basename(path))', '']],
  },
];
