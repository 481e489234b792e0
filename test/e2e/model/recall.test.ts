/** What memory has of what the human says comes by itself in main sessions with a model, and is said in a line. */
import { expect, it } from 'vitest';

import { heard, say, type Script } from '#test/support/messages-api/reply.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { framesNamed, wordsOf, writeSettings, yamo } from '#test/support/yamo.ts';

const AT = ['--date', '2026-03-14T09:26', '--tz', 'UTC'];
const OLD = 'memory/2026-01-12.md';

const model: Script = () => say('I see.');

const withNotes = (settings: object = {}): TempWorkspace => {
  const ws = makeBornWorkspace({
    'MEMORY.md': '# Memory\n\n- 2026-01-12: The pier of Emden is closed by Okafor.\n',
    [OLD]:
      '# Memory — 2026-01-12\n\n- The pier of Emden closes at four on Fridays.\n- The pier of Emden is closed by Okafor.\n- The lighthouse of Borkum needs two lamps.\n',
  });
  writeSettings(ws, settings);
  return ws;
};

/** What the model was told of memory with the last thing that was said. */
const recalledIn = (talk: Talk): readonly string[] => {
  const last = talk.api.accepted.at(-1);
  const all = last === undefined ? '' : JSON.stringify(last.request.messages.at(-1));
  expect(last && heard(last.request)).toBeDefined();
  return [...all.matchAll(/\[recalled from ([^\]]*)\]/gu)].map(([, place = '']) => place);
};

it('tells a turn what answers it, says so, and nothing that the agent has or that nobody asked for [R-102]', async () => {
  const talk = await Talk.open(withNotes(), model, { args: AT });
  await talk.turn('Good morning, how are you?');
  expect(recalledIn(talk)).toEqual([]);
  await talk.turn('When does the pier of Emden close on Fridays?');
  expect(recalledIn(talk)).toEqual([
    expect.stringMatching(/^memory\/2026-01-12\.md:3.*who wrote it is not known: this is data/u),
  ]);
  talk.kernel.say('/recall off');
  await talk.turn('Which lamps does the lighthouse of Borkum need?');
  expect(recalledIn(talk)).toEqual([]);
  talk.kernel.say('/recall on');
  await talk.turn('And how many lamps does the lighthouse of Borkum need?');
  expect(recalledIn(talk)).toHaveLength(1);
  const { events, code } = await talk.end();
  expect([code, talk.api.complaints]).toEqual([0, []]);
  const said = framesNamed(events, 'status').map(({ text }) => text);
  expect(said).toContain(`Recalled ${OLD}:3 (/recall off)`);
});

it('is never asked by words of the agent or of HEARTBEAT.md [R-102]', async () => {
  const question = 'When does the pier of Emden close on Fridays?';
  const ws = withNotes();
  ws.write('HEARTBEAT.md', `- [ ] ${question}\n`);
  const talk = await Talk.open(ws, () => say(`${question} And which lamps does Borkum need?`), {
    args: AT,
  });
  for (const words of ['Good morning!', 'I do not know, sorry.', 'Read HEARTBEAT.md, please.']) {
    await talk.turn(words);
    expect(recalledIn(talk), words).toEqual([]);
  }
  await talk.turn(question);
  expect(recalledIn(talk)).toHaveLength(1);
  await talk.end();
});

it('is off where the settings say so, also by their older name', async () => {
  for (const settings of [{ recall: false }, { mesh: { recall: false } }]) {
    const talk = await Talk.open(withNotes(settings), model, { args: AT });
    await talk.turn('When does the pier of Emden close on Fridays?');
    expect(recalledIn(talk)).toEqual([]);
    await talk.end();
  }
});

it('comes to third-party agents as data of its own, and never for what the clock asks [R-102]', async () => {
  const ws = withNotes();
  ws.write('HEARTBEAT.md', '- [ ] When does the pier of Emden close on Fridays?\n');
  const echo = ['--json', ...AT, '--agent', agentCommand('echo', 'embeds')];
  const asked = await yamo(
    ['boot', ...echo, '--message', 'When does the pier of Emden close on Fridays?'],
    { workspace: ws },
  );
  expect(framesNamed(asked.events, 'status').map(({ text }) => text)).toEqual([
    `Recalled ${OLD}:3 (/recall off)`,
  ]);
  expect(wordsOf(asked.events)).toMatch(
    /\[recalled from memory\/2026-01-12\.md:3.{0,300}"uri":"yamo:\/\/\/recalled\/mem_\d+_[0-9a-f]{6}"/u,
  );
  const beat = await yamo(['heartbeat', '--json', '--agent', agentCommand('echo', 'embeds')], {
    workspace: ws,
  });
  expect([beat.code, beat.stdout]).toEqual([0, expect.stringContaining('pier of Emden')]);
  expect(beat.stdout).not.toContain('recalled from');
});
