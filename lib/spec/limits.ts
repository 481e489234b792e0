/** Every number that the kernel enforces, with its unit last in the name and the reason beside it. */

/** Birth orders are instructions for one conversation; more is a mistake or an attack. */
export const BOOTSTRAP_MAX_BYTES = 1024 * 1024;

/** A file larger than this cannot be meant for a prompt; reading it would only exhaust memory. */
export const FILE_MAX_BYTES = 8 * 1024 * 1024;

/** What a birth may need on disk (four files and a log), tried before anything is deleted. */
export const PREFLIGHT_PROBE_BYTES = 64 * 1024;

/** How long a boot waits for another one on the same workspace; an ordinary boot takes well under a second. */
export const LEASE_WAIT_MS = 3000;

/** How long a write waits for the write of another session. */
export const WRITE_LOCK_WAIT_MS = 5000;

/** An agent that does not answer `initialize` in this time is taken for broken. */
export const AGENT_INITIALIZE_MS = 20_000;

/** How long an agent may take to end after its session is closed, before it is killed. */
export const AGENT_EXIT_MS = 2000;

/** How often a failing birth is tried again while the kernel still holds the orders. */
export const BIRTH_ATTEMPTS = 3;

/** Questions and answers in one birth; a conversation without end is no birth. */
export const BIRTH_TURNS = 40;

/** Requests of the agent that a boot record lists one by one; later ones are only counted. */
export const RECORD_MAX_GATE_ENTRIES = 1000;

/** A .git/index larger than this is not searched for birth orders: what comes of it is a warning, not worth the time. */
export const GIT_INDEX_MAX_BYTES = 64 * 1024 * 1024;
