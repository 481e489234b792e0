/**
 * Which files of a workspace the auditor looks at: those of the layout (RFC-0009 §1), and, because credentials and
 * copies lie there too, the text files beside them. `.gitignore` is not asked: what it hides is the private part.
 */
import { MEMORY_DIR } from '#lib/spec/files.ts';

const ROOT_TEXT = /\.(?:md|markdown|txt|yamo)$/i;
const MEMORY_TEXT = /(?:\.(?:md|markdown|txt|log|yamo|jsonl?|ya?ml|csv|bak|old|orig)|\/[^./]+)$/i;
/** Where people and tools put what they have removed or want to keep a copy of. */
const ATTIC = /^(?:\.trash|\.?backups?|\.?archives?|\.?old)$/i;

/** Deeper folders under `memory/` are counted as missing from the audit. */
export const MEMORY_MAX_DEPTH = 8;

/** More names than this in one workspace are not listed; nobody keeps so many by hand. */
export const ITEMS_MAX = 50_000;

/** A text that is longer is looked through in pieces and not judged as a document: V8's strings end near 512 MB. */
export const WHOLE_MAX_BYTES = 128 * 1024 * 1024;

/** Is this folder listed as well? `depth` is 1 in the root. */
export const isListed = (name: string): boolean =>
  name === MEMORY_DIR || name.startsWith(`${MEMORY_DIR}/`) || ATTIC.test(name);

/** Is the content of this file read? Takes a name relative to the workspace, with `/`. */
export const isRead = (name: string): boolean => {
  if (name.startsWith(`${MEMORY_DIR}/`)) return MEMORY_TEXT.test(name);
  const slash = name.indexOf('/');
  return ROOT_TEXT.test(name) && (slash === -1 || ATTIC.test(name.slice(0, slash)));
};
