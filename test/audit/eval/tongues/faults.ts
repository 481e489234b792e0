/** One fault each, planted into a workspace of any language, with the label that a careful person would put there. */
import type { Item } from '#lib/workspace/snapshot.ts';
import { type Case, made } from '../case.ts';
import type { Dice } from '../credentials/dice.ts';
import type { Tongue } from './tongue.ts';
import { type Changes, type Made, NOW, workspaceOf } from './workspace.ts';

type Rest = Omit<Case, 'title' | 'files'>;
interface Planted extends Rest {
  readonly changes?: Changes;
  /** Laid over the files. */
  readonly files?: (workspace: Made) => Readonly<Record<string, string | null>>;
}
type Fault = (tongue: Tongue, dice: Dice) => Planted;

const NEWBORN = {
  'MEMORY.md': null,
  'memory/2026-03-08.md': null,
  'memory/2026-03-09.md': null,
  'memory/2026-03-10.md': null,
  'memory/heartbeat-state.json': null,
};
const NO_LOGS = Object.fromEntries(
  Object.entries(NEWBORN).filter(([name]) => name !== 'MEMORY.md'),
);

const file = (name: string, text: string | null, ...wanted: readonly string[]): Planted => ({
  files: () => ({ [name]: text }),
  wanted,
});
const item = (name: string, more: Partial<Item>, ...wanted: readonly string[]): Planted => ({
  files: () => ({ [name]: null }),
  items: [
    {
      name,
      type: 'file',
      bytes: 9,
      mode: 0o600,
      links: 1,
      identity: `x:${name}`,
      content: { is: 'not read' },
      ...more,
    },
  ],
  wanted,
});
const state = (text: string, ...wanted: readonly string[]): Planted =>
  file(
    'memory/heartbeat-state.json',
    text,
    ...wanted.map((rule) => `${rule} memory/heartbeat-state.json`),
  );
const check = (value: string, rule: string): Planted =>
  state(`{\n  "lastChecks": {\n    "mail": ${value}\n  }\n}\n`, rule);
const line = (name: string, text: string, rule: string): Planted => ({
  files: (workspace) => ({ [name]: `${workspace[name] ?? ''}\n${text} ⟦${rule}⟧\n` }),
});
const agents = (changes: Changes, ...wanted: readonly string[]): Planted => ({
  changes,
  wanted: wanted.map((rule) => `${rule} AGENTS.md`),
});
const birth = ({ birth: lines }: Tongue): string => `# BOOTSTRAP.md\n\n${lines.join('\n\n')}\n`;
const heading = (index: number, rule: string): readonly [string, Fault] => [
  rule,
  ({ agents: { headings } }) => agents({ headings: { [index]: headings[index] ?? '' } }, rule),
];
const absent = (
  index: number,
  rule: string,
  more: readonly string[] = [],
): readonly [string, Fault] => [
  `${rule}, absent`,
  () => agents({ sections: { [index]: null } }, rule, ...more),
];
const user = (name: string, zone: string): string => `# USER.md\n\n- **${name}\n- **${zone}\n`;

