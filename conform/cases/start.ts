/** S: what a kernel reads when a session starts, in which order, and what its agent is shown. */
import type { BootRun, Lab, SessionName } from '#conform/case/case.ts';
import { type Complaints, heldSession, when } from '#conform/case/judge.ts';
import { bootOf, type CaseRow, NOTHING_OPEN, oneBoot, table } from '#conform/case/table.ts';
import { born, CANARY, titled } from '#conform/case/texts.ts';
import { before } from '#conform/witness/calls.ts';
import { dailyFile, dayBefore } from '#lib/text/day.ts';

const logsOf = (lab: Lab): readonly string[] => [
  `memory/${lab.today}.md`,
  `memory/${lab.yesterday}.md`,
];

const inOrder = (lab: Lab, boot: BootRun): Complaints => {
  const sight = boot.sight();
  const order = [['AGENTS.md'], ['SOUL.md'], ['USER.md'], logsOf(lab), ['MEMORY.md']];
  const firsts = order.map((names) => names.flatMap((name) => sight.opens(name).slice(0, 1)));
  const missing = order.flat().filter((name) => sight.opens(name).length === 0);
  const wrong = firsts.slice(1).flatMap((calls, at) => {
    const earlier = firsts[at] ?? [];
    return calls.every((call) => earlier.every((one) => before(one, call)))
      ? []
      : [order[at + 1]?.join(' and ') ?? ''];
  });
  return [
    ...heldSession(boot),
    ...missing.map((name) => `${name} was not read`),
    ...wrong.map((name) => `${name} was read before what comes before it`),
  ];
};

const getsAll = (lab: Lab, boot: BootRun): Complaints => {
  const wanted = {
    'AGENTS.md': CANARY.body,
    'SOUL.md': CANARY.soul,
    'USER.md': CANARY.user,
    [`memory/${lab.today}.md`]: CANARY.log,
    [`memory/${lab.yesterday}.md`]: CANARY.yesterday,
    'MEMORY.md': CANARY.memory,
  };
  const missing = Object.entries(wanted).filter(([, text]) => boot.sight().got(text) === undefined);
  return [...heldSession(boot), ...missing.map(([name]) => `the agent did not get ${name}`)];
};

const servesLast = (_lab: Lab, boot: BootRun): Complaints => {
  const sight = boot.sight();
  const shown = sight.noticed(CANARY.body) ?? sight.got(CANARY.body);
  const memory = sight.opens('MEMORY.md').at(0);
  if (shown === undefined || memory === undefined)
    return ['the agent got nothing, or MEMORY.md was not read'];
  return [
    ...heldSession(boot),
    ...when(!before(memory, shown), 'the agent got its context before all was read'),
  ];
};

const inSharedOrder = (_lab: Lab, boot: BootRun): Complaints => {
  const complaints = heldSession(boot);
  if (complaints.length > 0) return complaints;
  const [agents, soul, user] = ['AGENTS.md', 'SOUL.md', 'USER.md'].map((name) =>
    boot.sight().opens(name).at(0),
  );
  if (agents === undefined || soul === undefined) return ['AGENTS.md or SOUL.md was not read'];
  return [
    ...when(!before(agents, soul), 'SOUL.md was read before AGENTS.md'),
    ...when(user !== undefined && !before(soul, user), 'USER.md was read before SOUL.md'),
  ];
};

/** Logs of other days than today and yesterday: of the ten before them, and of one long ago. */
const otherLogs = ({ yesterday }: Lab): readonly string[] => {
  const days = [yesterday];
  while (days.length <= 10) days.push(dayBefore(days.at(-1) ?? ''));
  return [...days.slice(1), '2026-01-05'].map(dailyFile);
};

/** Files of other hands, and those that are for later. */
const OTHERS = ['TOOLS.md', 'HEARTBEAT.md', 'notes.md', '.env'];

const isReadOnce = (_lab: Lab, boot: BootRun): Complaints => {
  const times = boot.sight().opens('SOUL.md').length;
  return [...heldSession(boot), ...when(times !== 1, `SOUL.md was opened ${times} times`)];
};

const READ_ONCE = {
  title: 'SOUL.md is read once',
  requirements: ['Y15'],
  setUp: 'a complete workspace.',
  observed: 'the kernel opens SOUL.md to read it exactly once.',
  leftOpen: 'how often others are read.',
  run: oneBoot(born, isReadOnce),
} as const;

/** A start, and a session in which nothing is asked for, changes no file but the log of today. */
const changesNothing = (session: SessionName): CaseRow => ({
  session,
  title: `a ${session} session in which nothing is asked for changes nothing but the log of the day`,
  requirements: ['Y16', 'Y36'],
  setUp: 'a complete workspace.',
  done: `one boot of a ${session} session, in which the agent asks for nothing.`,
  observed: 'every file of the workspace but the log of today is as it was.',
  leftOpen: 'whether other files are added.',
  run: async (lab) => {
    born(lab);
    const was = [...lab.files.all()].filter(([file]) => file !== dailyFile(lab.today));
    const boot = await lab.boot();
    const changed = was.filter(([file, text]) => lab.files.all().get(file) !== text);
    return [...heldSession(boot), ...changed.map(([file]) => `${file} was changed`)];
  },
});

