/** The five things a first boot may have to ask for, and how a human's answers are read. */
import type { BootstrapFields } from './bootstrap-fields.ts';

/** One thing to ask for. `keys` are the names under which a human may give it in a line. */
interface Question {
  readonly title: string;
  readonly description: string;
  readonly keys: readonly string[];
}

/** What is asked for the scribe before a first boot. */
export const QUESTIONS = {
  name: {
    title: 'Name',
    description: 'What the agent is called.',
    keys: ['name', 'agent', 'agent name', 'your name'],
  },
  role: {
    title: 'Role',
    description: 'What the agent is for.',
    keys: ['role', 'agent role', 'your role'],
  },
  user: {
    title: 'Your name',
    description: 'Whom the agent serves.',
    keys: ['user', 'user name', 'human', 'my name', 'i am'],
  },
  timezone: {
    title: 'Time zone',
    description: 'An identifier such as Europe/Berlin.',
    keys: ['timezone', 'time zone', 'tz'],
  },
  style: {
    title: 'Communication style',
    description: 'How you want to be spoken to.',
    keys: ['style', 'communication style', 'communication'],
  },
} as const satisfies Record<string, Question>;

export type QuestionName = keyof typeof QUESTIONS;

const QUESTION_NAMES = ['name', 'role', 'user', 'timezone', 'style'] as const;

/** What is known of the five. */
export type Answers = Readonly<Partial<Record<QuestionName, string>>>;

/** An answer goes into a line of a file; more than this is not an answer to these questions. */
const ANSWER_MAX_LENGTH = 200;

const NAME_MAX_WORDS = 4;

/** One line without control characters; `undefined` if nothing is left or it is too long. */
export function tidyAnswer(text: string): string | undefined {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line === '' || line.length > ANSWER_MAX_LENGTH ? undefined : line;
}

/** Reads `key: value` lines; a single short line without a key is taken for the agent's name. */
export function readAnswers(words: string): Answers {
  const lines = words.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const pairs = lines.flatMap(readPair);
  if (pairs.length > 0) return Object.fromEntries(pairs);
  const name = lines.length === 1 ? bareName(lines[0] ?? '') : undefined;
  return name === undefined ? {} : { name };
}

function readPair(line: string): [QuestionName, string][] {
  const colon = line.indexOf(':');
  if (colon === -1) return [];
  const name = questionFor(line.slice(0, colon).replaceAll(/[*_-]/g, ' '));
  const answer = tidyAnswer(line.slice(colon + 1).replaceAll(/\*\*|__/g, ''));
  return name === undefined || answer === undefined ? [] : [[name, answer]];
}

function questionFor(label: string): QuestionName | undefined {
  const key = label.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return QUESTION_NAMES.find((name) =>
    QUESTIONS[name].keys.some((candidate: string) => candidate === key),
  );
}

function bareName(line: string): string | undefined {
  const name = tidyAnswer(line)?.replace(/[.!]$/, '');
  if (name === undefined || name.split(' ').length > NAME_MAX_WORDS) return undefined;
  return /^[\p{L}\p{N}][\p{L}\p{N}\p{M}' .’-]*$/u.test(name) ? name : undefined;
}

/** What the instructions already answer. */
const answersIn = ({ agent, user }: BootstrapFields): Answers => ({
  ...(agent.name !== undefined && { name: agent.name }),
  ...(agent.role !== undefined && { role: agent.role }),
  ...(user.name !== undefined && { user: user.name }),
  ...(user.timezone !== undefined && { timezone: user.timezone }),
  ...(user.communicationStyle !== undefined && { style: user.communicationStyle }),
});

/** The first boot with answers where the instructions had none: instructions go first. */
export function withAnswers(fields: BootstrapFields, given: Answers): BootstrapFields {
  const { name, role, user, timezone, style } = { ...given, ...answersIn(fields) };
  return {
    agent: {
      ...fields.agent,
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role }),
    },
    user: {
      ...fields.user,
      ...(user !== undefined && { name: user }),
      ...(timezone !== undefined && { timezone }),
      ...(style !== undefined && { communicationStyle: style }),
    },
  };
}

/** What the instructions leave open; nothing where they say what the agent is called and what it is for. */
export const openQuestions = (fields: BootstrapFields): readonly QuestionName[] => {
  const known = answersIn(fields);
  if (known.name !== undefined && known.role !== undefined) return [];
  return QUESTION_NAMES.filter((name) => known[name] === undefined);
};

/** Answers as lines that `readAnswers` reads. */
export const answerLines = (answers: Answers): string =>
  Object.entries(answers)
    .map(([name, answer]) => `${name}: ${answer}`)
    .join('\n');
