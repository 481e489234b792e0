/** Names, identities, memories, logs, bootstrap instructions. */
import type { Change, Item } from '#lib/workspace/snapshot.ts';
import { made, type Case } from './case.ts';
import { agents } from './juno.ts';

const link = (name: string, target: 'inside' | 'outside' | 'dangling'): Item => ({
  name,
  type: 'symlink',
  bytes: 20,
  mode: 0o777,
  links: 1,
  identity: `link:${name}`,
  target,
  content: { is: 'not read' },
});

const bad = (name: string, fault: 'invalid UTF-8' | 'a NUL byte'): Item => ({
  name,
  type: 'file',
  bytes: 40,
  mode: 0o600,
  links: 1,
  identity: `bad:${name}`,
  content: { is: 'not text', fault, line: 2, offset: 12, text: '# Notes\nab\uFFFDcd\n' },
});

const MEMORY_TEXT =
  '# MEMORY.md\n\n## 2026-03-01\n\n- Marek moved the garden project to April; the beds are ordered from the nursery in Brno.\n- 2026-03-05: he prefers trains over planes below eight hours, and wants seat reservations checked twice.\n';

const HELLO =
  '# BOOTSTRAP.md - Hello, World\n\n_You just woke up. Time to figure out who you are._\n\nAsk who you are, who they are, then write IDENTITY.md, USER.md and SOUL.md.\n\n## When you are done\n\nDelete this file. You do not need a bootstrap script any more, you are you now.\n';

const CEREMONY = `# Complete Agent Session Startup\n\nRun this at the start of every session.\n\n## Session Startup Sequence\n\n${'1. Load the context files, check the inbox, read the task board, and report the state of every project in one table.\n'.repeat(24)}\n## Every Session Checklist\n\n- Calendar\n- Mail\n`;

const NEWBORN = {
  'SOUL.md': null,
  'AGENTS.md': null,
  'USER.md': null,
  'MEMORY.md': null,
  'memory/2026-03-08.md': null,
  'memory/2026-03-09.md': null,
  'memory/2026-03-10.md': null,
};

