/** What the kernel itself needs of USER.md (RFC-0009 §2.3). */
import { scanLines } from '#lib/text/lines.ts';
import { isPlaceholder, stripEmphasis } from '#lib/text/placeholder.ts';
import { zoneAtStart } from '#lib/text/zones.ts';

const LINE = /^[ \t]*(?:[-*+][ \t]+|\|[ \t]*)?[*_]*time ?zone[*_]*[ \t]*[:|](.*)$/i;
/** An offset is no zone: it knows nothing of summer time, and the sign means the opposite in TZ. */
const OFFSET = /^(?:UTC|GMT)?[+-]\d/i;

/**
 * The value of the first `Timezone` line with one; placeholders, comments and code do not count.
 * Not checked further, so that the caller can say that a zone is none.
 */
export const timezoneOf = (user: string): string | undefined => {
  for (const { kind, text } of scanLines(user)) {
    if (kind === 'comment' || kind === 'code') continue;
    const value = zoneIn(LINE.exec(text)?.[1] ?? '');
    if (value !== undefined) return value;
  }
  return undefined;
};

const zoneIn = (rest: string): string | undefined => {
  const value = stripEmphasis(rest.replace(/^[*_]{1,3}/u, '').replace(/\|.*$/u, ''));
  if (isPlaceholder(value) || OFFSET.test(value)) return undefined;
  return zoneAtStart(value) ?? value;
};
