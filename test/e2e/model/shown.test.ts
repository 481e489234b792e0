/** What the model is shown of the workspace, when files and turns go away. */
import { expect, it } from 'vitest';

import { heard, inOrder, say } from '#test/support/messages-api/reply.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { framesNamed } from '#test/support/yamo.ts';

const DAY = '2026-03-14';
const LOG = `memory/${DAY}.md`;
const AT = ['--date', `${DAY}T09:26`, '--tz', 'UTC'];

it('what a declined turn takes back the files that came with it come again with the next prompt, once', async () => {
  const ws = makeBornWorkspace();
  const talk = await Talk.open(
    ws,
    inOrder(
      say('Good morning.'),
      say('No.', { stop: 'refusal' }),
      say('Painted.'),
      say('Still painted.'),
    ),
    { args: AT },
  );
  await talk.turn('Good morning.');
  ws.write(LOG, `${ws.text(LOG)}- 08:00 The crane is painted.\n`);
  const declined = await talk.turn('Something that is declined.');
  await talk.turn('What about the crane?');
  await talk.turn('And now?');
  await talk.end();
  expect(framesNamed(declined, 'turn')).toEqual([{ event: 'turn', stop: 'refusal' }]);
  const [, second, third, fourth] = talk.api.accepted.map(({ request }) => request);
  expect(second && heard(second).words).toContain('The crane is painted.');
  expect(third && heard(third).words).toContain('The crane is painted.');
  expect(JSON.stringify(third?.messages)).not.toContain('Something that is declined.');
  expect(fourth && heard(fourth).words).not.toContain('The crane is painted.');
});

it('a file that is deleted after it was shown is said to be gone, and is shown again when it is there again', async () => {
  const ws = makeBornWorkspace({
    'MEMORY.md': '# Memory\n\n- The pier is closed.\n',
    [LOG]: `# ${DAY}\n\n- 08:00 The crane is painted.\n`,
  });
  const talk = await Talk.open(ws, () => say('So it is.'), { args: AT });
  await talk.turn('One.');
  ws.remove('MEMORY.md');
  ws.remove(LOG);
  await talk.turn('Two.');
  await talk.turn('Three.');
  ws.write('MEMORY.md', '# Memory\n\n- The pier is open.\n');
  await talk.turn('Four.');
  await talk.end();
  const [one, two, three, four] = talk.api.accepted.map(({ request }) => heard(request));
  for (const shown of ['The pier is closed.', 'The crane is painted.'])
    expect(one?.system).toContain(shown);
  expect(two?.words).toContain('MEMORY.md is gone');
  expect(two?.words).toContain(`${LOG} is gone`);
  expect(three?.words).not.toContain('is gone');
  expect(four?.words).toContain('The pier is open.');
  for (const later of [two, three, four]) expect(later?.system).toBe(one?.system);
});
