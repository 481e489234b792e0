import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import { readIdentity } from '#lib/workspace/read-identity.ts';
import { soulText, userText } from '#lib/workspace/first-files.ts';
import { containsPasswordWord } from '#lib/secrets/credential.ts';

const NOTHING = {
  agent: { values: [], capabilities: [] },
  user: { projects: [], preferences: [], notes: [] },
};
const shipped = (file: string): string =>
  readFileSync(new URL(`../../../workspaces/${file}`, import.meta.url), 'utf8');
const lines = (...text: readonly string[]): string => text.join('\n');

const WHOLE = {
  agent: {
    name: 'Atlas',
    role: 'research assistant',
    personality: 'calm and brief',
    values: ['honesty', 'care'],
    capabilities: ['read papers', 'write summaries'],
  },
  user: {
    name: 'Ada',
    timezone: 'Europe/Berlin',
    communicationStyle: 'direct',
    language: 'German',
    projects: ['Engine'],
    preferences: ['short answers'],
    notes: ['has two cats'],
  },
};

describe('readBirth [Y107]', () => {
  it('reads Markdown with headings, labels and lists', () => {
    const orders = lines(
      '# First boot of an agent',
      '## Agent',
      '**Name:** Atlas',
      '- **Role**: research assistant',
      '- Personality: calm and brief',
      '### Values',
      '- honesty',
      '- care',
      '### Capabilities',
      '1. read papers',
      '2. write',
      '   summaries',
      '## Your human',
      'Name: Ada',
      'TZ: Europe/Berlin',
      '| Tone | direct |',
      '* Language: `German`',
      '### Projects',
      '- Engine',
      '  - a detail',
      '### Preferences',
      '- short answers',
      '### Notes',
      '- has two cats',
    );
    expect(readBootstrapFields(orders)).toEqual(WHOLE);
    expect(readBootstrapFields(orders.replaceAll('\n', '\r\n'))).toEqual(WHOLE);
  });

  it('reads lines without headings', () => {
    const orders = lines(
      'You are Atlas, a research assistant for Ada.',
      'Personality: calm and brief',
      'Values: honesty; care',
      'Capabilities: read papers, write summaries.',
      'Timezone: Europe/Berlin (CET)',
      'Communication style: direct',
      'Language: German',
      'Projects: Engine',
      'Preferences:',
      '- short answers',
      '',
      '## About Ada',
      'Notes: has two cats',
    );
    expect(readBootstrapFields(orders)).toEqual(WHOLE);
  });

  it('reads a table', () => {
    const orders = lines(
      '| Field | Value |',
      '|---|---|',
      '| Name | Atlas |',
      '| **Role** | research assistant |',
      '| User | Ada |',
    );
    expect(readBootstrapFields(orders)).toMatchObject({
      agent: { name: 'Atlas', role: 'research assistant' },
      user: { name: 'Ada' },
    });
  });

  it('reads YAMO, raw and in a fence, and leaves the name of the document alone [R-17]', () => {
    const block = lines(
      'agent: Birth;',
      'intent: be_born;',
      'context:',
      '  name;Atlas;',
      '  role;research assistant;',
      '  personality;calm and brief;',
      '  values;honesty;care;',
      '  capabilities;read papers;write summaries;',
      '  user_name;Ada;timezone;Europe/Berlin;',
      '  communication_style;direct;',
      '  language: German;',
      '  projects;Engine;',
      '  preferences;short answers;',
      '  user_notes;has two cats;',
      'handoff: End;',
    );
    expect(readBootstrapFields(block)).toEqual(WHOLE);
    expect(readBootstrapFields(`# Birth\n\n\`\`\`yamo\n${block}\n\`\`\``)).toEqual(WHOLE);
    expect(readBootstrapFields(`name: Orders;\nversion: 1;\n---\n${block}`)).toEqual(WHOLE);
    expect(readBootstrapFields(`---\nname: Orders\nversion: 1\n---\n${block}`)).toEqual(WHOLE);
  });

  it.each([
    ['Call me: Ada', 'Ada'],
    ['- What to call them: Ada', 'Ada'],
    ["Human's name: Ada", 'Ada'],
    ['## User\n- **Name:**\n  Ada', 'Ada'],
    ['# USER.md\n## The human\n**Name: Ada**', 'Ada'],
    ['User: Ada\nUser: Eve', 'Ada'],
  ])('finds the user in %j', (orders, name) => {
    expect(readBootstrapFields(orders).user.name).toBe(name);
  });

  it.each([
    ['You are **Atlas**, an assistant', 'Atlas', 'assistant', undefined],
    [
      'You are Atlas, a research\nassistant for Ada. You value time.',
      'Atlas',
      'research assistant',
      'Ada',
    ],
    ['You are Atlas, the keeper for the team.', 'Atlas', 'keeper for the team', undefined],
    [
      'You are Atlas, a guide for hikes for Ada Lovelace.',
      'Atlas',
      'guide for hikes',
      'Ada Lovelace',
    ],
    ['You are Atlas, a guide for [user].', 'Atlas', 'guide', undefined],
    ['You are [Name], a [role] for [user/team].', undefined, undefined, undefined],
    ['You are free, a bird in the sky.', undefined, undefined, undefined],
  ])('understands %j', (orders, name, role, user) => {
    const fields = readBootstrapFields(orders);
    expect([fields.agent.name, fields.agent.role, fields.user.name]).toEqual([name, role, user]);
  });

  it.each(
    [
      '[Name]',
      '<name>',
      '_(pick something you like)_',
      'TBD',
      '...',
      '…',
      '',
      '**',
      '?',
      '{{name}}',
    ].map((value) => [value]),
  )('does not take %j for a name', (value) => {
    expect(readBootstrapFields(`**Name:** ${value}\n- ${value}\nname;${value};`)).toEqual(NOTHING);
  });

  it.each(['CEST-ish', 'Berlin', '+25:00', 'Mars/Olympus', 'soon'])(
    'does not take %j for a time zone',
    (value) => {
      expect(readBootstrapFields(`Timezone: ${value}`)).toEqual(NOTHING);
    },
  );

  it('takes an offset for one [R-61]', () => {
    expect(readBootstrapFields('Timezone: +02:00')).toMatchObject({ user: { timezone: '+02:00' } });
  });

  it('leaves code and comments alone', () => {
    expect(
      readBootstrapFields('```\nName: Atlas\n```\n<!-- Name: Atlas -->\n~~~md\nname;Atlas;\n~~~'),
    ).toEqual(NOTHING);
  });

  it('reads nothing out of prose', () => {
    const orders = lines(
      '# BOOTSTRAP.md - Birth',
      '_You just woke up. Keep it short._',
      "Introduce yourself as the user's assistant, and ask for a name.",
      '**The user comes first.** Do the work; then talk.',
      '## 1. Ask What to Call You',
      'Do not choose a name for yourself. You are welcome, a friend of the house.',
      '1. Write `IDENTITY.md` (your name, what you are, the vibe line)',
      '   and `- Avatar: <path>` if saved.',
      '- For official plugins, install what was chosen with',
      '  `tool install <id>`.',
      '## Values',
      'Honesty, care and patience are what people look for.',
      '> Ask me anything; I will say: yes.',
      '## Notes',
      '- Delete this file afterwards.',
      '## Related',
      '- [Agent workspace](/concepts)',
    );
    expect(readBootstrapFields(orders)).toEqual(NOTHING);
  });

  it.each([
    'Notes: password is hunter2',
    '- Password: hunter2',
    '- **Password:**\n  hunter2',
    '- Password:\n  - hunter2',
    'Password:\n- hunter2',
    '**Wi-Fi password**\n\n- hunter2',
    '- wifi password hunter2',
    '- Key for GitHub: hunter2',
    '- WLAN-Passwort: hunter2',
    '- contraseña: hunter2',
    '- 密码：hunter2',
    '- a (password hunter2)',
    '- token: hunter2',
    '- likes tea, PIN: hunter2',
    '- postgres://ada:hunter2@host/db',
    '### Credentials\n- hunter2',
    '### Secrets\n#### Wifi\nCommunication style: hunter2',
    '| Site | Password |\n|---|---|\n| Language | hunter2 |',
    'Language: German; password: hunter2',
    'language;hunter2;api_key;hunter2;',
    'name;hunter2;password;hunter2;',
    '**Name:** hunter2, password: hunter2',
  ])('never reads a credential: %j [Y50]', (secret) => {
    for (const heading of ['Notes', 'Preferences', 'Projects', 'About Ada']) {
      const orders = `## User\n### ${heading}\n- tea\n${secret}\n`;
      expect(JSON.stringify(readBootstrapFields(orders))).not.toContain('hunter2');
    }
  });

  it('drops the line after a credential no further than its list', () => {
    const orders = '## Preferences\n- tea\n- Password:\n  - hunter2\n- short answers';
    expect(readBootstrapFields(orders).user.preferences).toEqual(['tea', 'short answers']);
  });

  it('reads the newborn example whole, without its password [Y50]', () => {
    const fields = readBootstrapFields(shipped('newborn/BOOTSTRAP.md'));
    expect(fields).toEqual({
      agent: {
        name: 'Atlas',
        role: 'research assistant',
        values: ['curiosity', 'candour', 'care with sources', 'discretion'],
        capabilities: [
          'reading and summarising papers',
          'comparing claims with their evidence',
          'keeping a reading list',
          'keeping the daily log',
        ],
      },
      user: {
        name: 'Ada',
        timezone: 'Europe/Berlin',
        communicationStyle: 'brief and direct, questions welcome',
        projects: ['a survey of tidal power in the North Sea', 'a talk for students in spring'],
        preferences: [
          'metric units',
          'sources with page numbers',
          'no e-mail before nine in the morning',
        ],
        notes: [],
      },
    });
    expect(JSON.stringify(fields)).not.toContain('correct-horse-battery');
  });

  it('reads nothing from a template that nobody filled in, and its values once somebody did', () => {
    const template = shipped('templates/v3/BOOTSTRAP.md');
    expect(readBootstrapFields(template)).toEqual(NOTHING);
    const { agent, user } = readBootstrapFields(template.replace('{{name}}', 'Atlas'));
    expect(agent.name).toBe('Atlas');
    expect(agent.role).toBeUndefined();
    expect(agent.values).toContain('truthfulness');
    expect(user.name).toBeUndefined();
  });

  it('keeps commas in brackets together and drops a second mention', () => {
    expect(readBootstrapFields('Projects: Engine (one, two), Loom, Loom').user.projects).toEqual([
      'Engine (one, two)',
      'Loom',
    ]);
  });

  it('never throws, and every fact stands on one line', () => {
    const piece = fc.constantFrom(
      'Name',
      'Values',
      ':',
      ';',
      '|',
      '-',
      ' ',
      '\n',
      '\r',
      '#',
      '## User',
      '---',
      '```yamo',
      'You are ',
      'Atlas',
      ', a ',
      'password',
      '**',
      '\t',
      '\u2028',
      '(',
      ' for ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { agent, user } = readBootstrapFields(pieces.join(''));
        const facts = [agent.name, agent.role, user.name, ...agent.values, ...user.notes];
        for (const fact of facts) expect(fact ?? '').not.toMatch(/[\n\r\u2028]/u);
      }),
    );
  });

  it('reads a long hostile line to its end', () => {
    for (const piece of [
      '-',
      '|',
      '| -',
      '> ',
      'a;',
      'a: ',
      '* ',
      '(',
      ', ',
      'You are ',
      'a\n- ',
    ]) {
      expect(readBootstrapFields(piece.repeat(20_000)).agent.name).toBeUndefined();
    }
  });
});

