/** What stays the same is paid for once: the cache of the provider, as the blocks of the prompt use it. */
import { expect, it } from 'vitest';

import { call, heard, say, type Script } from '#test/support/messages-api/reply.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import { costInTokens } from '#conform/provider/messages/tokens.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const DAY = '2026-03-14';
const AT = ['--date', `${DAY}T09:26`, '--tz', 'UTC'];
const TURNS = 10;
const MEMORY = `# Memory\n\n${'- 2026-03-01: The pier is closed to everybody who has no key to it.\n'.repeat(80)}- 2026-03-02: The crane rests.\n`;

/** In its third turn the model adds to the log, in its sixth it edits MEMORY.md; otherwise it talks. */
const script: Script = (request) => {
  const { words, results } = heard(request);
  if (results.length > 0) return say('Noted.');
  if (words.includes('turn 3')) return call('append_today', { text: '- 09:26 The tide is high.' });
  if (words.includes('turn 6'))
    return call('edit_file', { path: 'MEMORY.md', old: 'rests', new: 'works again' });
  return say('So it is.');
};

it('the system prompt is written once and read on every turn, also when MEMORY.md was edited: that goes with the words [R-110] [A22]', async () => {
  const ws = makeBornWorkspace({
    'MEMORY.md': MEMORY,
    'memory/2026-03-13.md': '# 2026-03-13\n\n- 10:00 Fog.\n',
  });
  const talk = await Talk.open(ws, script, { args: AT });
  for (let turn = 1; turn <= TURNS; turn += 1) await talk.turn(`This is turn ${turn}.`);
  await talk.end();
  const { accepted, complaints } = talk.api;
  expect(complaints).toEqual([]);
  expect(ws.text('MEMORY.md')).toContain('works again');
  // Ten turns, two of which ask twice.
  expect(accepted).toHaveLength(TURNS + 2);

  const states = (at: string): readonly (string | undefined)[] =>
    accepted.map(({ cache }) => cache?.breakpoints.find((one) => one.at === at)?.state);
  const once = ['written', ...Array.from({ length: TURNS + 1 }, () => 'read')];
  expect([states('system.0'), states('system.1')]).toEqual([once, once]);
  const shown = accepted.map(({ request }) => heard(request));
  expect(new Set(shown.map(({ system }) => system)).size).toBe(1);
  expect(shown.filter(({ words }) => words.includes('works again'))).toHaveLength(1);

  // The tools come first and never change; no request spends more breakpoints than there are.
  for (const { cache } of accepted) expect(cache?.breakpoints.length).toBeLessThanOrEqual(4);
  const paid = accepted.reduce(
    (sum, { usage }) => sum + (usage === undefined ? 0 : costInTokens(usage)),
    0,
  );
  const plain = accepted.reduce((sum, { usage: one }) => {
    if (one === undefined) return sum;
    const input = one.input + one.read + one.written5m;
    return sum + costInTokens({ input, read: 0, written5m: 0, written1h: 0, output: one.output });
  }, 0);
  expect(paid).toBeLessThan(0.5 * plain);
});

it('the conversation is cached as it grows, over one connection: a turn pays for what is new in it', async () => {
  const ws = makeBornWorkspace();
  const talk = await Talk.open(ws, () => say('So it is. '.repeat(20), { pauseMs: 5 }), {
    args: [...AT, '--trace'],
  });
  for (let turn = 1; turn <= 12; turn += 1)
    await talk.turn(`Turn ${turn}: ${'go on '.repeat(300)}`);
  const { stderr } = await talk.end();
  // What the agent prints: nothing, also after many requests over the same connection.
  expect(stderr).not.toContain('agent:');
  expect(talk.api.requests.map(({ connection }) => connection)).toEqual(
    Array.from({ length: 12 }, () => 1),
  );
  expect(talk.api.requests.filter(({ state }) => state !== 'done')).toEqual([]);
  const [, ...later] = talk.api.accepted;
  for (const { usage } of later) {
    expect(usage?.input).toBeLessThan(50);
    expect(usage?.read).toBeGreaterThan(usage?.written5m ?? 0);
  }
});

it('blocks below the minimum of the model are no breakpoints, and one line says so', async () => {
  const ws = makeBornWorkspace();
  const talk = await Talk.open(ws, () => say('So it is.'), {
    args: [...AT, '--attended'],
    model: 'anthropic/claude-haiku-4-5',
  });
  const first = await talk.turn('Hello.');
  const second = await talk.turn('And again.');
  await talk.end();
  const said = [...first, ...second].filter(
    ({ event, text }) => event === 'status' && /cache/i.test(String(text)),
  );
  expect(said).toHaveLength(1);
  const [one] = talk.api.accepted;
  expect(one?.cache?.breakpoints.filter(({ at }) => at.startsWith('system'))).toEqual([]);
});
