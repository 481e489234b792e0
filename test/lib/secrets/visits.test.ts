/** How often loops over a text look at the same character, on texts that repeat what they stop at. */
import { describe, expect, it } from 'vitest';

import { scan } from '#lib/injection/scan.ts';
import { labelledCredentials } from '#lib/secrets/credential.ts';
import { formatKeysIn } from '#lib/secrets/provider-keys.ts';
import { mayHoldPresetKey } from '#lib/secrets/provider-prefilter.ts';
import { isDeep } from '#test/support/deep.ts';
import { visitsOf } from '#test/support/visits.ts';

const DETECTORS = {
  labels: labelledCredentials,
  formats: (text: string) => [...formatKeysIn(text)],
  prefilter: mayHoldPresetKey,
  orders: scan,
};
const PIECES = ['a@b.c ', 'user:', '://', '=', '1234567890', '港口潮汐', '|', '**'];
const CHARS = isDeep ? 2_000_000 : 200_000;
/** The scan for orders reads three characters for each of Chinese, and there are two tables of words. */
const WALKS_MAX = 11;
/** The prefilter searches for each of its literals. */
const SEARCHES_MAX = 20;

describe.each(Object.entries(DETECTORS))('the loops for %s', (_, detect) => {
  it.each(PIECES)('look at each character of %j a few times', (piece) => {
    for (const end of ['', '\npassword: Tr4kz!q88pVnm', ' password: Tr4kz!q88pVnm']) {
      const text = `${piece.repeat(CHARS / piece.length)}${end}`;
      const { walked, searched } = visitsOf(() => detect(text));
      expect(walked).toBeLessThanOrEqual(WALKS_MAX * text.length);
      expect(searched).toBeLessThanOrEqual(SEARCHES_MAX * text.length);
    }
  });
});
