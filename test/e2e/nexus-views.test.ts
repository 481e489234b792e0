/** What an agent of a workspace of Nexus sees of it: by tools, and from outside by a shell in its view. */
import { symlinkSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { hasBubblewrap } from '#test/support/shell.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import {
  framesNamed,
  skipLoudly,
  startYamo,
  thirdPartyAgent,
  wordsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

const TOKEN = 'c0ffee'.repeat(8);
const SECRET = 'heron-under-the-bridge';

/** Onboarded, with something in every folder. */
const workspace = (settings: object = {}): TempWorkspace => {
  const ws = makeWorkspace({
    'AGENTS.md': '# Manager\n',
    'BOOT.md': `${SECRET}\n`,
    'skills/mail/SKILL.md': 'how to mail\n',
    'home/notes.md': 'a note of home\n',
    'state/config.json': JSON.stringify({ runtime: { auth: { token: TOKEN } } }),
    'state/agents/BOOTSTRAP.md': 'Ask for a name.\n',
    'state/agents/echo/IDENTITY.md': '- **Name:** Echo\n',
    'state/agents/echo/SOUL.md': 'Calm.\n',
    'state/agents/zim/IDENTITY.md': `${SECRET}\n`,
    'state/user/IDENTITY.md': '- **Name:** Ada\n',
    'state/data/memory.db': SECRET,
    'state/credentials/github.json': SECRET,
    'state/workspace/memory-reader/ROLE.md': `${SECRET}\n`,
  });
  symlinkSync('../state/config.json', ws.at('home/config.json'));
  symlinkSync('../state/data', ws.at('home/data'));
  writeSettings(ws, settings);
  return ws;
};

const HIDDEN = [
  'BOOT.md',
  'state/config.json',
  'state/data/memory.db',
  'state/credentials/github.json',
  'state/workspace/memory-reader/ROLE.md',
  'state/agents/zim/IDENTITY.md',
  'home/config.json',
  'home/data/memory.db',
  'home/../state/config.json',
  './state/config.json',
  'state//config.json',
];
const SEEN = [
  'AGENTS.md',
  'skills/mail/SKILL.md',
  'home/notes.md',
  'state/agents/echo/SOUL.md',
  'state/user/IDENTITY.md',
];

const boot = (ws: TempWorkspace, agent: string, lines: readonly string[]) =>
  yamo(['boot', '--json', '--layout', 'nexus', '--attended', '--agent', agent], {
    workspace: ws,
    input: `${lines.join('\n')}\n`,
  });

it('its tools reach what is for it, and nothing else', async () => {
  const ws = workspace({ workFolders: ['home', 'state'], mesh: { search: true, recall: true } });
  const orders = [
    ...SEEN.map((file) => `read ${file}`),
    'write home/new.md mine',
    ...HIDDEN.map((file) => `read ${file}`),
    'write state/data/new.md mine',
    'write state/notes.md mine',
  ];
  const { events, stdout } = await boot(ws, thirdPartyAgent('obedient'), [
    ...orders,
    '/search heron',
  ]);
  const answers = framesNamed(events, 'gate')
    .filter(({ operation }) => operation !== 'list')
    .map(({ answer }) => answer);
  expect(answers.slice(0, SEEN.length + 1)).toEqual([...SEEN, 'new'].map(() => 'done'));
  const refused = answers.slice(SEEN.length + 1, orders.length);
  expect(refused).toHaveLength(HIDDEN.length + 2);
  expect(refused).not.toContain('done');
  expect(stdout).not.toMatch(new RegExp(`${TOKEN}|${SECRET}`, 'u'));
  expect(ws.text('home/new.md')).toBe('mine');
});

describe.skipIf(skipLoudly(!hasBubblewrap, 'views of Nexus: bubblewrap is missing'))(
  'a shell in its view',
  () => {
    it('sees what is for it, and nothing else', async () => {
      const ws = workspace({ shell: { main: true } });
      const { events } = await boot(ws, agentCommand('shell'), [
        `run pwd; cat ${SEEN.join(' ')}; find . -type f; find . -mindepth 1 -maxdepth 2 -type d`,
        `run cat ${HIDDEN.join(' ')}; grep -rs ${SECRET} . /proc/self/root${ws.path}; grep -rs ${TOKEN} .; ls state/data state/credentials`,
        'run echo x > state/config.json; echo x > home/notes.md; echo x > new.md; mkdir state/data',
      ]);
      const words = wordsOf(events);
      expect(words).toContain(`${ws.path}\n`);
      for (const text of ['# Manager', 'how to mail', 'a note of home', 'Calm.', 'Ada'])
        expect(words).toContain(text);
      expect(words).not.toMatch(new RegExp(`${TOKEN}|${SECRET}\\n`, 'u'));
      expect(words.match(/^\.\/\S+$/gmu)?.toSorted()).toEqual(
        [...SEEN, 'state/agents/echo/IDENTITY.md', 'home', 'skills', 'skills/mail', 'state']
          .concat('state/agents', 'state/user')
          .map((name) => `./${name}`)
          .toSorted(),
      );
      expect(ws.text('home/notes.md')).toBe('a note of home\n');
      expect(ws.has('new.md')).toBe(false);
    });

    it('is refused where the settings show the workspace once more', async () => {
      const ws = workspace({ shell: { main: true } });
      writeSettings(ws, { shell: { main: true }, agentPaths: { read: [ws.at('state')] } });
      const { stdout } = await boot(ws, agentCommand('shell'), ['run true']);
      expect(stdout).toContain('VIEW_EXPOSES');
    });
  },
);

it('a session that is open becomes the agent that was brought about in it (N24)', async () => {
  const ws = makeWorkspace({
    'AGENTS.md': '# Manager\n',
    'state/config.json': '{}',
    'state/agents/BOOTSTRAP.md': 'Ask for a name.\n',
  });
  const session = startYamo(
    [
      'boot',
      '--json',
      '--layout',
      'nexus',
      '--attended',
      '--agent',
      agentCommand('echo', 'embeds'),
    ],
    { workspace: ws },
  );
  session.say('hello');
  await session.printed('Ask for a name.');
  ws.write('state/agents/zim/IDENTITY.md', '- **Name:** Zim\n');
  session.say('and now?');
  await session.printed('## Agent Identity');
  session.finish();
  expect((await session.ended).code).toBe(0);
});
