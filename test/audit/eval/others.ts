/** Workspaces of other systems: the files are the whole workspace. */
import { exampleItem } from '#audit/rule/example-item.ts';
import type { LayoutName } from '#lib/spec/layouts.ts';
import type { Case } from './case.ts';

const HELLO = '# Hello\n\nFind out who you are, write it down, then delete this file.\n';
const NAMED = '# IDENTITY.md\n\n- **Name:** Juno\n- **Emoji:** 🌱\n';

const of =
  (layout: LayoutName) =>
  (title: string, files: Case['files'], wanted: readonly string[] = []): Case => ({
    title: `${layout}: ${title}`,
    layout,
    files,
    wanted,
  });

const openclaw = of('openclaw');
const gsv = of('gsv');
const aletheia = of('aletheia');
const nexus = of('nexus');
const osa = of('osa');

const LEFT = ' ⟦layout/template-left⟧';
const SOUL = '# SOUL.md\n\nBe of help, and say so when you do not know.\n';

const BOOTSTRAP: readonly Case[] = [
  openclaw('instructions that wait', { 'BOOTSTRAP.md': HELLO, 'SOUL.md': SOUL }, ['~6.1/pending']),
  openclaw('an agent that is made', { 'IDENTITY.md': NAMED, 'SOUL.md': SOUL }),
  openclaw(
    'instructions beside an agent that is made',
    { 'BOOTSTRAP.md': HELLO, 'IDENTITY.md': NAMED, 'SOUL.md': SOUL },
    ['layout/bootstrap BOOTSTRAP.md'],
  ),
  openclaw(
    'instructions after weeks of notes',
    { 'BOOTSTRAP.md': HELLO, 'SOUL.md': SOUL, 'memory/2026-02-11.md': '# Notes\n' },
    ['layout/bootstrap BOOTSTRAP.md'],
  ),
  gsv('instructions that wait', { 'BOOTSTRAP.md': HELLO, 'USER.md': '# Ada\n' }, ['~6.1/pending']),
  gsv(
    'instructions beside an agent that is made',
    { 'BOOTSTRAP.md': HELLO, 'IDENTITY.md': NAMED },
    ['layout/bootstrap BOOTSTRAP.md'],
  ),
  gsv('an agent that is made', { 'IDENTITY.md': NAMED, 'SOUL.md': SOUL }),
  aletheia(
    'instructions that it does not know',
    { 'SOUL.md': SOUL, 'IDENTITY.md': 'name: Juno\n', 'BOOTSTRAP.md': HELLO },
    ['layout/bootstrap BOOTSTRAP.md'],
  ),
  aletheia('no instructions', { 'SOUL.md': SOUL, 'IDENTITY.md': 'name: Juno\n' }),
  osa('no instructions', { 'SOUL.md': SOUL }),
  osa('instructions that it does not know', { 'SOUL.md': SOUL, 'BOOTSTRAP.md': HELLO }, [
    'layout/bootstrap BOOTSTRAP.md',
  ]),
];

const FILLED = { 'SOUL.md': SOUL, 'IDENTITY.md': NAMED };

