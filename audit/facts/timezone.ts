/** The time zone that USER.md names, as the kernel reads it (§2.3). */
import { fieldFor } from '#lib/language/labels.ts';
import type { Line } from '#lib/text/lines.ts';
import { isZone, tellsZone, zoneAtStart, zoneOfOffset } from '#lib/text/zones.ts';
import { labelledIn } from '#lib/workspace/labelled-line.ts';
import { timezoneOf } from '#lib/workspace/profile.ts';
import { withoutDocument } from './presence.ts';
import { NOT_APPLICABLE, type RuleOutcome } from '#audit/workspace/finding.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** What is no name of a zone: `in words` that tell one to a person, or `unknown`. */
export const zoneFindings = (
  workspace: AuditedWorkspace,
  wanted: 'in words' | 'unknown',
): RuleOutcome => {
  const user = workspace.document('USER.md');
  if (user === undefined) return withoutDocument(workspace, 'USER.md');
  const lines = user.lines.filter(
    ({ kind, text }) => kind !== 'comment' && kind !== 'code' && zonesIn(text).length > 0,
  );
  // As the kernel does it: a name before an offset, and else the first line with a value.
  const named = lines.filter(({ text }) => timezoneOf(text) !== undefined);
  const line = named.find((one) => !isOffset(one)) ?? named[0];
  if (line === undefined) return NOT_APPLICABLE;
  const offset = isOffset(line);
  const value = timezoneOf(line.text) ?? '';
  if (!offset && isZone(value)) return [];
  const kind = offset || tellsZone(value) ? 'in words' : 'unknown';
  if (kind !== wanted) return [];
  const found = offset
    ? 'an offset from UTC'
    : kind === 'in words'
      ? 'a time zone in words'
      : 'something that is no time zone';
  return [{ file: 'USER.md', line: line.line, found, expected: 'an IANA name' }];
};

/** The values that a line labels as a time zone. */
const zonesIn = (text: string): readonly string[] =>
  labelledIn(text).flatMap(({ label, value }) =>
    fieldFor(label, 'user') === 'user.timezone' ? [value] : [],
  );

/** `Timezone: UTC+8`, and no name of a zone before it. */
const isOffset = ({ text }: Line): boolean =>
  zonesIn(text).some(
    (value) => zoneAtStart(value) === undefined && zoneOfOffset(value) !== undefined,
  );
