/** What the kernel itself needs of USER.md (RFC-0009 §2.3). */
import { fieldFor } from '#lib/language/labels.ts';
import { scanLines } from '#lib/text/lines.ts';
import { isPlaceholder, stripEmphasis } from '#lib/text/placeholder.ts';
import { zoneAtStart } from '#lib/text/zones.ts';
import { labelledIn } from './labelled-line.ts';

/** An offset is no zone: it knows nothing of summer time, and the sign means the opposite in TZ. */
const OFFSET = /^(?:UTC|GMT)?[+-]\d/i;

/**
 * The value of the first line that labels a time zone with one; placeholders, comments and code do not count.
 * Not checked further, so that the caller can say that a zone is none.
 */
export const timezoneOf = (user: string): string | undefined => {
  for (const { kind, text } of scanLines(user)) {
    if (kind === 'comment' || kind === 'code') continue;
    for (const { label, value } of labelledIn(text)) {
      const zone = fieldFor(label, 'user') === 'user.timezone' ? zoneIn(value) : undefined;
      if (zone !== undefined) return zone;
    }
  }
  return undefined;
};

const zoneIn = (given: string): string | undefined => {
  const value = stripEmphasis(given);
  if (isPlaceholder(value) || OFFSET.test(value)) return undefined;
  return zoneAtStart(value) ?? value;
};
