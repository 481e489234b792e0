/** Places of a document that somebody was to fill in. */
import { PLACEHOLDER } from '#lib/text/placeholder.ts';
import type { Document } from '#audit/workspace/document.ts';
import type { Finding } from '#audit/workspace/finding.ts';

const INLINE_CODE = /`[^`]*`/gu;

/** One finding for all of them, at the first; what stands in code is an example. */
export const placeholdersIn = ({ name, text: whole, lines }: Document): readonly Finding[] => {
  if (whole.search(PLACEHOLDER) < 0) return [];
  let count = 0;
  let first: { line: number; column: number } | undefined;
  for (const { kind, line, text } of lines) {
    if (kind === 'code' || kind === 'fence' || kind === 'comment') continue;
    const shown = text.replaceAll(INLINE_CODE, (code) => ' '.repeat(code.length));
    for (const { index } of shown.matchAll(PLACEHOLDER)) {
      count += 1;
      first ??= { line, column: index + 1 };
    }
  }
  if (first === undefined) return [];
  const found = count === 1 ? 'a placeholder' : `${count} placeholders, the first here`;
  return [{ file: name, ...first, found, expected: 'what it stands for' }];
};
