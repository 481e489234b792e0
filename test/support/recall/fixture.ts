import corpus from '../../fixtures/mesh-fixture/corpus.json' with { type: 'json' };
import queries from '../../fixtures/mesh-fixture/queries.json' with { type: 'json' };
import type { Question } from './questions.ts';

/** Sixty short notes on engineering, each a file: no heading helps, and no neighbour. */
export const FIXTURE_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  corpus.map(({ slug, content }) => [`notes/${slug}.md`, `- ${content}\n`]),
);

const slugOf = (file: string): string => file.replace(/^notes\/|\.md$/gu, '');

/** Questions to the files, each with one or two notes that answer it. */
export const FIXTURE_QUESTIONS: readonly Question[] = queries.map(({ query, gold }) => ({
  text: query,
  answers: gold.length,
  isAnswer: ({ file }) => gold.includes(slugOf(file)),
}));
