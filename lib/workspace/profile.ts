/** What the kernel itself needs of USER.md (RFC-0009 §2.3). */
import { fieldFor } from '#lib/language/labels.ts';
import { scanLines } from '#lib/text/lines.ts';
import { isPlaceholder, stripEmphasis } from '#lib/text/placeholder.ts';
import { zoneAtStart, zoneOfOffset } from '#lib/text/zones.ts';
import { labelledIn } from './labelled-line.ts';

/**
 * The time zone of the first line that labels one; placeholders, comments and code do not count. An offset is the zone
 * that is always so far from UTC, unless another line names a zone, which knows of summer time. What is neither is
 * returned as it stands, so that the caller can say that it is none.
 */
export const timezoneOf = (user: string): string | undefined => {
  let offset: string | undefined;
  for (const { kind, text } of scanLines(user)) {
    if (kind === 'comment' || kind === 'code') continue;
    for (const { label, value } of labelledIn(text)) {
      if (fieldFor(label, 'user') !== 'user.timezone') continue;
      const said = stripEmphasis(value);
      if (isPlaceholder(said)) continue;
      const zone = zoneAtStart(said);
      if (zone !== undefined) return zone;
      const fixed = zoneOfOffset(said);
      if (fixed === undefined) return offset ?? said;
      offset ??= fixed;
    }
  }
  return offset;
};
