/** Files that are MEMORY.md under another name (§4.1). */
import { isContent } from '#audit/workspace/document.ts';
import { comparable, holdsText } from '#audit/workspace/same-text.ts';
import { MEMORY_FILE } from './memory.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** A file that holds what MEMORY.md holds. */
export interface Copy {
  readonly name: string;
  /** Another name for the same file, not other bytes that are equal. */
  readonly isSameFile: boolean;
}

/** Every other name of a file, and every file with its text: byte order mark, line ends and blank edges aside. */
export const copiesOf = (workspace: AuditedWorkspace, file: string): readonly Copy[] => {
  const item = workspace.item(file);
  const original = workspace.document(file);
  if (item === undefined || original === undefined) return [];
  const saysSomething = original.lines.some(isContent);
  const text = comparable(original.text);
  return [...workspace.snapshot.items.values()].flatMap((other) => {
    if (other.name === file || other.type === 'directory') return [];
    const isSameFile = other.identity === item.identity;
    return isSameFile || (saysSomething && holdsText(other, text))
      ? [{ name: other.name, isSameFile }]
      : [];
  });
};

/** `MEMORY.md` in another folder, `MEMORY-FULL-2026-02-24.md`, `MEMORY.old.md`, `MEMORY.md.bak`. */
const COPY = /^MEMORY(?=[-_. (]).*\.md(?:$|[.~])/u;
const OF_A_COPY = /(?:^|[-_. ])(?:full|bak|backup|old|orig|copy|\d{4})(?:$|[-_. ~)])/i;

/** Is a file called as people call copies of MEMORY.md? */
export const isMemoryCopyName = (name: string): boolean => {
  const base = name.slice(name.lastIndexOf('/') + 1);
  if (name === MEMORY_FILE || !COPY.test(base)) return false;
  return base === MEMORY_FILE || OF_A_COPY.test(base.slice('MEMORY'.length)) || /[~)]/u.test(base);
};
