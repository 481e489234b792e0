/** The prompt of GSV, row by row. */
import { describe, expect, it } from 'vitest';

import { isHeartbeatEmpty } from '#lib/prompt/items.ts';
import { statusOf, plan, textFor, TODAY, YESTERDAY } from '#test/support/prompt.ts';

const layout = 'gsv';
const FILES = {
  'SOUL.md': 'soul\n',
  'IDENTITY.md': 'identity\n',
  'USER.md': 'ada\n',
  'AGENTS.md': 'rules\n',
  'MEMORY.md': 'memory\n',
  [`memory/${YESTERDAY}.md`]: 'y\n',
  [`memory/${TODAY}.md`]: 't\n',
  'TOOLS.md': 'tools\n',
  'HEARTBEAT.md': '- [ ] look\n',
  'skills/deploy/SKILL.md': '---\ndescription: ships it\n---\n',
};
const FACTS = {
  tools: [
    { name: 'gsv__ReadFile', description: 'reads  a\nfile' },
    { name: 'mac__shell', node: 'mac' },
  ],
  runtime: { agent: 'main', model: 'p/m', nodes: [{ name: 'mac', online: true }] },
  heartbeatPrompt: 'Check the mail.',
};
const headings = (text: string): readonly string[] =>
  text.split('\n\n---\n\n').map((section) => section.split('\n')[0] ?? '');
/** The section of this heading, whole. */
const section = (heading: string, made: Omit<Parameters<typeof textFor>[0], 'layout'>) =>
  textFor({ layout, ...made })
    .split('\n\n---\n\n')
    .find((one) => one.startsWith(heading));
const NORMAL = [
  'You are a helpful AI assistant running inside GSV.',
  '## Tooling',
  '## Tool Call Style',
  '## Safety',
  '## Workspace',
  '## Workspace Files (Injected)',
  '## Your Soul',
  '## Your Identity',
  '## About Your Human',
  '## Operating Instructions',
  '## Long-Term Memory',
  '## Recent Context',
  '## Tool Notes',
  '## Heartbeats',
  '## Skills (Mandatory Scan)',
  '## Runtime',
];

