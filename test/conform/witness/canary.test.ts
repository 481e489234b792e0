/** Texts by which a leak is known: also where somebody wrote them in another form. */
import { expect, it } from 'vitest';

import { CANARY } from '#conform/case/texts.ts';
import { formsOf, tells } from '#conform/witness/canary.ts';

const FORMS = formsOf(CANARY.orders);
/** The same but for its last two characters: whoever writes this has leaked nothing. */
const OTHER = `${CANARY.orders.slice(0, -2)}??`;

it.each<[string, (text: string) => Buffer]>([
  ['as it is', (text) => Buffer.from(`so ${text}!`)],
  ...[0, 1, 2].map((shift): [string, (text: string) => Buffer] => [
    `in base64 behind ${shift} bytes`,
    (text) => Buffer.from(Buffer.from(`${'-'.repeat(shift)}${text} and more`).toString('base64')),
  ]),
  ['in hexadecimal digits', (text) => Buffer.from(Buffer.from(`so ${text}!`).toString('hex'))],
  ['in UTF-16', (text) => Buffer.from(`so ${text}!`, 'utf16le')],
])('a text is known %s, and no other', (_, write) => {
  const [told, other] = [write(CANARY.orders), write(OTHER)];
  expect([told, told.toString('latin1')].map((content) => tells(content, FORMS))).toEqual([
    true,
    true,
  ]);
  expect(tells(other, FORMS)).toBe(false);
});
