/** What must last is written down before the session ends (RFC-0009 §5.1), where its owner wants that. */
import { describe, expect, it } from 'vitest';

import { agentCommand } from '#test/support/test-agents.ts';
import { call, heard, say, type Script, SILENCE } from '#test/support/messages-api/reply.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import {
  framesNamed,
  thirdPartyAgent,
  until,
  wordsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

const AT = ['--date', '2026-03-14T09:26', '--tz', 'UTC'];
const LOG = 'memory/2026-03-14.md';

const wanting = (settings: object = { writeDownAtEnd: true }): TempWorkspace => {
  const ws = makeBornWorkspace();
  writeSettings(ws, settings);
  return ws;
};

/** Talks, writes when it is asked to, and saves at the end. */
const model: Script = (request) => {
  const { words, results } = heard(request);
  if (words.includes('The session ends'))
    return results.length === 0
      ? call('append_today', { text: '- Ada prefers tea.' }, 'I save it.')
      : say('done');
  if (results.length > 0) return say('Noted.');
  if (words.includes('Note')) return call('append_today', { text: '- Noted in time.' });
  if (words.includes('Remember'))
    return call('write_file', { path: 'MEMORY.md', text: '# Memory\n\n- Tea.\n' });
  return say('I prefer tea, too.');
};

/** The purposes of what the model was asked: how often for the end. */
const endsAsked = (talk: Talk): number =>
  talk.api.accepted.filter(({ request }) => heard(request).words.includes('The session ends'))
    .length;

describe('the end of a session', () => {
  it('gives the agent a turn to write down what was said, which nobody reads [Y63]', async () => {
    const ws = wanting();
    const talk = await Talk.open(ws, model, { args: AT });
    await talk.turn('I prefer tea.');
    const { events, code } = await talk.end();
    expect([code, endsAsked(talk), talk.api.complaints]).toEqual([0, 1, []]);
    expect(ws.text(LOG)).toMatch(/- Ada prefers tea\.\n- session_closed;/);
    expect(wordsOf(events)).not.toContain('I save it.');
    expect(framesNamed(events, 'status').map(({ text }) => text)).toContain(
      'What must last is written down before the session ends.',
    );
  });

  it('asks for it also where a note tells of something else', async () => {
    const talk = await Talk.open(wanting(), model, { args: AT });
    await talk.turn('Note it: the rent of the workshop is 640 euros.');
    await talk.end();
    expect(endsAsked(talk)).toBe(1);
  });

  it('asks for nothing where all was written down, nothing was said, or nobody wants it', async () => {
    const saved = await Talk.open(wanting(), model, { args: AT });
    await saved.turn('Note it.');
    const silent = await Talk.open(wanting(), model, { args: AT });
    const unwanted = await Talk.open(wanting({}), model, { args: AT });
    await unwanted.turn('I prefer tea.');
    for (const talk of [saved, silent, unwanted]) {
      await talk.end();
      expect(endsAsked(talk)).toBe(0);
    }
  });

  it('does not wait for a model where a signal ends it', async () => {
    const talk = await Talk.open(wanting(), model, { args: AT });
    await talk.turn('I prefer tea.');
    talk.kernel.kill('SIGTERM');
    expect((await talk.kernel.ended).code).toBe(143);
    expect(endsAsked(talk)).toBe(0);
  });

  it('says so where the agent cannot, and ends all the same', async () => {
    const ws = wanting({ writeDownAtEnd: true, providers: { anthropic: { tries: 1 } } });
    const talk = await Talk.open(ws, model, { args: AT });
    await talk.turn('I prefer tea.');
    await talk.api.close();
    talk.kernel.finish();
    const { code, events } = await talk.kernel.ended;
    expect(code).toBe(0);
    expect(JSON.stringify(framesNamed(events, 'status'))).toContain(
      'Nothing could be written down',
    );
    expect(ws.text(LOG)).toContain('session_closed;');
  });

  it('prompts third-party agents for it, and not the scribe', async () => {
    const ws = wanting();
    const echo = agentCommand('echo', 'embeds');
    ws.write('TOOLS.md', '');
    const run = (agent: string) =>
      yamo(['boot', '--json', ...AT, '--agent', agent], { workspace: ws, input: 'Hello\n' });
    const { events } = await run(echo);
    expect(framesNamed(events, 'status')).toHaveLength(1);
    expect(wordsOf(events)).not.toContain('The session ends');
    expect(framesNamed(events, 'gate').filter(({ file }) => file === 'TOOLS.md')).toHaveLength(2);
    expect(framesNamed((await run('scribe')).events, 'status')).toEqual([]);
  });
});

it('the log of a session says which files were changed in it, also when its kernel was killed [Y63]', async () => {
  const ws = wanting({});
  const talk = await Talk.open(ws, model, { args: AT });
  await talk.turn('Remember it.');
  await talk.turn('Note it.');
  talk.api.script = () => SILENCE;
  const asked = talk.api.accepted.length;
  talk.kernel.say('And now?');
  await until(() => talk.api.accepted.length > asked);
  talk.kernel.kill('SIGKILL');
  await talk.kernel.ended;
  // What was acknowledged is there.
  expect([ws.text('MEMORY.md'), ws.text(LOG)]).toEqual([
    '# Memory\n\n- Tea.\n',
    expect.stringContaining('- Noted in time.'),
  ]);
  const { code } = await yamo(
    [
      'boot',
      '--json',
      ...AT,
      '--attended',
      '--agent',
      thirdPartyAgent('obedient'),
      '--message',
      'write TOOLS.md x',
    ],
    { workspace: ws },
  );
  expect(code).toBe(0);
  const closed = ws
    .text(LOG)
    .split('\n')
    .filter((line) => line.startsWith('- session_closed;'));
  expect(closed).toEqual([
    expect.stringMatching(/;reason;the kernel died;changed;MEMORY\.md;boot;[-0-9a-f]+;$/),
    expect.stringMatching(/;reason;ended by the human;changed;TOOLS\.md;boot;[-0-9a-f]+;$/),
  ]);
});
