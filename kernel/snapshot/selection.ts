/**
 * Which files of a workspace the auditor looks at: those of the layout (RFC-0009 §1), and, because credentials and
 * copies lie there too, the text files beside them, and what hosts of coding agents read. `.gitignore` is not asked: what it hides is the private part.
 */
import type { LayoutDocument } from '#lib/layout/document.ts';
import { INSTRUCTIONS, isInstructionFile, leadsToInstructions } from '#lib/layout/instructions.ts';
import { isLayoutFile, isOfRuntime, leadsToLayout } from '#lib/layout/membership.ts';
import { MEMORY_DIR } from '#lib/spec/files.ts';

const TEXTS = 'md|markdown|txt|yamo';
const ROOT_TEXT = new RegExp(`\\.(?:${TEXTS})$`, 'i');
const MEMORY_TEXT = /(?:\.(?:md|markdown|txt|log|yamo|jsonl?|ya?ml|csv|bak|old|orig)|\/[^./]+)$/i;
/** Where people and tools put what they have removed or want to keep a copy of. */
const ATTIC = /^(?:\.trash|\.?backups?|\.?archives?|\.?old)$/i;

/** Deeper folders under `memory/` are counted as missing from the audit. */
export const MEMORY_MAX_DEPTH = 8;

/** More names than this in one workspace are not listed; nobody keeps so many by hand. */
export const ITEMS_MAX = 50_000;

/** A text that is longer is looked through in pieces and not judged as a document: V8's strings end near 512 MB. */
export const WHOLE_MAX_BYTES = 128 * 1024 * 1024;

/** What is looked at of a workspace; names are relative to it, with `/`. */
export interface Selection {
  /** Is this folder listed as well? */
  readonly isListed: (folder: string) => boolean;
  /** Is the content of this file read? */
  readonly isRead: (file: string) => boolean;
  /** Is it read as the settings of a runtime, and as nothing else? */
  readonly isSettings?: (file: string) => boolean;
}

/** What is looked at where RFC-0009 is the layout. */
export const OWN_SELECTION: Selection = {
  isListed: (name) =>
    name === MEMORY_DIR ||
    name.startsWith(`${MEMORY_DIR}/`) ||
    ATTIC.test(name) ||
    leadsToInstructions(name),
  isRead: (name) => {
    if (name.startsWith(`${MEMORY_DIR}/`)) return MEMORY_TEXT.test(name);
    const slash = name.indexOf('/');
    if (ROOT_TEXT.test(name) && (slash === -1 || ATTIC.test(name.slice(0, slash)))) return true;
    return isInstructionFile(name);
  },
};

/** The same and, for another layout, its nested folders; of what belongs to a runtime settings alone are read. */
export const selectionFor = (layout: LayoutDocument): Selection =>
  layout.layout === 'rfc-0009'
    ? OWN_SELECTION
    : {
        isListed: (name) => OWN_SELECTION.isListed(name) || leadsToLayout(layout, name),
        isRead: (name) =>
          !isOfRuntime(layout, name) &&
          (OWN_SELECTION.isRead(name) ||
            isLayoutFile(layout, name) ||
            (ROOT_TEXT.test(name) && leadsToLayout(layout, folderOf(name)))),
        isSettings: (name) => layout.runtime?.includes(name) === true,
      };

/** `(^|/)…`: a name in any folder, in a pattern that Python reads too. */
const anywhere = (name: string): string => `(^|/)${name.replaceAll('.', '\\.')}`;

/**
 * The names of which any may be committed and change what an audit says, in whatever folder a workspace lies: texts with
 * their backups (`MEMORY.md.bak`), what is in memory/, and what hosts read. For hooks of git, which see names only.
 */
export const COMMITTED: string = [
  `\\.(${TEXTS})[^/]*$`,
  `${anywhere(MEMORY_DIR)}(/|$)`,
  `${anywhere('.yamo-audit.json')}$`,
  ...new Set(
    INSTRUCTIONS.files.flatMap(({ name }) => {
      const [folder = name] = name.split('**/');
      if (name.endsWith('.md')) return [];
      return [anywhere(folder) + (folder === name ? '$' : '')];
    }),
  ),
].join('|');

const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));
