/** What an agent asks its human: a field of a form, or a permission, with the files that would change. */
import type { Human, Subject } from '#kernel/contract/events.ts';
import { revealed } from '#lib/injection/characters.ts';
import { pending } from '#lib/protocol/file-diff.ts';
import { widthOf } from '#lib/text/terminal.ts';
import { viewDiff } from '#cli/tui/diff-view.ts';
import { type Row, wrap } from '#cli/tui/spans.ts';
import { untabbed } from '#cli/io/width.ts';

/** Somebody who can be asked in rows and answers in a line. */
export interface Questioner {
  readonly say: (rows: readonly Row[]) => void;
  /** What is said next, whoever waits for it. */
  readonly next: () => Promise<string | undefined>;
  /** Waits for a line behind `prompt`, until `signal` takes it back. */
  readonly ask: (prompt: string, signal?: AbortSignal) => Promise<string | undefined>;
  readonly width: () => number;
}

/** The human at a terminal. */
export const humanBehind = (at: Questioner): Human => ({
  isAtTerminal: true,
  next: () => at.next(),
  answer: async (question, signal) => {
    const lines = linesOf(question);
    const last = lines.pop() ?? '';
    at.say(lines.flatMap((text) => wrap([{ text }], at.width())));
    return askBehind(at, last, at.width() / 2, signal);
  },
  choose: async (question, options, subject, signal) => {
    at.say(questionRows(question, at.width()));
    const more = showSubject(at, subject, false);
    const labels = options.map(({ label }, index) => `  ${index + 1}  ${revealed(label)}`);
    at.say(labels.flatMap((text) => wrap([{ text }], at.width())));
    for (;;) {
      const prompt = `Your choice (${more > 0 ? 'd: show all, ' : ''}Enter for no): `;
      const columns = at.width() - ANSWER_COLUMNS;
      const answer = (await askBehind(at, prompt, columns, signal))?.trim();
      if (answer === undefined || answer === '') return undefined;
      const chosen = /^\d+$/.test(answer) ? options[Number(answer) - 1] : undefined;
      if (chosen !== undefined) return chosen.id;
      if (answer === 'd' && more > 0) showSubject(at, subject, true);
      else at.say([[{ text: `Say a number from 1 to ${options.length}, or press Enter for no.` }]]);
    }
  },
});

/** A choice is a number, or a letter. */
const ANSWER_COLUMNS = 10;

/** Asks behind `prompt`, or below it where it takes more than `most` columns. */
const askBehind = async (
  { say, ask, width }: Questioner,
  prompt: string,
  most: number,
  signal: AbortSignal | undefined,
): Promise<string | undefined> => {
  const fits = widthOf(prompt) <= most;
  if (!fits) say(wrap([{ text: prompt }], width()));
  const line = signal?.aborted === true ? undefined : await ask(fits ? prompt : '> ', signal);
  if (line === undefined && signal?.aborted === true)
    say(wrap([{ text: withdrawnText(signal), style: ['dim'] }], width()));
  return line;
};

/** Why a question waits for no answer here any more. */
export const withdrawnText = ({ reason }: AbortSignal): string =>
  typeof reason === 'string'
    ? `  The question has its answer: ${revealed(reason)}.`
    : '  The question is over: nobody waits for its answer any more.';

const questionRows = (question: string, width: number): readonly Row[] =>
  linesOf(question).flatMap((text) => wrap([{ text, style: ['bold', 'yellow'] }], width));

/** Shows what a question is about; returns how many lines were left out. */
const showSubject = (
  { say, width }: Questioner,
  subject: Subject | undefined,
  whole: boolean,
): number => {
  if (subject === undefined) return 0;
  let more = 0;
  if (subject.command !== undefined)
    say(linesOf(subject.command).flatMap((line) => wrap([{ text: `  $ ${line}` }], width())));
  for (const diff of subject.diffs) {
    const view = viewDiff(diff, whole);
    const left: Row = [{ text: `  … ${view.more} more lines`, style: ['dim'] }];
    const [title = [], ...lines] = view.rows;
    say([...wrap(title, width()), ...lines, ...(view.more > 0 ? [left] : [])]);
    more += view.more;
  }
  say(pending(subject).map((text) => [{ text: `  ${text}`, style: ['bold', 'yellow'] }]));
  return more;
};

const linesOf = (text: string): string[] =>
  text.split('\n').map((line) => untabbed(revealed(line)));