const IDENTITY: readonly Case[] = [
  // §6.1: neither SOUL.md nor instructions, whatever else is there.
  {
    title: 'no SOUL.md',
    files: { 'SOUL.md': null },
    wanted: ['6.1/uninitialised', '~2.1/soul-exists'],
  },
  {
    title: 'the soul is gone and the instructions are still there',
    files: { 'SOUL.md': null, 'BOOTSTRAP.md': HELLO },
    wanted: ['2.1/soul-exists', '4.3/bootstrap-left BOOTSTRAP.md'],
  },
  {
    title: 'an empty SOUL.md',
    files: { 'SOUL.md': '\n' },
    wanted: [
      '2.1/soul-empty SOUL.md',
      '~2.1/name SOUL.md',
      '~2.1/role SOUL.md',
      '~2.1/values SOUL.md',
    ],
  },
  {
    title: 'the placeholders of a template',
    files: {
      'SOUL.md':
        '# SOUL.md\n\nYou are [Name], a [role] for [user/team]. ⟦2.1/placeholders⟧\n\n## Values\n\n- Honesty.\n',
    },
    wanted: ['2.1/capabilities SOUL.md', '2.1/name SOUL.md', '2.1/role SOUL.md'],
  },
  {
    title: 'name and role stand in IDENTITY.md',
    files: {
      'SOUL.md': '# SOUL.md - Who You Are\n\n## Core Truths\n\n- Be helpful.\n- Be honest.\n',
      'IDENTITY.md':
        '# IDENTITY.md\n\n- **Name:** Juno\n- **Role:** research assistant\n- **Emoji:** 🗺️\n',
    },
    wanted: ['2.1/capabilities SOUL.md'],
  },
  ...[
    'I have access to his calendar, the inbox and the map archive.',
    'You can search the library, read maps and keep the calendar.',
    'Ich kann Karten lesen, Briefe schreiben und den Kalender führen.',
    'Puedo leer mapas, escribir cartas y llevar la agenda.',
  ].map((sentence) => ({
    title: `abilities in a sentence: ${sentence}`,
    files: {
      'SOUL.md': `# Juno\n\nI am Juno, a research assistant. ${sentence}\n\n## Values\n\n- Honesty.\n`,
    },
  })),
  {
    title: 'a soul that says who it is below such a heading',
    files: {
      'SOUL.md':
        '# Soul\n\n## Who I am\n\nI am Juno, the research assistant of Marek. I have access to maps, mail and the calendar.\n\n## Values\n\n- Honesty.\n',
    },
  },
  {
    title: 'access to a life, which is no ability',
    files: {
      'SOUL.md':
        "# Juno\n\nI am Juno, a research assistant. You have access to someone's life: mail, files, home. You can be blunt.\n\n## Values\n\n- Honesty.\n",
    },
    wanted: ['2.1/capabilities SOUL.md'],
  },
  {
    title: 'a soul in Chinese',
    files: {
      'SOUL.md': '# 灵魂\n\n我是小舟，马瑞克的研究助理。\n\n## 核心价值观\n\n- 诚实\n- 谨慎\n',
    },
    wanted: ['2.1/capabilities SOUL.md'],
  },
  {
    title: 'a soul in German with labels',
    files: {
      'SOUL.md':
        '# Seele\n\n**Name:** Juno\n**Rolle:** Recherche für Marek\n\n## Werte\n\n- Ehrlich\n- Verschwiegen\n',
    },
    wanted: ['2.1/capabilities SOUL.md'],
  },
  {
    title: 'a poem of a soul: no name, no role',
    files: { 'SOUL.md': '# SOUL.md\n\n## Values\n\n- The tide comes in, the tide goes out.\n' },
    wanted: ['2.1/capabilities SOUL.md', '2.1/name SOUL.md', '2.1/role SOUL.md'],
  },
  {
    title: 'no values',
    files: { 'SOUL.md': '# SOUL.md\n\nYou are Juno, a research assistant for Marek.\n' },
    wanted: ['2.1/values SOUL.md', '2.1/capabilities SOUL.md'],
  },
  { title: 'no USER.md', files: { 'USER.md': null }, wanted: ['2.3/user-exists'] },
  {
    title: 'the name of the human left empty',
    files: { 'USER.md': '# USER.md\n\n- **Name:** \n- **Timezone:** Europe/Prague\n' },
    wanted: ['2.3/name USER.md'],
  },
  {
    title: 'a time zone that is none',
    files: {
      'USER.md':
        '# USER.md\n\n- **Name:** Marek\n- **Timezone:** Middle Earth/Shire ⟦2.3/timezone⟧\n',
    },
  },
  {
    title: 'an exception for a whole file',
    files: {
      'USER.md':
        '# USER.md\n\n- **Name:** Marek\n- **Timezone:** Middle Earth/Shire\n\n<!-- yamo-allow-file 2.3/timezone reason="a game" -->\n',
    },
  },
  {
    title: 'an exception for a whole file without a reason',
    files: {
      'USER.md':
        '# USER.md\n\n- **Name:** Marek\n- **Timezone:** Middle Earth/Shire ⟦2.3/timezone⟧\n\n<!-- yamo-allow-file 2.3/timezone --> ⟦yamo/allow-reason⟧\n',
    },
  },
  {
    title: 'a time zone in a sentence, as code',
    files: { 'USER.md': '# USER.md\n\n- **Name:** Marek\n\nTimezone: `Europe/Prague`.\n' },
  },
  {
    title: 'a time zone with a sentence behind it',
    files: {
      'USER.md':
        '# USER.md\n\n- **Name:** Marek\n- **Timezone:** `Europe/Prague`. Tell all times in it.\n',
    },
  },
  {
    title: 'a time zone in a sentence, in Chinese',
    files: { 'USER.md': '# USER.md\n\n- **Name:** Marek\n\n时区：Asia/Shanghai。\n' },
  },
  {
    title: 'a time zone in words',
    files: {
      'USER.md':
        '# USER.md\n\n- **Name:** Marek\n- **Timezone:** 北京时间，东8区 ⟦2.3/timezone-words⟧\n',
    },
  },
  {
    title: 'a long MEMORY.md that nobody has written into, beside bootstrap instructions',
    files: {
      'BOOTSTRAP.md': '# Hello\n\nFind out who you are. Then delete this file.\n',
      'MEMORY.md': `# MEMORY.md\n\n## About your human\n\n_(populated by the agent)_\n\n## Preferences\n\n- **Tone:** _(populated by the agent as it learns)_\n- **Food:**\n\n## Projects\n\n- _(none yet)_\n\n<!-- ${'what belongs here '.repeat(12)}-->\n`,
      'memory/2026-03-08.md': null,
      'memory/2026-03-09.md': null,
      'memory/2026-03-10.md': null,
    },
    wanted: ['6.1/pending', '~6.2/memory-directory', '~6.2/first-log', '~2.4/dates MEMORY.md'],
  },
  {
    title: 'the name of the human in Japanese',
    files: { 'USER.md': '# USER.md\n\n- 名前: 佐藤\n- タイムゾーン: Asia/Tokyo\n' },
  },
  { title: 'no MEMORY.md yet', files: { 'MEMORY.md': null }, wanted: ['~2.4/memory-exists'] },
  {
    title: 'a young workspace: soul, agents, user, no memory folder',
    files: {
      'MEMORY.md': null,
      'memory/2026-03-08.md': null,
      'memory/2026-03-09.md': null,
      'memory/2026-03-10.md': null,
    },
    wanted: ['~2.4/memory-exists', '6.2/memory-directory', '~6.2/first-log'],
  },
  {
    title: 'private files that git ignores cannot be missed',
    files: { 'USER.md': null, 'MEMORY.md': null },
    facts: { git: { ignored: new Set(['USER.md', 'MEMORY.md']), tracked: new Set() } },
  },
  {
    title: 'a hub without an agent',
    files: { ...NEWBORN, 'README.md': '# Agents\n' },
    wanted: [
      '6.1/uninitialised',
      '~2.1/soul-exists',
      '~2.2/agents-exists',
      '~2.3/user-exists',
      '~2.4/memory-exists',
      '~6.2/memory-directory',
      '~6.2/first-log',
    ],
  },
];