describe('a prompt of GSV', () => {
  it('has sixteen sections in their order [G1, G7, G8, G9]', () => {
    expect(headings(textFor({ layout, files: FILES, facts: FACTS }))).toEqual(NORMAL);
  });

  it('is to the letter what was written by hand [G9]', () => {
    const text = textFor({ layout, files: FILES, facts: FACTS });
    expect(text.slice(text.indexOf('## Your Soul'))).toBe(`## Your Soul

soul

---

## Your Identity

identity

---

## About Your Human

ada

---

## Operating Instructions

rules

---

## Long-Term Memory

memory

---

## Recent Context

### Yesterday

y

### Today

t

---

## Tool Notes

tools

---

## Heartbeats

When you receive a heartbeat poll and nothing needs attention, reply exactly: HEARTBEAT_OK.

Configured heartbeat prompt: Check the mail.

### HEARTBEAT.md

- [ ] look

---

## Skills (Mandatory Scan)

- deploy: ships it (skills/deploy/SKILL.md)

---

## Runtime

Agent: main
Session: main
Model: p/m
Known nodes: 1 (online: 1, offline: 0)
Node inventory:
- mac (online)`);
  });

  it('leaves out what is missing, and fails nothing [G2]', () => {
    const made = plan({ layout, files: {} });
    expect(made.faults).toEqual([]);
    expect(headings(textFor({ layout, files: {} }))).toEqual(
      NORMAL.filter((_, at) => [0, 2, 3, 4, 5].includes(at)),
    );
  });

  it.each(['shared', 'subagent', 'cron'] as const)(
    'has no long-term memory in a %s session, and does not look for it [G3, G16]',
    (audience) => {
      const made = plan({ layout, files: FILES, audience });
      expect(statusOf(made, 'MEMORY.md')).toMatchObject({ fate: 'not for this session', shown: 0 });
      expect(textFor({ layout, files: FILES, audience })).not.toContain('## Long-Term Memory');
    },
  );

  it('has the logs of today and yesterday in every session, marked as private among others [G4, G17]', () => {
    expect(section('## Recent', { files: FILES })).toBe(
      '## Recent Context\n\n### Yesterday\n\ny\n\n### Today\n\nt',
    );
    expect(section('## Recent', { files: FILES, audience: 'shared' })).toMatch(
      /### Today\n\n\(PRIVATE CONTEXT: .*\)\n\nt$/,
    );
    expect(section('## Recent', { files: { [`memory/${TODAY}.md`]: 't' } })).toBe(
      '## Recent Context\n\n### Today\n\nt',
    );
    expect(section('## Recent', { files: {} })).toBeUndefined();
  });

  it('begins as it is told to, and by itself where that is blank [G10]', () => {
    expect(textFor({ layout, files: {}, facts: { systemPrompt: 'Be Zim.' } })).toMatch(
      /^Be Zim\.\n/,
    );
    expect(textFor({ layout, files: {}, facts: { systemPrompt: ' ' } })).toMatch(
      /^You are a helpful/,
    );
  });

  it('lists tools with how many there are, and shortens what they say [G11]', () => {
    const text = textFor({ layout, files: {}, facts: FACTS });
    expect(text).toContain(
      '## Tooling\n\nNative tools: 1. Node tools: 1.\n- gsv__ReadFile: reads a file\n- mac__shell',
    );
    expect(textFor({ layout, files: {}, facts: { tools: [] } })).toContain(
      'No tools are attached to this run.',
    );
    const [line = ''] =
      /- a: .*/.exec(
        textFor({
          layout,
          files: {},
          facts: { tools: [{ name: 'a', description: 'x'.repeat(181) }] },
        }),
      ) ?? [];
    expect(line).toBe(`- a: ${'x'.repeat(177)}...`);
  });

  it.each([
    ['SOUL.md', '## Your Soul', 'G12'],
    ['IDENTITY.md', '## Your Identity', 'G13'],
    ['USER.md', '## About Your Human', 'G14'],
    ['AGENTS.md', '## Operating Instructions', 'G15'],
    ['TOOLS.md', '## Tool Notes', 'G18'],
  ])('with %s, also an empty one, has %s [%s]', (file, heading) => {
    expect(headings(textFor({ layout, files: { [file]: '' } }))).toContain(heading);
    expect(headings(textFor({ layout, files: {} }))).not.toContain(heading);
  });

  it('has heartbeats where a prompt is configured or HEARTBEAT.md says something [G19]', () => {
    expect(section('## Heartbeats', { files: {} })).toBeUndefined();
    expect(
      section('## Heartbeats', { files: { 'HEARTBEAT.md': '<!-- nothing -->\n' } }),
    ).toBeUndefined();
    expect(section('## Heartbeats', { files: { 'HEARTBEAT.md': '- [ ] look' } })).toMatch(
      /HEARTBEAT_OK\.\n\n### HEARTBEAT\.md\n\n- \[ \] look$/,
    );
    expect(section('## Heartbeats', { files: {}, facts: { heartbeatPrompt: 'Look.' } })).toMatch(
      /HEARTBEAT_OK\.\n\nConfigured heartbeat prompt: Look\.$/,
    );
  });

  it('lists skills where there is one, and reads them on demand [G6, G20, G35]', () => {
    expect(statusOf(plan({ layout, files: FILES }), 'skills/deploy/SKILL.md')).toMatchObject({
      fate: 'on demand',
      shown: 0,
    });
    expect(textFor({ layout, files: {} })).not.toContain('Mandatory Scan');
  });

  it.each([
    ['---\nname: x\ndescription: "ships it"\n---\n', 'ships it'],
    ['---\ndescription: >-\n  ships it\n  at night\nname: x\n---\nText.\n', 'ships it at night'],
    ['---\ndescription:\n---\n# Title\n\nThe first words.\n', 'The first words.'],
    ['# Title\n\nThe first\nwords.\n\nMore.\n', 'The first words.'],
  ])('says of a skill %j what it is for [G20]', (skill, words) => {
    expect(textFor({ layout, files: { 'skills/x/SKILL.md': skill } })).toContain(
      `- x: ${words} (skills/x/SKILL.md)`,
    );
  });

  it('has the skill of the agent before the common one of its name [G34]', () => {
    const skills = [
      { name: 'deploy', description: 'common' },
      { name: 'audit', description: 'looks' },
    ];
    expect(textFor({ layout, files: FILES, facts: { skills } })).toContain(
      '- audit: looks (skills/audit/SKILL.md)\n- deploy: ships it (skills/deploy/SKILL.md)',
    );
  });

  it('says of the runtime what is given [G21]', () => {
    const runtime = {
      agent: 'main',
      sessionKey: 'k',
      model: 'p/m',
      timezone: 'UTC',
      channel: 'cli',
      nodes: [
        { name: 'a', online: true, platform: 'linux', tools: ['shell', 'read'] },
        { name: 'b', online: false, tools: [] },
      ],
    };
    expect(textFor({ layout, files: {}, facts: { runtime }, audience: 'shared' })).toContain(
      '## Runtime\n\nAgent: main\nSession: non-main\nSession key: k\nModel: p/m\nTimezone: UTC\nChannel: cli\nKnown nodes: 2 (online: 1, offline: 1)\nNode inventory:\n- a (online, platform=linux) tools=[shell, read]\n- b (offline) tools=[none]',
    );
    expect(plan({ layout, files: {} }).without).toContain('runtime');
  });
});

