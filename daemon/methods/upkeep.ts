/** What clients ask of what goes on by itself: the clock, chats, keys, and what models cost. */
import { COUNTED_DAYS_MAX } from '#lib/spec/limits.ts';
import { spentToday } from '#kernel/owner/status.ts';
import { costByDay } from '#daemon/data/event-counts.ts';
import { answerOf, linesOfCommand, silentVoice } from './ask-command.ts';
import { sinceDays } from './days.ts';
import {
  anything,
  count,
  type Valued,
  FLAG,
  list,
  MOMENT,
  optional,
  orNull,
  shape,
  USD,
  WORDS,
} from './field.ts';
import { type Method, method } from './method.ts';
import { TOKENS } from './prompt.ts';

const SEEN = shape({
  name: WORDS,
  provider: optional(WORDS),
  kind: WORDS,
  use: WORDS,
  how: WORDS,
  expiresAt: optional(MOMENT),
  expired: optional(FLAG),
});

type SeenKey = Valued<typeof SEEN>;

const ADAPTER = shape({
  name: WORDS,
  program: WORDS,
  state: WORDS,
  since: MOMENT,
  reason: optional(WORDS),
  nextTry: optional(MOMENT),
  log: optional(list(WORDS)),
});

const CONTACT = shape({
  channel: WORDS,
  account: WORDS,
  name: orNull(WORDS),
  pairedAt: orNull(MOMENT),
});

const DAY_COST = shape({
  day: WORDS,
  model: WORDS,
  turns: count(1),
  ...TOKENS,
  usd: USD,
  unpriced: count(0),
});

const STATUS = anything('As yamo heartbeat --status --json prints it.');
const WHY = anything('As yamo heartbeat --why --json prints it.');

/** By their names. */
export const UPKEEP_METHODS: Readonly<Record<string, Method>> = {
  'clock.show': method(
    'Heartbeats: the last and the next one, what is due, and all that stands for and against one now.',
    {},
    shape({ status: STATUS, why: WHY }),
    async ({ commands }, _params, { workspace }) => ({
      status: await answerOf(commands, workspace, ['heartbeat', '--status', '--json'], STATUS),
      why: await answerOf(commands, workspace, ['heartbeat', '--why', '--json'], WHY),
    }),
    { isLimited: true },
  ),
  'keys.list': method(
    'Credentials that can be seen from here, by name and use. No value is ever told.',
    {},
    shape({ keys: list(SEEN) }),
    async ({ commands }) => {
      const found = await linesOfCommand(
        commands,
        undefined,
        ['credentials', 'scan', '--json'],
        SEEN,
      );
      return { keys: found.map(keyOf) };
    },
    { isLimited: true },
  ),
  'chats.list': method(
    "Chats: their adapters and how these are, and the accounts that the agent knows, with since when one is the owner's.",
    {},
    shape({ adapters: list(ADAPTER), contacts: list(CONTACT) }),
    async ({ data }, _params, { workspace }) => ({
      adapters: workspace.adapters,
      contacts: await data.identity
        .selectFrom('contacts')
        .leftJoin('entities', 'entities.id', 'contacts.entity')
        .select(['channel', 'account', 'entities.name', 'paired_at as pairedAt'])
        .orderBy('channel')
        .orderBy('account')
        .execute(),
    }),
  ),
  'cost.days': method(
    'What models cost in the last days (30 where you do not say), by day (UTC) and model, in sessions of this daemon; "machine" is what all of yours cost on this machine today, heartbeats and terminals included.',
    { days: optional(count(1, COUNTED_DAYS_MAX)) },
    shape({ days: list(DAY_COST), machine: shape({ day: WORDS, tokens: count(0), usd: USD }) }),
    async ({ data }, { days }, { workspace }) => ({
      days: await costByDay(data.events, sinceDays(days)),
      machine: spentToday(await workspace.hostNow(silentVoice()), new Date()),
    }),
  ),
};

/** Where it lies is for who imports it. */
const keyOf = ({ name, provider, kind, use, how, expiresAt, expired }: SeenKey): SeenKey => ({
  name,
  kind,
  use,
  how,
  ...(provider !== undefined && { provider }),
  ...(expiresAt !== undefined && { expiresAt }),
  ...(expired !== undefined && { expired }),
});