const TEMPLATES: readonly Case[] = [
  openclaw('a template of an identity', {
    ...FILLED,
    'IDENTITY.md': `- **Name:** Juno\n- **Creature:** _(AI? robot? something stranger?)_${LEFT}\n`,
  }),
  openclaw('a template of a user, in Chinese', {
    ...FILLED,
    'USER.md': `- **Name:** [你的名字]${LEFT}\n- **时区:** Asia/Shanghai\n`,
  }),
  openclaw('a label in Chinese above a placeholder', {
    ...FILLED,
    'USER.md': `- **姓名：** [你的名字]${LEFT}\n`,
  }),
  openclaw('a label in Spanish', { ...FILLED, 'USER.md': `- **Nombre:** <tu nombre>${LEFT}\n` }),
  openclaw('a label in Portuguese', {
    ...FILLED,
    'USER.md': `- **Fuso horário:** {fuso}${LEFT}\n`,
  }),
  openclaw('a label in Russian', { ...FILLED, 'USER.md': `- **Имя:** [ваше имя]${LEFT}\n` }),
  openclaw('a label in Japanese', { ...FILLED, 'USER.md': `- **名前：** [あなたの名前]${LEFT}\n` }),
  openclaw('a label in French', { ...FILLED, 'USER.md': `- **Prénom:** [votre nom]${LEFT}\n` }),
  openclaw('a label in German', { ...FILLED, 'USER.md': `- **Name:** [dein Name]${LEFT}\n` }),
  openclaw('fields that are filled in', {
    ...FILLED,
    'USER.md': '- **Name:** Ada\n- **Pronouns:** she/her\n- **Notes:** (likes trains) and boats\n',
  }),
  openclaw('a link and a task in the place of a value', {
    ...FILLED,
    'USER.md': '- **Site:** [the garden](https://garden.example)\n- [ ] ask for her pronouns\n',
  }),
  openclaw('a field that is empty', { ...FILLED, 'USER.md': '- **Name:** Ada\n- **Pronouns:**\n' }),
  gsv('a variable of its template', { ...FILLED, 'SOUL.md': `You are {{name}}.${LEFT}\n` }),
  gsv('a variable in code', { ...FILLED, 'SOUL.md': 'Write:\n\n```\nHello {{ name }}\n```\n' }),
  aletheia('an empty soul', { 'SOUL.md': '\n', 'IDENTITY.md': 'name: Juno\n' }, [
    'layout/required SOUL.md',
    '~layout/template-left SOUL.md',
  ]),
  nexus(
    'a persona with a variable',
    {
      'AGENTS.md': '# Rules\n',
      'state/config.json': '{}\n',
      'state/agents/BOOTSTRAP.md': HELLO,
      'state/agents/juno/IDENTITY.md': `name: {{name}}${LEFT}\n`,
      'state/credentials/mail.json': '{}\n',
      'state/data/events.db': 'x',
    },
    ['~layout/nexus-databases'],
  ),
];

const REQUIRED: readonly Case[] = [
  aletheia('the two files that it requires', { 'SOUL.md': SOUL, 'IDENTITY.md': 'name: Juno\n' }),
  aletheia('a soul without a name', { 'SOUL.md': SOUL }, ['layout/required IDENTITY.md']),
  aletheia('a name without a soul', { 'IDENTITY.md': 'name: Juno\n', 'GOALS.md': '# Goals\n' }, [
    'layout/required SOUL.md',
  ]),
  gsv('a single file, which is enough', { 'USER.md': '# Ada\n' }),
];

const DATABASES = ['events', 'agents', 'identity', 'memory', 'embeddings', 'runtime'];
const TREE = {
  'AGENTS.md': '# Rules\n',
  'state/config.json': '{}\n',
  'state/agents/BOOTSTRAP.md': HELLO,
  'state/agents/juno/IDENTITY.md': 'name: Juno\n',
  'state/credentials/mail.json': '{}\n',
  ...Object.fromEntries(DATABASES.map((name) => [`state/data/${name}.db`, 'x'])),
};

/** Its settings, which are read as nothing else. */
const withSettings = (title: string, json: string, wanted: readonly string[] = []): Case => ({
  ...nexus(title, { ...TREE, 'state/config.json': null }, wanted),
  items: [exampleItem('state/config.json', { content: { is: 'settings', json } })],
});
const AUTH = `"auth": { "mode": "token", "token": "${'3f'.repeat(24)}" }`;
const SETTINGS_FAULT = 'layout/nexus-config state/config.json';

