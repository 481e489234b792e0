import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Databases } from '#daemon/data/open.ts';
import { EventLog } from '#daemon/data/event-log.ts';
import { Questions } from '#daemon/data/questions.ts';
import { ownerOf } from '#daemon/session/human.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { disk } from '#kernel/fs/disk.ts';

const OPTIONS = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
] as const;
const QUESTION = { session: 's1', kind: 'choice', text: 'Go on?', options: OPTIONS } as const;

let folder: Directory;
let databases: Databases;
let events: EventLog;
let questions: Questions;
const session = new AbortController();

beforeEach(async () => {
  folder = Directory.open(disk, mkdtempSync(join(tmpdir(), 'yamo-test-')));
  databases = await Databases.open(folder, process.geteuid?.() ?? 0);
  events = new EventLog(databases.queries.events);
  questions = new Questions(databases.queries.runtime, events);
});

afterEach(() => {
  databases.close();
  folder.close();
});

const asked = async (): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = events.listen(resolve);
  await promise;
  stop();
  const [one] = await questions.open();
  return one?.id ?? 'none';
};

const told = async (): Promise<readonly object[]> =>
  (await events.after(0)).map(({ type, payload }) => Object.assign(payload, { type }));

describe('a question', () => {
  it('is a row, told to everybody, with what was asked', async () => {
    const answer = questions.ask(QUESTION, session.signal);
    const id = await asked();
    expect(await questions.open()).toEqual([{ id, at: expect.any(String), ...QUESTION }]);
    expect(await told()).toEqual([{ type: 'question', id, at: expect.any(String), ...QUESTION }]);
    expect(await questions.answer(id, 'yes', 'page 1')).toBe('taken');
    expect(await answer).toBe('yes');
    expect(await questions.open()).toEqual([]);
    expect((await told())[1]).toEqual({
      type: 'question_ended',
      id,
      by: 'page 1',
      isAnswered: true,
    });
  });

  it('has one answer, the first', async () => {
    const answer = questions.ask(QUESTION, session.signal);
    const id = await asked();
    const both = await Promise.all([
      questions.answer(id, 'no', 'chat'),
      questions.answer(id, 'yes', 'page'),
    ]);
    expect(both.toSorted()).toEqual(['late', 'taken']);
    expect(await answer).toBe(both[0] === 'taken' ? 'no' : 'yes');
    expect(await questions.answer(id, 'yes', 'page')).toBe('late');
  });

  it('takes an answer that was offered, and no other one', async () => {
    const answer = questions.ask(QUESTION, session.signal);
    const id = await asked();
    expect(await questions.answer(id, 'maybe', 'page')).toBe('not offered');
    expect(await questions.answer('another', 'yes', 'page')).toBe('unknown');
    expect(await questions.answer(id, 'no', 'page')).toBe('taken');
    expect(await answer).toBe('no');
  });

  it('ends with its session also where that cannot be written down', async () => {
    const own = new AbortController();
    const answer = questions.ask(QUESTION, own.signal);
    const id = await asked();
    await sql`create trigger full before update on questions begin select raise(abort, 'full'); end`.execute(
      databases.queries.runtime,
    );
    own.abort();
    expect(await answer).toBeUndefined();
    // The next daemon ends it.
    expect((await questions.open()).map((one) => one.id)).toEqual([id]);
  });

  it('ends with its session, and an answer after that is late', async () => {
    const own = new AbortController();
    const answer = questions.ask(QUESTION, own.signal);
    const id = await asked();
    own.abort();
    expect(await answer).toBeUndefined();
    expect(await questions.answer(id, 'yes', 'page')).toBe('late');
    expect((await told())[1]).toMatchObject({ by: 'the end of its session', isAnswered: false });
  });

  it('of a session that has ended already is a no at once', async () => {
    expect(await questions.ask(QUESTION, AbortSignal.abort())).toBeUndefined();
  });

  it('ends with its time', async () => {
    const until = new Date().toISOString();
    expect(await questions.ask({ ...QUESTION, until }, session.signal)).toBeUndefined();
    expect((await told())[1]).toMatchObject({ by: 'its time' });
  });

  it('that is withdrawn is ended, and takes no answer', async () => {
    const withdrawn = new AbortController();
    const human = ownerOf({ questions, session: 's', signal: () => session.signal });
    const options = [{ id: 'yes', label: 'Yes' }];
    const answer = human.choose('May I?', options, undefined, withdrawn.signal);
    const id = await asked();
    withdrawn.abort();
    expect(await answer).toBeUndefined();
    expect(await questions.answer(id, 'yes', 'page')).toBe('late');
    expect(await questions.open()).toEqual([]);
  });

  it('that a killed daemon left is ended', async () => {
    void questions.ask(QUESTION, session.signal);
    const id = await asked();
    const next = new Questions(databases.queries.runtime, events);
    expect(await next.endLeft()).toBe(1);
    expect(await next.answer(id, 'yes', 'page')).toBe('late');
  });
});
