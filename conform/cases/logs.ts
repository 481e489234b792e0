/** L: the log of the day, to which a session adds. */
import { type Lab, Undecided } from '#conform/case/case.ts';
import { heldSession, isRefused, servesSound, when } from '#conform/case/judge.ts';
import { bootOf, NOTHING_OPEN, oneBoot, table } from '#conform/case/table.ts';
import { born, titled } from '#conform/case/texts.ts';
import { dailyFile, dayBefore } from '#lib/text/day.ts';

const logOf = (lab: Lab): string => `memory/${lab.today}.md`;

const withoutLog = (lab: Lab): void => {
  born(lab);
  lab.files.remove(logOf(lab));
};

/** Logs of other days are as they were. */
const oldLogs = ({ yesterday }: Lab): readonly string[] => {
  const days = ['2025-01-05', '2026-01-05', dayBefore(yesterday), dayBefore(dayBefore(yesterday))];
  return days.map(dailyFile);
};

/** Longer than what a kernel may show of it at once. */
const LONG_LINES = 12_000;

const noted = (text: string | undefined): string => {
  if (text !== undefined) return text;
  throw new Undecided('not applicable', 'this kernel noted nothing of this session');
};

export const LOG_CASES = table('logs', {
  'L-01': {
    ...bootOf('main'),
    title: 'what is in a log stays at its beginning',
    requirements: ['Y58', 'Y62'],
    setUp: 'a complete workspace with logs of today and yesterday.',
    observed: 'the log of yesterday is as it was, and that of today begins with what was there.',
    leftOpen: 'what is added.',
    run: async (lab) => {
      born(lab);
      const yesterday = `memory/${lab.yesterday}.md`;
      const [was, wasYesterday] = [lab.files.text(logOf(lab)) ?? '', lab.files.text(yesterday)];
      const boot = await lab.boot();
      const isKept = (lab.files.text(logOf(lab)) ?? '').startsWith(was);
      return [
        ...heldSession(boot),
        ...when(!isKept, 'the log of today was changed'),
        ...when(lab.files.text(yesterday) !== wasYesterday, 'the log of yesterday was changed'),
      ];
    },
  },
  'L-02': {
    ...bootOf('main'),
    title: 'a new log begins with its title',
    requirements: ['Y59', 'Y60'],
    setUp: 'a complete workspace without a log of today.',
    observed:
      'if there is a log of today, it begins with "# Memory — YYYY-MM-DD" and has a block "## Session [HH:MM]".',
    leftOpen: 'whether a session in which nothing happened is noted.',
    run: oneBoot(withoutLog, (lab, boot) => {
      const complaints = heldSession(boot);
      if (complaints.length > 0) return complaints;
      const text = noted(lab.files.text(logOf(lab)));
      return [
        ...when(!text.startsWith(`# Memory — ${lab.today}\n`), 'the title is missing'),
        ...when(!/^## Session \[\d\d:\d\d/m.test(text), 'there is no block of a session'),
      ];
    }),
  },
  'L-03': {
    session: 'main',
    title: 'a second session adds a block and no title',
    requirements: ['Y61'],
    setUp: 'a complete workspace without a log of today.',
    done: 'two boots of main sessions, one after the other.',
    observed: 'the log has one title, and what the first one wrote is its beginning.',
    leftOpen: 'as in L-02.',
    run: oneBoot(withoutLog, async (lab, first) => {
      const complaints = heldSession(first);
      if (complaints.length > 0) return complaints;
      const was = noted(lab.files.text(logOf(lab)));
      const second = await lab.boot();
      const text = lab.files.text(logOf(lab)) ?? '';
      const titles = text.split('# Memory — ').length - 1;
      return [
        ...heldSession(second),
        ...when(!text.startsWith(was), 'what the first session wrote was changed'),
        ...when(titles !== 1, `the log has ${titles} titles`),
      ];
    }),
  },
  'L-04': {
    ...bootOf('main'),
    title: 'a start puts no old log away, and deletes none',
    requirements: ['Y62'],
    setUp:
      'a complete workspace with logs of the days before yesterday, of months ago and of years ago.',
    observed: 'each of them is as it was: nobody has asked for anything else.',
    leftOpen: NOTHING_OPEN,
    run: async (lab) => {
      born(lab);
      for (const log of oldLogs(lab)) lab.files.write(log, titled(log));
      const boot = await lab.boot();
      const changed = oldLogs(lab).filter((log) => lab.files.text(log) !== titled(log));
      return [...heldSession(boot), ...changed.map((log) => `${log} was changed`)];
    },
  },
  'L-05': {
    ...bootOf('main'),
    title: 'a long log is not cut',
    requirements: ['Y58', 'Y62'],
    setUp: `a complete workspace whose log of today has ${LONG_LINES} lines.`,
    observed: 'the log begins with what was there.',
    leftOpen: 'how much of it the agent gets, and whether so long a log is refused.',
    run: async (lab) => {
      born(lab);
      const notes = Array.from({ length: LONG_LINES }, (_, at) => `- at buoy ${at}, all is well\n`);
      lab.files.append(logOf(lab), notes.join(''));
      const was = lab.files.text(logOf(lab)) ?? '';
      const boot = await lab.boot();
      const isKept = (lab.files.text(logOf(lab)) ?? '').startsWith(was);
      return [
        ...(isRefused(boot) ? await servesSound(lab, 'born') : heldSession(boot)),
        ...when(!isKept, 'the log of today was cut'),
      ];
    },
  },
});
