/** Proposals for MEMORY.md that an agent makes in a session which its human attends (RFC-0009 §5.3). */
import { describe, expect, it } from 'vitest';

import { call, heard, say, type Script } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { Editor } from '#test/support/editor.ts';
import { commit, git } from '#test/support/repository.ts';
import { noTmux, Terminal } from '#test/support/tmux.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { recordsOf, writeSettings, yamo } from '#test/support/yamo.ts';

const MEMORY = '# Memory\n\n- 2026-03-01: Ada drinks tea\n';

const logOf = (ws: TempWorkspace): string =>
  ws.list('memory').find((name) => name.endsWith('.md')) ?? '';

const placeOf = (ws: TempWorkspace, words: string): string => {
  const lines = ws.text(logOf(ws)).split('\n');
  return `${logOf(ws)}:${lines.findIndex((line) => line.includes(words)) + 1}`;
};

/** Notes what it is told to, and proposes what it is told to. */
const scriptIn =
  (ws: TempWorkspace): Script =>
  (request) => {
    const { words, results } = heard(request);
    if (results.length > 0) return say(`It says: ${JSON.stringify(results)}`);
    const [, deed, text = ''] = /(Note|Propose): (.*)\./.exec(words) ?? [];
    if (deed === 'Note') return call('append_today', { text: `- ${text}` });
    return call('propose_memory', { add: [{ text, source: placeOf(ws, text) }], remove: [] });
  };

const world = async (curation: object) => {
  const ws = makeBornWorkspace({ 'MEMORY.md': MEMORY });
  writeSettings(ws, { curation });
  const api = await MessagesApi.start({ script: scriptIn(ws) });
  const env = { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url };
  return { ws, api, env };
};

const DAY_MS = 86_400_000;

const FACTS = [
  'the tidal model runs on Fridays',
  'Wren wants page numbers',
  'the harbour closes at nine',
  'Borkum has a new lighthouse keeper',
];

describe('a proposal in a session that its human attends', () => {
  it('is applied within limits, beyond them asked about, and waits without an answer [Y102]', async () => {
    const { ws, api, env } = await world({ apply: 'within-limits', maxAdded: 1, commit: true });
    git(ws.path, 'init');
    commit(ws.path);
    const answers = ['drop', 'apply', undefined];
    const identity = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org' };
    const editor = await Editor.start(
      ws,
      [ws.path, '--session', 'main', '--model', 'anthropic/claude-sonnet-5'],
      {
        env: {
          ...env,
          ...identity,
          GIT_COMMITTER_NAME: 'Ada',
          GIT_COMMITTER_EMAIL: 'ada@example.org',
        },
        permit: () => answers.shift(),
      },
    );
    const id = await editor.open();
    for (const fact of FACTS) await editor.say(id, `Note: ${fact}.`);
    const after = async (fact: string): Promise<string> => {
      await editor.say(id, `Propose: ${fact}.`);
      return ws.text('MEMORY.md');
    };
    const [one = '', two = '', three = '', four = ''] = FACTS;
    expect(await after(one), editor.words(id)).toContain(one);
    expect(editor.permissions).toEqual([]);
    // The day has no more.
    expect(await after(two)).not.toContain(two);
    expect(await after(three)).toContain(three);
    expect(await after(four)).not.toContain(four);
    expect(api.complaints).toEqual([]);
    expect(editor.permissions).toHaveLength(3);
    expect(editor.permissions[1]).toMatchObject({
      toolCall: {
        title: expect.stringContaining('The agent proposes this for MEMORY.md.'),
        kind: 'edit',
        content: [
          { content: { text: `+ ${three} (${placeOf(ws, three)})` } },
          {
            type: 'diff',
            path: ws.at('MEMORY.md'),
            oldText: expect.not.stringContaining(three),
            newText: expect.stringContaining(three),
          },
        ],
      },
      options: [
        { optionId: 'apply', kind: 'allow_once' },
        { optionId: 'drop', kind: 'reject_once' },
      ],
    });
    expect(editor.words(id)).toMatch(
      /It is applied\.[^]*refused by your human[^]*your human agreed[^]*waits for your human/,
    );
    expect(git(ws.path, 'log', '--format=%s')).toBe(
      `${'Curate MEMORY.md: 1 added, 0 taken out\n'.repeat(2)}More`,
    );
    editor.finish();
    await editor.ended;
    const [record] = recordsOf(ws);
    expect(JSON.stringify(record?.['notices'])).toMatch(
      /as your settings allow[^]*: refused[^]*as you agreed[^]*waits for you/,
    );
    const waits = await yamo(['memory', 'curate', '--json'], { workspace: ws });
    expect(waits.events[0]).toMatchObject({ add: [{ text: four }], waiting: true });
    await api.close();
  });

  it('that was refused is not proposed again, whoever asks and whatever the reason [Y102]', async () => {
    const ws = makeBornWorkspace({
      'MEMORY.md': '# Memory\n\n- 2026-01-01: Ada lives in Lime Row.\n',
    });
    writeSettings(ws, { curation: { apply: 'ask-in-session' } });
    const text = 'Ada lives in Canal Side now.';
    const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    const log = `memory/${yesterday}.md`;
    ws.write(log, `# Memory — ${yesterday}\n\n- 09:01 ${text}\n`);
    const conflict = {
      add: [{ text, source: `${log}:3`, supersedes: 3 }],
      remove: [{ line: 3, text: '- 2026-01-01: Ada lives in Lime Row.', why: 'she has moved' }],
    };
    await using api = await MessagesApi.start({
      script: (request) =>
        heard(request).results.length > 0 ? say('Well.') : call('propose_memory', conflict),
    });
    const editor = await Editor.start(
      ws,
      [ws.path, '--session', 'main', '--model', 'anthropic/claude-sonnet-5'],
      {
        env: { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url },
        permit: () => 'drop',
      },
    );
    const id = await editor.open();
    await editor.say(id, 'Where do I live?');
    expect(editor.permissions, editor.words(id)).toHaveLength(1);
    editor.finish();
    await editor.ended;
    const { stdout } = await yamo(['memory', 'curate'], { workspace: ws });
    expect(stdout).toBe('Nothing is proposed.\n');
  });

  it.skipIf(noTmux)('is shown at a terminal, with what speaks against it', async () => {
    const { ws, api, env } = await world({ apply: 'ask-in-session' });
    ws.write('memory/2026-03-08.md', '- the harbour closes at nine\n');
    const terminal = new Terminal(ws, ['--model', 'anthropic/claude-sonnet-5'], { env });
    await terminal.shows('/help lists the commands.');
    terminal.type('Propose: the harbour closes at nine.');
    await terminal.shows('Enter for no');
    expect(terminal.screen).toContain('  ! who wrote it is not known');
    expect(terminal.screen).toContain('+ - 2026-03-08: the harbour closes at nine');
    terminal.type('1');
    await terminal.shows('your human agreed');
    expect(ws.text('MEMORY.md')).toContain('- 2026-03-08: the harbour closes at nine');
    terminal.type('/quit');
    await terminal.shows('exit code 0.');
    await api.close();
  });
});
