/**
 * The kernel's boot records as rules read them (schemas/boot-record.schema.json). They are JSON from a disk: whoever
 * can write there can write a chain that is whole and says anything, so nothing of their shape is taken for granted.
 */
import { kindNamed, SHARED } from '#lib/spec/session-policy.ts';
import { STARTUP, type StepName } from '#lib/spec/startup.ts';
import { isJsonObject } from '#lib/text/json.ts';
import type { Alike, BootRecord, Records } from '#lib/workspace/snapshot.ts';
import type { RuleOutcome } from '#audit/workspace/finding.ts';
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** One step of a boot. */
export interface RecordedStep {
  /** Its place in the table of the start-up order, from 0; absent for a step that the table has not. */
  readonly rank?: number;
  /** As the table names it; absent for a step that it has not. */
  readonly step?: StepName;
  /** As recorded; -1 for what comes before priority 0. */
  readonly priority: number;
  readonly status: string;
}

/** What one boot did, and the session after it. */
export interface RecordedBoot {
  /** Its place in the chain, from 1. */
  readonly entry: number;
  /** Bootstrap instructions were taken (§6.2). */
  readonly tookInstructions: boolean;
  /** What is not said to be a main session is treated as a shared one. */
  readonly seesMemory: boolean;
  /** The steps, cut after each first boot: the order begins again there. */
  readonly runs: readonly (readonly RecordedStep[])[];
  /** Names of files that the gate handed to the agent or let it write. */
  readonly handedOut: readonly string[];
}

const RECORD_VERSION = 1;

const RANKS: ReadonlyMap<string, number> = new Map(STARTUP.map(({ step }, rank) => [step, rank]));

/** The step of this rank. */
const stepAt = (rank: number): StepName | undefined => STARTUP[rank]?.step;

/** The priority that the table gives to a step; -1 for what comes before priority 0. */
export const recordedPriority = ({ rank, priority }: RecordedStep): number => {
  const own = rank === undefined ? priority : STARTUP[rank]?.priority;
  return own === 'prepare' || own === undefined ? -1 : own;
};

/** A record that a later kernel has written: its shape is not known here. */
const isLater = ({ version }: BootRecord): boolean =>
  typeof version === 'number' && version > RECORD_VERSION;

/** One entry of the chain; `undefined` if it has not the shape of a boot record. */
const readBoot = (record: BootRecord, entry: number): RecordedBoot | undefined => {
  const { version, steps = [], orders = [], kind, gate, ending } = record;
  if (version !== RECORD_VERSION || !isJsonObject(ending)) return undefined;
  if (!Array.isArray(steps) || !Array.isArray(orders)) return undefined;
  const read = steps.map(readStep);
  const known = read.filter((step) => step !== undefined);
  if (known.length < read.length) return undefined;
  return {
    entry,
    tookInstructions: orders.length > 0,
    seesMemory: (kindNamed(kind) ?? SHARED).permissions.seesMemory,
    runs: runsOf(known),
    handedOut: handedOut(gate),
  };
};

const readStep = (value: unknown): RecordedStep | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { step, priority, status } = value;
  if (typeof step !== 'string' || typeof status !== 'string') return undefined;
  if (priority !== 'prepare' && typeof priority !== 'number') return undefined;
  const rank = RANKS.get(step);
  const name = rank === undefined ? undefined : stepAt(rank);
  return {
    ...(rank !== undefined && { rank }),
    ...(name !== undefined && { step: name }),
    priority: priority === 'prepare' ? -1 : priority,
    status,
  };
};

const runsOf = (steps: readonly RecordedStep[]): readonly (readonly RecordedStep[])[] => {
  const runs: RecordedStep[][] = [];
  let open: RecordedStep[] | undefined;
  for (const step of steps) {
    if (open === undefined) {
      open = [];
      runs.push(open);
    }
    open.push(step);
    if (step.step === 'bootstrap_flow') open = undefined;
  }
  return runs;
};

const handedOut = (gate: unknown): readonly string[] => {
  const entries = isJsonObject(gate) ? gate['entries'] : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    if (!isJsonObject(entry) || entry['answer'] !== 'done' || entry['operation'] === 'list')
      return [];
    const { file } = entry;
    return typeof file === 'string' ? [file] : [];
  });
};

/** Where the entries stand that are like the one at `index` of those at hand. */
const alikeAt = ({ alike }: Records, index: number): Alike =>
  alike?.[index] ?? { first: index + 1, count: 1 };

/** The entries that have not the shape of a boot record: where the first one stands, and how many there are. */
export const misshapen = (records: Records): Alike | undefined =>
  together(
    records.entries.flatMap((record, index) =>
      isLater(record) || readBoot(record, index + 1) !== undefined ? [] : [alikeAt(records, index)],
    ),
  );

/** Places as one: the first of all, and how many. */
const together = (places: readonly Alike[]): Alike | undefined => {
  const [first] = places.toSorted((one, other) => one.first - other.first);
  return first && { first: first.first, count: places.reduce((sum, { count }) => sum + count, 0) };
};

/**
 * Asks of every recorded boot what is wrong with it. One finding tells the first fault and counts the other boots:
 * what a kernel does wrong it does at every boot. `fault` is a noun phrase in words of our own.
 */
export const judgeBoots = (
  { snapshot: { records } }: AuditedWorkspace,
  expected: string,
  fault: (boot: RecordedBoot) => string | undefined,
): RuleOutcome => {
  if (records === undefined || records.entries.length === 0) return NOT_APPLICABLE;
  const later = records.entries.findIndex(isLater);
  const faults = records.entries.flatMap((record, index) => {
    const place = alikeAt(records, index);
    const boot = readBoot(record, place.first);
    // A boot of another system's layout follows that.
    const isOther = boot?.runs.flat().some(({ step }) => step === 'load_layout') === true;
    const found = boot === undefined || isOther ? undefined : fault(boot);
    return found === undefined ? [] : [{ found, place }];
  });
  const all = together(faults.map(({ place }) => place));
  const first = faults.find(({ place }) => place.first === all?.first);
  if (all === undefined || first === undefined) {
    return later < 0
      ? []
      : notAuditable(
          `entry ${alikeAt(records, later).first} of the boot record is from a later version of yamo`,
        );
  }
  const others = all.count - 1;
  const more =
    others === 0 ? '' : `, and the like in ${others} other ${others === 1 ? 'entry' : 'entries'}`;
  return [
    {
      file: '',
      found: `${first.found} in entry ${all.first} of the boot record${more}`,
      expected,
    },
  ];
};
