import { bootRecord, FIRST, ORDINARY, recorded } from '#audit/rule/example-records.ts';
import { judgeBoots, type RecordedBoot, type RecordedStep } from '#audit/facts/records.ts';
import { defineRule } from '#audit/rule/rule.ts';

const ORDERS = [{ file: 'BOOTSTRAP.md', sha256: 'a'.repeat(64), bytes: 80 }];

export const rule = defineRule({
  id: '6.3/record-deletion',
  title:
    'Every recorded boot made sure that no bootstrap instructions were there before an agent started',
  section: '§6.3',
  level: 'must',
  tier: 'lite',
  needs: 'records',
  why: 'The kernel must not leave the deletion of bootstrap instructions to the agent. The record shows whether they were gone before its first word.',
  remedy:
    'Boot with a kernel that carries out the guard of §6.3, and look at the entry with `yamo log --entry N`.',
  fix: 'none',
  requirements: ['Y111', 'Y112'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a first boot and an ordinary one',
        files: {},
        facts: recorded(bootRecord(FIRST, { orders: ORDERS }), bootRecord(ORDINARY)),
      },
      {
        shows: 'a boot that was refused because the deletion failed',
        files: {},
        facts: recorded(
          bootRecord(
            [
              'open_workspace',
              'lease',
              'preflight',
              'ghost_invariant_check',
              'bootstrap_deletion=refused',
            ],
            { ending: { end: 'refused', code: 'BOOTSTRAP_UNDELETABLE', section: '§6.3' } },
          ),
        ),
      },
      {
        shows: 'a boot that was refused before anything was looked at',
        files: {},
        facts: recorded(bootRecord(['open_workspace', 'lease=refused'])),
      },
    ],
    bad: [
      {
        shows: 'an agent that got its bootstrap instructions while they were still on the disk',
        files: {},
        facts: recorded(
          bootRecord(['ghost_invariant_check', 'bootstrap_flow', 'bootstrap_deletion'], {
            orders: ORDERS,
          }),
        ),
        at: [''],
      },
      {
        shows: 'a first boot for which the guard had found no instructions',
        files: {},
        facts: recorded(bootRecord(['bootstrap_deletion=absent', 'bootstrap_flow'])),
        at: [''],
      },
      {
        shows: 'an ordinary boot without the guard',
        files: {},
        facts: recorded(
          bootRecord(ORDINARY),
          bootRecord(ORDINARY.filter((step) => step !== 'bootstrap_deletion=absent')),
        ),
        at: [''],
      },
      {
        shows: 'an agent that started although the deletion was refused',
        files: {},
        facts: recorded(bootRecord(['bootstrap_deletion=refused', 'persona_activation'])),
        at: [''],
      },
      {
        shows: 'instructions that were taken and never deleted',
        files: {},
        facts: recorded(bootRecord(ORDINARY, { orders: ORDERS })),
        at: [''],
      },
    ],
  }),
  check: (workspace) =>
    judgeBoots(workspace, 'bootstrap_deletion, ended well, before any agent', faultOf),
});

const faultOf = ({ runs, tookInstructions }: RecordedBoot): string | undefined => {
  const deleted = runs.some((run) => run.some((one) => isDeletion(one) && one.status === 'ok'));
  if (tookInstructions && !deleted) return 'bootstrap instructions that were taken and not deleted';
  for (const run of runs) {
    const fault = faultOfRun(run);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** The instructions themselves must have been deleted before a first boot; before a session there may have been none. */
const faultOfRun = (run: readonly RecordedStep[]): string | undefined => {
  const agent = run.findIndex(
    ({ step }) => step === 'bootstrap_flow' || step === 'persona_activation',
  );
  const starting = run[agent]?.step;
  if (starting === undefined) return undefined;
  const proof = run.slice(0, agent).findLast(isDeletion)?.status;
  const isProved = proof === 'ok' || (proof === 'absent' && starting === 'persona_activation');
  return isProved ? undefined : `${starting} without bootstrap_deletion before it`;
};

const isDeletion = ({ step }: RecordedStep): boolean => step === 'bootstrap_deletion';
