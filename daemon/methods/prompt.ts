/** What clients ask of prompts: what a session is told, what of it is new, and what its turns cost. */
import { costByTurn } from '#daemon/data/event-counts.ts';
import { layoutWords, answerOf } from './ask-command.ts';
import {
  count,
  DAY,
  FLAG,
  ID,
  list,
  MOMENT,
  ofSchema,
  optional,
  orNull,
  shape,
  SHARE,
  USD,
  word,
  WORDS,
} from './field.ts';
import { type Method, method } from './method.ts';

const AUDIENCE = word('main', 'shared', 'subagent', 'cron');

/** Of a turn, or of many. */
export const TOKENS = {
  input: count(0),
  cacheRead: count(0),
  cacheWritten: count(0),
  output: count(0),
};

const TURN = shape({
  id: count(1),
  at: MOMENT,
  session: orNull(ID),
  request: orNull(ID),
  model: WORDS,
  ...TOKENS,
  usd: orNull(USD),
  contextUsed: orNull(SHARE),
});

const CHANGE = shape({
  file: WORDS,
  is: word('new', 'dropped', 'changed', 'gone'),
  fate: optional(WORDS),
});

const SINCE = shape({ since: orNull(MOMENT), changes: list(CHANGE) });

const PROMPT = ofSchema('prompt');

/** By their names. */
export const PROMPT_METHODS: Readonly<Record<string, Method>> = {
  'prompt.show': method(
    'What a session is told: each file with its share and its fate, what was cut, and the text, as yamo prompt --json shows it.',
    { session: optional(AUDIENCE), heartbeat: optional(FLAG), date: optional(DAY) },
    PROMPT,
    async ({ commands }, { session, heartbeat = false, date }, { workspace }) => {
      const given = [
        session === undefined ? [] : `--session=${session}`,
        heartbeat ? '--heartbeat' : [],
        date === undefined ? [] : `--date=${date}`,
        layoutWords(workspace),
      ].flat();
      return answerOf(commands, workspace, ['prompt', '--json', ...given], PROMPT);
    },
  ),
  'prompt.changes': method(
    'What a main session would be told otherwise than at the last boot, file by file; "since" is null where there was none.',
    {},
    SINCE,
    ({ commands }, _params, { workspace }) =>
      answerOf(commands, workspace, ['prompt', '--diff', '--json'], SINCE),
  ),
  'prompt.turns': method(
    'What turns cost and what of them a provider had kept, the newest first, of one session or of all; "before" is the id of the last one that you have.',
    { session: optional(ID), before: optional(count(1)) },
    shape({ turns: list(TURN) }),
    async ({ data }, asked) => ({ turns: await costByTurn(data.events, asked) }),
  ),
};
