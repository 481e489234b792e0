/** What the page makes of events, whatever page of a history they came in. */
import { describe, expect, it } from 'vitest';

import type { ServerEvent } from '#web/connection/event.ts';
import { Items } from '#web/workspace/items.ts';

const event = (id: number, type: string, payload: object, request = 'r1'): ServerEvent => ({
  id,
  type,
  at: '2026-01-02T03:04:05.000Z',
  session: 's1',
  request,
  payload: { ...payload },
});

const itemsOf = (...events: readonly ServerEvent[]): Items => {
  const items = new Items();
  for (const one of events) items.take(one);
  return items;
};

const EVENTS: readonly ServerEvent[] = [
  event(1, 'said', { text: 'Hello', by: 'owner', key: 'k1' }),
  event(2, 'ready', { kind: 'main', reason: 'only you' }),
  event(3, 'text', { text: 'Good ' }),
  event(4, 'text', { text: 'morn' }),
  event(5, 'text', { text: 'ing.' }),
  event(6, 'tool', { id: 't', title: 'read', status: 'pending' }),
  event(7, 'question', {
    id: 'q',
    session: 's1',
    kind: 'choice',
    text: 'Go on?',
    at: '2026-01-02',
    options: [{ id: 'yes', label: 'Yes' }],
  }),
  event(8, 'tool', { id: 't', title: 'read', status: 'completed', detail: '3 lines' }),
  event(9, 'question_ended', { id: 'q', by: 'a terminal', isAnswered: true }),
  event(10, 'text', { text: 'Done.' }),
  event(11, 'refused', { code: 'X', what: 'No.', remedy: 'Ask.' }),
  event(12, 'failed', { code: 'X', what: 'No.', remedy: 'Ask.' }),
  event(13, 'turn', { stop: 'cancelled' }),
];

describe('items of a chat', () => {
  it('join what belongs together, and tell nothing twice', () => {
    expect(itemsOf(...EVENTS).all).toMatchObject([
      { is: 'said', text: 'Hello', state: 'kept' },
      { is: 'note', text: 'Opened as main: only you' },
      { is: 'agent', text: 'Good morning.' },
      { is: 'tool', status: 'completed', detail: '3 lines' },
      { is: 'question', end: { by: 'a terminal', isAnswered: true } },
      { is: 'agent', text: 'Done.' },
      { is: 'trouble', what: 'No.', remedy: 'Ask.' },
      { is: 'note', text: 'Stopped.' },
    ]);
  });

  it.each(EVENTS.map((_, at) => at))('are the same where a page ends after %i events', (cut) => {
    const read = itemsOf(...EVENTS.slice(cut));
    read.prepend(itemsOf(...EVENTS.slice(0, cut)));
    const whole = itemsOf(...EVENTS);
    expect(shown(read)).toEqual(shown(whole));
  });

  it('keep an own message until the server has it, or until it is known to have none', () => {
    const items = new Items();
    const lost = { text: 'Lost', files: [{ name: 'a.txt', text: 'A' }] };
    items.sending('k1', { text: 'Hello', files: [] });
    items.sending('k2', lost);
    expect(items.sent).toEqual(['k1', 'k2']);
    items.take(event(1, 'said', { text: 'Hello', by: 'owner', key: 'k1' }));
    items.settle('k1', 'lost');
    items.settle('k2', 'lost');
    expect(items.all).toMatchObject([
      { text: 'Hello', state: 'kept' },
      { text: 'Lost', state: 'lost', files: ['a.txt'] },
    ]);
    expect([items.withdraw('k1'), items.withdraw('k2')]).toEqual([undefined, lost]);
    expect(items.all).toHaveLength(1);
  });

  it('show an answer that never ends in pieces', () => {
    const lines = Array.from({ length: 5000 }, (_, at) =>
      event(at + 1, 'text', { text: `line ${at}\n` }),
    );
    const { all } = itemsOf(...lines);
    expect(all.length).toBeGreaterThan(1);
    expect(all.map((item) => (item.is === 'agent' ? item.text : '')).join('')).toBe(
      lines.map(({ payload }) => payload['text']).join(''),
    );
  });
});

/** Without their names and times: a tool that is told again in the next page stands there. */
const shown = ({ all }: Items): readonly object[] =>
  all.map(({ key: _key, at: _at, ...item }) => item).toSorted(byText);

const byText = (one: object, other: object): number =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
