/** Which notes of a chat are of somebody. */
import { expect, it } from 'vitest';

import { tracesIn } from '#lib/chat/traces.ts';
import { chatLine, dailyTitle, sessionHeading } from '#lib/workspace/daily.ts';

const AT = '2026-03-14T09:05:00.000Z';
const HERE = 'telegram:-1001';

const log = (
  ...blocks: readonly (readonly [chat: string, ...notes: readonly string[]])[]
): string =>
  dailyTitle('2026-03-14') +
  blocks
    .map(([chat, ...notes]) =>
      [
        sessionHeading('09:05'),
        chatLine(AT, chat, 'shared'),
        ...notes.map((one) => `${one}\n`),
      ].join(''),
    )
    .join('');

const BOB = {
  id: '99002',
  name: 'Bob',
  said: ['The ferry of my sister leaves on Monday evening.'],
};
const textsIn = (...notes: readonly string[]): readonly string[] =>
  tracesIn(log([HERE, ...notes]), HERE, BOB).map(({ text }) => text);

it.each([
  ['names them', '- 09:06 Bob wants tea.'],
  ['names their account', '- account 99002: wants tea'],
  ['has their words', '- 09:06 The ferry leaves Monday evening'],
  [
    'says whose message it is',
    '- <message-ab12 from="Bob, telegram account 99002" note="x">\n  tea\n  </message-ab12>',
  ],
])('a note that %s is of them', (_, note) => {
  expect(textsIn('- The bridge is closed.', note)).toEqual([note]);
});

it.each([
  ['somebody whose name has theirs in it', '- 09:06 Bobby wants tea.'],
  ['others, with one word of theirs', '- The ferry museum closes early tonight'],
  ['another account of the same name', '- <message-ab12 from="Bob, telegram account 98" note="x">'],
  ['an event of the kernel', '- session_closed;2026-03-14T09:05:00.000Z;Bob;'],
])('a note that is of %s is not', (_, note) => {
  expect(textsIn(note)).toEqual([]);
});

it('finds nothing of another chat, and says where a note begins and ends', () => {
  const note = '- Bob wants tea,\n  with milk.';
  const all = log(['telegram:-1002', '- Bob was there.'], [HERE, '- No.', note, '- No.']);
  const [found, ...more] = tracesIn(all, HERE, BOB);
  expect(more).toEqual([]);
  expect(
    all
      .split('\n')
      .slice(Number(found?.line) - 1, found?.to)
      .join('\n'),
  ).toBe(note);
});
