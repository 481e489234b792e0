/** The context of a session for a program that only reads and notes: the files of a session, and a briefing of its own. */
import {
  aboutFences,
  assemble,
  conductOf,
  type Context,
  NO_CREDENTIALS,
  type SessionContext,
  type Segment,
} from './assemble.ts';
import { fenceBriefing } from './fence.ts';
import { describeRights } from './rights.ts';

/** `files` as the session may see them, in any order. */
export const assembleAgentless = (files: readonly Segment[], session: SessionContext): Context => ({
  briefing: fenceBriefing(briefing(session), session.nonce),
  segments: assemble(files, session).segments,
});

const briefing = (session: SessionContext): string => {
  const { kind, today, zone, log, nonce } = session;
  return [
    `This is a ${kind.name} session of a workspace. Today is ${today} (${zone}).`,
    'The files below say who you are here, whom you serve and what you remember, in the order that RFC-0009 prescribes.',
    aboutFences(nonce),
    ...describeRights(session, ['read', 'append']),
    `To keep something, write it down: append_note adds it to ${log}.`,
    NO_CREDENTIALS,
    ...conductOf(session),
  ].join('\n');
};
