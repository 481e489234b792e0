import { createHash } from 'node:crypto';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  type Fingerprints,
  fingerprintsOf,
  hashesOf,
  type KeyedHash,
} from '#lib/privacy/private-lines.ts';
import { PrivateLines } from '#lib/privacy/private-lines-match.ts';
import { takeApart } from '#lib/privacy/private-lines-words.ts';
import { forAll } from '#test/support/property.ts';

const hash: KeyedHash = (text) =>
  createHash('sha256').update(`a key of this test:${text}`).digest().readUIntBE(0, 6);

const MEMORY = `# Memory

## Family of Henrike Sommerfeldt

- Henrike's surgery is on 12 May at the Charité, ward 17
- Favourite dishes: pierogi, ramen, moussaka, ceviche
- **Phone of Tomasz:** +48 601 555 0187
- Write to tomasz.wrobel@poczta.example about the boat
- Vegetarian
- Owes Benedikt 900 euros
| Account for the rent | DE89 3704 0044 0532 0130 00 |
- 女儿在杭州第七中学读书，对花生过敏
In Tampere we agreed that Henrike Sommerfeldt takes over the accounts while the sciatica is being treated, that the flat stays rented until the lease has ended, and that nobody at Bluefin Labs is told before the contract has been signed by everyone.
`;

const otherHash: KeyedHash = (text) => hash(`other ${text}`);

const fingerprints = (text = MEMORY, spared: ReadonlySet<number> = new Set()): Fingerprints =>
  fingerprintsOf(text, hash, spared);

const guardOf = (text = MEMORY, spared?: ReadonlySet<number>): PrivateLines =>
  new PrivateLines(new Map([['MEMORY.md', fingerprints(text, spared)]]), hash);

const guard = guardOf();

/** The lines of `text` that are withheld, counted from 1. */
const withheld = (text: string, lines = guard): readonly number[] =>
  [...lines.leaksIn(text).keys()].map((line) => line + 1).toSorted((a, b) => a - b);

const SURGERY = "Henrike's surgery is on 12 May at the Charité, ward 17";

describe('what a line says', () => {
  it.each([
    ['case', SURGERY.toUpperCase()],
    ['accents and composed forms', SURGERY.normalize('NFD')],
    [
      'compatibility forms',
      'Ｈｅｎｒｉｋｅ’ｓ ｓｕｒｇｅｒｙ is on 12 May at the Charité, ward 17',
    ],
    ['invisible characters', Array.from(SURGERY).join('\u200B')],
    ['marks of direction and joiners', `\u202E${SURGERY}\u2069\uFEFF`],
    ['Markdown', `3. [ ] **Henrike's** _surgery_ is on \`12 May\` at the ~~Charité~~, ward 17`],
    ['emphasis within words', "Hen**rik**e's sur_ger_y is on 12 May at the Cha`rit`é, wa*r*d 17"],
    ['punctuation', 'Henrikes surgery is on: 12. May! (at the Charite / ward 17)'],
    ['blanks', SURGERY.replaceAll(' ', ' \u00A0\t ')],
  ])('stays the same with other %s', (_, copy) => {
    expect(takeApart(copy).whole).toBe(takeApart(`- ${SURGERY}`).whole);
    expect(withheld(copy)).toEqual([1]);
    expect(withheld(`As you know: ${copy}, so be kind to her.`)).toEqual([1]);
  });

  it('names numbers and addresses, however they are grouped', () => {
    const [iban] = takeApart('DE89 3704 0044 0532 0130 00').identifiers;
    expect(takeApart('de89370400440532013000').identifiers).toEqual([iban]);
    expect(takeApart('(0)601-5550187').identifiers).toEqual(
      takeApart('+48 601 555 0187').identifiers,
    );
    expect(takeApart('mail Ada.L@Example.org now').identifiers).toEqual(['ada.l@example.org']);
  });

  it.each([
    '2026-11-21 09:05',
    '21.11.2026',
    '20261121',
    '20261121090500',
    '1.2.3',
    '12345678',
    '0000 0000 00',
  ])('takes %s for no name of anything', (text) => {
    expect(takeApart(text).identifiers).toEqual([]);
  });

  it('is read from any text without throwing, and a copy of a line says the same', () => {
    forAll(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const { whole } = takeApart(text);
      expect(takeApart(text.normalize('NFD')).whole).toBe(whole);
      guard.leaksIn(text);
      fingerprintsOf(text, hash, new Set());
    });
  });
});

