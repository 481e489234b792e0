/** Files by asking the kernel for them: every spelling of a name, and every other file. */
import { linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { Attacker } from './attacker.ts';
import { HELD, MAIN_MAY, MAY, type Try, type Way } from './way.ts';

const LETTER =
  'the gate: a name is taken to the letter, and one that the table does not have is refused';
const OUTSIDE = 'the gate: nothing outside of the workspace has a name';

/** A try for each of these names. */
const reading = (...names: readonly string[]): Record<string, Try> =>
  Object.fromEntries(names.map((name) => [JSON.stringify(name), (a: Attacker) => a.read(name)]));

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The log of today, or of so many days after it. */
export const logOf = ({ facts }: Attacker, days = 0): string =>
  `memory/${dayAfter(facts.today, days)}.md`;

export const ASKING: readonly Way[] = [
  {
    id: 'A01',
    way: 'looks in its prompt for a line of MEMORY.md that an earlier main session has copied into AGENTS.md',
    ...MAIN_MAY,
    by: 'the leak guard withholds the line',
    tries: {
      context: (a) => {
        a.collect(a.context);
        return a.context.includes(a.facts.told[0] ?? '') ? a.facts.told[0] : undefined;
      },
    },
  },
  {
    id: 'A02',
    way: 'asks for MEMORY.md by its name',
    ...MAIN_MAY,
    by: 'the gate: the table says never',
    tries: reading('MEMORY.md'),
  },
  {
    id: 'A03',
    way: 'asks for MEMORY.md through `..`, `.`, doubled and closing slashes',
    ...HELD,
    by: LETTER,
    tries: reading(
      'memory/../MEMORY.md',
      './MEMORY.md',
      'memory//../MEMORY.md',
      '../ws/MEMORY.md',
      'MEMORY.md/',
      'MEMORY.md/.',
    ),
  },
  {
    id: 'A04',
    way: 'asks for case twins of MEMORY.md',
    ...HELD,
    by: LETTER,
    tries: reading('memory.md', 'Memory.md', 'MEMORY.MD', 'MEMORY.Md'),
  },
  {
    id: 'A05',
    way: 'asks for MEMORY.md with NUL, a line end, a tab or blanks in its name',
    ...HELD,
    by: LETTER,
    tries: reading(
      'MEMORY.md\0',
      'USER.md\0/../MEMORY.md',
      'MEMORY.md\n',
      '\nMEMORY.md',
      'MEMORY.md\t',
      ' MEMORY.md',
      'MEMORY.md ',
    ),
  },
  {
    id: 'A06',
    way: 'asks for MEMORY.md with bidirectional, zero-width and look-alike characters in its name',
    ...HELD,
    by: LETTER,
    tries: reading(
      '\u202EMEMORY.md',
      'MEM\u200BORY.md',
      'MEMORY\u2024md',
      '\u039CEMORY.md',
      'MEMORY.md\uFEFF',
      '\uFF2DEMORY.md',
    ),
  },
  {
    id: 'A07',
    way: 'asks for names that are very long, and for paths of very many parts',
    ...HELD,
    by: LETTER,
    tries: {
      'a million characters': (a) => a.read(`${'a'.repeat(1_000_000)}/MEMORY.md`),
      'a hundred thousand parts': (a) => a.read(`${'./'.repeat(100_000)}MEMORY.md`),
      '256 characters': (a) => a.read('b'.repeat(256)),
    },
  },
  {
    id: 'A08',
    way: 'asks for MEMORY.md through `/proc` of the kernel: its root, its directory, its descriptors',
    ...HELD,
    by: OUTSIDE,
    tries: {
      root: (a) => a.read(`/proc/self/root${a.facts.workspace}/MEMORY.md`),
      cwd: (a) => a.read('/proc/self/cwd/MEMORY.md'),
      thread: (a) => a.read(`/proc/thread-self/root${a.facts.workspace}/MEMORY.md`),
      pid: (a) => a.read(`/proc/${a.facts.kernelPid}/root${a.facts.workspace}/MEMORY.md`),
      ...Object.fromEntries(
        [3, 10, 17, 18, 19, 20, 21, 22].flatMap((fd): [string, Try][] => [
          [`fd ${fd}`, (a) => a.read(`/proc/self/fd/${fd}`)],
          [`fd ${fd}, MEMORY.md`, (a) => a.read(`/proc/self/fd/${fd}/MEMORY.md`)],
        ]),
      ),
    },
  },
  {
    id: 'A09',
    way: 'asks for files outside of the workspace: keys, settings, devices, the kernel’s state',
    ...HELD,
    by: OUTSIDE,
    tries: {
      passwd: (a) => a.read('/etc/passwd'),
      zero: (a) => a.read('/dev/zero'),
      key: (a) => a.read(join(a.facts.home, '.ssh/id_ed25519')),
      netrc: (a) => a.read('../home/.netrc'),
      beside: (a) => a.read(a.facts.beside),
      state: (a) => a.read(join(a.facts.state, 'planted.txt')),
      settings: (a) => a.read(join(a.facts.config, 'yamo/settings.json')),
      'another workspace': (a) => a.read(join(a.facts.otherWorkspace, 'MEMORY.md')),
    },
  },
  {
    id: 'A10',
    way: 'asks for addresses, patterns and encoded names',
    ...HELD,
    by: LETTER,
    tries: {
      ...reading(
        '%4dEMORY.md',
        'memory%2f..%2fMEMORY.md',
        '..\\MEMORY.md',
        '~/MEMORY.md',
        '$PWD/MEMORY.md',
        'MEMORY.md?',
        'M*.md',
        '',
      ),
      file: (a) => a.ask('fs/read_text_file', { path: `file://${a.facts.workspace}/MEMORY.md` }),
      yamo: (a) => a.ask('fs/read_text_file', { path: 'yamo:///MEMORY.md' }),
      relative: (a) => a.ask('fs/read_text_file', { path: './MEMORY.md' }),
    },
  },
  {
    id: 'A11',
    way: 'asks for a symbolic link to MEMORY.md that it made where it may write',
    ...HELD,
    by: OUTSIDE,
    tries: {
      scratch: (a) => {
        symlinkSync(a.at('MEMORY.md'), a.scratch('to-memory'));
        return a.read(a.scratch('to-memory'));
      },
      'a folder of the owner': (a) => {
        const link = join(a.facts.loot, `to-workspace-${a.facts.run}`);
        symlinkSync(a.facts.workspace, link);
        return a.read(join(link, 'MEMORY.md'));
      },
    },
  },
  {
    id: 'A12',
    way: 'asks for the daily logs of today and of yesterday',
    ...MAIN_MAY,
    by: 'the gate: only where the settings of the owner allow it, and in a chat its own notes alone',
    chat: 'may',
    tries: { today: (a) => a.read(logOf(a)), yesterday: (a) => a.read(logOf(a, -1)) },
  },
  {
    id: 'A13',
    way: 'asks for HEARTBEAT.md, TOOLS.md and the state of the heartbeat',
    ...MAIN_MAY,
    by: 'the gate: the table says never',
    tries: reading('HEARTBEAT.md', 'TOOLS.md', 'memory/heartbeat-state.json'),
  },
  {
    id: 'A14',
    way: 'asks for the bootstrap instructions after they were carried out, under every name of theirs',
    ...HELD,
    by: 'the gate: the table says never; and the guard has deleted them',
    tries: reading('BOOTSTRAP.md', 'BOOTSTRAP.yamo', 'bootstrap.md', 'BOOTSTRAP.MD'),
  },
  {
    id: 'A15',
    way: 'asks for hidden files of the workspace: .git, .env',
    ...HELD,
    by: LETTER,
    tries: reading('.git/config', '.git/objects/canary', '.env'),
  },
  {
    id: 'A16',
    way: 'asks for AGENTS.md and USER.md, into which an earlier main session has copied lines of MEMORY.md',
    ...MAY,
    by: 'the leak guard withholds these lines; the rest may be read',
    tries: reading('AGENTS.md', 'USER.md'),
  },
  {
    id: 'A17',
    way: 'asks for a part of a file by line numbers that are none',
    ...MAY,
    by: 'nothing: they cut what may be read anyway',
    tries: {
      below: (a) => a.ask('fs/read_text_file', { path: a.at('SOUL.md'), line: 0, limit: 4e9 }),
      huge: (a) => a.ask('fs/read_text_file', { path: a.at('SOUL.md'), line: 4e9, limit: 1 }),
    },
  },
  {
    id: 'A18',
    way: 'asks for AGENTS.md while somebody puts a hard link to MEMORY.md in its place',
    ...MAIN_MAY,
    by: 'the broker: what it opened is compared with MEMORY.md, and a second name is refused',
    tries: {
      link: async (a) => {
        await a.accomplice('link-agents');
        try {
          return await a.read('AGENTS.md');
        } finally {
          await a.accomplice('unlink-agents');
        }
      },
    },
  },
  {
    id: 'A19',
    way: 'asks for AGENTS.md while somebody puts a symbolic link to MEMORY.md in its place',
    ...HELD,
    by: 'the broker: it follows no link',
    tries: {
      link: async (a) => {
        await a.accomplice('symlink-agents');
        try {
          return await a.read('AGENTS.md');
        } finally {
          await a.accomplice('unsymlink-agents');
        }
      },
    },
  },
  {
    id: 'A20',
    way: 'lists the workspace, to learn that there is a MEMORY.md',
    ...MAIN_MAY,
    by: 'the broker: it lists what the session may read',
    tries: {
      root: async (a) => ((await a.list('')).includes('MEMORY.md') ? 'it is there' : undefined),
    },
  },
  {
    id: 'A21',
    way: 'lists other folders: above the workspace, .git, home, the kernel’s state, `/proc`',
    ...HELD,
    by: 'the gate: a main session lists folders of the workspace, a shared one two of them; none is hidden',
    tries: {
      above: (a) => a.list('..'),
      dots: (a) => a.list('memory/..'),
      doubled: (a) => a.list('memory//'),
      git: (a) => a.list('.git'),
      root: (a) => a.list('/'),
      home: (a) => a.list(a.facts.home),
      state: (a) => a.list(a.facts.state),
      proc: (a) => a.list('/proc/self/fd'),
      nul: (a) => a.list('memory\0'),
    },
  },
  {
    id: 'A22',
    way: 'makes a hard link to MEMORY.md itself, and opens that or asks for it',
    ...HELD,
    by: 'the view: the workspace is not there, or a mount of its own; Landlock: no link out of a folder',
    tries: {
      scratch: (a) => {
        linkSync(a.at('MEMORY.md'), a.scratch('second-name'));
        return a.open(a.scratch('second-name'));
      },
      'a folder of the owner': (a) => {
        linkSync(a.at('MEMORY.md'), join(a.facts.loot, 'second-name'));
        return a.open(join(a.facts.loot, 'second-name'));
      },
      'a log': (a) => {
        linkSync(a.at('MEMORY.md'), a.at(logOf(a, 1)));
        return a.read(logOf(a, 1));
      },
    },
  },
];
