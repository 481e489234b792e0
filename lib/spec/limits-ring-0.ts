/** The numbers that ring 0 enforces. */

/** Bootstrap instructions are instructions for one conversation; more is a mistake or an attack. */
export const BOOTSTRAP_MAX_BYTES = 1024 * 1024;

/** A file larger than this cannot be meant for a prompt; reading it would only exhaust memory. */
export const FILE_MAX_BYTES = 8 * 1024 * 1024;

/** Files that an agent has asked for, of which it is remembered what it has seen; the oldest are forgotten. */
export const SEEN_FILES = 10_000;

/** Names of a folder that are looked at for a list; the others are counted. */
export const WORK_NAMES_LISTED = 2000;

/** Of a name in a folder: no file system has longer ones. */
export const NAME_MAX_CHARS = 255;

/** A path that an agent gives of a file that RFC-0009 §1 does not name; people write shorter ones. */
export const WORK_NAME_MAX_CHARS = 1024;

/** Folders within folders on the way to such a file; each holds a descriptor while it is used. */
export const WORK_PATH_MAX_DEPTH = 16;