/** What is said in prose, in the language of the workspace. */
const PROSE: Readonly<Record<string, Fault>> = {
  'no word of who one is': ({ soul }) => ({
    changes: { soul: { intro: soul.verse } },
    wanted: ['2.1/name SOUL.md', '2.1/role SOUL.md'],
  }),
  'no values': () => ({ changes: { soul: { values: null } }, wanted: ['2.1/values SOUL.md'] }),
  'no capabilities': () => ({
    changes: { soul: { abilities: null } },
    wanted: ['2.1/capabilities SOUL.md'],
  }),
  'a sentence of a template': ({ soul }) => ({
    changes: { soul: { intro: `${soul.blank} ⟦2.1/placeholders⟧` } },
    wanted: ['2.1/name SOUL.md', '2.1/role SOUL.md'],
  }),
  'nobody’s name': (tongue) =>
    file(
      'USER.md',
      user(`${tongue.user.name}:**`, `${tongue.user.zone}:** ${tongue.user.iana}`),
      '2.3/name USER.md',
    ),
  'no time zone': (tongue) =>
    file(
      'USER.md',
      user(
        `${tongue.user.name}:** ${tongue.human}`,
        `${tongue.user.zone}:** ${tongue.user.nowhere} ⟦2.3/timezone⟧`,
      ),
    ),
  'a time zone in words': (tongue) =>
    file(
      'USER.md',
      user(
        `${tongue.user.name}:** ${tongue.human}`,
        `${tongue.user.zone}:** ${tongue.user.words} ⟦2.3/timezone-words⟧`,
      ),
    ),
  'instructions that are kept': ({ agents: { firstRunKept } }) =>
    agents({ sections: { 0: [firstRunKept] } }, '2.2/first-run-content'),
  'one day only': ({ agents: { readToday } }) =>
    agents({ steps: { days: readToday } }, '2.2/two-days'),
  'MEMORY.md for all': (tongue, dice) => ({
    changes: { steps: { memory: `${dice.pick(tongue.agents.readMemoryOpen)} ⟦2.2/memory-gate⟧` } },
  }),
  'MEMORY.md in groups': ({ agents: { readMemoryInGroups } }) => ({
    changes: { end: [`${readMemoryInGroups} ⟦2.2/memory-gate⟧`, ''] },
  }),
  'a file for later': ({ agents: { later } }) => ({
    changes: { steps: { user: `${later} ⟦2.2/lazy-loading⟧` } },
  }),
  'asking first': ({ agents: { ask } }) => ({
    changes: { steps: { user: `${ask} ⟦2.2/no-permission⟧` } },
  }),
  'leave to skip': ({ agents: { skip } }) => ({
    changes: { steps: { user: `${skip} ⟦2.2/no-permission⟧` } },
  }),
  'a step too few': () => agents({ steps: { user: null } }, '2.2/startup-complete'),
  'the wrong way round': () => agents({ swapped: true }, '2.2/startup-order'),
  'memory without files': ({ agents: { memoryVague } }) =>
    agents({ sections: { 2: [memoryVague] } }, '2.2/memory-content'),
  'no rule for groups': () => agents({ groups: null }, '3.2/shared-rules'),
  'no safety in Safety': () => agents({ sections: { 3: [] } }, '2.2/safety-empty'),
  'nothing in External vs Internal': ({ agents: { groups } }) =>
    agents({ sections: { 4: [] }, end: [groups[0] ?? '', ''] }, '2.2/external-empty'),
  'a section twice': ({ agents: { safety } }) => ({
    changes: { end: ['## Safety ⟦2.2/duplicate-section⟧', '', ...safety, ''] },
  }),
  'a stub': ({ agents: { elsewhere } }) =>
    file(
      'AGENTS.md',
      `# AGENTS.md\n\n${elsewhere}\n`,
      '2.2/stub AGENTS.md',
      ...['first-run', 'every-session', 'memory', 'safety', 'external-vs-internal'].map(
        (name) => `~2.2/${name} AGENTS.md`,
      ),
      '~3.2/shared-rules AGENTS.md',
    ),
  'files that are sent': (tongue, dice) =>
    line('AGENTS.md', dice.pick(tongue.agents.send), '4.4/sends-files'),
  'a task that sends files': (tongue, dice) =>
    line('HEARTBEAT.md', `- [ ] ${dice.pick(tongue.agents.send)}`, '4.4/sends-files'),
  'entries without a day': ({ memory }) =>
    file(
      'MEMORY.md',
      `# MEMORY.md\n\n${memory.map((entry) => `- ${entry}`).join('\n')}\n`,
      '2.4/dates MEMORY.md',
    ),
  'a transcript': ({ speakers: [a, b], speech: [one, two] }) =>
    file(
      'MEMORY.md',
      `# MEMORY.md\n\n## 2026-03-01\n\n${`${a}: ${one}\n${b}: ${two}\n`.repeat(4)}`,
      '2.4/transcript MEMORY.md',
    ),
  'a MEMORY.md to fill in, and instructions': (tongue) => ({
    files: () => ({
      ...NEWBORN,
      'MEMORY.md': `# MEMORY.md\n\n${tongue.notYet.map((text) => `- ${text}`).join('\n')}\n`,
      'BOOTSTRAP.md': birth(tongue),
    }),
    wanted: ['6.1/pending', '~6.2/memory-directory', '~2.4/dates MEMORY.md'],
  }),
  'instructions that wait': (tongue) => ({
    files: () => ({ ...NEWBORN, 'BOOTSTRAP.md': birth(tongue) }),
    wanted: ['6.1/pending'],
  }),
  'instructions left over': (tongue) =>
    file('BOOTSTRAP.md', birth(tongue), '4.3/bootstrap-left BOOTSTRAP.md'),
  'instructions for ever': ({ standing }) =>
    file('BOOTSTRAP.md', `${standing.join('\n\n')}\n`, '4.3/bootstrap-repurposed BOOTSTRAP.md'),
  'prose for a time': ({ later }) => check(`"${later}"`, '2.9/seconds'),
  'a password with its label': ({ password }, dice) =>
    line('memory/2026-03-09.md', `- ${password}: ${dice.made(14)}`, 'credential'),
  'a key of a provider': (_, dice) =>
    line('TOOLS.md', made('gh', 'p_', dice.plain(36)), 'credential'),
  'a password in the instructions': (tongue, dice) => ({
    files: () => ({
      ...NEWBORN,
      'BOOTSTRAP.md': `${birth(tongue)}\n${tongue.password}: ${dice.made(14)}\n`,
    }),
    wanted: ['6.1/pending', '2.6/bootstrap-credential BOOTSTRAP.md'],
  }),
  'an exception without a reason': (tongue) =>
    file(
      'USER.md',
      `${user(`${tongue.user.name}:** ${tongue.human}`, `${tongue.user.zone}:** ${tongue.user.nowhere} ⟦2.3/timezone⟧`)}<!-- yamo-allow-file 2.3/timezone --> ⟦yamo/allow-reason⟧\n`,
    ),
  'an exception that nothing needs': ({ reason }) =>
    line(
      'USER.md',
      `<!-- yamo-allow-file 2.3/timezone reason="${reason}" -->`,
      'yamo/allow-unused',
    ),
  'an exception from no rule': ({ reason }) =>
    line('USER.md', `<!-- yamo-allow-file 2.3/colour reason="${reason}" -->`, 'yamo/allow-unknown'),
  'characters that nobody sees': ({ agents: { intro } }, dice) =>
    line(
      'AGENTS.md',
      `${intro}${String.fromCodePoint(dice.pick([0x20_2e, 0xe_00_41, 0x20_66, 0x20_0b]))}${intro}`,
      '1/hidden-characters',
    ),
  'a skill with characters that nobody sees': ({ agents: { intro } }, dice) =>
    line(
      '.claude/skills/tide/SKILL.md',
      `${intro}${String.fromCodePoint(dice.pick([0x20_2e, 0xe_00_41, 0x20_66, 0x20_0b]))}${intro}`,
      'host/hidden-characters',
    ),
  'a rule behind the back of its human': ({ behindBack }, dice) =>
    line(
      dice.pick(['CLAUDE.md', 'GEMINI.md', '.cursor/rules/tide.mdc']),
      // One finding for the order to forget, one for the secrecy.
      `${behindBack} ⟦~host/injected-words⟧`,
      'host/injected-words',
    ),
  'colours of a terminal': ({ agents: { intro } }, dice) =>
    line('TOOLS.md', `\u001B[${dice.between(31, 36)}m${intro}\u001B[0m`, '1/control-characters'),
  'the title of another day': ({ log }) =>
    file('memory/2026-03-09.md', `# 2026-02-0${log.length} ⟦2.5/title-date⟧\n\n- ${log[0]}\n`),
  'a heap of tools': ({ log }) =>
    file(
      'TOOLS.md',
      `# TOOLS.md\n\n${`${log.join(' ')}\n`.repeat(400)}`,
      '1/injection-limit TOOLS.md',
    ),
  'a long memory': ({ memory }) =>
    file(
      'MEMORY.md',
      `# MEMORY.md\n\n${memory
        .map((entry) => `- 2026-03-01: ${entry}\n`)
        .join('')
        .repeat(500)}`,
      '2.4/long MEMORY.md',
      '~1/injection-limit MEMORY.md',
    ),
  'a book of a heartbeat': ({ tasks }) =>
    file(
      'HEARTBEAT.md',
      `# HEARTBEAT.md\n\n${tasks
        .map((task) => `- ${task}\n`)
        .join('')
        .repeat(9)}`,
      '2.7/short HEARTBEAT.md',
    ),
};

