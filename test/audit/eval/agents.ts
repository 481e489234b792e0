/** AGENTS.md as people write it: headings, start-up steps, gates on MEMORY.md, semicolon lines. */
import type { Case } from './case.ts';
import { agents, renamed, SECTIONS, startup } from './juno.ts';

const heading = (title: string, name: keyof typeof SECTIONS, text: string): Case => ({
  title,
  files: { 'AGENTS.md': agents({ [name]: renamed(name, text) }) },
});

const steps = (title: string, ...lines: readonly string[]): Case => ({
  title,
  files: { 'AGENTS.md': startup(...lines) },
});

const HEADINGS: readonly Case[] = [
  { title: 'the ordinary workspace', files: {} },
  heading(
    'the template of spring 2026: Session Startup',
    'everySession',
    '## Session Startup ⟦2.2/every-session⟧',
  ),
  heading('the template of spring 2026: Red Lines', 'safety', '## Red Lines ⟦2.2/safety⟧'),
  heading('a heading with an emoji', 'memory', '## 💾 Memory ⟦2.2/memory⟧'),
  heading('a heading with a suffix in brackets', 'memory', '## Memory (Lazy Loading) ⟦2.2/memory⟧'),
  heading('Safety & Security', 'safety', '## 🛡️ Safety & Security ⟦2.2/safety⟧'),
  heading('a heading one level too deep', 'safety', '### Safety ⟦2.2/safety⟧'),
  heading('a heading one level too high', 'firstRun', '# First Run ⟦2.2/first-run⟧'),
  heading('a heading in capitals', 'everySession', '## EVERY SESSION ⟦2.2/every-session⟧'),
  heading(
    'a heading in bold',
    'external',
    '## **External vs Internal** ⟦2.2/external-vs-internal⟧',
  ),
  heading('vs with a full stop', 'external', '## External vs. Internal ⟦2.2/external-vs-internal⟧'),
  heading('closing hashes are no part of a heading', 'safety', '## Safety ##'),
  heading('spaces around a heading do not count', 'memory', '##   Memory  '),
  heading('Chinese: every conversation', 'everySession', '## 每次会话 ⟦2.2/every-session⟧'),
  heading('Chinese: safety', 'safety', '## 安全 ⟦2.2/safety⟧'),
  heading('Chinese: memory system', 'memory', '## 记忆系统 ⟦2.2/memory⟧'),
  heading(
    'Japanese: at the start of a session',
    'everySession',
    '## セッション開始時 ⟦2.2/every-session⟧',
  ),
  heading(
    'Japanese: red lines',
    'safety',
    '## レッドライン（絶対に越えてはいけない線） ⟦2.2/safety⟧',
  ),
  heading('Portuguese: each session', 'everySession', '## Cada Sessão ⟦2.2/every-session⟧'),
  heading('German: safety', 'safety', '## Sicherheit ⟦2.2/safety⟧'),
  heading('Russian: first run', 'firstRun', '## Первый запуск ⟦2.2/first-run⟧'),
  {
    title: 'a setext heading is none',
    files: { 'AGENTS.md': agents({ safety: ['Safety', '------', ...SECTIONS.safety.slice(1)] }) },
    wanted: ['2.2/safety AGENTS.md'],
  },
  {
    title: 'no section External vs Internal at all',
    files: {
      'AGENTS.md': agents({ external: [] }, [
        'In groups, say nothing of what USER.md or MEMORY.md hold.',
        '',
      ]),
    },
    wanted: ['2.2/external-vs-internal AGENTS.md'],
  },
  {
    title: 'a section in a code block is not there',
    files: { 'AGENTS.md': agents({ safety: ['```markdown', ...SECTIONS.safety, '```'] }) },
    wanted: ['2.2/safety AGENTS.md'],
  },
  {
    title: 'a section in a comment is not there',
    files: { 'AGENTS.md': agents({ safety: ['<!--', ...SECTIONS.safety, '-->'] }) },
    wanted: ['2.2/safety AGENTS.md'],
  },
  {
    title: 'a required section twice',
    files: {
      'AGENTS.md': agents({}, ['## Safety ⟦2.2/duplicate-section⟧', '', '- Lock the door.', '']),
    },
  },
  {
    title: 'headings that share a word with a required one are nothing but headings',
    files: {
      'AGENTS.md': agents({}, [
        '## MEMORY.md Live-Update Rule',
        '',
        'Write at once.',
        '',
        '## External Strategy Prompt Context Rule',
        '',
        'Ask for the brief first.',
        '',
        '## Hard Rules',
        '',
        'Answer in the language of the question.',
        '',
      ]),
    },
  },
  {
    title: 'text above a rule invents no section',
    files: { 'AGENTS.md': agents({}, ['Safety', '---', '', 'The end.', '']) },
  },
  {
    title: 'an empty Safety',
    files: { 'AGENTS.md': agents({ safety: ['## Safety ⟦2.2/safety-empty⟧', ''] }) },
  },
  {
    title: 'External vs Internal with a comment only',
    files: {
      'AGENTS.md': agents(
        { external: ['## External vs Internal ⟦2.2/external-empty⟧', '', '<!-- fill in -->'] },
        ['## Groups', '', 'In group chats say nothing of what USER.md or MEMORY.md hold.', ''],
      ),
    },
  },
  {
    title: 'First Run without a word of deletion',
    files: {
      'AGENTS.md': agents({
        firstRun: [
          '## First Run',
          '',
          'If `BOOTSTRAP.md` exists, follow it and introduce yourself.',
        ],
      }),
    },
    wanted: ['2.2/first-run-content AGENTS.md'],
  },
  {
    title: 'First Run in Spanish is understood',
    files: {
      'AGENTS.md': agents({
        firstRun: ['## First Run', '', 'Si existe `BOOTSTRAP.md`, síguelo y después elimínalo.'],
      }),
    },
  },
  {
    title: 'First Run in Chinese is understood',
    files: {
      'AGENTS.md': agents({
        firstRun: ['## First Run', '', '如果存在 `BOOTSTRAP.md`，按照它完成设置，然后删除它。'],
      }),
    },
  },
  {
    title: 'a stub that points elsewhere',
    files: {
      'AGENTS.md':
        '# AGENTS.md (On-Demand Reference)\n\nSee AGENTS-CORE.md for the rules and AGENTS-FULL.md for everything.\n',
    },
    wanted: [
      '2.2/first-run AGENTS.md',
      '2.2/every-session AGENTS.md',
      '2.2/memory AGENTS.md',
      '2.2/safety AGENTS.md',
      '2.2/external-vs-internal AGENTS.md',
      '2.2/stub AGENTS.md',
      '~3.2/shared-rules AGENTS.md',
    ],
  },
  {
    title: 'a title and nothing else',
    files: { 'AGENTS.md': '# AGENTS.md\n' },
    wanted: [
      '2.2/first-run AGENTS.md',
      '2.2/every-session AGENTS.md',
      '2.2/memory AGENTS.md',
      '2.2/safety AGENTS.md',
      '2.2/external-vs-internal AGENTS.md',
      '~2.2/agents-empty AGENTS.md',
      '~2.2/stub AGENTS.md',
      '~3.2/shared-rules AGENTS.md',
    ],
  },
  {
    title: 'blanks only',
    files: { 'AGENTS.md': ' \n\n\t\n' },
    wanted: [
      '2.2/agents-empty AGENTS.md',
      '~2.2/first-run AGENTS.md',
      '~2.2/every-session AGENTS.md',
      '~2.2/memory AGENTS.md',
      '~2.2/safety AGENTS.md',
      '~2.2/external-vs-internal AGENTS.md',
      '~2.2/stub AGENTS.md',
      '~3.2/shared-rules AGENTS.md',
    ],
  },
  { title: 'no AGENTS.md', files: { 'AGENTS.md': null }, wanted: ['2.2/agents-exists'] },
  {
    title: 'nothing on groups anywhere',
    files: {
      'AGENTS.md': agents({
        memory: [
          '## Memory',
          '',
          'Daily notes go to `memory/YYYY-MM-DD.md`, lasting things to `MEMORY.md` in main sessions.',
        ],
        external: ['## External vs Internal', '', 'Reading is free. Ask before you send anything.'],
      }),
    },
    wanted: ['3.2/shared-rules AGENTS.md'],
  },
  {
    title: 'Memory that speaks of neither kind of file',
    files: {
      'AGENTS.md': agents({ memory: ['## Memory', '', 'You have a good memory. Use it.'] }),
    },
    wanted: ['2.2/memory-content AGENTS.md'],
  },
];

