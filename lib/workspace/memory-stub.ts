/** A MEMORY.md that nobody has written into yet: headings, comments, and places to fill in. */
import { scanLines } from '#lib/text/lines.ts';
import { isPlaceholder } from '#lib/text/placeholder.ts';

/** Longer than any template. */
const TEMPLATE_MAX_CHARS = 8192;
const MARKER = /^\s*(?:>\s*)?(?:[-*+]|\d{1,3}[.)])?\s*(?:\[[ x]\]\s*)?/iu;
/** `**Name:**` with nothing, or something to fill in, behind it. */
const LABEL = /^(?:\*\*|__)?[^:：]{1,40}[:：](?:\*\*|__)?/u;

/** Does it say nothing yet? Never throws. */
export const isMemoryStub = (text: string): boolean => {
  if (text.length > TEMPLATE_MAX_CHARS) return false;
  for (const { kind, text: line } of scanLines(text))
    if ((kind === 'text' || kind === 'code') && !saysNothing(line)) return false;
  return true;
};

const saysNothing = (line: string): boolean => {
  const bare = line.replace(MARKER, '').trim();
  if (isPlaceholder(bare) || !/[^|:\s-]/u.test(bare)) return true;
  const label = LABEL.exec(bare)?.[0];
  return label !== undefined && isPlaceholder(bare.slice(label.length));
};
