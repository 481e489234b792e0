import { loggedDays, startOf } from '#audit/facts/daily.ts';
import { overEntries, STATE_FILE, type EntryVerdict } from '#audit/facts/heartbeat.ts';
import { SECONDS_PER_DAY } from '#audit/facts/instant.ts';
import { defineRule } from '#audit/rule/rule.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** The times in the example of RFC-0009 §2.9, all in December 2023. */
const COPIED_SECONDS = [1_703_275_200, 1_703_260_800, 1_703_200_000] as const;

/** Models change a copied time a little. */
const COPIED_REACH_SECONDS = 2 * 60 * 60;

/** A check may have run some days before the first log, and after the last one. */
const LOGS_REACH_SECONDS = 14 * SECONDS_PER_DAY;

/** Clocks differ, and so do zones; by more than a day they do not. */
const AHEAD_SECONDS = SECONDS_PER_DAY;

/** By so many years models were seen to be wrong. */
const WRONG_YEARS = [1, 2, 3] as const;

const EXPECTED = 'the time at which the check last ran';

export const rule = defineRule({
  id: '2.9/implausible',
  title: 'Times in "lastChecks" can be true',
  section: '§2.9',
  level: 'advisory',
  tier: 'none',
  why: 'Models write epoch seconds from memory and miss by whole years, or copy them from an example. The check then runs on every heartbeat, or not for a long time.',
  remedy:
    'Write the time at which the check last ran, taken from a clock (`date +%s`) and not from memory, or null if nobody knows.',
  fix: 'asks',
  requirements: ['Y76'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'times in the days of the logs',
        files: { [STATE_FILE]: '{"lastChecks": {"mail": 1773126000, "tides": 1772400000}}\n' },
      },
      {
        shows: 'a check that ran long ago, and fits no other year either',
        files: { [STATE_FILE]: '{"lastChecks": {"mail": 1751328000}}\n' },
      },
      {
        shows: 'a time a year back, and no logs that say otherwise',
        files: {
          [STATE_FILE]: '{"lastChecks": {"mail": 1741590000}}\n',
          'memory/2026-03-09.md': null,
          'memory/2026-03-10.md': null,
        },
      },
      {
        shows: 'a time a year back, and logs of that year',
        files: {
          [STATE_FILE]: '{"lastChecks": {"mail": 1741590000}}\n',
          'memory/2025-03-20.md': '# Memory — 2025-03-20\n',
        },
      },
    ],
    bad: [
      {
        shows: 'times one and two years before the logs',
        files: {
          [STATE_FILE]: '{"lastChecks": {\n"mail": 1741590000,\n"tides": 1710054000\n}}\n',
        },
        at: [`${STATE_FILE}:2`, `${STATE_FILE}:3`],
      },
      {
        shows: 'a year too early by a log whose name has a suffix',
        files: {
          [STATE_FILE]: '{"lastChecks": {"mail": 1741590000}}\n',
          'memory/2026-03-09.md': null,
          'memory/2026-03-10.md': null,
          'memory/2026-03-09-2012.md': '# Tides\n',
        },
        at: [`${STATE_FILE}:1`],
      },
      {
        shows: 'the times of the example in the specification, one of them a little changed',
        files: {
          [STATE_FILE]:
            '{"lastChecks": {\n"email": 1703275200,\n"calendar": 1703264400,\n"weather": null\n}}\n',
        },
        at: [`${STATE_FILE}:2`, `${STATE_FILE}:3`],
      },
      {
        shows: 'a time that has not come yet',
        files: { [STATE_FILE]: '{"lastChecks": {"mail": 1804662000}}\n' },
        at: [`${STATE_FILE}:1`],
      },
    ],
  }),
  check: overEntries((workspace) => {
    const isLogged = loggedTimes(workspace);
    const latest = workspace.context.now + AHEAD_SECONDS;
    return ({ fault, value }) => {
      if (fault !== undefined || typeof value !== 'number') return undefined;
      if (COPIED_SECONDS.some((copied) => Math.abs(value - copied) <= COPIED_REACH_SECONDS)) {
        return { ...unknown, found: 'a time from the example in the specification' };
      }
      if (value > latest) return { ...unknown, found: 'a time that has not come yet' };
      return isLogged === undefined ? undefined : wrongYear(value, isLogged);
    };
  }),
});

const unknown = {
  expected: EXPECTED,
  fix: { kind: 'asks', title: 'Write null, so that the check is due', text: 'null' },
} as const;

/** Whether a time lies in the days of the logs; `undefined` where there are none. */
const loggedTimes = (workspace: AuditedWorkspace): ((seconds: number) => boolean) | undefined => {
  const days = loggedDays(workspace);
  if (days === undefined) return undefined;
  const from = startOf(days.first) - LOGS_REACH_SECONDS;
  const to = startOf(days.last) + LOGS_REACH_SECONDS;
  return (seconds) => seconds >= from && seconds <= to;
};

/** A time that lies outside of the logs, and among them if years are added. */
const wrongYear = (
  value: number,
  isLogged: (seconds: number) => boolean,
): EntryVerdict | undefined => {
  if (isLogged(value)) return undefined;
  const years = WRONG_YEARS.find((some) => isLogged(plusYears(value, some)));
  if (years === undefined) return undefined;
  const span = years === 1 ? 'one year' : `${years} years`;
  return {
    found: `a time ${span} before the daily logs`,
    expected: EXPECTED,
    fix: { kind: 'asks', title: `Add ${span}`, text: String(plusYears(value, years)) },
  };
};

const plusYears = (seconds: number, years: number): number => {
  const date = new Date(seconds * 1000);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return Math.floor(date.getTime() / 1000);
};