const STEPS: readonly Case[] = [
  steps(
    'USER.md before SOUL.md',
    '1. Read `USER.md`',
    '2. Read `SOUL.md`',
    '3. Read `memory/YYYY-MM-DD.md` of today and yesterday',
    '4. In a main session also read `MEMORY.md`',
  ),
  steps(
    'long-term memory before the logs',
    '1. Read SOUL.md',
    '2. Read USER.md',
    '3. In main sessions, read MEMORY.md',
    '4. Read memory/YYYY-MM-DD.md for today and yesterday',
  ),
  steps(
    'other files between the steps do no harm',
    '1. Read `SOUL.md`',
    '2. Read `IDENTITY.md`',
    '3. Read `USER.md`',
    '4. Read `memory/YYYY-MM-DD.md` (today and yesterday)',
    '5. If you are alone with your human, read `MEMORY.md`',
    '6. Read `TOOLS.md`',
  ),
  steps(
    'steps as sentences in one paragraph',
    'Read SOUL.md first, then USER.md, then the logs of today and yesterday in memory/. In a direct chat with your human, read MEMORY.md as well.',
  ),
  steps(
    'prose that mentions files before the steps',
    'MEMORY.md is private, so mind step four.',
    '',
    '1. Read SOUL.md',
    '2. Read USER.md',
    '3. Read memory/YYYY-MM-DD.md, today and yesterday',
    '4. Main session only: read MEMORY.md',
  ),
  steps(
    'MEMORY.md for everybody',
    '1. Read `SOUL.md`',
    '2. Read `USER.md`',
    '3. Read `memory/YYYY-MM-DD.md` (today + yesterday)',
    '4. Read `MEMORY.md` ⟦2.2/memory-gate⟧',
  ),
  steps(
    'MEMORY.md always, in words',
    '1. Read `SOUL.md`',
    '2. Read `USER.md`',
    '3. Read `memory/YYYY-MM-DD.md` (today + yesterday)',
    '4. Always load `MEMORY.md`, whoever is there ⟦2.2/memory-gate⟧',
  ),
  steps(
    'MEMORY.md in groups too',
    '1. Read `SOUL.md`',
    '2. Read `USER.md`',
    '3. Read `memory/YYYY-MM-DD.md` (today + yesterday)',
    '4. Read `MEMORY.md` in group chats too ⟦2.2/memory-gate⟧',
  ),
  steps(
    'the gate stands on the parent item',
    '1. Read `SOUL.md`',
    '2. Read `USER.md`',
    '3. Read `memory/YYYY-MM-DD.md` (today + yesterday)',
    '4. In the main session:',
    '   - read `MEMORY.md`',
  ),
  steps(
    'the gate in German',
    '1. Lies `SOUL.md`',
    '2. Lies `USER.md`',
    '3. Lies `memory/YYYY-MM-DD.md` von heute und gestern',
    '4. Nur in der Hauptsitzung: lies `MEMORY.md`',
  ),
  steps(
    'the gate in Chinese',
    '1. 读取 `SOUL.md`',
    '2. 读取 `USER.md`',
    '3. 读取 `memory/YYYY-MM-DD.md`（今天和昨天）',
    '4. 仅在主会话中读取 `MEMORY.md`',
  ),
  steps(
    'the gate in Japanese',
    '1. `SOUL.md` を読む',
    '2. `USER.md` を読む',
    '3. `memory/YYYY-MM-DD.md`（今日と昨日）を読む',
    '4. メインセッションのみ `MEMORY.md` を読む',
  ),
  steps(
    'a copy of long-term memory under memory/ is another file',
    '1. Read SOUL.md',
    '2. Read USER.md',
    '3. Read memory/YYYY-MM-DD.md (today and yesterday)',
    '4. If in a main session, read MEMORY.md, never memory/MEMORY.md',
  ),
  {
    ...steps(
      'today without yesterday',
      '1. Read SOUL.md',
      '2. Read USER.md',
      '3. Read memory/YYYY-MM-DD.md of today',
      '4. Main session only: read MEMORY.md',
    ),
    wanted: ['2.2/two-days AGENTS.md'],
  },
  {
    ...steps(
      'USER.md forgotten',
      '1. Read SOUL.md',
      '2. Read memory/YYYY-MM-DD.md (today + yesterday)',
      '3. Main session only: read MEMORY.md',
    ),
    wanted: ['2.2/startup-complete AGENTS.md'],
  },
  {
    ...steps(
      'the newest template: what the runtime provides',
      'Use runtime-provided startup context first. Do not manually reread startup files unless the user asks.',
    ),
    wanted: [
      '2.2/startup-complete AGENTS.md',
      '~2.2/lazy-loading AGENTS.md',
      '~2.2/two-days AGENTS.md',
    ],
  },
  {
    ...steps(
      'the token saver: SOUL.md now, the rest when somebody asks',
      '1. Read `SOUL.md`',
      '2. Load `USER.md` only when the user mentions personal matters ⟦2.2/lazy-loading⟧',
      '3. Load `memory/YYYY-MM-DD.md` (today, yesterday) when the user mentions recent work ⟦2.2/lazy-loading⟧',
      '4. In a main session load `MEMORY.md` when the user mentions the past ⟦2.2/lazy-loading⟧',
    ),
  },
  {
    ...steps(
      'asks for permission',
      '1. Ask your human before reading any file. ⟦2.2/no-permission⟧',
      '2. Read SOUL.md',
      '3. Read USER.md',
      '4. Read memory/YYYY-MM-DD.md (today and yesterday)',
      '5. Main session only: MEMORY.md',
    ),
  },
  {
    ...steps(
      'lets a step be skipped',
      '1. Read SOUL.md',
      '2. Read USER.md (you may skip this if you are in a hurry) ⟦2.2/no-permission⟧',
      '3. Read memory/YYYY-MM-DD.md (today and yesterday)',
      '4. Main session only: read MEMORY.md',
    ),
  },
  steps(
    'a step that must not be skipped',
    '1. Read SOUL.md',
    '2. Read USER.md',
    '3. Read memory/YYYY-MM-DD.md (today and yesterday)',
    '4. Main session only: read MEMORY.md',
    '',
    'You may not skip any of these. Do not ask first.',
  ),
  {
    title: 'pushes the folder to a server',
    files: {
      'AGENTS.md': agents({}, [
        '## Backup',
        '',
        'Every evening run:',
        '',
        '```bash',
        'git add -A && git commit -m backup && git push origin main ⟦4.4/sends-files⟧',
        '```',
        '',
      ]),
    },
  },
  {
    title: 'pushes what it has written, when it has',
    files: {
      'AGENTS.md': agents({}, [
        '## Work',
        '',
        '```bash',
        'git commit -am "Add the map" && git push',
        '```',
        '',
      ]),
    },
  },
  {
    title: 'pushing is spoken of, not ordered',
    files: { 'AGENTS.md': agents({}, ['## Backup', '', 'Never run `git push` from here.', '']) },
  },
];

