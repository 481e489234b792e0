/** What columns hold that SQLite has no type for. */

/** A moment in UTC, as `Date.toISOString` writes it. */
export type At = string;

/** A text of JSON. */
export type Json = string;

/** 1 for true, 0 for false. */
export type Flag = 0 | 1;

/** Who a piece of knowledge comes from: the owner's own words, an agent, or text from outside, which is never raised. */
export type Trust = 'owner' | 'agent' | 'outside';

/**
 * Who may know a piece of knowledge: main sessions know all of it.
 *
 * - `private`: main sessions alone.
 * - `notes`: what was noted in a main session: others know it where the settings open the daily logs to them.
 * - `owner`: also workers that a main session has sent.
 * - `all`: every session.
 * - `chat:…`: also sessions of this chat, and workers that one has sent.
 */
export type Readers = 'private' | 'notes' | 'owner' | 'all' | `chat:${string}`;

/** This moment, as rows have it. */
export const now = (): At => new Date().toISOString();
