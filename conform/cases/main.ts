/** A: what an agent of a main session may do to the files of its workspace, and what it must not (§3.1). */
import { keepsOutKey, logStays, mayRead, neverChanges, WRITTEN } from '#conform/case/access.ts';
import {
  ANY_ANSWER,
  BY_ALL_MEANS,
  MAY,
  mayAppend,
  mayWrite,
  neverWrites,
} from '#conform/case/cells.ts';
import { heldSession } from '#conform/case/judge.ts';
import { bootOf, oneBoot, table } from '#conform/case/table.ts';
import { ARCHIVED, born, CANARY, KEY } from '#conform/case/texts.ts';

export const MAIN_CASES = table('main', {
  'A-01': neverWrites('main', 'SOUL.md', ['Y16', 'Y80']),
  'A-02': mayWrite('main', 'AGENTS.md', ['Y38', 'Y81']),
  'A-03': mayWrite('main', 'USER.md', ['Y40', 'Y82']),
  'A-04': mayWrite('main', 'MEMORY.md', ['Y47', 'Y83']),
  'A-05': mayAppend('main', ['Y84']),
  'A-06': mayWrite('main', 'HEARTBEAT.md', ['Y72', 'Y85'], `{old}- [ ] ${WRITTEN}\n`),
  'A-07': neverWrites('main', 'memory/DAY.md', ['Y58', 'Y62'], {
    day: 'yesterday',
    section: '§2.5',
  }),
  'A-08': neverWrites('main', 'memory/heartbeat-state.json', ['Y75', 'Y76'], {
    text: '{"lastChecks":{"tide":1790000000000}}',
    section: '§2.9',
  }),
  'A-09': {
    session: 'main',
    title: 'an agent does not rewrite the log of the day',
    requirements: ['Y58'],
    setUp: 'a complete workspace with a log of today.',
    done: `a main session in which the agent tries to replace and to remove it, ${BY_ALL_MEANS}.`,
    observed: 'what was in the log is still its beginning.',
    leftOpen: 'what comes after it.',
    run: logStays,
  },
  'A-10': {
    session: 'main',
    title: 'a credential does not get into MEMORY.md',
    requirements: ['Y50', 'Y95'],
    setUp: 'a complete workspace.',
    done: `a main session in which the agent adds a key of a provider to MEMORY.md, ${BY_ALL_MEANS}.`,
    observed: 'no file of the workspace holds it.',
    leftOpen: 'what the agent is told, and which keys are known.',
    run: (lab) =>
      keepsOutKey(lab, { op: 'write', file: 'MEMORY.md', text: `{old}\n- 2026-01-03 ${KEY}\n` }),
  },
  'A-11': {
    ...bootOf('main'),
    title: 'what the environment holds gets into no file',
    requirements: ['Y95', 'Y98'],
    setUp: 'a complete workspace, and a canary in the environment of the kernel.',
    observed: 'no file anywhere holds the canary afterwards.',
    leftOpen: 'whether the agent gets the variables of the kernel.',
    run: oneBoot(born, (lab, boot) => [
      ...heldSession(boot),
      ...lab.holding(CANARY.environment).map((name) => `it is in ${name}`),
    ]),
  },
  'A-12': mayWrite('main', 'TOOLS.md', ['Y74'], `{old}\n${WRITTEN}\n`),
  'A-13': {
    session: 'main',
    title: 'an agent does not write a log that was put away',
    requirements: ['Y62'],
    setUp: 'a complete workspace with a log in memory/archive/.',
    done: `a main session in which the agent tries to write and to remove it, ${BY_ALL_MEANS}.`,
    observed: 'the file is as it was (§5.2).',
    leftOpen: ANY_ANSWER,
    run: (lab) => neverChanges(lab, { op: 'write', file: ARCHIVED, text: `{old}${WRITTEN}\n` }),
  },
  'A-14': {
    session: 'main',
    title: 'an agent of a main session may read what is not loaded',
    requirements: ['Y70', 'Y74'],
    setUp:
      'a complete workspace with canaries in HEARTBEAT.md, TOOLS.md and memory/heartbeat-state.json.',
    done: `a main session in which the agent reads them, ${BY_ALL_MEANS}.`,
    observed: 'the agent gets the canaries (§3.1).',
    leftOpen: MAY,
    run: (lab) =>
      mayRead(lab, {
        'HEARTBEAT.md': CANARY.heartbeat,
        'TOOLS.md': CANARY.tools,
        'memory/heartbeat-state.json': CANARY.checks,
      }),
  },
  'A-15': {
    session: 'main',
    title: 'a credential does not get into the log of the day',
    requirements: ['Y95'],
    setUp: 'a complete workspace.',
    done: 'a main session in which the agent appends a line with a key of a provider, by request and by hand.',
    observed: 'no file of the workspace holds it.',
    leftOpen: 'what the agent is told, and which keys are known.',
    run: (lab) =>
      keepsOutKey(lab, { op: 'append', file: `memory/${lab.today}.md`, text: `- ${KEY}\n` }),
  },
});
