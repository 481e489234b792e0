/** Boot records for the examples of rules: what a kernel would have written, or one that breaks the order. */
import { STARTUP, type StepName } from '#lib/spec/startup.ts';
import type { BootRecord, Records, Snapshot } from '#lib/workspace/snapshot.ts';

/** A step that ended well, or `name=status`. */
export type ExampleStep = StepName | `${StepName}=${string}`;

/** The steps of a run from a name of the table on, without those of a first boot or of another layout only. */
const stepsFrom = (from: StepName): readonly ExampleStep[] => {
  const start = STARTUP.findIndex(({ step }) => step === from);
  return STARTUP.slice(start).flatMap((row) => {
    const { step } = row;
    const when = 'condition' in row ? row.condition : undefined;
    if (when === 'first boot' || when === 'another layout') return [];
    return step === 'bootstrap_deletion' ? [`${step}=absent` as const] : [step];
  });
};

/** The steps of an ordinary boot. */
export const ORDINARY: readonly ExampleStep[] = stepsFrom('open_workspace');

/** The steps of a first boot. */
export const FIRST: readonly ExampleStep[] = [
  ...(['open_workspace', 'lease', 'preflight', 'hold_agent', 'try_agent'] as const),
  ...(['ghost_invariant_check=vacuous', 'bootstrap_deletion', 'bootstrap_flow'] as const),
  ...stepsFrom('preflight'),
];

/** One entry of the chain. */
export const bootRecord = (steps: readonly ExampleStep[], more: BootRecord = {}): BootRecord => ({
  version: 1,
  bootId: '7c1f1d0e-5a49-4a37-9d0c-0d6f7f3f9a11',
  kind: 'main',
  steps: steps.map((text, index) => {
    const [name = '', status = 'ok'] = text.split('=');
    const row = STARTUP.find(({ step }) => step === name);
    return { seq: index + 1, step: name, priority: row?.priority ?? 0, status, ms: 1 };
  }),
  ending: { end: 'closed', reason: 'asked for' },
  ...more,
});

/** A snapshot's facts with these entries in a chain that is whole. */
export const recorded = (
  ...entries: readonly BootRecord[]
): Partial<Pick<Snapshot, 'records'>> => ({
  records: { entries, verdict: { whole: true, torn: false } } satisfies Records,
});
