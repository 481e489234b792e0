/**
 * Questions that only the owner can answer: each is a row with one answer. It is told in every place of the owner that is
 * connected; the first answer counts, the others are told who gave it. Unanswered it ends with its session or its time,
 * as a no.
 */
import { randomUUID } from 'node:crypto';
import { isJsonObject } from '#lib/text/json.ts';
import type { Choice, Subject } from '#kernel/contract/events.ts';
import type { RuntimeTables } from './runtime.ts';
import { insert, update } from './write.ts';
import type { EventLog } from './event-log.ts';
import type { Queries } from './open.ts';
import { now } from './columns.ts';

/** What is asked. */
export interface Question {
  readonly session: string;
  readonly kind: RuntimeTables['questions']['kind'];
  readonly text: string;
  /** The answers to choose from; absent for a free one. */
  readonly options?: readonly Choice[];
  /** What it is about, as it is shown. */
  readonly subject?: Subject;
  /** ISO 8601, UTC: unanswered by then it is a no. */
  readonly until?: string;
}

/** A question that waits for its answer. */
export interface OpenQuestion extends Question {
  readonly id: string;
  readonly at: string;
}

/** A question, and who has answered it, or what has ended it, if somebody has. */
export interface KnownQuestion extends OpenQuestion {
  readonly endedBy: string | undefined;
}

/** What became of an answer: `late` where there was one, or the question had ended. */
export type AnswerOutcome = 'taken' | 'late' | 'unknown' | 'not offered';

/** Hears of questions in the process that asks them. */
export interface QuestionWatcher {
  readonly asked: (question: OpenQuestion) => void;
  readonly ended: (id: string, by: string) => void;
}

/** What an answer is, that is none. */
const ENDED = { session: 'the end of its session', time: 'its time', daemon: 'a restart' } as const;

/** Was it none of the owner's places that has ended a question? */
export const isEndOfNobody = (by: string): boolean => Object.values<string>(ENDED).includes(by);

export class Questions {
  readonly #queries: Queries['runtime'];
  readonly #events: EventLog;
  readonly #watchers = new Set<QuestionWatcher>();
  readonly #waiting = new Map<string, (answer: string | undefined) => void>();

  constructor(queries: Queries['runtime'], events: EventLog) {
    this.#queries = queries;
    this.#events = events;
  }

  /**
   * Ends those whose daemon was killed: nobody waits for them, and clients are told. Returns how many. Throws
   * DATABASE_UNUSABLE.
   */
  async endLeft(): Promise<number> {
    for (const { id, session } of await this.open()) await this.#tellEnd(id, session, ENDED.daemon);
    return update(this.#queries, 'questions', { answered_at: null }, endedBy('daemon'));
  }

  /** Asks, and waits: for the answer, or for an end, which is `undefined`. Throws DATABASE_UNUSABLE. */
  async ask(question: Question, signal: AbortSignal): Promise<string | undefined> {
    const id = randomUUID();
    const { session, kind, until, ...asks } = question;
    const at = new Date().toISOString();
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#waiting.set(id, resolve);
    // Nobody waits for it any more, whether that can be written down or not: the next start does then.
    const end = (why: keyof typeof ENDED) => (): void =>
      void this.#end(id, session, why).catch(() => undefined);
    const endSession = end('session');
    const timer = until && setTimeout(end('time'), Math.max(0, Date.parse(until) - Date.now()));
    signal.addEventListener('abort', endSession);
    try {
      const row = { id, session, kind, asks: JSON.stringify(asks), at, until: until ?? null };
      await insert(this.#queries, 'questions', row);
      const asked = { id, at, ...question };
      await this.#events.append({ type: 'question', session, payload: asked });
      for (const watcher of this.#watchers) watcher.asked(asked);
      if (signal.aborted) endSession();
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', endSession);
      this.#waiting.delete(id);
    }
  }

  /** Gives the answer to a question, or a no where it is `undefined`; `by` a place of the owner. Throws DATABASE_UNUSABLE. */
  async answer(id: string, answer: string | undefined, by: string): Promise<AnswerOutcome> {
    const row = await this.#queries
      .selectFrom('questions')
      .select(['session', 'asks', 'answered_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return 'unknown';
    if (row.answered_at !== null) return 'late';
    const options = optionsIn(JSON.parse(row.asks));
    if (answer !== undefined && options?.includes(answer) === false) return 'not offered';
    const said = answer === undefined ? null : JSON.stringify(answer);
    const given = { answer: said, answered_by: by, answered_at: now() };
    if (!(await this.#settle(id, row.session, given))) return 'late';
    this.#waiting.get(id)?.(answer);
    return 'taken';
  }

  /** Tells `watcher` what is asked and ended from here on. */
  watch(watcher: QuestionWatcher): void {
    this.#watchers.add(watcher);
  }

  /** Those that wait, the oldest first. Throws DATABASE_UNUSABLE. */
  async open(): Promise<readonly OpenQuestion[]> {
    const rows = await this.#queries
      .selectFrom('questions')
      .select(['id', 'session', 'kind', 'asks', 'at', 'until'])
      .where('answered_at', 'is', null)
      .orderBy('at')
      .execute();
    return rows.map(({ asks, until, ...row }) =>
      Object.assign(JSON.parse(asks), row, until !== null && { until }),
    );
  }

  /** The newest ones, the last first, whether they wait or not. Throws DATABASE_UNUSABLE. */
  async newest(most: number): Promise<readonly KnownQuestion[]> {
    const rows = await this.#queries
      .selectFrom('questions')
      .select(['id', 'session', 'kind', 'asks', 'at', 'answered_by'])
      .orderBy('at', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ asks, answered_by: by, ...row }) =>
      Object.assign(JSON.parse(asks), row, { endedBy: by ?? undefined }),
    );
  }

  async #end(id: string, session: string, why: keyof typeof ENDED): Promise<void> {
    try {
      await this.#settle(id, session, endedBy(why));
    } finally {
      this.#waiting.get(id)?.(undefined);
    }
  }

  /** One changed row has won; everybody else is told. */
  async #settle(
    id: string,
    session: string,
    given: {
      readonly answer: string | null;
      readonly answered_by: string;
      readonly answered_at: string;
    },
  ): Promise<boolean> {
    if ((await update(this.#queries, 'questions', { id, answered_at: null }, given)) === 0)
      return false;
    await this.#tellEnd(id, session, given.answered_by, given.answer !== null);
    return true;
  }

  async #tellEnd(id: string, session: string, by: string, isAnswered = false): Promise<void> {
    await this.#events.append({
      type: 'question_ended',
      session,
      payload: { id, by, isAnswered },
    });
    for (const watcher of this.#watchers) watcher.ended(id, by);
  }
}

const endedBy = (why: keyof typeof ENDED) => ({
  answer: null,
  answered_by: ENDED[why],
  answered_at: now(),
});

const optionsIn = (asks: unknown): readonly string[] | undefined => {
  const options = isJsonObject(asks) ? asks['options'] : undefined;
  if (!Array.isArray(options)) return undefined;
  return options.flatMap((one: unknown) => (isJsonObject(one) ? [String(one['id'])] : []));
};