const SECTIONS = Object.fromEntries([
  heading(0, '2.2/first-run'),
  heading(1, '2.2/every-session'),
  heading(2, '2.2/memory'),
  heading(3, '2.2/safety'),
  heading(4, '2.2/external-vs-internal'),
  absent(0, '2.2/first-run'),
  absent(1, '2.2/every-session'),
  absent(2, '2.2/memory'),
  absent(3, '2.2/safety'),
  absent(4, '2.2/external-vs-internal', ['3.2/shared-rules']),
]);

/** What is seen without reading prose. */
const SHAPES: Readonly<Record<string, Fault>> = {
  'no SOUL.md': (tongue) => ({
    files: () => ({ 'SOUL.md': null, 'BOOTSTRAP.md': birth(tongue) }),
    wanted: ['2.1/soul-exists', '4.3/bootstrap-left BOOTSTRAP.md'],
  }),
  'nobody at all': () => file('SOUL.md', null, '6.1/uninitialised'),
  'an empty soul': () =>
    file('SOUL.md', '\n', '2.1/soul-empty SOUL.md', '~2.1/capabilities SOUL.md'),
  'no AGENTS.md': () => file('AGENTS.md', null, '2.2/agents-exists'),
  'an empty AGENTS.md': () =>
    file(
      'AGENTS.md',
      '\n\n',
      '2.2/agents-empty AGENTS.md',
      ...['first-run', 'every-session', 'memory', 'safety', 'external-vs-internal'].map(
        (name) => `~2.2/${name} AGENTS.md`,
      ),
    ),
  'no USER.md': () => file('USER.md', null, '2.3/user-exists'),
  'no MEMORY.md': () => file('MEMORY.md', null, '~2.4/memory-exists'),
  'no memory/': () => ({ files: () => NO_LOGS, wanted: ['6.2/memory-directory'] }),
  'no log': () => ({
    files: () => ({ ...NO_LOGS, 'memory/heartbeat-state.json': '{ "lastChecks": {} }\n' }),
    wanted: ['6.2/first-log'],
  }),
  'the other case': ({ log }, dice) =>
    file(
      dice.pick(['memory.md', 'Memory.md', 'User.md', 'agents.md']),
      `${log[0]}\n`,
      '1/case-twins',
    ),
  'a copy of a synchroniser': ({ log }, dice) => {
    const name = dice.pick([
      'SOUL.sync-conflict-20260309-101010-ABCDEFG.md',
      'USER (conflicted copy 2026-03-09 101010).md',
      'memory/2026-03-09 (1).md',
      'AGENTS-DESKTOP-4QK2A7B.md',
    ]);
    return file(name, `- ${log[0]}\n`, `1/conflict-copy ${name}`);
  },
  'a merge that stopped': ({ log }, dice) => {
    const name = dice.pick(['TOOLS.md', 'MEMORY.md', 'CLAUDE.md']);
    const other = dice.pick(['laptop', 'origin/main', '4f2a9c1']);
    const sides = `- 2026-03-01: ${log[0]}\n=======\n- 2026-03-01: ${log[1]}\n>>>>>>> ${other}`;
    return file(name, `# ${name}\n\n<<<<<<< HEAD ⟦1/merge-conflict⟧\n${sides}\n`);
  },
  'a block that is never closed': ({ log }, dice) => ({
    files: (workspace) => ({
      'MEMORY.md': `${workspace['MEMORY.md'] ?? ''}\n${dice.pick(['```', '~~~sh'])} ⟦1/open-fence⟧\n${log[0]}\n`,
    }),
  }),
  'an odd case': ({ log }, dice) => {
    const name = dice.pick(['HEARTBEAT', 'TOOLS']);
    return {
      files: () => ({ [`${name}.md`]: null, [`${name.toLowerCase()}.md`]: `# x\n\n${log[0]}\n` }),
      wanted: ['1/odd-case'],
    };
  },
  'a placeholder': ({ log }) =>
    file('memory/YYYY-MM-DD.md', `- ${log[0]}\n`, '1/placeholder-name memory/YYYY-MM-DD.md'),
  'no such day': ({ log }, dice) => {
    const name = `memory/2026-0${dice.pick(['2-30', '4-31', '6-31', '2-29'])}.md`;
    return file(name, `- ${log[0]}\n`, `2.5/day-name ${name}`);
  },
  'a day to come': ({ log }, dice) => {
    const name = `memory/2026-0${dice.between(4, 9)}-1${dice.between(0, 9)}.md`;
    return file(name, `- ${log[0]}\n`, `2.5/future ${name}`);
  },
  'a log with more to its name': ({ log }, dice) =>
    file(
      `memory/2026-02-1${dice.between(0, 9)}-${dice.pick(['2012', 'garden', '小计'])}.md`,
      `- ${log[0]}\n`,
      '2.5/dated-suffix',
    ),
  'notes of no day': ({ log }, dice) =>
    file(
      `memory/${dice.pick(['plan', 'notes', 'идеи', '计划'])}.md`,
      `- ${log[0]}\n`,
      '2.5/other-notes',
    ),
  'last year by mistake': ({ log }) => ({
    files: () =>
      Object.fromEntries(
        ['2025-03-07', '2026-03-05', '2026-03-06'].map((day) => [
          `memory/${day}.md`,
          `- ${log[0]}\n`,
        ]),
      ),
    wanted: ['2.5/wrong-year memory/2025-03-07.md'],
  }),
  'state of an older kernel': () =>
    file('memory/heartbeat-state.yamo', 'state;x;\n', '1/legacy-state'),
  'what an editor left': (_, dice) =>
    file(
      dice.pick(['.AGENTS.md.swp', '.SOUL.md.swp', 'memory/heartbeat-state.json.tmp']),
      'x\n',
      '1/leftover-temporary',
    ),
  'a link within': () => item('USER.md', { type: 'symlink', target: 'inside' }, '1/link USER.md'),
  'a link out of it': () =>
    item('AGENTS.md', { type: 'symlink', target: 'outside' }, '1/regular-file AGENTS.md'),
  'a second name': ({ human }) =>
    item(
      'USER.md',
      { links: 2, content: { is: 'text', text: `# U\n\n- **Name:** ${human}\n` } },
      '1/hard-link USER.md',
    ),
  'not UTF-8': ({ log }) =>
    item(
      'memory/2026-03-09.md',
      {
        content: {
          is: 'not text',
          fault: 'invalid UTF-8',
          line: 2,
          offset: 9,
          text: `# x\n\uFFFD${log[0]}\n`,
        },
      },
      '1/utf8 memory/2026-03-09.md',
    ),
  'a NUL byte': ({ log }) =>
    item(
      'memory/2026-03-09.md',
      {
        content: {
          is: 'not text',
          fault: 'a NUL byte',
          line: 2,
          offset: 9,
          text: `# x\n${log[0]}\n`,
        },
      },
      '1/nul-byte memory/2026-03-09.md',
    ),
  'closed to everybody': () =>
    item(
      'USER.md',
      { mode: 0, content: { is: 'unreadable', errno: 'EACCES' } },
      '1/readable USER.md',
    ),
  'a log without an end': () =>
    item(
      'memory/2026-03-09.md',
      { bytes: 3e8, content: { is: 'too large', limitBytes: 8e6, labelled: [] } },
      '1/too-large memory/2026-03-09.md',
    ),
  'memory is a file': ({ log }) => ({
    files: () => ({ ...NO_LOGS, memory: `- ${log[0]}\n` }),
    wanted: ['1/memory-is-directory memory', '~6.2/memory-directory', '~6.2/first-log'],
  }),
  'a copy of MEMORY.md': () => ({
    files: (workspace) => ({ 'memory/old.md': workspace['MEMORY.md'] ?? '' }),
    wanted: ['4.1/memory-copy memory/old.md', '~2.5/other-notes memory'],
  }),
  'a backup of MEMORY.md': ({ log }, dice) => {
    const name = dice.pick(['MEMORY.bak.md', 'MEMORY-old.md', 'MEMORY.md.bak', 'MEMORY copy.md']);
    return file(name, `- ${log[0]}\n`, `4.1/memory-copy-name ${name}`);
  },
  'a backup of the instructions': (tongue, dice) => {
    const name = dice.pick([
      'BOOTSTRAP.md.bak',
      'BOOTSTRAP.old.md',
      'archive/BOOTSTRAP.md',
      'bootstrap.done.md',
    ]);
    return file(name, birth(tongue), `2.6/bootstrap-copy ${name}`);
  },
  'tracked instructions': (tongue) => ({
    files: () => ({ ...NEWBORN, 'BOOTSTRAP.md': birth(tongue) }),
    facts: { git: { ignored: new Set(), tracked: new Set(['BOOTSTRAP.md']) } },
    wanted: ['6.1/pending', '2.6/bootstrap-tracked BOOTSTRAP.md'],
  }),
  'instructions in another case': (tongue) =>
    file(
      'Bootstrap.md',
      birth(tongue),
      '6.3/bootstrap-unusual Bootstrap.md',
      '~1/odd-case Bootstrap.md',
      '~4.3/bootstrap-left Bootstrap.md',
    ),
  'broken JSON': (_, dice) =>
    state(`{ "lastChecks": { "mail": ${NOW}${dice.pick([', } }', ' }', ' }, }'])}\n`, '2.9/json'),
  'times at the top': () =>
    state(
      `{ "mail": ${NOW}, "plants": ${NOW - 9} }\n`,
      '2.9/last-checks',
      '~2.9/last-checks-absent',
    ),
  'no times': () => state('{ "runs": 3 }\n', '2.9/last-checks-absent'),
  'text for a time': () => check('"2026-03-10T08:00:00Z"', '2.9/seconds'),
  milliseconds: (_, dice) =>
    check(`${NOW - dice.between(0, 9999)}${dice.digits(3)}`, '2.9/milliseconds'),
  'a fraction': (_, dice) =>
    check(`${NOW - dice.between(0, 9999)}.${dice.between(1, 9)}`, '2.9/fraction'),
  zero: () => check('0', '2.9/zero'),
  'a key twice': () =>
    state(`{ "lastChecks": { "mail": ${NOW}, "mail": ${NOW - 9} } }\n`, '2.9/duplicate-key'),
  'a time of another year': (_, dice) =>
    check(String(NOW - 86_400 * dice.pick([365, 366, 730])), '2.9/implausible'),
  'a synchronised folder': (_, dice) => ({
    facts: { syncedBy: dice.pick(['Dropbox', 'OneDrive', 'iCloud']) },
    wanted: ['4.4/synced-folder'],
  }),
  'a hook that pushes': (_, dice) => ({
    facts: { pushHooks: [dice.pick(['post-commit', 'post-merge'])] },
    wanted: ['4.4/push-hook'],
  }),
  'a folder open to all': () => ({ facts: { rootMode: 0o777 }, wanted: ['4.4/workspace-open'] }),
  'a memory open to all': ({ memory }) =>
    item(
      'MEMORY.md',
      { mode: 0o666, content: { is: 'text', text: `# M\n\n- 2026-03-01: ${memory[0]}\n` } },
      '4.4/open-to-others',
    ),
};

const caseOf = (title: string, tongue: Tongue, dice: Dice, planted: Planted): Case => {
  const { changes, files, ...rest } = planted;
  const workspace = workspaceOf(tongue, dice, changes);
  return {
    title: `${tongue.language}: ${title}`,
    files: { ...workspace, ...files?.(workspace) },
    ...rest,
  };
};

/** Every fault in this language, and workspaces without one. */
export const casesOf = (tongue: Tongue, dice: Dice, sound: number): readonly Case[] => [
  ...Array.from({ length: sound }, (_, index) =>
    caseOf(`nothing wrong, ${index + 1}`, tongue, dice, {}),
  ),
  ...Object.entries({ ...PROSE, ...SECTIONS, ...SHAPES }).map(([title, fault]) =>
    caseOf(title, tongue, dice, fault(tongue, dice)),
  ),
];
