import { bootRecord, ORDINARY, recorded } from '#audit/rule/example-records.ts';
import { judgeBoots, type RecordedBoot } from '#audit/facts/records.ts';
import { defineRule } from '#audit/rule/rule.ts';

const SHARED = ORDINARY.map((step) => (step === 'load_memory' ? 'load_memory=skipped' : step));

export const rule = defineRule({
  id: '4.1/record-isolation',
  title: 'No recorded session with others present has loaded MEMORY.md',
  section: '§4.1',
  level: 'must',
  tier: 'lite',
  needs: 'records',
  why: 'MEMORY.md is between the agent and its human. What a model has read it can repeat, so in a shared session the file must not be opened at all.',
  remedy:
    'Look at the entry with `yamo log --entry N`, tell those whose confidences stood in MEMORY.md, and boot shared sessions with a kernel that leaves it closed.',
  fix: 'none',
  requirements: ['Y94', 'Y116'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a main session with MEMORY.md and a shared one without',
        files: {},
        facts: recorded(bootRecord(ORDINARY), bootRecord(SHARED, { kind: 'shared' })),
      },
      {
        shows: 'a shared session whose agent asked for MEMORY.md and did not get it',
        files: {},
        facts: recorded(
          bootRecord(SHARED, {
            kind: 'shared',
            gate: {
              asked: 2,
              refused: 1,
              entries: [
                { operation: 'read', file: 'MEMORY.md', answer: 'GATE_DENIED' },
                { operation: 'read', file: 'USER.md', answer: 'done' },
              ],
            },
          }),
        ),
      },
      {
        shows: 'a session whose kernel was killed before it could say more',
        files: {},
        facts: recorded({ version: 1, kind: 'shared', ending: { end: 'died' } }),
      },
    ],
    bad: [
      {
        shows: 'a shared session that loaded it',
        files: {},
        facts: recorded(bootRecord(ORDINARY, { kind: 'shared' })),
        at: [''],
      },
      {
        shows: 'a session of no known kind, which counts as shared',
        files: {},
        facts: recorded(bootRecord(ORDINARY, { kind: 'group' })),
        at: [''],
      },
      {
        shows: 'a shared session that looked whether it is there',
        files: {},
        facts: recorded(bootRecord(['load_memory=absent'], { kind: 'shared' })),
        at: [''],
      },
      {
        shows: 'a gate that handed it to the agent of a shared session',
        files: {},
        facts: recorded(
          bootRecord(SHARED, {
            kind: 'shared',
            gate: {
              asked: 1,
              refused: 0,
              entries: [{ operation: 'read', file: 'MEMORY.md', answer: 'done' }],
            },
          }),
        ),
        at: [''],
      },
    ],
  }),
  check: (workspace) =>
    judgeBoots(workspace, 'MEMORY.md left closed in every shared session', faultOf),
});

const faultOf = ({ seesMemory, runs, handedOut }: RecordedBoot): string | undefined => {
  if (seesMemory) return undefined;
  const isLoaded = runs.some((run) =>
    run.some(
      ({ step, status }) => step === 'load_memory' && status !== 'skipped' && status !== 'refused',
    ),
  );
  if (isLoaded) return 'load_memory that was not skipped for a shared session';
  return handedOut.includes('MEMORY.md')
    ? 'MEMORY.md in the hands of the agent of a shared session'
    : undefined;
};
