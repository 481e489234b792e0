/** A code block that nobody closed: what stands behind it, headings too, is code to every reader of Markdown. */
import type { Line } from '#lib/text/lines.ts';
import type { Document } from '#audit/workspace/document.ts';

const OPENER = /^ {0,3}(`{3,}|~{3,})/;
const OPENER_WITH_INFO = /^ {0,3}(`{3,}|~{3,})[ \t]*[^\s`~]/;

/**
 * The line of the block that was left open: up to the end of the file, or up to the end of the next block, whose beginning
 * then stands in it as code. `undefined` where each is closed.
 */
export const openFence = ({ text, lines }: Document): number | undefined =>
  text.includes('```') || text.includes('~~~') ? openIn(lines) : undefined;

const openIn = (lines: readonly Line[]): number | undefined => {
  let open: { readonly line: number; readonly mark: string } | undefined;
  for (const { kind, line, text } of lines) {
    if (kind === 'fence')
      open = open === undefined ? { line, mark: OPENER.exec(text.trim())?.[1] ?? '' } : undefined;
    else if (kind !== 'code') open = undefined;
    else if (open !== undefined && open.mark !== '') {
      const inner = OPENER_WITH_INFO.exec(text)?.[1] ?? '';
      if (inner.startsWith(open.mark)) return open.line;
    }
  }
  return open?.line;
};
