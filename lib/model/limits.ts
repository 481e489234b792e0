/** Every number that the model agent holds itself to, with its unit last in the name and the reason beside it. */

/** Requests to the provider in one turn; work that needs more has lost its way, and each one is paid for. */
export const TURN_REQUESTS = 50;

/** Requests of a flush before a compaction: a few lines into the log, an edit of MEMORY.md, and the word that it is done. */
export const FLUSH_REQUESTS = 6;

/** What the answer to a trial may be long: a word, and what some models think before their first one. */
export const TRIAL_OUTPUT_TOKENS = 1024;

/** How often a trial is tried: nothing is lost by a boot that is begun again. */
export const TRIAL_TRIES = 2;

/** What a flush or a summary may be long: it must fit beside a conversation that fills its place. */
export const COMPACTION_OUTPUT_TOKENS = 4096;

/** The part of the conversation's place that stays word for word after a compaction, the newest of it. */
export const KEPT_SHARE = 0.25;

/** Of the model's window, what an answer takes at most: models of small windows name answers as long as these. */
export const ANSWER_SHARE = 0.25;

/** A conversation that gets less than this is none: files of the workspace and tools leave no room. */
export const HISTORY_MIN_TOKENS = 1024;

/** What one answer of a tool shows; more is read in parts, by line. */
export const RESULT_MAX_CHARS = 40_000;

/** The same where the window is small: no answer of a tool takes more than this part of the conversation's place. */
export const RESULT_SHARE = 0.25;

/** Output of a command that is asked for; the kernel keeps the last of it. */
export const COMMAND_OUTPUT_MAX_BYTES = 32 * 1024;

/** Names in an answer to a listing. */
export const LISTED_NAMES = 1000;

/** Of what a provider says about an error: the sentence, without the request that some repeat. */
export const ERROR_MAX_CHARS = 300;

/** An answer over the wire; no model says as much, and a stream without an end would fill the memory. */
export const ANSWER_MAX_BYTES = 16 * 1024 * 1024;

/** A title of a tool call is one line that fits beside others. */
export const TITLE_MAX_CHARS = 120;

/** The first pause before a request is tried again; each further one is twice as long. */
export const MODEL_RETRY_FIRST_MS = 500;

/** The longest pause that is of our choice. */
export const RETRY_LONGEST_MS = 30_000;

/** A provider that asks for a longer pause is not waited for: the human is told instead. */
export const RETRY_AFTER_MAX_MS = 120_000;

/** How far a pause is longer or shorter than planned, by chance: those who were turned away together do not come back together. */
export const RETRY_JITTER = 0.25;

/** After so many runs of parts, which come before all that is dynamic, a breakpoint stands: the provider takes two more elsewhere. */
export const CACHED_RUNS = 2;
