/** A question to the owner as one message of a chat, and what is said there to answer it. */
import { createHash } from 'node:crypto';
import type { ChatEventRead } from '#lib/chat/event.ts';
import { messagesOf } from '#lib/chat/parts.ts';
import { revealed } from '#lib/injection/characters.ts';
import { optionFor } from '#lib/protocol/answers.ts';
import { patchLines, patchSummary, pending } from '#lib/protocol/file-diff.ts';
import type { Choice, FileDiff } from '#kernel/contract/events.ts';
import type { Question } from '#daemon/data/questions.ts';
import type { ProviderRules } from './providers.ts';

/** What somebody says to a question. */
export interface SaidAnswer {
  readonly code: string;
  /** A number is that of an option, from 1 on. */
  readonly answer: 'y' | 'n' | number;
}

const SAID =
  /^\s*(?:(?<yes>yes|\/approve(?:@\w+)?)|(?<no>no|\/deny(?:@\w+)?)|(?<number>\d{1,2}))\s+(?<code>[a-z]{2}\d{3})\s*[.!]?\s*$/iu;

/** `undefined` for what is none: an edit, what is passed on, and all other words. */
export const saidAnswerIn = ({ text, isEdit, outside }: ChatEventRead): SaidAnswer | undefined => {
  const { yes, no, number, code } = SAID.exec(text)?.groups ?? {};
  if (code === undefined || isEdit || outside !== undefined) return undefined;
  const answer = yes !== undefined ? 'y' : no !== undefined ? 'n' : Number(number);
  return { code: code.toUpperCase(), answer };
};

/** By what a question is called in chats: two letters, and three digits. */
export const questionCodeOf = (id: string): string => {
  const hash = createHash('sha256').update(id).digest();
  const letters = [0, 1].map((at) => LETTERS[hash.readUInt8(at) % LETTERS.length]);
  return `${letters.join('')}${String(hash.readUInt16BE(2) % 1000).padStart(3, '0')}`;
};

/** None of them is taken for a digit. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A question as it is told. */
export interface ToldQuestion {
  readonly text: string;
  /** All of it is there to be read: only then can it be granted there. */
  readonly isWhole: boolean;
}

/** `from`: where it is asked, if others are there. */
export const toldQuestion = (
  question: Question & { readonly id: string },
  from: string | undefined,
  { messageMaxChars }: ProviderRules,
): ToldQuestion => {
  const code = questionCodeOf(question.id);
  const asks = [
    question.text,
    ...(from === undefined ? [] : [`(It is asked in ${from}, where others are.)`]),
    ...subjectLines(question),
  ].map((line) => revealed(line));
  const answers = ['Say one of these:', ...answersFor(question, code)];
  const message = (lines: readonly string[]): string =>
    [`${code}: a question for you.`, ...lines].join('\n');
  const room = messageMaxChars - 2 * (FENCE.length + 1);
  const whole = message([...asks, ...answers]);
  const isWhole = whole.length <= room && !whole.includes(FENCE);
  const ending = [CUT, `no ${code}`];
  const cut = asks.join('\n').replaceAll(FENCE, '…');
  const text = isWhole
    ? whole
    : message([...messagesOf(cut, room - message(ending).length - 1).slice(0, 1), ...ending]);
  return { text: `${FENCE}\n${text}\n${FENCE}`, isWhole };
};

/** In it no chat reads Markdown, which may hide a part of what is asked. */
const FENCE = '```';
const CUT =
  'There is more than a chat can show: allow it on the page or in the terminal. Here you can say no:';

const subjectLines = ({ subject }: Question): readonly string[] => {
  if (subject === undefined) return [];
  const { command, diffs } = subject;
  return [
    ...(command === undefined ? [] : [`$ ${command}`]),
    ...diffs.flatMap(changeLines),
    ...pending(subject),
  ];
};

const changeLines = (diff: FileDiff): readonly string[] => {
  const lines = patchLines(diff);
  return [`${diff.file} (${patchSummary(diff, lines)})`, ...lines];
};

/** What can be said to it, one a line. */
const answersFor = ({ options = [] }: Question, code: string): readonly string[] => {
  const [yes, no] = [optionFor(options, 'y'), optionFor(options, 'n')];
  const wordFor = (option: Choice, at: number): string =>
    option === yes ? 'yes' : option === no ? 'no' : String(at + 1);
  return [
    ...options.map((one, at) => `${wordFor(one, at)} ${code} – ${revealed(one.label)}`),
    ...(no === undefined ? [`no ${code} – No`] : []),
  ];
};
