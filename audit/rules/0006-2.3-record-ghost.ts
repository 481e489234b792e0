import { bootRecord, FIRST, ORDINARY, recorded } from '#audit/rule/example-records.ts';
import { judgeBoots, recordedPriority, type RecordedBoot } from '#audit/facts/records.ts';
import { defineRule } from '#audit/rule/rule.ts';

const ORDERS = [{ file: 'BOOTSTRAP.md', sha256: 'a'.repeat(64), bytes: 80 }];

export const rule = defineRule({
  id: '0006-2.3/record-ghost',
  title: 'Every recorded boot checked the ghost header before it read anything else',
  section: 'RFC-0006 §2.3',
  level: 'must',
  tier: 'v3.0',
  needs: 'records',
  why: 'The ghost check has priority 0: no persona, flag or story may come before it. The record shows whether it was done, and with success, before the first file was loaded.',
  remedy:
    'Look at the entry with `yamo log --entry N`, and boot with a kernel that checks the header first.',
  fix: 'none',
  requirements: ['K18', 'K19'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a header that was there, and one that was healed',
        files: {},
        facts: recorded(
          bootRecord(ORDINARY),
          bootRecord(
            ORDINARY.map((step) =>
              step === 'ghost_invariant_check' ? 'ghost_invariant_check=healed' : step,
            ),
          ),
        ),
      },
      {
        shows: 'a first boot without AGENTS.md: nothing to check until it is made',
        files: {},
        facts: recorded(bootRecord(FIRST, { orders: ORDERS })),
      },
      {
        shows: 'a boot that the check has refused',
        files: {},
        facts: recorded(bootRecord(['open_workspace', 'lease', 'ghost_invariant_check=refused'])),
      },
    ],
    bad: [
      {
        shows: 'a boot without the check',
        files: {},
        facts: recorded(bootRecord(ORDINARY.filter((step) => step !== 'ghost_invariant_check'))),
        at: [''],
      },
      {
        shows: 'a boot that went on although the check was refused',
        files: {},
        facts: recorded(bootRecord(['ghost_invariant_check=refused', 'load_agents'])),
        at: [''],
      },
      {
        shows: 'a first boot after which the check was not done again',
        files: {},
        facts: recorded(
          bootRecord([
            'ghost_invariant_check',
            'bootstrap_deletion',
            'bootstrap_flow',
            'load_agents',
          ]),
        ),
        at: [''],
      },
      {
        shows: 'an ordinary boot with nothing to check',
        files: {},
        facts: recorded(bootRecord(['ghost_invariant_check=vacuous', 'load_agents'])),
        at: [''],
      },
    ],
  }),
  check: (workspace) =>
    judgeBoots(workspace, 'ghost_invariant_check, ended well, before all of priority 1', faultOf),
});

const faultOf = ({ runs }: RecordedBoot): string | undefined => {
  for (const run of runs) {
    const first = run.findIndex((step) => recordedPriority(step) > 0);
    const checked = run
      .slice(0, Math.max(first, 0))
      .some(({ step, status }) => step === 'ghost_invariant_check' && CHECKED.has(status));
    if (first >= 0 && !checked) {
      return `${run[first]?.step ?? 'a step of priority 1'} without ghost_invariant_check before it`;
    }
  }
  return undefined;
};

const CHECKED: ReadonlySet<string> = new Set(['ok', 'healed']);
