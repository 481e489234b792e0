/** Offsets of rows, against sums that are made anew each time. */
import { expect, it } from 'vitest';

import { Heights } from '#web/parts/heights.ts';
import { numbersFrom } from '#test/support/random.ts';

it('are those of all heights before, whatever was changed', () => {
  const random = numbersFrom(1);
  for (const count of [0, 1, 2, 7, 64, 500]) {
    const plain = Array.from({ length: count }, () => 1 + Math.floor(random() * 100));
    const heights = new Heights(plain);
    for (let change = 0; change < 100; change += 1) {
      const at = Math.floor(random() * count);
      const height = 1 + Math.floor(random() * 100);
      if (at < count) plain[at] = height;
      heights.set(at, height);
      const total = plain.reduce((sum, one) => sum + one, 0);
      expect([heights.total, heights.length]).toEqual([total, count]);
      const offset = Math.floor(random() * total);
      let [index, left] = [0, offset];
      while (index < count - 1 && left >= (plain[index] ?? 0)) {
        left -= plain[index] ?? 0;
        index += 1;
      }
      expect(heights.indexAt(offset)).toBe(index);
      expect(heights.offsetOf(index)).toBe(offset - left);
    }
  }
});