describe('a first run of GSV', () => {
  const files = { ...FILES, 'BOOTSTRAP.md': '# Ceremony\n' };

  it.each(['main', 'shared'] as const)(
    'has its own order in a %s session [G22, G23, G24]',
    (audience) => {
      const text = textFor({ layout, files, facts: FACTS, order: 'first run', audience });
      expect(headings(text)).toEqual([
        ...NORMAL.slice(0, 6),
        '## COMMISSIONING CEREMONY (First Run)',
        '## Current Soul (update during commissioning)',
        '## Current Identity (fill in during commissioning)',
        '## About Your Human',
        '## Heartbeats',
        '## Runtime',
      ]);
      expect(text).toContain('before doing anything else.**\n\n# Ceremony');
    },
  );

  it('is one also with an empty BOOTSTRAP.md [G22]', () => {
    expect(textFor({ layout, files: { 'BOOTSTRAP.md': '' }, order: 'first run' })).toContain(
      'COMMISSIONING',
    );
  });
});

describe('a heartbeat file of GSV', () => {
  it.each([
    '',
    ' \n',
    '#',
    '# ',
    '##',
    '---',
    '===',
    '-',
    '- ',
    '## ---',
    '# —',
    '<!-- x -->\n## ',
    '<!-- a\nb -->',
  ])('is empty: %j [G26, G27]', (text) => expect(isHeartbeatEmpty(text)).toBe(true));

  it.each(['# Title', '- [ ]', '***', '```', '<!-- open', '# HEARTBEAT.md\n'])(
    'is not: %j [G26]',
    (text) => expect(isHeartbeatEmpty(text)).toBe(false),
  );

  it('does not carry a picture that stands in IDENTITY.md as data [G28]', () => {
    const text = `- **Name:** Zim\n- **Avatar:** data:image/png;base64,${'A'.repeat(200)}\n`;
    const made = plan({ layout, files: { 'IDENTITY.md': text } });
    expect(statusOf(made, 'IDENTITY.md')).toMatchObject({
      fate: 'cut',
      why: expect.stringContaining('picture'),
    });
    expect(textFor({ layout, files: { 'IDENTITY.md': text } })).toContain(
      '- **Avatar:** [picture left out]',
    );
  });
});
