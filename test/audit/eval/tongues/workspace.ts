/** A workspace in one language that a careful person finds nothing wrong with, put together by the dice. */
import type { Dice } from '../credentials/dice.ts';
import type { Tongue } from './tongue.ts';

/** A section, a step, or what else a fault takes away or writes otherwise; `null` leaves it out. */
export interface Changes {
  readonly soul?: Partial<Record<'intro' | 'values' | 'abilities', string | null>>;
  readonly headings?: Readonly<Record<number, string>>;
  readonly steps?: Partial<Record<'soul' | 'user' | 'days' | 'memory' | 'more', string | null>>;
  readonly swapped?: true;
  readonly sections?: Readonly<Record<number, readonly string[] | null>>;
  readonly groups?: null;
  readonly end?: readonly string[];
}

export type Made = Readonly<Record<string, string>>;

const HEADINGS = ['First Run', 'Every Session', 'Memory', 'Safety', 'External vs Internal'];
const DAYS = ['2026-03-08', '2026-03-09', '2026-03-10'] as const;
/** 2026-03-10 08:00 UTC. */
export const NOW = Date.UTC(2026, 2, 10, 8) / 1000;

/** What was changed, or what stands there else. */
const part = (text: string | null | undefined, plain: readonly string[]): readonly string[] =>
  text === undefined ? plain : text === null ? [] : [text, ''];

/** Builds one; what is picked is the same for the same dice, whatever is changed. */
export const workspaceOf = (
  tongue: Tongue,
  dice: Dice,
  { soul = {}, headings = {}, steps = {}, swapped, sections = {}, groups, end = [] }: Changes = {},
): Made => {
  const named = (text: string): string =>
    text.replaceAll('{agent}', tongue.agent).replaceAll('{human}', tongue.human);
  const mark = dice.pick(['-', '*', '+']);
  const list = (items: readonly string[]): readonly string[] =>
    items.map((item) => `${mark} ${item}`);
  const emoji = dice.pick(['', ' 🪨', ' 👩‍🌾']);
  const said = { ...tongue.agents };
  const readMemory = dice.pick(said.readMemory);
  const readDays = dice.pick(said.readDays);
  const kept = dice.pick(said.groups);
  const intro = dice.pick(tongue.soul.intro);
  const values = dice.pick(tongue.soul.values.heading);
  const abilities = dice.pick(tongue.soul.abilities.heading);
  const isNumbered = dice.between(0, 1) === 1;
  const end1 = dice.pick(['\n', '\r\n']);

  const order = [
    steps.soul === undefined ? said.readSoul : steps.soul,
    steps.user === undefined ? said.readUser : steps.user,
    steps.days === undefined ? readDays : steps.days,
    steps.memory === undefined ? readMemory : steps.memory,
    steps.more ?? null,
  ].filter((step) => step !== null);
  if (swapped) order.reverse();
  const startup = order.map((step, index) => `${isNumbered ? `${index + 1}.` : mark} ${step}`);
  const bodies: readonly (readonly string[])[] = [
    [said.firstRun],
    [said.before, '', ...startup, '', said.noQuestions],
    list(said.memory),
    list(said.safety),
    [...said.external, ...(groups === null ? [] : ['', kept])],
  ];
  const agents = bodies.flatMap((body, index) => {
    const lines = sections[index] === undefined ? body : sections[index];
    return lines === null ? [] : [`## ${headings[index] ?? HEADINGS[index]}`, ''].concat(lines, '');
  });
  const [title, ...rest] = said.other;
  const files = {
    'SOUL.md': [
      `# SOUL.md${emoji}`,
      '',
      ...part(soul.intro, [intro, '']),
      tongue.soul.verse,
      '',
      ...part(soul.values, [`## ${values}`, '', ...list(tongue.soul.values.items), '']),
      ...part(soul.abilities, [`## ${abilities}`, '', ...list(tongue.soul.abilities.items), '']),
    ],
    'AGENTS.md': [
      '# AGENTS.md',
      '',
      said.intro,
      '',
      ...agents,
      `## ${title}`,
      '',
      ...rest,
      '',
      ...end,
    ],
    'USER.md': [
      '# USER.md',
      '',
      `${mark} **${tongue.user.name}:** ${tongue.human}`,
      `${mark} **${tongue.user.zone}:** ${tongue.user.iana}`,
      ...list(tongue.user.about),
      '',
    ],
    'MEMORY.md': [
      '# MEMORY.md',
      '',
      ...tongue.memory.map((entry, index) => `- 2026-03-0${index + 1}: ${entry}`),
      '',
    ],
    'HEARTBEAT.md': ['# HEARTBEAT.md', '', ...tongue.tasks.map((task) => `- [ ] ${task}`), ''],
    'TOOLS.md': [
      '# TOOLS.md',
      '',
      dice.pick(said.sendNot),
      '',
      '```sh',
      'git push --dry-run origin main',
      '```',
      '',
    ],
    'memory/heartbeat-state.json': [
      `{ "lastChecks": { "mail": ${NOW - dice.between(60, 86_000)}, "plants": null }, "note": "${tongue.tasks[0] ?? ''}" }`,
      '',
    ],
    ...Object.fromEntries(
      DAYS.map((day) => [
        `memory/${day}.md`,
        [
          `# ${day}`,
          '',
          ...list([dice.pick(tongue.log), dice.pick(tongue.talk), dice.pick(tongue.log)]),
          '',
        ],
      ]),
    ),
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, lines]) => [name, named(lines.join(end1))]),
  );
};
