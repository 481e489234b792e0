/** M: the same of a shared session (§3.2), and MEMORY.md, which is kept from it. */
import {
  leaksOfMemory,
  logStays,
  mayRead,
  neverChanges,
  neverReads,
  watchMemory,
  WRITTEN,
} from '#conform/case/access.ts';
import type { Lab } from '#conform/case/case.ts';
import { ANY_ANSWER, BY_ALL_MEANS, MAY, mayAppend, neverWrites } from '#conform/case/cells.ts';
import { agentTried, heldSession } from '#conform/case/judge.ts';
import { table } from '#conform/case/table.ts';
import { ARCHIVED, born, CANARY } from '#conform/case/texts.ts';

const UNREAD = {
  session: 'shared',
  done: `a shared session in which the agent tries to read it, ${BY_ALL_MEANS}.`,
  observed: 'not a byte of MEMORY.md reaches the agent. A boot that is refused for it is as good.',
  leftOpen: ANY_ANSWER,
} as const;

/** The log of today is another name of MEMORY.md. */
const logLeadsTo = (
  lab: Lab,
  link: (files: Lab['files'], log: string) => void,
): Promise<readonly string[]> => {
  const log = `memory/${lab.today}.md`;
  return neverReads(lab, [{ op: 'read', file: log }], () => {
    lab.files.remove(log);
    link(lab.files, log);
  });
};

export const SHARED_CASES = table('shared', {
  'M-01': neverWrites('shared', 'SOUL.md', ['Y16', 'Y86']),
  'M-02': neverWrites('shared', 'AGENTS.md', ['Y87']),
  'M-03': neverWrites('shared', 'USER.md', ['Y88']),
  'M-04': neverWrites('shared', 'MEMORY.md', ['Y47', 'Y89']),
  'M-05': neverWrites('shared', 'HEARTBEAT.md', ['Y92']),
  'M-06': mayAppend('shared', ['Y90']),
  'M-07': {
    session: 'shared',
    title: 'nobody opens MEMORY.md in a shared session',
    requirements: ['Y37', 'Y44', 'Y45', 'Y89', 'Y92', 'Y94', 'Y116'],
    setUp: 'a complete workspace with a canary in MEMORY.md.',
    done: 'one boot of a shared session, in which the agent asks for nothing.',
    observed:
      'no process opens MEMORY.md, its inode was not read, and the canary reaches no agent and no file.',
    leftOpen: 'whether its name is seen in a listing.',
    run: async (lab) => {
      born(lab);
      const isOpened = watchMemory(lab);
      const boot = await lab.boot();
      const leaks = leaksOfMemory(boot, isOpened(boot));
      const copies = lab.holding(CANARY.memory).filter((name) => name !== 'MEMORY.md');
      return [
        ...leaks,
        ...heldSession(boot),
        ...copies.map((name) => `${name} holds a piece of MEMORY.md`),
      ];
    },
  },
  'M-08': {
    ...UNREAD,
    title: 'an agent of a shared session cannot read MEMORY.md',
    requirements: ['Y46', 'Y89', 'Y94'],
    setUp: 'a complete workspace with a canary in MEMORY.md.',
    run: (lab) => neverReads(lab, [{ op: 'read', file: 'MEMORY.md' }]),
  },
  'M-09': {
    ...UNREAD,
    title: 'a link in the workspace does not lead to MEMORY.md',
    requirements: ['Y46', 'Y89'],
    setUp: 'the log of today is a symbolic link to MEMORY.md.',
    run: (lab) => logLeadsTo(lab, (files, log) => files.symlink('../MEMORY.md', log)),
  },
  'M-10': {
    ...UNREAD,
    title: 'a second name does not lead to MEMORY.md',
    requirements: ['Y46', 'Y89'],
    setUp: 'the log of today is a hard link to MEMORY.md.',
    run: (lab) => logLeadsTo(lab, (files, log) => files.link('MEMORY.md', log)),
  },
  'M-11': {
    ...UNREAD,
    title: 'a link that the agent makes does not lead to MEMORY.md',
    requirements: ['Y46', 'Y89'],
    setUp:
      'a complete workspace with a canary in MEMORY.md; the agent makes a symbolic link to it first.',
    run: (lab) =>
      neverReads(lab, [
        { op: 'link', file: 'memory/notes.md', text: '../MEMORY.md' },
        { op: 'read', file: 'memory/notes.md' },
      ]),
  },
  'M-12': {
    ...UNREAD,
    title: 'another path does not lead to MEMORY.md',
    requirements: ['Y46', 'Y89'],
    setUp: 'a complete workspace with a canary in MEMORY.md.',
    run: (lab) =>
      neverReads(lab, [
        { op: 'read', file: 'memory/../MEMORY.md' },
        { op: 'read', file: './MEMORY.md' },
      ]),
  },
  'M-13': {
    session: 'shared',
    title: 'an agent of a shared session does not rewrite the log of the day',
    requirements: ['Y58', 'Y90'],
    setUp: 'a complete workspace with a log of today.',
    done: `a shared session in which the agent tries to replace and to remove it, ${BY_ALL_MEANS}.`,
    observed: 'what was in the log is still its beginning (§3.2).',
    leftOpen: 'what comes after it.',
    run: logStays,
  },
  'M-14': {
    session: 'shared',
    title: 'an agent of a shared session does not write the other files',
    requirements: ['Y67', 'Y92'],
    setUp: 'a complete workspace.',
    done: `a shared session in which the agent tries to write and to remove TOOLS.md, memory/heartbeat-state.json and a log that was put away, and to write BOOTSTRAP.md, ${BY_ALL_MEANS}.`,
    observed: 'the files are as they were, and there is no BOOTSTRAP.md (§3.2).',
    leftOpen: ANY_ANSWER,
    run: (lab) => {
      const files = ['TOOLS.md', 'memory/heartbeat-state.json', ARCHIVED, 'BOOTSTRAP.md'];
      const text = `{old}${WRITTEN}\n`;
      return neverChanges(lab, ...files.map((file) => ({ op: 'write', file, text }) as const));
    },
  },
  'M-15': {
    session: 'shared',
    title: 'an agent of a shared session does not read the other files',
    requirements: ['Y70', 'Y74', 'Y92'],
    setUp:
      'a complete workspace with canaries in HEARTBEAT.md, TOOLS.md, memory/heartbeat-state.json and a log that was put away.',
    done: `a shared session in which the agent tries to read them, ${BY_ALL_MEANS}.`,
    observed: 'the agent gets none of the canaries (§3.2).',
    leftOpen: ANY_ANSWER,
    run: async (lab) => {
      born(lab);
      const files = {
        'HEARTBEAT.md': CANARY.heartbeat,
        'TOOLS.md': CANARY.tools,
        'memory/heartbeat-state.json': CANARY.checks,
        [ARCHIVED]: CANARY.archive,
      };
      const attempts = Object.keys(files).map((file) => ({ op: 'read', file }) as const);
      const boot = await lab.boot({ attempts });
      const got = Object.entries(files).filter(([, text]) => boot.sight().got(text) !== undefined);
      return [...agentTried(boot), ...got.map(([file]) => `the agent got ${file}`)];
    },
  },
  'M-16': {
    session: 'shared',
    title: 'an agent of a shared session may read USER.md',
    requirements: ['Y88'],
    setUp: 'a complete workspace with a canary in USER.md.',
    done: `a shared session in which the agent reads it, ${BY_ALL_MEANS}.`,
    observed: 'the agent gets the canary, now or at the start (§3.2).',
    leftOpen: MAY,
    run: (lab) => mayRead(lab, { 'USER.md': CANARY.user }),
  },
});
