/**
 * What clients of a workspace can ask for, each once: its name, what goes in, and what is done. Frames of a WebSocket, the
 * routes of programs and openapi.json come from this table.
 */
import { AUTOMATION_METHODS } from './methods-automations.ts';
import { HISTORY_METHODS } from './methods-history.ts';
import { LOOKING_METHODS } from './methods-looking.ts';
import { MEMORY_METHODS } from './methods-memory.ts';
import { PROPOSAL_METHODS } from './methods-proposals.ts';
import { FLAG, ID, type Method, method, optional, textField } from './method.ts';
import { HttpProblem } from './problem.ts';

const TEXT_MAX_CHARS = 1_000_000;
const TEXT = textField(TEXT_MAX_CHARS);
const ANSWER = textField(TEXT_MAX_CHARS, 0);

/** Every method by its name. */
export const METHODS: Readonly<Record<string, Method>> = {
  'chat.send': method(
    'Says something in a session, or in a new one. What is answered comes as events; with "wait" it comes with the result, too. The event "said" tells the words, with the "key" that was given.',
    {
      text: TEXT,
      session: optional(ID),
      persona: optional(ID),
      wait: optional(FLAG),
      key: optional(ID),
    },
    async ({ sessions }, { text: said, session, persona, wait = false, key }) => {
      const asked = await sessions.say({ origin: OWNER, session, text: said, persona, key });
      const { ended, ...names } = asked;
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
    async ({ sessions }, { session }) => ({ wasRunning: sessions.named(session).cancel() }),
  ),
  'sessions.list': method('The sessions that are open.', {}, async ({ sessions }) => ({
    sessions: sessions.all.map(({ id, origin, isAwake, kept = null }) => ({
      id,
      origin: origin.by,
      isAwake,
      kept,
    })),
  })),
  'sessions.open': method(
    'Opens a session.',
    {},
    async ({ sessions }) => ({ session: (await sessions.open(OWNER)).id }),
    { isLimited: true },
  ),
  'sessions.resume': method(
    'Goes on with a session that was kept, by its id in sessions.kept, or "last".',
    { id: ID },
    async ({ sessions }, { id }) => ({ session: (await sessions.open(OWNER, id)).id }),
    { isLimited: true },
  ),
  'sessions.close': method(
    'Ends a session.',
    { session: ID },
    async ({ sessions }, { session }) => {
      await sessions.close(session, 'closed by its owner');
      return {};
    },
  ),
  'questions.list': method('What waits for an answer of the owner.', {}, async ({ questions }) => ({
    questions: await questions.open(),
  })),
  'questions.answer': method(
    'Answers a question: with the id of an option, or in words where none were given; without an answer it is a no. The first answer counts.',
    { id: ID, answer: optional(ANSWER) },
    async ({ questions }, { id, answer }, { name }) => {
      const became = await questions.answer(id, answer, name);
      if (became === 'taken') return {};
      const [status, code, title] = NOT_TAKEN[became];
      throw new HttpProblem(status, code, title);
    },
  ),
  ...AUTOMATION_METHODS,
  ...HISTORY_METHODS,
  ...LOOKING_METHODS,
  ...MEMORY_METHODS,
  ...PROPOSAL_METHODS,
};

/** Whoever has the token of a workspace is its owner, the primary human alone. */
const OWNER = { by: 'owner' } as const;

const NOT_TAKEN = {
  late: [409, 'QUESTION_ENDED', 'The question was answered, or has ended.'],
  unknown: [404, 'QUESTION_UNKNOWN', 'There is no such question.'],
  'not offered': [422, 'ANSWER_NOT_OFFERED', 'That is none of the answers to choose from.'],
} as const;
