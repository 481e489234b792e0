/**
 * What a turn gets of memory beside what the human said (RFC-0009 §5.4), where the owner turned it on: a few places that
 * the index finds for it, verbatim, with where they stand, each once in a session, the newest first, so that of two that
 * disagree the first one holds. It goes with the turn, and not with what is cached.
 */
import { fenceSegment, type SessionContext } from '#lib/prompt/assemble.ts';
import type { SearchHit } from '#lib/protocol/protocol.ts';
import { LESSONS_MAX_TOKENS, RECALLED_HITS, RECALLED_MAX_TOKENS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { archivedDayOf, dayOf } from '#lib/text/day.ts';
import { placeOf, standingText } from '#lib/text/place.ts';
import { tokensIn } from '#lib/text/tokens.ts';
import type { Lesson } from '#lib/yamo/lessons.ts';
import type { PromptPart } from '#kernel/host/agent-answers.ts';
import type { MemoryIndex } from '#kernel/mesh/memory-index.ts';

export interface RecallParts {
  readonly index: MemoryIndex;
  readonly session: () => SessionContext;
  /** Does the agent have the whole file already? */
  readonly isShown: (file: string) => boolean;
}

/** A place that answers much worse than the best one is none. */
const SHARE_OF_BEST = 0.6;

export class Recalled {
  readonly #parts: RecallParts;
  /** Places that the session was shown. */
  readonly #told = new Set<string>();
  #isTaught = false;
  /** How memories of the lessons that were told begin. */
  readonly #taught: string[] = [];

  constructor(parts: RecallParts) {
    this.#parts = parts;
  }

  /** Nothing where nothing is found, or the index cannot be used: a turn does not fail for it. */
  async for(text: string): Promise<readonly PromptPart[]> {
    const { index, session, isShown } = this.#parts;
    let hits: readonly SearchHit[];
    let lessons: readonly Lesson[];
    try {
      lessons = this.#lessons();
      ({ hits } = await index.search({ query: text, limit: RECALLED_HITS }));
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
    this.#isTaught = true;
    for (const { id } of lessons) this.#taught.push(`[LESSON:${id}]`);
    const least = SHARE_OF_BEST * (hits[0]?.score ?? 0);
    const fresh = hits.filter(
      ({ id = '', file, score = 0, text: said }) =>
        score >= least &&
        !isShown(file) &&
        !this.#told.has(id) &&
        !this.#taught.some((lesson) => said.startsWith(lesson)),
    );
    const fitting = withinBudget(fresh, textOf, RECALLED_MAX_TOKENS);
    for (const { id = '' } of fitting) this.#told.add(id);
    const learned = lessons.map((lesson) => ({
      uri: `yamo:///lesson/${lesson.id}`,
      document: fenceSegment({ file: lesson.id, text: lessonText(lesson) }, session()).text,
      group: 'dynamic' as const,
    }));
    const places = fitting.toSorted(newestFirst).map((hit) => ({
      uri: `yamo:///recalled/${hit.id ?? ''}`,
      document: fenceSegment({ file: hit.file, text: textOf(hit) }, session()).text,
      group: 'dynamic' as const,
    }));
    return [...learned, ...places];
  }

  /** What was learned is told once, with the first turn: the worst, as many as the budget takes. */
  #lessons(): readonly Lesson[] {
    if (this.#isTaught) return [];
    const lessons = this.#parts.index.lessons();
    return withinBudget(lessons, lessonText, LESSONS_MAX_TOKENS);
  }
}

const lessonText = ({ id, severity, confidence, rule, scope }: Lesson): string =>
  `[lesson ${id}: ${severity}, ${Math.round(100 * confidence)} % sure; ${scope}]\n${rule}`;

const withinBudget = <One>(
  all: readonly One[],
  text: (one: One) => string,
  budget: number,
): readonly One[] => {
  let tokens = 0;
  return all.filter((one) => {
    const more = tokensIn(text(one));
    if (tokens + more > budget) return false;
    tokens += more;
    return true;
  });
};

/** Logs by their days, also those that were put away, and their last lines first; MEMORY.md, which is curated, before them. */
const newestFirst = (one: SearchHit, other: SearchHit): number => {
  const [day, otherDay] = [dayIn(one), dayIn(other)];
  if (day !== otherDay) return day > otherDay ? -1 : 1;
  return day === CURATED ? one.line - other.line : other.line - one.line;
};

/** Behind every day. */
const CURATED = '~';

const dayIn = ({ file }: SearchHit): string => dayOf(file) ?? archivedDayOf(file) ?? CURATED;

const textOf = (hit: SearchHit): string =>
  `[recalled from ${[placeOf(hit), ...(hit.headings ?? [])].join(' › ')}${until(hit)}]\n${hit.text}`;

const until = (hit: SearchHit): string => {
  const standing = standingText(hit);
  return standing === '' ? '' : `, ${standing}`;
};
