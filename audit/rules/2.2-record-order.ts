import { STARTUP } from '#lib/spec/startup.ts';
import { bootRecord, FIRST, ORDINARY, recorded } from '#audit/rule/example-records.ts';
import {
  judgeBoots,
  recordedPriority,
  type RecordedBoot,
  type RecordedStep,
} from '#audit/facts/records.ts';
import { defineRule } from '#audit/rule/rule.ts';

const ORDERS = [{ file: 'BOOTSTRAP.md', sha256: 'a'.repeat(64), bytes: 80 }];

export const rule = defineRule({
  id: '2.2/record-order',
  title: 'Every recorded boot went through the steps of the start in their order',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  needs: 'records',
  why: 'Rules must be known before what they rule over: who the agent is before whom it serves, both before its memories, and all of it before its first word.',
  remedy:
    'Look at the entry with `yamo log --entry N`, and boot with a kernel that keeps the order.',
  fix: 'none',
  requirements: ['Y34', 'K16', 'K17'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'an ordinary boot', files: {}, facts: recorded(bootRecord(ORDINARY)) },
      {
        shows: 'a first boot, after which the order begins again',
        files: {},
        facts: recorded(bootRecord(FIRST, { orders: ORDERS })),
      },
      {
        shows: 'a boot that was refused half-way',
        files: {},
        facts: recorded(bootRecord([...ORDINARY.slice(0, 7), 'load_user=refused'])),
      },
      {
        shows: 'a shared session without a step for MEMORY.md',
        files: {},
        facts: recorded(
          bootRecord(
            ORDINARY.filter((step) => step !== 'load_memory'),
            { kind: 'shared' },
          ),
        ),
      },
    ],
    bad: [
      {
        shows: 'USER.md before SOUL.md',
        files: {},
        facts: recorded(
          bootRecord(['ghost_invariant_check', 'bootstrap_deletion', 'load_user', 'load_soul']),
        ),
        at: [''],
      },
      {
        shows: 'a step of priority 0 after one of priority 1',
        files: {},
        facts: recorded(bootRecord(['load_agents', 'ghost_invariant_check'])),
        at: [''],
      },
      {
        shows: 'a step that is done twice without a first boot between',
        files: {},
        facts: recorded(bootRecord(['preflight', 'preflight'])),
        at: [''],
      },
      {
        shows: 'an agent without a soul, at every boot',
        files: {},
        facts: recorded(
          bootRecord(ORDINARY.filter((step) => step !== 'load_soul')),
          bootRecord(ORDINARY.filter((step) => step !== 'load_soul')),
        ),
        at: [''],
      },
      {
        shows: 'a step that gives itself another priority',
        files: {},
        facts: recorded(
          bootRecord([], { steps: [{ step: 'load_soul', priority: 0, status: 'ok' }] }),
        ),
        at: [''],
      },
    ],
  }),
  check: (workspace) =>
    judgeBoots(workspace, 'the steps of the start in the order of RFC-0006 §2.3', faultOf),
});

const faultOf = ({ runs, seesMemory }: RecordedBoot): string | undefined => {
  for (const run of runs) {
    const fault = disorder(run) ?? gap(run, seesMemory);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** A step before its turn, twice, or of another priority than its own. */
const disorder = (run: readonly RecordedStep[]): string | undefined => {
  let highest = -1;
  let before: RecordedStep | undefined;
  for (const one of run) {
    const { rank, step, priority } = one;
    if (priority < highest) {
      return `${step ?? 'a step'} of priority ${priority} after priority ${highest}`;
    }
    highest = priority;
    if (rank === undefined || step === undefined) continue;
    if (priority !== recordedPriority(one)) return `${step} with another priority than its own`;
    const last = before?.rank;
    if (last === rank) return `${step} twice in a row`;
    if (last !== undefined && rank < last) return `${step} after ${before?.step ?? 'a later step'}`;
    before = one;
  }
  return undefined;
};

/** A file of priority 1 that was passed over on the way to the agent. */
const gap = (run: readonly RecordedStep[], seesMemory: boolean): string | undefined => {
  if (!run.some(({ step }) => step === 'persona_activation')) return undefined;
  const done = new Set(run.map(({ step }) => step));
  const missing = STARTUP.find(
    ({ step, priority }) =>
      priority === 1 &&
      step !== 'load_layout' &&
      !done.has(step) &&
      (seesMemory || step !== 'load_memory'),
  );
  return missing && `persona_activation without ${missing.step}`;
};