const NEXUS: readonly Case[] = [
  withSettings(
    'settings of a port of its own',
    `{ "runtime": { "port": 4711, "bind": "127.0.0.1", ${AUTH} }, "theme": "dark" }\n`,
  ),
  withSettings('settings that were cut off', `{ "runtime": { "port": 4711,\n`, [SETTINGS_FAULT]),
  withSettings(
    'settings with a port that is a sentence',
    `{ "runtime": { "port": "any", "bind": "loopback", ${AUTH} } }\n`,
    [SETTINGS_FAULT],
  ),
  nexus('a tree in order', TREE),
  nexus('skills side by side', { ...TREE, 'skills/mail/SKILL.md': '# Mail\n' }),
  nexus('an automation with what it has learned', {
    ...TREE,
    'state/workspace/reader/ROLE.md': '# Reader\n',
    'state/workspace/reader/PATTERNS.md': '# Patterns\n',
  }),
  nexus('no instructions', { ...TREE, 'state/agents/BOOTSTRAP.md': null }, [
    'layout/bootstrap state/agents/BOOTSTRAP.md',
  ]),
  nexus('empty instructions', { ...TREE, 'state/agents/BOOTSTRAP.md': '\n' }, [
    'layout/bootstrap state/agents/BOOTSTRAP.md',
  ]),
  nexus('nobody has looked for credentials', { ...TREE, 'state/credentials/mail.json': null }, [
    'layout/credential-scan',
  ]),
  nexus(
    'a hidden file instead of credentials',
    {
      ...TREE,
      'state/credentials/mail.json': null,
      'state/credentials/.gitkeep': '',
    },
    ['layout/credential-scan'],
  ),
  nexus('a database that is gone', { ...TREE, 'state/data/memory.db': null }, [
    'layout/nexus-databases state/data/memory.db',
  ]),
  nexus('a database of another version', { ...TREE, 'state/data/cortex.db': 'x' }, [
    'layout/nexus-databases state/data/cortex.db',
  ]),
  nexus('what a database writes beside itself', {
    ...TREE,
    'state/data/memory.db-wal': '',
    'state/data/memory.db-shm': '',
  }),
  nexus(
    'a soul among the notes of an automation',
    {
      ...TREE,
      'state/workspace/reader/SOUL.md': SOUL,
    },
    ['layout/nexus-identity state/workspace/reader/SOUL.md'],
  ),
  nexus(
    'notes of an automation beside an identity',
    {
      ...TREE,
      'state/agents/juno/PATTERNS.md': '# Patterns\n',
    },
    ['layout/nexus-identity state/agents/juno/PATTERNS.md'],
  ),
  nexus('no settings', { ...TREE, 'state/config.json': null }, [
    'layout/nexus-tree state/config.json',
  ]),
  nexus(
    'an agent that was begun',
    {
      ...TREE,
      'state/agents/juno/IDENTITY.md': null,
      'state/agents/juno/SOUL.md': SOUL,
    },
    ['layout/nexus-tree state/agents/juno'],
  ),
  nexus('skills in folders of kinds', { ...TREE, 'skills/connectors/mail/SKILL.md': '# Mail\n' }, [
    'layout/nexus-tree skills/connectors',
  ]),
  nexus('notes on tools', { ...TREE, 'TOOLS.md': '# Tools\n' }, ['layout/nexus-tree TOOLS.md']),
];

const TITLES = [
  'SECURITY',
  'IDENTITY',
  'SIGNAL SYSTEM',
  'PERSONALITY',
  'TOOL USAGE POLICY',
  'TASK MANAGEMENT',
  'DOING TASKS',
  'GIT WORKFLOWS',
  'OUTPUT FORMATTING',
  'PROACTIVENESS',
];
const OPEN = '\n{{USER_PROFILE}}\n';
const WORDS: Readonly<Record<string, string>> = {
  'TOOL USAGE POLICY': 'Words.\n\n{{TOOL_DEFINITIONS}}\n\n{{RULES}}',
};
const SYSTEM = 'prompts/SYSTEM.md';
const system = (titles: readonly string[], open = OPEN): Case['files'] => ({
  'SOUL.md': SOUL,
  [SYSTEM]: `${titles.map((title) => `# ${title}\n\n${WORDS[title.replace(/^\d+\. /u, '')] ?? 'Words.'}\n`).join('\n')}${open}`,
});
const FAULT = `layout/osa-system ${SYSTEM}`;

const OSA: readonly Case[] = [
  osa('a base with its ten sections', system(TITLES)),
  osa('sections with numbers', system(TITLES.map((title, index) => `${index + 1}. ${title}`))),
  osa('a base that ends too early', system(TITLES.slice(0, 8)), [FAULT, FAULT]),
  osa('a base with an opening of its own', system(['WELCOME', ...TITLES]), [FAULT]),
  osa('a base without its profile', system(TITLES, ''), [FAULT]),
  osa(
    'two sections that were exchanged',
    system(['SECURITY', 'PERSONALITY', 'SIGNAL SYSTEM', 'IDENTITY', ...TITLES.slice(4)]),
    [FAULT],
  ),
];

export const OTHER_CASES: readonly Case[] = [
  ...BOOTSTRAP,
  ...TEMPLATES,
  ...REQUIRED,
  ...NEXUS,
  ...OSA,
];