const NAMES: readonly Case[] = [
  {
    title: 'MEMORY.md beside memory.md',
    files: { 'memory.md': '# notes\n' },
    wanted: ['1/case-twins memory.md'],
  },
  {
    title: 'soul.md instead of SOUL.md',
    files: { 'SOUL.md': null, 'soul.md': '# Soul\n\nYou are Juno, a research assistant.\n' },
    wanted: ['6.1/uninitialised', '1/odd-case soul.md', '~2.1/soul-exists'],
  },
  {
    title: 'AGENTS.md is a link into a synchronised folder',
    files: { 'AGENTS.md': null },
    items: [link('AGENTS.md', 'outside')],
    wanted: ['1/regular-file AGENTS.md'],
  },
  {
    title: 'USER.md is a link to another file here',
    files: { 'USER.md': null },
    items: [link('USER.md', 'inside')],
    wanted: ['1/link USER.md'],
  },
  {
    title: 'USER.md is not UTF-8',
    files: { 'USER.md': null },
    items: [bad('USER.md', 'invalid UTF-8')],
    wanted: ['1/utf8 USER.md'],
  },
  {
    title: 'a log with a NUL byte',
    files: { 'memory/2026-03-09.md': null },
    items: [bad('memory/2026-03-09.md', 'a NUL byte')],
    wanted: ['1/nul-byte memory/2026-03-09.md'],
  },
  {
    title: 'an escape sequence in TOOLS.md',
    files: {
      'TOOLS.md': '# Tools\n\nThe prompt is \u001B[32m>\u001B[0m green. ⟦1/control-characters⟧\n',
    },
  },
  {
    title: 'a tab and a form feed are text',
    files: { 'TOOLS.md': '# Tools\n\n\tindented\n\fnew page\n' },
  },
  {
    title: 'a byte order mark and CRLF',
    files: {
      'USER.md': '\uFEFF# USER.md\r\n\r\n- **Name:** Marek\r\n- **Timezone:** Europe/Prague\r\n',
    },
  },
  {
    title: 'the literal name of a template',
    files: { 'memory/YYYY-MM-DD.md': '# Memory — YYYY-MM-DD\n' },
    wanted: ['1/placeholder-name memory/YYYY-MM-DD.md'],
  },
  {
    title: 'state of the older kernel',
    files: { 'memory/heartbeat-state.yamo': 'state;x;\n' },
    wanted: ['1/legacy-state memory/heartbeat-state.yamo'],
  },
  {
    title: 'what an interrupted editor left',
    files: { '.AGENTS.md.swp': 'b0VIM\n' },
    wanted: ['1/leftover-temporary .AGENTS.md.swp'],
  },
  {
    title: 'files that are nobody’s business',
    files: {
      'README.md': '# Notes\n',
      'skills/maps/SKILL.md': '# Maps\n',
      'memory/research/brno.md': '# Brno\n',
      'projects/garden.md': '# Garden\n',
    },
  },
  {
    title: 'a heap of an AGENTS.md',
    files: {
      'TOOLS.md': `# Tools\n\n${'The scanner in the hall takes A3 and sends to the shelf computer.\n'.repeat(330)}`,
    },
    wanted: ['1/injection-limit TOOLS.md'],
  },
];

