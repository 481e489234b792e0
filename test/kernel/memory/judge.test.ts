/** MEMORY.md as what is proposed for it is compared with: none is an empty one, and what is refused is not guessed at. */
import { expect, it } from 'vitest';

import { readMemory } from '#kernel/memory/judge.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { laterRefusalOf } from '#test/support/kernel.ts';

const brokerThat = (refusal: Refusal) => ({ read: () => Promise.reject(refusal) });

it('is empty where there is none yet', async () => {
  const broker = brokerThat(new Refusal('GATE_ABSENT', { path: 'MEMORY.md' }));
  expect(await readMemory(broker)).toBe('');
});

it('is not taken for empty where it cannot be read', async () => {
  const broker = brokerThat(new Refusal('FILE_NOT_TEXT', { file: 'MEMORY.md', reason: 'x' }));
  expect(await laterRefusalOf(() => readMemory(broker))).toBe('FILE_NOT_TEXT');
});
