import { bootRecord, ORDINARY, recorded } from '#audit/rule/example-records.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { misshapen } from '#audit/facts/records.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '6.3/record-chain',
  title: 'The chain of boot records is whole',
  section: '§6.3',
  level: 'must',
  tier: 'lite',
  needs: 'records',
  why: 'Each boot record holds the hash of the one before it. A broken chain was changed by somebody, and then what the kernel is said to have done is worth nothing.',
  remedy:
    'Look at it with `yamo log`, compare the record with a backup and restore it; find out who can write to the state of the kernel.',
  fix: 'none',
  requirements: ['Y111'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'two boots in a chain that is whole',
        files: {},
        facts: recorded(bootRecord(ORDINARY), bootRecord(ORDINARY)),
      },
      {
        shows: 'a last line that a killed kernel did not finish',
        files: {},
        facts: {
          records: { entries: [bootRecord(ORDINARY)], verdict: { whole: true, torn: true } },
        },
      },
      {
        shows: 'a session whose kernel was killed: the next boot has ended its record',
        files: {},
        facts: recorded({ version: 1, kind: 'main', ending: { end: 'died' } }),
      },
    ],
    bad: [
      {
        shows: 'an entry that does not follow the one before it',
        files: {},
        facts: {
          records: {
            entries: [bootRecord(ORDINARY)],
            verdict: { whole: false, entry: 2, reason: 'it does not follow the entry before it' },
          },
        },
        at: [''],
      },
      {
        shows: 'entries that hash well and are no boot records',
        files: {},
        facts: recorded(
          bootRecord(ORDINARY, { steps: 'none' }),
          bootRecord(ORDINARY, { steps: [null] }),
          {},
        ),
        at: [''],
      },
    ],
  }),
  check: ({ snapshot: { records } }) => {
    if (records === undefined) return NOT_APPLICABLE;
    const { verdict } = records;
    const expected = 'a chain that only kernels have written to';
    if (!verdict.whole) {
      const found = `a chain of boot records that is broken at entry ${verdict.entry}`;
      return [{ file: '', found, expected, anchor: 'chain' }];
    }
    const bad = misshapen(records);
    if (bad === undefined) return [];
    const more = bad.count === 1 ? '' : `, like ${bad.count - 1} more`;
    const found = `entry ${bad.first} of the boot record, which has not the shape of one${more}`;
    return [{ file: '', found, expected, anchor: 'shape' }];
  },
});
