/** What a page shows of a session from its end on, and what it says of itself. */
import { anything, count, ID, list, optional, orNull, shape } from './field.ts';
import { type Method, method } from './method.ts';

/** By their names. */
export const HISTORY_METHODS: Readonly<Record<string, Method>> = {
  'sessions.history': method(
    'The last events of one session before the number "before", in their order; "previous" is the number before which to go on, null at its beginning. "ready" and "commands" are what the session told of itself when it was opened, null where it is not open.',
    { session: ID, before: optional(count(1)) },
    shape({
      events: list(anything('An event, as /events tells it.')),
      previous: orNull(count(0)),
      ready: orNull(anything('Its kind, why it has that, and the agent.')),
      commands: orNull(list(anything('A command: name, description, hint.'))),
    }),
    async ({ events, sessions }, { session, before }) => {
      const open = sessions.all.find(({ id }) => id === session);
      return {
        ...(await events.ofSessionBefore(session, before)),
        ready: open?.told.ready ?? null,
        commands: open?.told.commands ?? null,
      };
    },
  ),
};
