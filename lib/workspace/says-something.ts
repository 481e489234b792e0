/** Whether a text says something yet, or is only headings, comments and places to fill in. */
import { scanLines } from '#lib/text/lines.ts';
import { holdsPlaceholder, isPlaceholder } from '#lib/text/placeholder.ts';

const MARKER = /^\s*(?:>\s*)?(?:[-*+]|\d{1,3}[.)])?\s*(?:\[[ x]\]\s*)?/iu;
/** `**Name:**` with nothing, or something to fill in, behind it. */
const LABEL = /^(?:\*\*|__)?[^:：]{1,40}[:：](?:\*\*|__)?/u;

/** `Atlas` above a line of these is a heading, too. */
const UNDERLINE = /^ {0,3}(?:=+|-+)\s*$/u;
const IN_A_BLOCK = /^\s*(?:[-*+>|]|\d{1,3}[.)]\s)/u;

/** Is there one line of text in it, in whatever words and language? Linear; never throws. */
export const saysSomething = (text: string): boolean => {
  let mayBeHeading = false;
  for (const { kind, text: line } of scanLines(text)) {
    if (mayBeHeading && !(kind === 'text' && UNDERLINE.test(line))) return true;
    mayBeHeading = false;
    if (kind === 'heading' || kind === 'comment' || kind === 'fence' || isToFillIn(line)) continue;
    if (kind !== 'text' || IN_A_BLOCK.test(line)) return true;
    mayBeHeading = true;
  }
  return mayBeHeading;
};

/** Does a line that is no heading and no comment say nothing yet? */
const isToFillIn = (line: string): boolean => {
  const bare = line.replace(MARKER, '').trim();
  if (isPlaceholder(bare) || holdsPlaceholder(bare) || !/[^|:\s-]/u.test(bare)) return true;
  const label = LABEL.exec(bare)?.[0];
  return label !== undefined && isPlaceholder(bare.slice(label.length));
};

/** Longer than any template. */
const TEMPLATE_MAX_CHARS = 8192;

/** Is it a MEMORY.md that nobody has written into yet: headings, comments, and places to fill in? Never throws. */
export const isMemoryStub = (text: string): boolean => {
  if (text.length > TEMPLATE_MAX_CHARS) return false;
  for (const { kind, text: line } of scanLines(text))
    if ((kind === 'text' || kind === 'code') && !isToFillIn(line)) return false;
  return true;
};
