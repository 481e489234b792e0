/** A MEMORY.md that nobody has written into yet: headings, comments, and places to fill in. */
import { scanLines } from '#lib/text/lines.ts';
import { isToFillIn } from './says-something.ts';

/** Longer than any template. */
const TEMPLATE_MAX_CHARS = 8192;

/** Does it say nothing yet? Never throws. */
export const isMemoryStub = (text: string): boolean => {
  if (text.length > TEMPLATE_MAX_CHARS) return false;
  for (const { kind, text: line } of scanLines(text))
    if ((kind === 'text' || kind === 'code') && !isToFillIn(line)) return false;
  return true;
};
