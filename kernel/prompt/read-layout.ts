/** Reads the files of a layout for a prompt; never what a session of its kind may not have (RFC-0009 §4.1). */
import type { LayoutDocument, LayoutRole } from '#lib/layout/document.ts';
import { isPattern } from '#lib/layout/names.ts';
import type { SeenFile } from '#lib/prompt/items.ts';
import { type PromptContext, selectFiles, wanted } from '#lib/prompt/select.ts';
import type { Stat } from '#kernel/fs/disk.ts';
import { examine } from '#kernel/fs/examine.ts';
import { type Forbidden, NOTHING_FORBIDDEN, readAt } from '#kernel/startup/read.ts';
import type { Audience } from '#lib/spec/audience.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { kindOfAudience } from '#lib/spec/session-policy.ts';
import { notesFor } from '#lib/workspace/daily.ts';
import type { Folders } from './folders.ts';

/** The names of the files that a prompt of this context reads. Throws FILE_UNREADABLE, PROMPT_FILES. */
export const wantedFiles = (
  folders: Folders,
  document: LayoutDocument,
  context: PromptContext,
): readonly { readonly name: string; readonly role: LayoutRole }[] =>
  wanted(selectFiles(document, context)).flatMap(({ name, role }) =>
    isPattern(name)
      ? folders.fitting(name, role === 'skill').map((file) => ({ name: file, role }))
      : [{ name, role }],
  );

/** By name, those of them that are there. Throws FILE_… refusals, PROMPT_FILES. */
export const readLayoutFiles = (
  folders: Folders,
  document: LayoutDocument,
  context: PromptContext,
): ReadonlyMap<string, SeenFile> => {
  const forbidden = forbiddenFor(folders, document, context.audience);
  const files = new Map<string, SeenFile>();
  for (const { name, role } of wantedFiles(folders, document, context)) {
    const read = readUnlessSkill(role, () => readAt(() => folders.place(name), name, forbidden));
    if (read instanceof Refusal) files.set(name, lostFile(name, read));
    else if (read !== undefined) files.set(name, { text: read.text, sha256: read.sha256 });
  }
  return files;
};

/** What `read` gives. A skill is one of many, and read on demand: one that cannot be had costs itself. */
export const readUnlessSkill = <Read>(role: LayoutRole, read: () => Read): Read | Refusal => {
  try {
    return read();
  } catch (error) {
    if (role === 'skill' && error instanceof Refusal) return error;
    throw error;
  }
};

/** Skills are read ahead: one that cannot be had is not loaded, which would refuse. */
export const usableFiles = (
  files: ReturnType<typeof wantedFiles>,
  read: (name: string) => void,
): { readonly names: readonly string[]; readonly lost: ReadonlyMap<string, SeenFile> } => {
  const lost = new Map<string, SeenFile>();
  for (const { name, role } of files) {
    const refused = role === 'skill' ? readUnlessSkill(role, () => read(name)) : undefined;
    if (refused !== undefined) lost.set(name, lostFile(name, refused));
  }
  return { names: files.map(({ name }) => name).filter((name) => !lost.has(name)), lost };
};

/** A skill that cannot be had. */
const lostFile = (file: string, refusal: Refusal): SeenFile => ({
  text: '',
  sha256: '',
  lost: refusal
    .renamed((fact) => (fact === file ? 'it' : fact))
    .message.replace(/\.(?: .*)?$/u, ''),
});

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