describe('private lines', () => {
  it.each([
    ['to the letter', `- ${SURGERY}`],
    ['among other words', `As you know, ${SURGERY}, so be kind.`],
    ['in another order', 'Favourite dishes: ceviche, moussaka, pierogi and ramen'],
    ['a number alone', 'Call 0601 5550187 and ask.'],
    ['an address alone', 'Mail goes to <Tomasz.Wrobel@poczta.example>.'],
    ['an account without blanks', 'Pay it to DE89370400440532013000.'],
    ['in a script without blanks', '我知道女儿在杭州第七中学读书，对花生过敏。'],
    ['a short one as a line', '* owes Benedikt 900 Euros!'],
    [
      'most of a long one',
      'Henrike Sommerfeldt takes over the accounts while the sciatica is being treated, that the flat stays rented until the lease has ended, and that nobody at Bluefin Labs is told',
    ],
  ])('are found %s', (_, text) => {
    expect(withheld(`Good morning.\n${text}\nThat is all.`)).toEqual([2]);
  });

  it('are found when cut over lines', () => {
    expect(withheld("Henrike's surgery is on 12 May\nat the Charité, ward 17\nBye.")).toEqual([
      1, 2,
    ]);
    expect(withheld("Henrike's surgery\n\nis on 12 May\nat the Charité,\nward 17")).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  it('say where they stand', () => {
    expect(guard.leaksIn(SURGERY).get(0)).toMatchObject({ file: 'MEMORY.md', line: 5 });
  });

  it.each([
    'Family of Henrike Sommerfeldt',
    'Vegetarian',
    'The surgery is closed on 12 May.',
    'Henrike asked about the Charité.',
    'Favourite dishes: pizza, pasta, soup, salad',
    'Nobody is told before the contract has been signed.',
    'On 2026-05-12 the release 17.0 went out.',
    '他在上海第三中学教书。',
    '',
    '---',
  ])('are not found in %j', (text) => {
    expect(withheld(text)).toEqual([]);
  });

  it('are not those that stood in a text for everybody, nor its numbers', () => {
    const lines = guardOf(MEMORY, hashesOf([`Rules:\n* ${SURGERY}.\nCall +48 601 555 0187`], hash));
    expect(withheld(`${SURGERY}\n+48 601 555 0187\nOwes Benedikt 900 euros`, lines)).toEqual([3]);
  });

  it('lose what a word tells when it stands in many of them', () => {
    const many = Array.from({ length: 300 }, (_, index) => `- Wolpertinger ${index} sleeps`).join(
      '\n',
    );
    expect(withheld('The Wolpertinger sleeps here.', guardOf(many))).toEqual([]);
  });

  it('are kept as numbers, none of which is a word', () => {
    const text = JSON.stringify(fingerprints());
    for (const word of ['henrike', 'charite', 'tomasz', 'benedikt', '花生']) {
      expect(text).not.toContain(word);
    }
    expect(text).not.toMatch(
      /"[^"]*(?<!passages|wholes|identifiers|line|length|words|bits|hash)":/,
    );
  });

  it('are those of one key only', () => {
    const lines = new PrivateLines(new Map([['MEMORY.md', fingerprints()]]), otherHash);
    expect(withheld(MEMORY, lines)).toEqual([]);
  });
});

describe('a text that comes line by line', () => {
  it('is held from the line that may begin a private one', () => {
    const scan = guard.scan();
    scan.take('Good morning.');
    expect(scan.openSince).toBe(1);
    scan.take("By the way, Henrike's surgery is on");
    expect(scan.openSince).toBe(1);
    scan.take('');
    expect(scan.openSince).toBe(1);
    expect(scan.take('12 May at the Charité, ward 17')).toContainEqual(
      expect.objectContaining({ line: 5, from: 1 }),
    );
    expect(scan.openSince).toBe(4);
  });

  it('is held no longer when the words are far behind', () => {
    const scan = guard.scan();
    scan.take("By the way, Henrike's surgery is on");
    scan.take('one two three four five six seven eight nine ten eleven twelve thirteen fourteen');
    scan.take('one two three four five six seven eight nine ten eleven twelve thirteen fourteen');
    expect(scan.openSince).toBe(3);
  });

  it('goes on withholding what is left of a line that was found', () => {
    const scan = guard.scan();
    expect(scan.take("Henrike's surgery is on 12 May at the Charité, ward")).not.toEqual([]);
    expect(scan.take('number 17.')).not.toEqual([]);
    expect(scan.take('She said so.')).toEqual([]);
  });
});
