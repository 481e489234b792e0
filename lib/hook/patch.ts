/** Patches in the form of `apply_patch`: which files they write, with what. Lines that belong to no file are passed over. */
import type { TextEdit, ToolTouches, Touch } from './event.ts';

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;

interface Part {
  readonly kind: string;
  readonly path: string;
  readonly lines: string[];
}

/** The files of a patch. */
export const readPatch = (patch: string): ToolTouches => {
  const parts: Part[] = [];
  const touches: Touch[] = [];
  for (const line of patch.split('\n')) {
    const [, kind, path] = FILE.exec(line) ?? [];
    const to = MOVE.exec(line)?.[1];
    if (kind !== undefined && path !== undefined)
      parts.push({ kind, path: path.trim(), lines: [] });
    else if (to !== undefined) {
      const from = parts.at(-1)?.path;
      if (from !== undefined) touches.push({ does: 'remove', path: from });
      touches.push({ does: 'write', path: to.trim(), text: undefined });
    } else parts.at(-1)?.lines.push(line);
  }
  for (const part of parts) touches.push(touchOf(part));
  return parts.length === 0
    ? { touches, untold: 'its patch names no file', texts: [patch] }
    : { touches };
};

const touchOf = ({ kind, path, lines }: Part): Touch => {
  if (kind === 'Delete') return { does: 'remove', path };
  if (kind === 'Add') {
    const added = lines.filter((line) => line.startsWith('+')).map((line) => `${line.slice(1)}\n`);
    return { does: 'write', path, text: added.join('') };
  }
  return { does: 'edit', path, edits: hunksOf(lines) };
};

const hunksOf = (lines: readonly string[]): readonly TextEdit[] => {
  const hunks: { old: string[]; new: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith('@@')) hunks.push({ old: [], new: [] });
    else if (/^[ +-]/.test(line)) {
      if (hunks.length === 0) hunks.push({ old: [], new: [] });
      const hunk = hunks.at(-1);
      if (!line.startsWith('+')) hunk?.old.push(line.slice(1));
      if (!line.startsWith('-')) hunk?.new.push(line.slice(1));
    }
  }
  return hunks.map((hunk) => ({
    old: hunk.old.join('\n'),
    new: hunk.new.join('\n'),
    all: false,
  }));
};
