/** Reads the files of a layout for a prompt; never what a session of its kind may not have (RFC-0009 §4.1). */
import type { LayoutDocument } from '#lib/layout/document.ts';
import { isPattern } from '#lib/layout/names.ts';
import type { SeenFile } from '#lib/prompt/items.ts';
import { type PromptContext, selectFiles, wanted } from '#lib/prompt/select.ts';
import type { Stat } from '#kernel/fs/disk.ts';
import { examine } from '#kernel/fs/examine.ts';
import { type Forbidden, NOTHING_FORBIDDEN, readAt } from '#kernel/startup/read.ts';
import type { Audience } from '#lib/spec/audience.ts';
import { kindOfAudience } from '#lib/spec/session-policy.ts';
import { notesFor } from '#lib/workspace/daily.ts';
import type { Folders } from './folders.ts';

/** By name, those files that a prompt of this context reads and that are there. Throws FILE_… refusals, PROMPT_FILES. */
export const readLayoutFiles = (
  folders: Folders,
  document: LayoutDocument,
  context: PromptContext,
): ReadonlyMap<string, SeenFile> => {
  const { names, patterns } = wanted(selectFiles(document, context));
  const forbidden = forbiddenFor(folders, document, context.audience);
  const files = new Map<string, SeenFile>();
  for (const file of [...names, ...patterns.flatMap((pattern) => folders.fitting(pattern))]) {
    const read = readAt(() => folders.place(file), file, forbidden);
    if (read !== undefined) files.set(file, { text: read.text, sha256: read.sha256 });
  }
  return files;
};

/** With others there, long-term memory is known by what it is and not by its name; it is looked at, not opened. */
export const forbiddenFor = (
  folders: Folders,
  { files }: LayoutDocument,
  audience: Audience,
): Forbidden => {
  const kind = kindOfAudience(audience);
  if (kind.permissions.seesMemory) return NOTHING_FORBIDDEN;
  const names = files.flatMap(({ role, name }) =>
    role === 'memory' && !isPattern(name) ? [name] : [],
  );
  const memory = [...new Set(['MEMORY.md', ...names])].flatMap((name): readonly Stat[] => {
    const place = folders.place(name);
    const found = place && examine(place.directory, place.name);
    return found?.is === 'regular' ? [found.stat] : [];
  });
  return { memory, hardLinks: true, notes: notesFor(kind, { chat: undefined, since: () => '' }) };
};
