import { timezoneOf } from '#lib/workspace/profile.ts';
import {
  type CheckEntry,
  overEntries,
  STATE_FILE,
  type EntryVerdict,
} from '#audit/facts/heartbeat.ts';
import { readTime, SECONDS_MAX, wallClock } from '#audit/facts/instant.ts';
import { defineRule } from '#audit/rule/rule.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

const EXPECTED = 'a whole number of seconds since 1970, or null';

export const rule = defineRule({
  id: '2.9/seconds',
  title: 'Each time in "lastChecks" is a number of seconds, or null',
  section: '§2.9',
  level: 'must',
  tier: 'lite',
  why: 'A heartbeat subtracts these times from now. With text or a nested object in their place it cannot, and the check runs each time or never again.',
  remedy:
    'Write the time as a whole number of seconds since 1970 (`date -d "2026-03-10 08:00" +%s` prints it), or null for a check that has never run. Notes belong beside "lastChecks".',
  fix: 'safe',
  requirements: ['Y76', 'Y78'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'seconds, null, and checks of any name',
        files: {
          [STATE_FILE]:
            '{"lastChecks": {"E-mail (büro)": 1773126000, "": null, "__proto__": 1773126000}}\n',
        },
      },
      {
        shows: 'text, flags and objects beside "lastChecks"',
        files: {
          [STATE_FILE]:
            '{"lastChecks": {}, "lastHeartbeat": "2026-03-10T07:00:00Z", "quiet": true, "x": {"lastChecks": {"a": "b"}}}\n',
        },
      },
    ],
    bad: [
      {
        shows: 'times in words, with a zone and without',
        files: {
          [STATE_FILE]:
            '{"lastChecks": {\n"mail": "2026-03-10T07:00:00Z",\n"calendar": "2026-03-10 08:15:00"\n}}\n',
        },
        at: [`${STATE_FILE}:2`, `${STATE_FILE}:3`],
      },
      {
        shows: 'a number in quotes',
        files: { [STATE_FILE]: '{"lastChecks": {"mail": "1773126000"}}\n' },
        at: [`${STATE_FILE}:1`],
      },
      {
        shows: 'a note, a flag, an object and a list',
        files: {
          [STATE_FILE]:
            '{"lastChecks": {\n"appeal": "pending - ask again",\n"mail": true,\n"tides": {"at": 1773126000},\n"news": []\n}}\n',
        },
        at: [2, 3, 4, 5].map((line) => `${STATE_FILE}:${line}`),
      },
      {
        shows: 'every time as text: one finding, at the first',
        files: {
          [STATE_FILE]: `{"lastChecks": {\n${['mail', 'news', 'tides', 'boats']
            .map((name) => `"${name}": "2026-03-10T07:00:00Z"`)
            .join(',\n')}\n}}\n`,
        },
        at: [`${STATE_FILE}:2`],
      },
      {
        shows: 'a time before 1970',
        files: { [STATE_FILE]: '{"lastChecks": {"mail": -1}}\n' },
        at: [`${STATE_FILE}:1`],
      },
    ],
  }),
  check: overEntries(
    (workspace) => {
      // Only for a time without a zone: the first use of a time zone costs as much as all the other rules.
      let clock: { readonly is: Clock } | undefined;
      const clockOf = (): Clock => (clock ??= { is: userClock(workspace) }).is;
      return (entry) => {
        if (entry.fault === 'negative') return { found: 'a number below zero', expected: EXPECTED };
        return entry.fault === 'no number' ? verdict(entry, clockOf) : undefined;
      };
    },
    { isOneMistake: true },
  ),
});

/** How the clock on the user's wall is read; `undefined` where USER.md names no zone. */
type Clock = ((wall: number) => number) | undefined;

const userClock = (workspace: AuditedWorkspace): Clock => {
  const zone = timezoneOf(workspace.document('USER.md')?.text ?? '');
  return zone === undefined ? undefined : wallClock(zone);
};

const verdict = ({ value }: CheckEntry, clockOf: () => Clock): EntryVerdict => {
  if (typeof value === 'boolean') return { found: 'true or false', expected: EXPECTED };
  if (Array.isArray(value)) return { found: 'a list', expected: EXPECTED };
  if (typeof value !== 'string') return { found: 'an object', expected: EXPECTED };
  const time = readTime(value);
  if (time === undefined) return { found: 'text', expected: EXPECTED };
  const found = 'a time as text';
  if (time.is === 'day' || !isUsable(time.seconds)) return { found, expected: EXPECTED };
  const fix = time.is === 'instant' ? instant(time.seconds) : local(time.seconds, clockOf());
  return { found, expected: EXPECTED, ...(fix !== undefined && { fix }) };
};

/** Zero would mean never. */
const isUsable = (seconds: number): boolean => seconds > 0 && seconds <= SECONDS_MAX;

const instant = (seconds: number): EntryVerdict['fix'] => ({
  kind: 'safe',
  title: 'Write the same time in seconds',
  text: String(seconds),
});

/** Which zone a clock on the wall meant nobody can know for sure. */
const local = (wall: number, clock: Clock): EntryVerdict['fix'] => {
  const seconds = clock?.(wall) ?? wall;
  if (!isUsable(seconds)) return undefined;
  const where = clock === undefined ? 'in UTC' : 'in the time zone of USER.md';
  return { kind: 'asks', title: `Write it in seconds, as a time ${where}`, text: String(seconds) };
};
