/** What columns hold that SQLite has no type for. */

/** A moment in UTC, as `Date.toISOString` writes it. */
export type At = string;

/** A text of JSON. */
export type Json = string;

/** 1 for true, 0 for false. */
export type Flag = 0 | 1;

/** Who a piece of knowledge comes from: the owner's own words, an agent, or text from outside, which is never raised. */
export type Trust = 'owner' | 'agent' | 'outside';