describe('soulText [Y21]', () => {
  it('has the shape of §2.1', () => {
    expect(soulText(WHOLE, { name: 'Atlas', role: 'research assistant' })).toBe(
      lines(
        '# Soul',
        '',
        'You are Atlas, a research assistant for Ada.',
        '',
        '## Identity',
        '',
        '**Name:** Atlas',
        '**Role:** research assistant',
        '',
        'calm and brief',
        '',
        '## Values',
        '',
        '- honesty',
        '- care',
        '',
        '## Capabilities',
        '',
        '- read papers',
        '- write summaries',
        '',
      ),
    );
  });

  it('says what it does not know', () => {
    const text = soulText(NOTHING, { name: 'Atlas', role: 'guide' });
    expect(text).toContain('You are Atlas, a guide.');
    expect(text.match(/None known yet\./g)).toHaveLength(2);
    expect(readBootstrapFields(text)).toEqual({
      ...NOTHING,
      agent: { ...NOTHING.agent, name: 'Atlas', role: 'guide' },
    });
  });

  it.each([
    ['assistant', 'an assistant'],
    ['user guide', 'a user guide'],
    ['honest guide', 'an honest guide'],
    ['SRE', 'an SRE'],
    ['UX writer', 'a UX writer'],
    ['unusual guide', 'an unusual guide'],
    ['university tutor', 'a university tutor'],
    ['a guide.', 'a guide'],
    ['the keeper', 'the keeper'],
  ])('gives %j its article', (role, phrase) => {
    expect(soulText(NOTHING, { name: 'Atlas', role })).toContain(`You are Atlas, ${phrase}.`);
  });
});