export const START_CASES = table('start', {
  'S-01': {
    ...bootOf('main'),
    title: 'the files are read in the order of the RFC',
    requirements: ['Y15', 'Y23', 'Y34', 'Y39', 'K16', 'K17'],
    setUp: 'a complete workspace with logs of today and yesterday.',
    observed:
      'the first open of each file, by whichever process of the kernel: AGENTS.md, SOUL.md, USER.md, the logs, MEMORY.md; each returned before the next began.',
    leftOpen: 'the order of the two logs.',
    run: oneBoot(born, inOrder),
  },
  'S-02': {
    ...READ_ONCE,
    session: 'main',
    done: 'one boot of a main session, in which the agent asks for nothing.',
  },
  'S-03': {
    ...bootOf('main'),
    title: 'nothing else is loaded',
    requirements: ['Y2', 'Y55', 'Y70', 'Y74'],
    setUp:
      'a complete workspace, with TOOLS.md, HEARTBEAT.md, logs of the ten days before yesterday and of one long ago, notes of its owner and a file of variables.',
    observed: 'nobody opens any of these to read it.',
    leftOpen: 'whether directories are listed.',
    run: oneBoot(
      (lab) => {
        born(lab);
        for (const log of otherLogs(lab)) lab.files.write(log, titled(log));
        lab.files.write('notes.md', 'notes\n');
        lab.files.write('.env', 'NAME=value\n');
      },
      (lab, boot) => {
        const opened = [...OTHERS, ...otherLogs(lab)].filter(
          (name) => boot.sight().opens(name).length > 0,
        );
        return [...heldSession(boot), ...opened.map((name) => `${name} was read`)];
      },
    ),
  },
  'S-04': {
    ...bootOf('main'),
    title: 'logs that do not exist are passed over',
    requirements: ['Y56', 'Y69', 'Y73'],
    setUp: 'a complete workspace without logs, HEARTBEAT.md, TOOLS.md and MEMORY.md.',
    observed: 'it serves.',
    leftOpen: NOTHING_OPEN,
    run: oneBoot(
      (lab) => {
        born(lab);
        for (const name of ['HEARTBEAT.md', 'TOOLS.md', 'MEMORY.md', ...logsOf(lab)])
          lab.files.remove(name);
      },
      (_lab, boot) => heldSession(boot),
    ),
  },
  'S-05': {
    session: 'main',
    title: 'the agent of a main session gets what it needs',
    requirements: ['Y36', 'Y44'],
    setUp:
      'a complete workspace with canaries in AGENTS.md, SOUL.md, USER.md, the logs of today and yesterday and MEMORY.md.',
    done: 'one boot of a main session; standard input is at its end, so that nobody can answer a question.',
    observed: 'it serves, and the agent gets all of the canaries.',
    leftOpen: 'in which form.',
    run: oneBoot(born, getsAll),
  },
  'S-06': {
    ...bootOf('main'),
    title: 'the agent serves when all is loaded',
    requirements: ['K17'],
    setUp: 'a complete workspace.',
    observed: 'the kernel opens MEMORY.md before the agent has its first message.',
    leftOpen:
      'when the process of the agent is started, and what it gets of a message before its end.',
    run: oneBoot(born, servesLast),
  },
  'S-07': {
    ...bootOf('shared'),
    title: 'the agent of a shared session gets who it is',
    requirements: ['Y86', 'Y87'],
    setUp: 'a complete workspace with canaries in AGENTS.md and SOUL.md.',
    observed: 'it serves, and the agent gets both canaries (§3.2).',
    leftOpen: 'whether it is shown USER.md and the logs, which are for its work alone.',
    run: oneBoot(born, (_lab, boot) => {
      const complaints = heldSession(boot);
      if (complaints.length > 0) return complaints;
      return when(boot.sight().got(CANARY.soul) === undefined, 'the agent did not get SOUL.md');
    }),
  },
  'S-08': {
    ...bootOf('shared'),
    title: 'the files of a shared session are read in the order of the RFC',
    requirements: ['Y34'],
    setUp: 'a complete workspace.',
    observed:
      'the first open of AGENTS.md, SOUL.md and USER.md, by whichever process of the kernel: each returned before the next began.',
    leftOpen: 'whether USER.md is read.',
    run: oneBoot(born, inSharedOrder),
  },
  'S-09': {
    ...READ_ONCE,
    session: 'shared',
    title: 'SOUL.md is read once in a shared session',
    done: 'one boot of a shared session, in which the agent asks for nothing.',
  },
  'S-10': changesNothing('main'),
  'S-11': changesNothing('shared'),
});
