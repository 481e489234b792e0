/** The turns of a session: one at a time, in order, and stopped with what they waited for. */
import { expect, it } from 'vitest';

import { TurnQueue } from '#cli/acp/turn-queue.ts';

const later = () => Promise.withResolvers<string>();

it('runs one turn at a time, in order, also after one that failed', async () => {
  const queue = new TurnQueue();
  const done: string[] = [];
  const [first, second] = [later(), later()];
  const run = (name: string, work: Promise<string>): Promise<string> =>
    queue.run(
      new AbortController(),
      async () => {
        done.push(`begin ${name}`);
        return work.finally(() => done.push(`end ${name}`));
      },
      'stopped',
    );
  const all = [
    run('one', first.promise),
    run('two', second.promise),
    run('three', Promise.resolve('3')),
  ];
  second.resolve('2');
  first.reject(new Error('lost'));
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(done).toEqual([
    'begin one',
    'end one',
    'begin two',
    'end two',
    'begin three',
    'end three',
  ]);
});

it('stops what waits and not what is said after it, and nothing where nothing waits', async () => {
  const queue = new TurnQueue();
  expect(queue.stop()).toBe(false);
  const first = later();
  const ran: string[] = [];
  const run = (name: string, work: Promise<string>): Promise<string> =>
    queue.run(
      new AbortController(),
      () => {
        ran.push(name);
        return work;
      },
      'stopped',
    );
  const one = run('one', first.promise);
  await Promise.resolve();
  await Promise.resolve();
  const two = run('two', Promise.resolve('2'));
  expect(queue.stop()).toBe(true);
  const three = run('three', Promise.resolve('3'));
  first.resolve('1');
  expect(await Promise.all([one, two, three])).toEqual(['1', 'stopped', '3']);
  expect(ran).toEqual(['one', 'three']);
});