const LOGS: readonly Case[] = [
  {
    title: 'names that the session hook writes',
    files: {
      'memory/2026-02-06-2012.md':
        '# Session: 2026-02-06 20:12\n\n- **Session Key**: agent:main:main\n',
      'memory/2026-02-07-garden-plan.md': '# Garden plan\n',
      'memory/2026-03-01_retrain_log.md': '# Retrain\n',
    },
    wanted: ['2.5/dated-suffix'],
  },
  {
    title: 'the thirtieth of February',
    files: { 'memory/2026-02-30.md': '# notes\n' },
    wanted: ['2.5/day-name memory/2026-02-30.md'],
  },
  {
    title: 'a month thirteen',
    files: { 'memory/2025-13-01.md': '# notes\n' },
    wanted: ['2.5/day-name memory/2025-13-01.md'],
  },
  { title: 'a leap day that was', files: { 'memory/2024-02-29.md': '# 2024-02-29\n\n- Snow.\n' } },
  {
    title: 'a day to come',
    files: { 'memory/2026-04-10.md': '# 2026-04-10\n' },
    wanted: ['2.5/future memory/2026-04-10.md'],
  },
  {
    title: 'the wrong year in January',
    files: {
      'memory/2025-03-01.md': '- a\n',
      'memory/2025-03-05.md': '- b\n',
      'memory/2026-03-02.md': '- c\n',
      'memory/2026-03-04.md': '- d\n',
      'memory/2026-02-28.md': '- e\n',
    },
    wanted: ['2.5/wrong-year memory/2025-03-01.md', '~2.5/wrong-year memory/2025-03-05.md'],
  },
  {
    title: 'a log of a year ago, with its neighbours',
    files: Object.fromEntries(
      Array.from({ length: 12 }, (_, month) => [
        `memory/2025-${String(month + 1).padStart(2, '0')}-15.md`,
        '- a quiet day\n',
      ]),
    ),
  },
  {
    title: 'the title of another day',
    files: { 'memory/2026-03-09.md': '# Memory — 2026-03-08 ⟦2.5/title-date⟧\n\n- Offers.\n' },
  },
  {
    title: 'titles as people write them',
    files: {
      'memory/2026-03-08.md': '# Session Notes — March 8, 2026\n\n## 14:30 Call\n',
      'memory/2026-03-09.md': '# 2026-03-09 - Daily Memory\n',
      'memory/2026-03-10.md': 'No title at all.\n',
    },
  },
  {
    title: 'pictures and folders in memory/',
    files: {
      'memory/archive/2025-01-01.md': '- old\n',
      'memory/plan.md': '# Plan\n',
      'memory/people.json': '{}\n',
    },
    wanted: ['2.5/other-notes memory'],
  },
];

const MEMORIES: readonly Case[] = [
  {
    title: 'MEMORY.md once more under memory/',
    files: { 'MEMORY.md': MEMORY_TEXT, 'memory/MEMORY.md': MEMORY_TEXT },
    wanted: [
      '4.1/memory-copy memory/MEMORY.md',
      '~4.1/memory-copy-name memory/MEMORY.md',
      '~2.5/other-notes memory',
    ],
  },
  {
    title: 'a full copy with a date',
    files: { 'memory/MEMORY-FULL-2026-02-24.md': '# Everything\n\n- 2026-02-24: the old list.\n' },
    wanted: ['4.1/memory-copy-name memory/MEMORY-FULL-2026-02-24.md', '~2.5/other-notes memory'],
  },
  {
    title: 'a backup beside it',
    files: { 'MEMORY.bak.md': '# Old\n\n- 2026-01-01: a.\n' },
    wanted: ['4.1/memory-copy-name MEMORY.bak.md'],
  },
  {
    title: 'files about memory are no copies',
    files: {
      'memory/memory-summary.md': '# Summary of what memory is for\n',
      'MEMORY-SYSTEM.md': '# How memory works here\n',
    },
    wanted: ['2.5/other-notes memory'],
  },
  {
    title: 'a hard link to MEMORY.md',
    files: { 'MEMORY.md': MEMORY_TEXT },
    items: [
      {
        name: 'memory/long.md',
        type: 'file',
        bytes: MEMORY_TEXT.length,
        mode: 0o600,
        links: 2,
        identity: 'one',
        content: { is: 'text', text: MEMORY_TEXT },
      },
    ],
    wanted: [
      '4.1/memory-copy memory/long.md',
      '~1/hard-link memory/long.md',
      '~2.5/other-notes memory',
    ],
  },
  {
    title: 'a transcript',
    files: {
      'MEMORY.md': `# MEMORY.md\n\n2026-03-01\n\n${'User: what time is it?\nAssistant: four.\n'.repeat(4)}`,
    },
    wanted: ['2.4/transcript MEMORY.md'],
  },
  {
    title: 'a transcript as JSON',
    files: {
      'MEMORY.md': `# MEMORY.md\n\n2026-03-01\n\n${'{"role":"user","content":"hi"}\n{"role":"assistant","content":"hello"}\n'.repeat(4)}`,
    },
    wanted: ['2.4/transcript MEMORY.md'],
  },
  {
    title: 'one line that begins with User',
    files: { 'MEMORY.md': `${MEMORY_TEXT}\nUser: Marek, the only one.\n` },
  },
  {
    title: 'a long list without one date',
    files: {
      'MEMORY.md': `# MEMORY.md\n\n${Array.from({ length: 30 }, (_, index) => `- Fact number ${['one', 'two', 'three'][index % 3]} about the garden.`).join('\n')}\n`,
    },
    wanted: ['2.4/dates MEMORY.md'],
  },
  {
    title: 'a short list without a date',
    files: { 'MEMORY.md': '# MEMORY.md\n\n- Marek likes maps.\n- The cat is called Fous.\n' },
    wanted: ['2.4/dates MEMORY.md'],
  },
  {
    title: 'a long MEMORY.md',
    files: {
      'MEMORY.md': `# MEMORY.md\n\n${'- 2026-03-01: the archive answered, the answer lies in the blue folder on the shelf.\n'.repeat(300)}`,
    },
    wanted: ['2.4/long MEMORY.md', '~1/injection-limit MEMORY.md'],
  },
];

