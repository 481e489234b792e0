/** What all texts of settings have in common, whatever their host. */

/** A text that cannot be changed, and why. */
export class Unchangeable extends Error {}

/** How long a host waits for an answer: a session start has an audit in it. */
export const TIMEOUT_SECONDS = 30;