/** Where the steps that stand in the wrong place are on two lines, either is right. */
const misordered = (index: number): Case => {
  const found = STEPS[index];
  return { title: '', files: {}, ...found, wanted: ['2.2/startup-order AGENTS.md'] };
};

const SEQUENCE = [
  '```yamo',
  'sequence;boot;',
  '  step;ghost_invariant_check;priority_0;source;AGENTS.md;',
  '  step;bootstrap_deletion;priority_0;condition;BOOTSTRAP.md exists;',
  '  step;load_soul;priority_1;source;SOUL.md;',
  '  step;load_user;priority_1;source;USER.md;',
  '  step;load_memory;priority_1;source;memory/YYYY-MM-DD.md;days;today and yesterday;long_term;MEMORY.md;condition;main_session == true;',
  '  step;persona_activation;priority_2;',
  '  step;serve_user;priority_2;',
  '```',
] as const;

const native = (sequence: readonly string[], first = 'YAMO-NATIVE KERNEL ACTIVE'): string =>
  [
    first,
    '',
    agents({
      firstRun: [
        '## First Run',
        '',
        'step;follow_bootstrap;source;BOOTSTRAP.md;',
        'step;delete_bootstrap;target;BOOTSTRAP.md;',
      ],
      everySession: ['## Every Session', '', ...sequence],
      safety: [
        '## Safety',
        '',
        'invariant;privacy;never pass on what USER.md says;',
        'invariant;irreversible;ask first;',
      ],
    }),
  ].join('\n');