const BIRTH: readonly Case[] = [
  {
    title: 'the untouched template beside logs',
    files: { 'BOOTSTRAP.md': HELLO },
    wanted: ['4.3/bootstrap-left BOOTSTRAP.md'],
  },
  {
    title: 'a template that nobody has started',
    files: {
      ...NEWBORN,
      'SOUL.md': '# SOUL.md\n\nYou are Juno, a research assistant.\n\n## Values\n\n- Honest.\n',
      'BOOTSTRAP.md': HELLO,
    },
    wanted: ['6.1/pending', '~2.2/agents-exists', '~2.3/user-exists', '~2.4/memory-exists'],
  },
  {
    title: 'BOOTSTRAP.md as a start-up file for ever',
    files: { 'BOOTSTRAP.md': CEREMONY },
    wanted: ['4.3/bootstrap-repurposed BOOTSTRAP.md'],
  },
  {
    title: 'a short one that is read on demand',
    files: {
      'BOOTSTRAP.md':
        '# BOOTSTRAP.md (On-Demand)\n\n## Every session\n\nRead this at the start of each session.\n',
    },
    wanted: ['4.3/bootstrap-repurposed BOOTSTRAP.md'],
  },
  {
    title: 'an empty one beside logs',
    files: { 'BOOTSTRAP.md': '' },
    wanted: ['4.3/bootstrap-left BOOTSTRAP.md'],
  },
  {
    title: 'bootstrap instructions in Portuguese, left over',
    files: {
      'BOOTSTRAP.md':
        '# BOOTSTRAP.md\n\nPergunte quem você é. Quando terminar, apague este arquivo.\n',
    },
    wanted: ['4.3/bootstrap-left BOOTSTRAP.md'],
  },
  {
    title: 'a backup of the instructions',
    files: { 'BOOTSTRAP.md.bak': HELLO },
    wanted: ['2.6/bootstrap-copy BOOTSTRAP.md.bak'],
  },
  {
    title: 'instructions that are marked as done',
    files: { 'bootstrap.done.md': HELLO },
    wanted: ['2.6/bootstrap-copy bootstrap.done.md'],
  },
  {
    title: 'instructions put into an archive',
    files: { 'archive/BOOTSTRAP.old.md': HELLO },
    wanted: ['2.6/bootstrap-copy archive/BOOTSTRAP.old.md'],
  },
  {
    title: 'documents about bootstrapping',
    files: {
      'docs/bootstrap-v2-implementation-plan.md': '# Plan\n',
      'tickets/HR-03-bootstrap.md': '# HR-03\n',
    },
  },
  {
    title: 'instructions in small letters',
    files: { ...NEWBORN, 'bootstrap.md': HELLO },
    wanted: [
      '6.3/bootstrap-unusual bootstrap.md',
      '~6.1/uninitialised',
      '~1/odd-case bootstrap.md',
      '~2.1/soul-exists',
      '~2.2/agents-exists',
      '~2.3/user-exists',
      '~2.4/memory-exists',
      '~6.2/memory-directory',
      '~6.2/first-log',
    ],
  },
  {
    title: 'instructions that are a link',
    files: {},
    items: [link('BOOTSTRAP.md', 'dangling')],
    wanted: [
      '6.3/bootstrap-unusual BOOTSTRAP.md',
      '~4.3/bootstrap-left BOOTSTRAP.md',
      '~1/link BOOTSTRAP.md',
      '~1/regular-file BOOTSTRAP.md',
    ],
  },
  {
    title: 'the redirector of an upstream installer',
    files: { 'BOOTSTRAP.yamo': 'YAMO-NATIVE KERNEL ACTIVE\n' },
    wanted: ['4.3/bootstrap-left BOOTSTRAP.yamo', '~2.6/bootstrap-document BOOTSTRAP.yamo'],
  },
  {
    title: 'instructions that git tracks',
    files: { 'BOOTSTRAP.md': HELLO },
    facts: { git: { ignored: new Set(), tracked: new Set(['BOOTSTRAP.md']) } },
    wanted: ['4.3/bootstrap-left BOOTSTRAP.md', '2.6/bootstrap-tracked BOOTSTRAP.md'],
  },
  {
    title: 'deleted and created again',
    files: { 'BOOTSTRAP.md': HELLO },
    facts: {
      history: {
        changes: [
          {
            commit: 'c'.repeat(40),
            time: 1_772_900_000,
            file: 'BOOTSTRAP.md',
            kind: 'added',
            linesAdded: 9,
            linesRemoved: 0,
          },
          {
            commit: 'b'.repeat(40),
            time: 1_772_800_000,
            file: 'BOOTSTRAP.md',
            kind: 'deleted',
            linesAdded: 0,
            linesRemoved: 9,
          },
          {
            commit: 'a'.repeat(40),
            time: 1_772_700_000,
            file: 'BOOTSTRAP.md',
            kind: 'added',
            linesAdded: 9,
            linesRemoved: 0,
          },
        ],
        secrets: [],
      },
    },
    wanted: [
      '4.3/bootstrap-left BOOTSTRAP.md',
      '2.6/bootstrap-readded BOOTSTRAP.md',
      '~2.6/bootstrap-in-history BOOTSTRAP.md',
    ],
  },
];

