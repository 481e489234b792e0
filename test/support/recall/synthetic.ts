/** Logs of half a year with questions whose answers are known; the same seed gives the same logs. */
import { numbersFrom } from '#test/support/random.ts';
import type { Language } from './languages.ts';
import type { Question } from './questions.ts';

/** Files by name, and questions to them. */
export interface Synthetic {
  readonly files: Readonly<Record<string, string>>;
  readonly questions: readonly Question[];
}

const FIRST_DAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;
const FILLERS_A_DAY = 6;

const dayAt = (index: number): string =>
  new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);

/** How a question names a day: as a calendar of that language does. */
const dayNamed = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }).format(new Date(`${day}T12:00:00Z`));

/** Somebody's logs in one language. */
export const synthetic = (language: Language, locale: string, seed: number): Synthetic => {
  const random = numbersFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const days: string[][] = [];
  const questions: Question[] = [];
  const ask = (text: string, answer: string): void => {
    questions.push({
      text,
      answers: 1,
      isAnswer: ({ file, from, to }) => lineOf(file, from, to).includes(answer),
    });
  };
  const lines = new Map<string, readonly string[]>();
  const lineOf = (file: string, from: number, to: number): string =>
    (lines.get(file) ?? []).slice(from - 1, to).join('\n');
  const note = (text: string): void => {
    const notes = Array.from(
      { length: FILLERS_A_DAY },
      () => `- ${pick(language.fillers)(pick(language.people), pick(language.places))}`,
    );
    days.push(notes.toSpliced(Math.floor(random() * FILLERS_A_DAY), 0, ...text.split('\n')));
  };
  for (const person of language.people)
    for (const { noted, asked } of language.things) {
      const said = language.left(person, noted, pick(language.places));
      note(`- ${said}`);
      ask(language.askLeft(person, asked), said);
    }
  for (const [at, { noted, asked }] of language.things.entries()) {
    const [one, other] = [language.people[at % 3] ?? '', language.people[3 + (at % 3)] ?? ''];
    const answer = `${other}: ${language.answers[at % language.answers.length] ?? ''} (${at})`;
    note(
      `- ${one}: ${language.wonders(noted)}\n- ${answer}\n- ${one}: ${pick(language.fillers)(other, pick(language.places))}`,
    );
    ask(language.askAnswer(asked), answer);
  }
  for (const [heading, text, question] of language.projects) {
    note(`\n### ${heading}\n\n- ${text}\n`);
    ask(question, text);
  }
  for (let at = 0; at < 10; at += 1) {
    const said = language.met(pick(language.people), pick(language.places));
    const day = dayAt(days.length);
    note(`- ${said}`);
    const file = `memory/${day}.md`;
    const text = language.askMet(dayNamed(day, locale));
    questions.push({
      text,
      answers: 1,
      isAnswer: (unit) => unit.file === file && lineOf(file, unit.from, unit.to).includes(said),
    });
  }
  const files = Object.fromEntries(
    days.map((notes, at) => {
      const text = `# Memory — ${dayAt(at)}\n\n## Session [09:30]\n\n${notes.join('\n')}\n`;
      lines.set(`memory/${dayAt(at)}.md`, text.split('\n'));
      return [`memory/${dayAt(at)}.md`, text];
    }),
  );
  return { files, questions };
};