const sequence = (change: (lines: string[]) => void): string => {
  const lines: string[] = [...SEQUENCE];
  change(lines);
  return native(lines);
};

const NATIVE: readonly Case[] = [
  { title: 'a v3.0 workspace', v3: true, files: { 'AGENTS.md': native(SEQUENCE) } },
  {
    title: 'blank lines before the header are allowed',
    v3: true,
    files: { 'AGENTS.md': `\n\n${native(SEQUENCE)}` },
  },
  {
    title: 'a byte order mark and CRLF are allowed',
    v3: true,
    files: { 'AGENTS.md': `\uFEFF${native(SEQUENCE).replaceAll('\n', '\r\n')}` },
  },
  {
    title: 'the banner of the installer is not the header',
    v3: true,
    files: {
      'AGENTS.md': native(SEQUENCE, '> [!IMPORTANT]\n> **YAMO-NATIVE KERNEL v3.0 ACTIVE**'),
    },
    wanted: ['0006-2.1/ghost-header AGENTS.md'],
  },
  {
    title: 'the header as a heading',
    v3: true,
    files: { 'AGENTS.md': native(SEQUENCE, '# YAMO-NATIVE KERNEL ACTIVE') },
    wanted: ['0006-2.1/ghost-header AGENTS.md'],
  },
  {
    title: 'the header with another dash',
    v3: true,
    files: { 'AGENTS.md': native(SEQUENCE, 'YAMO–NATIVE KERNEL ACTIVE') },
    wanted: ['0006-2.1/ghost-header AGENTS.md'],
  },
  {
    title: 'no header',
    v3: true,
    files: { 'AGENTS.md': native(SEQUENCE, 'Hello.') },
    wanted: ['0006-2.1/ghost-header AGENTS.md'],
  },
  {
    title: 'front matter before the header',
    v3: true,
    files: { 'AGENTS.md': native(SEQUENCE, '---\ntitle: AGENTS\n---\nYAMO-NATIVE KERNEL ACTIVE') },
    wanted: ['0006-2.1/ghost-header AGENTS.md'],
  },
  {
    title: 'the start-up as a Markdown list',
    v3: true,
    files: { 'AGENTS.md': native(SECTIONS.everySession.slice(2)) },
    wanted: [
      '0006-2.2/semicolon-block AGENTS.md',
      '0006-2.2/markdown-list AGENTS.md',
      '~0006-2.3/missing-steps AGENTS.md',
      '~0006-2.3/ghost-first AGENTS.md',
    ],
  },
  {
    title: 'a line without its last semicolon',
    v3: true,
    files: {
      'AGENTS.md': sequence((lines) => {
        lines[5] = '  step;load_user;priority_1;source;USER.md ⟦0006-2.2/syntax⟧';
      }),
    },
  },
  {
    title: 'no ghost check',
    v3: true,
    files: { 'AGENTS.md': sequence((lines) => void lines.splice(2, 1)) },
    wanted: ['0006-2.3/missing-steps AGENTS.md', '~0006-2.3/ghost-first AGENTS.md'],
  },
  {
    title: 'the ghost check after the deletion',
    v3: true,
    files: {
      'AGENTS.md': sequence((lines) => {
        [lines[2], lines[3]] = [lines[3] ?? '', lines[2] ?? ''];
      }),
    },
    wanted: ['0006-2.3/ghost-first AGENTS.md'],
  },
  {
    title: 'the deletion after the soul',
    v3: true,
    files: {
      'AGENTS.md': sequence((lines) => {
        [lines[3], lines[4]] = [lines[4] ?? '', lines[3] ?? ''];
      }),
    },
    wanted: ['0006-2.3/deletion-before-load AGENTS.md', '~0006-2.3/priority-order AGENTS.md'],
  },
  {
    title: 'the persona before memory',
    v3: true,
    files: {
      'AGENTS.md': sequence((lines) => {
        [lines[6], lines[7]] = [lines[7] ?? '', lines[6] ?? ''];
      }),
    },
    wanted: ['0006-2.3/priority-order AGENTS.md'],
  },
  {
    title: 'a ghost check labelled with a later priority',
    v3: true,
    files: {
      'AGENTS.md': sequence((lines) => {
        lines[2] =
          '  step;ghost_invariant_check;priority_1;source;AGENTS.md; ⟦0006-2.3/priority-label⟧';
      }),
    },
    wanted: ['~0006-2.3/priority-order AGENTS.md', '~0006-2.3/ghost-first AGENTS.md'],
  },
  {
    title: 'memory without its condition',
    v3: true,
    files: {
      'AGENTS.md': sequence((lines) => {
        lines[6] =
          '  step;load_memory;priority_1;source;memory/YYYY-MM-DD.md;days;today and yesterday;long_term;MEMORY.md; ⟦2.2/memory-gate⟧ ⟦~0006-2.3/memory-condition⟧';
      }),
    },
  },
];