const text = (name: string, content: string, more: Partial<Item>): Item => ({
  name,
  type: 'file',
  bytes: content.length,
  mode: 0o600,
  links: 1,
  identity: `text:${name}`,
  content: { is: 'text', text: content },
  ...more,
});

const HARDER: readonly Case[] = [
  {
    title: 'memory/ without a log',
    files: {
      'memory/2026-03-08.md': null,
      'memory/2026-03-09.md': null,
      'memory/2026-03-10.md': null,
      'memory/plan.md': '# Plan\n',
    },
    wanted: ['6.2/first-log', '2.5/other-notes memory'],
  },
  {
    title: 'dates without their zeros',
    files: { 'memory/2026-3-9.md': '# notes\n' },
    wanted: ['2.5/day-name memory/2026-3-9.md'],
  },
  { title: 'a log as plain text', files: { 'memory/2026-03-09.txt': 'notes\n' } },
  {
    title: 'the American way to write a date',
    files: { 'memory/2026-03-09.md': '# March 9, 2026\n\n- Offers.\n' },
  },
  {
    title: 'a date in the title that speaks of something else',
    files: {
      'memory/2026-03-09.md': '# Preparations for the trip of 2026-03-14\n\n- Tickets.\n',
    },
    wanted: ['~2.5/title-date memory/2026-03-09.md'],
  },
  {
    title: 'January under the year that has ended',
    files: {
      'memory/2025-01-31.md': '- a\n',
      'memory/2025-02-05.md': '- b\n',
      'memory/2026-01-29.md': '- c\n',
      'memory/2026-01-30.md': '- d\n',
      'memory/2026-02-04.md': '- e\n',
      'memory/2026-02-07.md': '- f\n',
    },
    wanted: ['2.5/wrong-year memory/2025-01-31.md', '~2.5/wrong-year memory/2025-02-05.md'],
  },
  {
    title: 'tomorrow’s log is written ahead by a traveller',
    files: { 'memory/2026-03-11.md': '# 2026-03-11\n\n- Already tomorrow in Kiritimati.\n' },
    wanted: ['~2.5/future memory/2026-03-11.md'],
  },
  {
    title: 'a backup of an editor',
    files: { 'BOOTSTRAP.md~': HELLO },
    wanted: ['2.6/bootstrap-copy BOOTSTRAP.md~'],
  },
  {
    title: 'instructions in the bin',
    files: { '.trash/BOOTSTRAP.md': HELLO },
    wanted: ['2.6/bootstrap-copy .trash/BOOTSTRAP.md'],
  },
  {
    title: 'the instructions once more under another name',
    files: { 'BOOTSTRAP.md': HELLO, 'notes/first-day.md': HELLO },
    wanted: ['4.3/bootstrap-left BOOTSTRAP.md', '2.6/bootstrap-copy notes/first-day.md'],
  },
  {
    title: 'instructions in Russian, left over',
    files: {
      'BOOTSTRAP.md': '# BOOTSTRAP.md\n\nУзнай, кто ты. Когда закончишь, удали этот файл.\n',
    },
    wanted: ['4.3/bootstrap-left BOOTSTRAP.md'],
  },
  {
    title: 'a hook before each generation',
    files: {
      'BOOTSTRAP.md': `# Pre-Generation Hook\n\nBefore every answer:\n\n${'1. Check the mood of the room, the open tasks, the calendar and the three last messages.\n'.repeat(40)}`,
    },
    wanted: ['4.3/bootstrap-repurposed BOOTSTRAP.md'],
  },
  {
    title: 'private files that everybody can write',
    files: { 'MEMORY.md': null },
    items: [text('MEMORY.md', MEMORY_TEXT, { mode: 0o666 })],
    wanted: ['4.4/open-to-others'],
  },
  {
    title: 'a second name for USER.md',
    files: { 'USER.md': null },
    items: [
      text('USER.md', '# USER.md\n\n- **Name:** Marek\n- **Timezone:** Europe/Prague\n', {
        links: 2,
      }),
    ],
    wanted: ['1/hard-link USER.md'],
  },
  {
    title: 'a file that cannot be opened',
    files: { 'USER.md': null },
    items: [text('USER.md', '', { content: { is: 'unreadable', errno: 'EACCES' } })],
    wanted: ['1/readable USER.md'],
  },
  {
    title: 'a log of 300 MB',
    files: { 'memory/2026-03-09.md': null },
    items: [
      text('memory/2026-03-09.md', '', {
        bytes: 300_000_000,
        content: { is: 'too large', limitBytes: 8_000_000, labelled: [] },
      }),
    ],
    wanted: ['1/too-large memory/2026-03-09.md'],
  },
  {
    title: 'an exception with a reason',
    files: {
      'AGENTS.md': agents({
        everySession: [
          '## Every Session',
          '',
          '1. Read `SOUL.md`',
          '2. Read `USER.md`',
          '3. Read `memory/YYYY-MM-DD.md` (today + yesterday)',
          '<!-- yamo-allow 2.2/memory-gate reason="nobody else can reach this agent" -->',
          '4. Read `MEMORY.md`',
        ],
      }),
    },
  },
  {
    title: 'memory is a file',
    files: {
      'memory/2026-03-08.md': null,
      'memory/2026-03-09.md': null,
      'memory/2026-03-10.md': null,
      memory: '# Everything\n\n- 2026-03-09: offers.\n',
    },
    wanted: ['1/memory-is-directory memory', '~6.2/memory-directory', '~6.2/first-log'],
  },
  {
    title: 'a document of instructions with a line that cannot be read',
    files: {
      ...NEWBORN,
      'BOOTSTRAP.yamo': 'agent;\n  name;Juno;\n  role research assistant\n',
    },
    wanted: [
      '2.6/bootstrap-document BOOTSTRAP.yamo',
      '~2.6/bootstrap-document BOOTSTRAP.yamo',
      '~6.1/pending',
      '~2.1/soul-exists',
      '~2.2/agents-exists',
      '~2.3/user-exists',
      '~2.4/memory-exists',
      '~6.2/memory-directory',
      '~6.2/first-log',
    ],
  },
  {
    title: 'an exception from a rule that there is not',
    files: {
      'USER.md':
        '# USER.md\n\n<!-- yamo-allow 2.3/colour reason="she likes blue" --> ⟦yamo/allow-unknown⟧\n- **Name:** Marek\n',
    },
  },
  {
    title: 'an exception that nothing needs',
    files: {
      'USER.md':
        '# USER.md\n\n<!-- yamo-allow 2.3/timezone reason="no zone" --> ⟦yamo/allow-unused⟧\n- **Name:** Marek\n- **Timezone:** Europe/Prague\n',
    },
  },
  {
    title: 'an exception without a reason',
    files: {
      'USER.md':
        '# USER.md\n\n<!-- yamo-allow 2.3/timezone --> ⟦yamo/allow-reason⟧\n- **Timezone:** Middle Earth ⟦2.3/timezone⟧\n- **Name:** Marek\n',
    },
  },
  {
    title: 'an identity in Japanese with labels',
    files: {
      'SOUL.md':
        '# ソウル\n\n名前: ジュノ\n役割: リサーチアシスタント\n\n## 価値観\n\n- 正直\n- 慎重\n',
    },
    wanted: ['2.1/capabilities SOUL.md'],
  },
  {
    title: 'an identity in French prose',
    files: {
      'SOUL.md':
        '# Âme\n\nTu es Juno, assistante de recherche de Marek.\n\n## Valeurs\n\n- Honnêteté\n- Discrétion\n',
    },
    wanted: ['2.1/capabilities SOUL.md'],
  },
  {
    title: 'an identity in Portuguese prose',
    files: {
      'SOUL.md':
        '# Alma\n\nVocê é Juno, assistente de pesquisa do Marek.\n\n## Valores\n\n- Honestidade\n',
    },
    wanted: ['2.1/capabilities SOUL.md'],
  },
  {
    title: 'an identity in Spanish with labels',
    files: {
      'SOUL.md':
        '# Alma\n\n- **Nombre:** Juno\n- **Rol:** asistente de investigación\n\n## Personalidad\n\nTranquila y curiosa.\n',
    },
    wanted: ['2.1/capabilities SOUL.md'],
  },
  {
    title: 'an identity in Russian prose',
    files: {
      'SOUL.md': '# Душа\n\nТы — Юнона, научный помощник Марека.\n\n## Ценности\n\n- Честность\n',
    },
    wanted: ['2.1/capabilities SOUL.md'],
  },
  {
    title: 'an identity in the first person',
    files: {
      'SOUL.md':
        '# SOUL.md\n\nI am Juno. I help Marek with his research as his assistant.\n\n## Vibe\n\nCalm, dry, curious.\n',
    },
    wanted: ['2.1/capabilities SOUL.md'],
  },
];

