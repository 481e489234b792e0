/**
 * What clients of a workspace can ask for, each once: its name, what goes in, and what is done. Frames of a WebSocket, the
 * routes of programs and openapi.json come from this table.
 */
import { ATTACHED_NAME_MAX_CHARS, ATTACHED_TEXTS, SAY_MAX_CHARS } from '#lib/spec/limits.ts';
import { AUTOMATION_METHODS } from './automations.ts';
import { CURATION_METHODS } from './curation.ts';
import { HISTORY_METHODS } from './history.ts';
import { JOURNAL_METHODS } from './journal.ts';
import { MEMORY_METHODS } from './memory.ts';
import { PROMPT_METHODS } from './prompt.ts';
import { PROPOSAL_METHODS } from './knowledge.ts';
import { SESSION_METHODS } from './sessions.ts';
import { TRUST_METHODS } from './trust.ts';
import { UPKEEP_METHODS } from './upkeep.ts';
import {
  anything,
  FLAG,
  ID,
  list,
  MOMENT,
  optional,
  shape,
  textField,
  word,
  WORDS,
} from './field.ts';
import { type Method, method } from './method.ts';
import { OWNER } from './owner.ts';
import { HttpProblem } from './problem.ts';

const TEXT = textField(SAY_MAX_CHARS);
const ANSWER = textField(SAY_MAX_CHARS, 0);
const ATTACHED = shape({ name: textField(ATTACHED_NAME_MAX_CHARS), text: ANSWER });

const QUESTION = shape({
  id: ID,
  session: ID,
  kind: word('approval', 'choice', 'proposal', 'text'),
  text: WORDS,
  at: MOMENT,
  until: optional(MOMENT),
  options: optional(list(shape({ id: WORDS, label: WORDS, kind: optional(WORDS) }))),
  subject: optional(anything('The files or the command that it is about: diffs, more, command.')),
});

/** Every method by its name. */
export const METHODS: Readonly<Record<string, Method>> = {
  'chat.send': method(
    'Says something in a session, or in a new one, with texts attached to it. What is answered comes as events; with "wait" it comes with the result, too. The event "said" tells the words, with the "key" that was given. What has a key is carried out once: who says it again is answered with what the first time came to.',
    {
      text: TEXT,
      session: optional(ID),
      persona: optional(ID),
      wait: optional(FLAG),
      key: optional(ID),
      files: optional(list(ATTACHED, ATTACHED_TEXTS)),
    },
    shape({ request: ID, session: ID, stop: optional(WORDS), reply: optional(WORDS) }),
    async ({ sessions }, { wait = false, session, ...saying }) => {
      const chars = [saying, ...(saying.files ?? [])].reduce(
        (sum, { text }) => sum + text.length,
        0,
      );
      if (chars > SAY_MAX_CHARS)
        throw new HttpProblem(413, 'MESSAGE_TOO_LONG', `More than ${SAY_MAX_CHARS} characters.`);
      const { ended, ...names } = await sessions.say({ origin: OWNER, session, ...saying });
      if (wait) return { ...names, ...(await ended) };
      // The events tell what becomes of it.
      ended.catch(() => undefined);
      return names;
    },
    { isLimited: true },
  ),
  'chat.cancel': method(
    'Asks the turn that runs in a session to stop.',
    { session: ID },
    shape({ wasRunning: FLAG }),
    async ({ sessions }, { session }) => ({ wasRunning: sessions.named(session).cancel() }),
  ),
  'questions.list': method(
    'What waits for an answer of the owner, the oldest first.',
    {},
    shape({ questions: list(QUESTION) }),
    async ({ questions }) => ({ questions: await questions.open() }),
  ),
  'questions.answer': method(
    'Answers a question: with the id of an option, or in words where none were given; without an answer it is a no. The first answer counts.',
    { id: ID, answer: optional(ANSWER) },
    shape({}),
    async ({ questions }, { id, answer }, { name }) => {
      const became = await questions.answer(id, answer, name);
      if (became === 'taken') return {};
      const [status, code, title] = NOT_TAKEN[became];
      throw new HttpProblem(status, code, title);
    },
  ),
  ...AUTOMATION_METHODS,
  ...CURATION_METHODS,
  ...HISTORY_METHODS,
  ...JOURNAL_METHODS,
  ...MEMORY_METHODS,
  ...PROPOSAL_METHODS,
  ...PROMPT_METHODS,
  ...SESSION_METHODS,
  ...TRUST_METHODS,
  ...UPKEEP_METHODS,
};

const NOT_TAKEN = {
  late: [409, 'QUESTION_ENDED', 'The question was answered, or has ended.'],
  unknown: [404, 'QUESTION_UNKNOWN', 'There is no such question.'],
  'not offered': [422, 'ANSWER_NOT_OFFERED', 'That is none of the answers to choose from.'],
} as const;