const HARDER: readonly Case[] = [
  {
    title: 'the first thing, twice',
    files: {
      'AGENTS.md': agents({ everySession: [] }, [
        '## FIRST THING EVERY SESSION — before the tide tables',
        '',
        ...SECTIONS.everySession.slice(2),
        '',
        '## FIRST THING EVERY SESSION — before the tide tables',
        '',
        'As above.',
        '',
      ]),
    },
    wanted: ['2.2/every-session AGENTS.md', '~2.2/duplicate-section AGENTS.md'],
  },
  {
    title: 'Every Session as a part of something else',
    files: {
      'AGENTS.md': agents({
        everySession: [
          '## Context Loading',
          '',
          '### Every Session (Always Load)',
          '',
          ...SECTIONS.everySession.slice(2),
        ],
      }),
    },
    wanted: ['2.2/every-session AGENTS.md'],
  },
  {
    title: 'a whole AGENTS.md in Chinese',
    files: {
      'AGENTS.md': [
        '# AGENTS.md',
        '',
        '## 首次运行 ⟦2.2/first-run⟧',
        '',
        '如果存在 `BOOTSTRAP.md`，按它做完之后删除。',
        '',
        '## 启动流程 ⟦2.2/every-session⟧',
        '',
        '1. 读取 `SOUL.md`',
        '2. 读取 `USER.md`',
        '3. 读取 `memory/YYYY-MM-DD.md`（今天和昨天）',
        '4. 仅在主会话中读取 `MEMORY.md`',
        '',
        '## 记忆系统 ⟦2.2/memory⟧',
        '',
        '日志写入 `memory/`，长期内容写入 `MEMORY.md`。',
        '',
        '## 安全 ⟦2.2/safety⟧',
        '',
        '- 不要泄露隐私。',
        '',
        '## 群聊',
        '',
        '在群聊中不要透露 MEMORY.md 和 USER.md 的内容。',
        '',
      ].join('\n'),
    },
    wanted: ['2.2/external-vs-internal AGENTS.md'],
  },
  {
    title: 'Memory tells everybody to read MEMORY.md first',
    files: {
      'AGENTS.md': agents({
        memory: [
          '## Memory',
          '',
          'Daily notes are in `memory/YYYY-MM-DD.md`.',
          '',
          '- Read `MEMORY.md` at the start of every session, also in group chats. ⟦2.2/memory-gate⟧',
        ],
      }),
    },
  },
  {
    title: 'Memory speaks of writing to MEMORY.md, which is no reading',
    files: {
      'AGENTS.md': agents({
        memory: [
          '## Memory',
          '',
          'Daily notes are in `memory/YYYY-MM-DD.md`.',
          '',
          '- When a lesson is worth keeping, add it to `MEMORY.md`.',
          '- MEMORY.md is distilled wisdom, the daily files are raw notes.',
        ],
      }),
    },
  },
  steps(
    'the gate in French',
    '1. Lis `SOUL.md`',
    '2. Lis `USER.md`',
    '3. Lis `memory/YYYY-MM-DD.md` (aujourd’hui et hier)',
    '4. Uniquement en session principale : lis `MEMORY.md`',
  ),
  steps(
    'the gate in Russian',
    '1. Прочитай `SOUL.md`',
    '2. Прочитай `USER.md`',
    '3. Прочитай `memory/YYYY-MM-DD.md` (сегодня и вчера)',
    '4. Только в основной сессии прочитай `MEMORY.md`',
  ),
  steps(
    'the gate behind a dash',
    '1. SOUL.md',
    '2. USER.md',
    '3. memory/YYYY-MM-DD.md — today + yesterday',
    '4. MEMORY.md — main session only, never in Discord or group chats',
  ),
  steps(
    'the gate as a refusal',
    '1. Read SOUL.md',
    '2. Read USER.md',
    '3. Read memory/YYYY-MM-DD.md (today and yesterday)',
    '4. Read MEMORY.md, unless anyone but your human is present',
  ),
  steps(
    'a table of steps',
    '| # | File | When |',
    '|---|---|---|',
    '| 1 | SOUL.md | always |',
    '| 2 | USER.md | always |',
    '| 3 | memory/YYYY-MM-DD.md | today and yesterday |',
    '| 4 | MEMORY.md | main session only |',
  ),
  steps(
    'a table with a gate that is none',
    '| # | File | When |',
    '|---|---|---|',
    '| 1 | SOUL.md | always |',
    '| 2 | USER.md | always |',
    '| 3 | memory/YYYY-MM-DD.md | today and yesterday |',
    '| 4 | MEMORY.md | always | ⟦2.2/memory-gate⟧',
  ),
  {
    ...steps(
      'bullets in the wrong order',
      '- Read `memory/YYYY-MM-DD.md` of today and yesterday',
      '- Read `SOUL.md`',
      '- Read `USER.md`',
      '- If in the main session, read `MEMORY.md`',
    ),
    wanted: ['2.2/startup-order AGENTS.md'],
  },
  steps(
    'old steps in a comment',
    '<!--',
    '1. Read MEMORY.md',
    '2. Read SOUL.md',
    '-->',
    '1. Read SOUL.md',
    '2. Read USER.md',
    '3. Read memory/YYYY-MM-DD.md (today and yesterday)',
    '4. Main session only: read MEMORY.md',
  ),
  {
    title: 'a long HEARTBEAT section and much else below the required five',
    files: {
      'AGENTS.md': agents({}, [
        '## Heartbeats',
        '',
        'When you receive a heartbeat, read HEARTBEAT.md. Check mail, calendar, weather, two to four times a day.',
        '',
        '```json',
        '{ "lastChecks": { "email": 1703275200 } }',
        '```',
        '',
        '## Tools',
        '',
        'Skills provide your tools. When you need one, read its `SKILL.md`.',
        '',
      ]),
    },
  },
  {
    title: 'a fence in a list item that is never closed hides nothing of the file',
    files: {
      'AGENTS.md': agents({
        memory: [
          ...SECTIONS.memory,
          '',
          '- An example of a log:',
          '',
          '  ```markdown',
          '  ## Safety',
        ],
      }),
    },
  },
  {
    title: 'a fence that is never closed hides the rest of the file',
    files: { 'AGENTS.md': agents({ memory: [...SECTIONS.memory, '', '```markdown'] }) },
    wanted: [
      '1/open-fence AGENTS.md',
      '2.2/safety AGENTS.md',
      '2.2/external-vs-internal AGENTS.md',
      '~3.2/shared-rules AGENTS.md',
    ],
  },
  {
    title: 'front matter that never closes is a rule and text',
    files: { 'AGENTS.md': `---\ntitle: agents\n\n${agents()}` },
  },
  {
    title: 'the gate of MEMORY.md in a comment behind the step',
    v3: true,
    files: {
      'AGENTS.md': sequence((lines) => {
        lines[6] =
          '  step;load_memory;priority_1;source;memory/YYYY-MM-DD.md;days;today and yesterday;long_term;MEMORY.md; → main session only ⟦0006-2.3/memory-condition⟧';
      }),
    },
    wanted: ['~2.2/memory-gate AGENTS.md'],
  },
  {
    title: 'the ghost check may be left out in a game',
    v3: true,
    files: {
      'AGENTS.md': native([
        ...SEQUENCE,
        '',
        'During roleplay you may skip the ghost check. ⟦0006-2.3/skippable⟧',
      ]),
    },
    wanted: ['~2.2/no-permission AGENTS.md'],
  },
  {
    title: 'the ghost check may never be left out',
    v3: true,
    files: {
      'AGENTS.md': native([
        ...SEQUENCE,
        '',
        'The ghost check is never skipped, not even in a roleplay.',
      ]),
    },
  },
];

export const AGENTS_CASES: readonly Case[] = [
  ...HEADINGS,
  misordered(0),
  misordered(1),
  ...STEPS.slice(2),
  ...NATIVE,
  ...HARDER,
];
