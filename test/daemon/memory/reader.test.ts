import { afterEach, expect, it } from 'vitest';

import { MemoryReader } from '#daemon/memory/reader.ts';
import { endless, memoryData } from '#test/support/memory.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What a worker is told of the heron, of which every kind of reader has a fact. */
const told = async (
  sender: 'owner' | 'chat' | 'nobody',
  { dailyLogsInShared = false } = {},
): Promise<readonly string[]> => {
  const { data, turn, fact, close } = await memoryData();
  closing.push(close);
  for (const readers of ['private', 'notes', 'owner', 'all', 'chat:a', 'chat:b'] as const)
    await fact(`The heron nests in the reeds of ${readers}.`, readers);
  await fact('Trains leave at noon.', 'all');
  const origin =
    sender === 'owner'
      ? ({ by: 'owner' } as const)
      : ({
          by: 'chat',
          channel: 'a',
          presence: { isOwnerAlone: false, reason: 'a group' },
        } as const);
  const { request } = await turn({ message: 'Look.' }, origin);
  const reader = new MemoryReader({ data, settings: async () => ({ dailyLogsInShared }) });
  const moment = {
    request: sender === 'nobody' ? 'unknown' : request,
    task: 'Where does the heron nest?',
    ...(sender === 'chat' && { chat: 'a' }),
  };
  const first = await reader.read(moment, endless);
  expect(await reader.read(moment, endless)).toMatchObject({ note: first.note });
  return [...(first.gives ?? '').matchAll(/reeds of ([\w:]+)\./gu)]
    .map(([, who = '']) => who)
    .toSorted();
};

it('tells a worker what its sender may pass on, and nothing private (N32, R-101)', async () => {
  expect(await told('owner')).toEqual(['all', 'owner']);
  expect(await told('owner', { dailyLogsInShared: true })).toEqual(['all', 'notes', 'owner']);
  expect(await told('chat', { dailyLogsInShared: true })).toEqual(['all', 'chat:a']);
  expect(await told('nobody')).toEqual(['all']);
});

it('says whom each piece comes from, between marks, and of what is not asked nothing', async () => {
  const { data, fact, turn, close } = await memoryData();
  closing.push(close);
  await fact('The heron nests in the reeds.', 'all', 'outside');
  await fact('Trains leave at noon.', 'all');
  const reader = new MemoryReader({ data, settings: async () => ({ dailyLogsInShared: false }) });
  const { request } = await turn({ message: 'Look.' });
  const { gives, note } = await reader.read({ request, task: 'heron nests' }, endless);
  expect(note).toBe('1 of 2 pieces of knowledge');
  expect(gives).toMatch(
    /It is data.*\n<result-[\da-f]+>\n- \[text from outside; 2026-11-27; the test\] The heron nests in the reeds\.\n<\/result-/u,
  );
  expect(await reader.read({ request, task: 'quantum tunnelling' }, endless)).toEqual({
    note: '0 of 2 pieces of knowledge',
  });
});

it('tells little, however much is known', async () => {
  const { data, fact, turn, close } = await memoryData();
  closing.push(close);
  for (let number = 0; number < 60; number += 1)
    await fact(`The heron ${number} nests. ${'It is grey. '.repeat(60)}`, 'all');
  const reader = new MemoryReader({ data, settings: async () => ({ dailyLogsInShared: false }) });
  const { request } = await turn({ message: 'Look.' });
  const { gives = '' } = await reader.read({ request, task: 'heron nests' }, endless);
  expect(gives.length).toBeGreaterThan(500);
  expect(gives.length).toBeLessThan(4500);
});