const change = (file: string, kind: Change['kind'], day: string, linesRemoved = 0): Change => ({
  commit: `${day.replaceAll('-', '')}${file.length}`.padEnd(40, '0'),
  time: Date.parse(`${day}T10:00:00Z`) / 1000,
  file,
  kind,
  linesAdded: 4,
  linesRemoved,
});

const past = (...changes: readonly Change[]): NonNullable<Case['facts']> => ({
  history: { changes, secrets: [] },
});

const HISTORY: readonly Case[] = [
  {
    title: 'instructions that were committed and deleted',
    files: {},
    facts: past(
      change('BOOTSTRAP.md', 'deleted', '2026-02-02', 9),
      change('BOOTSTRAP.md', 'added', '2026-02-01'),
    ),
    wanted: ['2.6/bootstrap-in-history BOOTSTRAP.md'],
  },
  {
    title: 'a log that was changed the week after',
    files: {},
    facts: past(
      change('memory/2026-03-01.md', 'changed', '2026-03-08', 5),
      change('memory/2026-03-01.md', 'added', '2026-03-01'),
    ),
    wanted: ['5.2/rewritten memory/2026-03-01.md'],
  },
  {
    title: 'a log over which an editor saved an older copy',
    files: {},
    facts: { savedOver: [{ file: 'memory/2026-03-09.md', gone: 2, isRemoved: false }] },
    wanted: ['5.2/saved-over memory/2026-03-09.md'],
  },
  {
    title: 'logs that are as the kernel left them',
    files: {},
    facts: { savedOver: [] },
  },
  {
    title: 'a log that grew on its day, and lost a line on it',
    files: {},
    facts: past(
      change('memory/2026-03-09.md', 'changed', '2026-03-09', 1),
      change('memory/2026-03-09.md', 'added', '2026-03-09'),
    ),
  },
  {
    title: 'a log that moved into an archive when it was old',
    files: { 'memory/archive/2026-01-04.md': '- old\n' },
    facts: past({
      ...change('memory/archive/2026-01-04.md', 'renamed', '2026-03-06'),
      from: 'memory/2026-01-04.md',
    }),
  },
  {
    title: 'a password that was taken out of MEMORY.md',
    files: {},
    facts: {
      history: {
        changes: [],
        secrets: [
          {
            commit: 'e'.repeat(40),
            file: 'MEMORY.md',
            line: 7,
            kind: 'password',
            value: made('Kw7p', 'Lm2q', 'Xe'),
          },
        ],
      },
    },
    wanted: ['4.2/secret-in-history MEMORY.md'],
  },
];

