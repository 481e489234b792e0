/** What a page shows of a session from its end on, and what it says of itself. */
import { count, ID, type Method, method, optional } from './method.ts';

/** By their names. */
export const HISTORY_METHODS: Readonly<Record<string, Method>> = {
  'sessions.history': method(
    'The last events of one session before the number "before", in their order; "previous" is the number before which to go on, null at its beginning. "ready" and "commands" are what the session told of itself when it was opened, null where it is not open.',
    { session: ID, before: optional(count(1)) },
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
