/** Files that are MEMORY.md under another name (§4.1). */
import type { Item } from '#lib/workspace/snapshot.ts';
import { isContent } from './document.ts';
import type { AuditedWorkspace } from './workspace.ts';

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
  const text = plain(original.text);
  const isCopy = ({ content }: Item): boolean =>
    saysSomething &&
    content.is === 'text' &&
    isNear(content.text, text) &&
    plain(content.text) === text;
  return [...workspace.snapshot.items.values()].flatMap((other) => {
    if (other.name === file || other.type === 'directory') return [];
    const isSameFile = other.identity === item.identity;
    return isSameFile || isCopy(other) ? [{ name: other.name, isSameFile }] : [];
  });
};

const plain = (text: string): string =>
  text
    .replace(/^\uFEFF/u, '')
    .replaceAll(/\r\n?/gu, '\n')
    .trim();

/** Spares a text that is far too short or too long the comparison. */
const isNear = (text: string, wanted: string): boolean =>
  text.length >= wanted.length && text.length <= 2 * wanted.length + 1000;