const BOUNDARY: readonly Case[] = [
  {
    title: 'inside a synchronised folder',
    files: {},
    facts: { syncedBy: 'Dropbox' },
    wanted: ['4.4/synced-folder'],
  },
  {
    title: 'a hook that pushes',
    files: {},
    facts: { pushHooks: ['post-commit'] },
    wanted: ['4.4/push-hook'],
  },
  {
    title: 'a young log deleted',
    files: {},
    facts: {
      history: {
        changes: [
          {
            commit: 'd'.repeat(40),
            time: Date.parse('2026-03-06T10:00:00Z') / 1000,
            file: 'memory/2026-03-04.md',
            kind: 'deleted',
            linesAdded: 0,
            linesRemoved: 3,
          },
        ],
        secrets: [],
      },
    },
    wanted: ['5.2/young-deleted memory/2026-03-04.md'],
  },
  {
    title: 'an old log deleted',
    files: {},
    facts: {
      history: {
        changes: [
          {
            commit: 'd'.repeat(40),
            time: Date.parse('2026-03-06T10:00:00Z') / 1000,
            file: 'memory/2026-01-04.md',
            kind: 'deleted',
            linesAdded: 0,
            linesRemoved: 3,
          },
        ],
        secrets: [],
      },
    },
  },
];

export const LAYOUT_CASES: readonly Case[] = [
  ...IDENTITY,
  ...NAMES,
  ...LOGS,
  ...MEMORIES,
  ...BIRTH,
  ...HISTORY,
  ...BOUNDARY,
  ...HARDER,
];
