import { describe, expect, it } from 'vitest';

import { providerKeys } from '#kernel/redact/provider-keys.ts';

/** Put together here, so that no key stands in this file. */
const KEY = ['xoxb', '204817365920', 'tideTable7Quay'].join('-');

describe('providerKeys [Y95]', () => {
  it('says what was found, where, and which value it is', async () => {
    expect(await providerKeys(`# Tools\n\nbot: ${KEY}\n`)).toEqual([
      { kind: 'slack token', line: 3, value: KEY },
    ]);
  });

  it.each(['token', 'password', '$TOKEN'])(
    'leaves an address alone that shows where a password would stand: %s',
    async (word) => {
      expect(await providerKeys(`clone https://ada:${word}@forge.quay/maps.git`)).toEqual([]);
      expect(await providerKeys(`clone https://ada:${KEY}@forge.quay/maps.git`)).not.toEqual([]);
    },
  );

  it('counts lines as the rest of yamo does', async () => {
    const found = await providerKeys(`a\r\n\r${KEY}\rb\n${KEY}`);
    expect(found.map(({ line }) => line)).toEqual([3, 5]);
  });

  it('finds each once in a long text, wherever it is', async () => {
    const blank = ' '.repeat(9);
    const places = [0, 65_000, 65_500, 65_530, 100_000, 126_950, 131_040, 199_000];
    let text = '';
    for (const place of places) text = `${text.padEnd(place)}${KEY}${blank}`;
    const found = await providerKeys(text.padEnd(200_000));
    expect(found.map(({ value }) => value)).toEqual(places.map(() => KEY));
  });

  it.each(['disable', 'disable-line', 'disable-next-line'])(
    'is not switched off by a comment in the text (%s)',
    async (order) => {
      expect(await providerKeys(`<!-- secretlint-${order} -->\n${KEY}\n`)).toHaveLength(1);
      expect(await providerKeys(`${KEY} <!-- secretlint-${order} -->\n`)).toHaveLength(1);
    },
  );
});
