import { expect, it } from 'vitest';

import { hasUnwritten } from '#lib/memory/written-down.ts';

const turn = (text: string) => ({ is: 'turn', text }) as const;
const note = (text: string) => ({ is: 'note', text }) as const;

/** What is said, and a note that tells of it. */
const TOLD: readonly (readonly [string, string])[] = [
  [
    'Please move the talk with Okafor to Thursday.',
    '- 10:02 Talk with Mr Okafor is on Thursday now.',
  ],
  ['The rent goes up to 640 from autumn.', '- Rent: 640 euros.'],
  [
    'my plumber wants a photo of the leaking boiler',
    '- 09:00 Ada: photo of boiler for her plumber.',
  ],
  [
    'Der Wasserzähler im Keller wurde vom Installateur getauscht.',
    '- Der Installateur hat den Wasserzähler getauscht.',
  ],
  ['Le chauffagiste passera pour la chaudière.', '- Chauffagiste : la chaudière.'],
  ['Бабушка просила привезти мёд и лекарство от давления.', '- Привезти бабушке мёд и лекарство.'],
  ['歯医者の予約は金曜日の午後に変更', '- 歯医者の予約は金曜日の午後。'],
  // A name or a number, on either side, is enough.
  ['The gardener should ask Okafor about the hedge.', '- Wrote to Okafor.'],
  ['ask pelikan about the hedge', '- Wrote to Pelikan about pelikans.'],
  ['Ask Pelikan about the hedge, dear pelikan.', '- Wrote to pelikan.'],
  ['来週Okaforさんに電話する', '- Wrote to Okafor.'],
  ['The lodger pays 640 for the attic from autumn.', '- Payment: 640.\n- 12 nails.'],
  // Two words in other forms, or in notes of another language.
  ['the plumbers want photographs of leaking boilers', '- A photograph of the boiler.'],
  ['Die Wasserzähler wurden getauscht.', '- Tausch des Wasserzählers.'],
  ['My heizung and my wohnung are cold.', '- Die Heizung und die Wohnung sind kalt.'],
  ['The lodger comes to the attic by line 64.', '- 64 nails.'],
  ['good morning', '- The tide gauge was mended.'],
  ['Do it, please.', '- Sent the letter to the harbour office.'],
];

/** What is said, and a note that does not tell of it. */
const UNTOLD: readonly (readonly [string, string])[] = [
  [
    'Please move the talk with Okafor to Thursday.',
    '- 10:02 Wrote the letter to the harbour office.',
  ],
  ['The rent of the workshop goes up to 640 from autumn.', '- 09:12 Talked about the workshop.'],
  [
    'I am allergic to penicillin, says Doctor Brandt.',
    '- 2026-03-14: Session with Ada on lagoons.',
  ],
  ['Der Wasserzähler im Keller wurde getauscht.', '- Der Installateur kommt in den Keller.'],
  // One rare word, a weekday, a year, or a digit is not enough, nor is when a note was made.
  [
    'gardener wants a trellis by the compost',
    '- 09:00 Bought nails.\n- 09:15 Gardener: nothing new.',
  ],
  ['Gardener wants a taller hedge.', '- gardener: nothing new.'],
  ['Please move the talk with Okafor to Thursday.', '- Bought nails on Thursday.'],
  ['The lodger moved into the attic in 2024.', '- 2024 was wet.'],
  ['The lodger wants 3 curtains in the attic.', '- Bought 3 nails.'],
  ['The lodger comes to the attic at 09:15.', '- 09:00 Bought nails.\n- 09:15 Bought paint.'],
  ['歯医者の予約は金曜日の午後に変更', '- 金曜日に本を借りた。'],
  ['電話 予約 変更', '- 電話 予約'],
  ['歯医者の予約は金曜日の午後に変更', '- 図書館で本を借りた。'],
];

it.each(TOLD)('takes for written down: %s', (said, written) => {
  expect(hasUnwritten([turn(said), note(written)])).toBe(false);
});

it.each(UNTOLD)('asks for what no note tells: %s', (said, written) => {
  expect(hasUnwritten([turn(said), note(written)])).toBe(true);
});

it('looks at notes of the turn and of later ones, and at each by itself', () => {
  const [said, written] = TOLD[0] ?? ['', ''];
  expect(hasUnwritten([])).toBe(false);
  expect(hasUnwritten([turn(said)])).toBe(true);
  expect(hasUnwritten([note(written), turn(said)])).toBe(true);
  expect(hasUnwritten([turn(said), turn('And now?'), note(written)])).toBe(false);
  expect(hasUnwritten([turn(said), note(written), turn('The spare key hangs in the shed.')])).toBe(
    true,
  );
  expect(
    hasUnwritten([turn('plumber photo boiler'), note('- Boiler.'), note('- The plumber.')]),
  ).toBe(true);
});
