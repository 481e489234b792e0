import { expect, it } from 'vitest';

import { reviewText } from '#lib/heartbeat/turn.ts';

const due = (name: string | undefined) => [{ name, last: null, everySeconds: undefined }];

it('old logs on a heartbeat are listed where a check about memory is due, and else not [Y99]', () => {
  const old = Array.from({ length: 12 }, (_, at) => `memory/2020-01-${at + 10}.md`);
  const text = reviewText(due('memory_maintenance'), old);
  expect(text).toContain('memory/2020-01-10.md, memory/2020-01-11.md');
  expect(text).toContain('memory/2020-01-19.md, and 2 more.');
  expect(reviewText(due('mail'), old)).toBe('');
  expect(reviewText(due(undefined), old)).toBe('');
  expect(reviewText(due('memory_maintenance'), [])).toBe('');
});