describe('userText', () => {
  it('has the shape of §2.3, and reads back', () => {
    const text = userText(WHOLE);
    expect(text).toBe(
      lines(
        '# User Profile',
        '',
        '**Name:** Ada',
        '**Communication style:** direct',
        '**Timezone:** Europe/Berlin',
        '**Language:** German',
        '',
        '## Projects',
        '',
        '- Engine',
        '',
        '## Preferences',
        '',
        '- short answers',
        '',
        '## Notes',
        '',
        '- has two cats',
        '',
      ),
    );
    expect(readBootstrapFields(text)).toEqual({ ...NOTHING, user: WHOLE.user });
  });

  it('says what it does not know, and that is no fact', () => {
    const text = userText(NOTHING);
    expect(text).toContain('**Name:** not known yet\n');
    expect(readBootstrapFields(text)).toEqual(NOTHING);
  });
});

describe('readIdentity [Y17] [Y18]', () => {
  it.each([
    ['# Soul\n\nYou are Atlas, a guide for Ada.', { name: 'Atlas', role: 'guide' }],
    ['**Name:** Atlas\n**Role:** guide', { name: 'Atlas', role: 'guide' }],
    ['---\nname: Atlas\nrole: guide\nversion: 2\n---\n# Soul', { name: 'Atlas', role: 'guide' }],
    ['# Atlas — keeper of the log\n\nHello.', { name: 'Atlas' }],
    ['# SOUL.md - Who You Are\n\nYou are becoming someone.', {}],
    ['# Soul\n\nYou are [Name], a [role] for [user/team].', {}],
    ['# [Name]', {}],
    ['', {}],
  ])('reads %j [R-21]', (soul, identity) => {
    expect(readIdentity(soul)).toEqual(identity);
  });

  it('reads back what soulText wrote', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{1,8}( [A-Z][a-z]{1,8})?$/);
    const role = fc.stringMatching(/^[a-z]{3,8} [bcdfgh][a-z]{2,8}$/);
    fc.assert(
      fc.property(name, role, (self, what) => {
        fc.pre(!/^(?:an?|the) /.test(what) && !containsPasswordWord(`${self} ${what}`));
        const text = soulText(WHOLE, { name: self, role: what });
        expect(readIdentity(text)).toEqual({ name: self, role: what });
      }),
    );
  });
});
