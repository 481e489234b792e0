/**
 * The boot sequence as AGENTS.md writes it down (RFC-0006 §2.2 and §2.3): `step;NAME;…` lines, or `priority_N;NAME;`
 * lines. A step without a priority has the one that the specification gives it.
 */
import { STARTUP } from '#lib/spec/startup.ts';
import type { Priority, StepName } from '#lib/spec/startup.ts';
import type { Line } from '#lib/text/lines.ts';
import type { Field } from '#lib/yamo/semicolon.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import type { Finding, RuleOutcome } from '#audit/workspace/finding.ts';
import { judgeSections } from './operational.ts';
import type { OperationalSection, ProtocolLine } from './operational.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** A field of the semicolon protocol, and the line on which it stands. */
export interface PlacedField extends Field {
  readonly line: Line;
}

/** One step of the sequence, as the workspace writes it. */
export interface BootStep {
  readonly line: Line;
  /** A step of the specification; absent for a step of the workspace's own. */
  readonly name?: StepName;
  /** Of its line, then of the lines below that only say more of it. */
  readonly fields: readonly PlacedField[];
  /** The priorities that these fields give it. */
  readonly labels: readonly Label[];
  /**
   * The priority that decides its place: that of the specification, or the label of a step of the workspace's own;
   * -1 for what a kernel prepares.
   */
  readonly rank?: number;
}

interface Label {
  readonly priority: number;
  /** Absent where a line `priority_N;` above gives it. */
  readonly field?: PlacedField;
}

/** The block of AGENTS.md that orders the start of a session (RFC-0006 §2.2). */
export interface BootSequence {
  /** The line `sequence;NAME;`, where there is one. */
  readonly head: Line | undefined;
  readonly steps: readonly BootStep[];
}

/** The steps that a v3.0 boot names (K13): those that both blocks of RFC-0006 have. */
export const REQUIRED_STEPS = [
  'ghost_invariant_check',
  'bootstrap_deletion',
  'load_soul',
  'load_user',
  'load_memory',
  'serve_user',
] as const satisfies readonly StepName[];

const PRIORITY_OF: ReadonlyMap<string, Priority | 'prepare'> = new Map(
  STARTUP.map(({ step, priority }) => [step, priority]),
);
const isStepName = (name: string): name is StepName => PRIORITY_OF.has(name);

/** The priority that the specification gives a step; `undefined` for what a kernel prepares. */
export const specifiedPriority = (name: StepName): Priority | undefined => {
  const priority = PRIORITY_OF.get(name);
  return priority === 'prepare' ? undefined : priority;
};

/** Where steps stand that are taken at every start. First Run and Safety have steps of their own. */
export const isOfEverySession = ({ title }: OperationalSection): boolean =>
  title === 'Every Session' || title === 'other';

const known = new WeakMap<readonly OperationalSection[], readonly BootSequence[]>();

/** Every boot sequence of the sections, found once; more than one where AGENTS.md shows it in more than one form. */
export const bootSequences = (sections: readonly OperationalSection[]): readonly BootSequence[] => {
  const found = known.get(sections) ?? findSequences(sections);
  known.set(sections, found);
  return found;
};

/** What a rule says of each boot sequence by itself. Where there is none, other rules speak. */
export const judgeSequences = (
  workspace: AuditedWorkspace,
  judge: (sequence: BootSequence) => readonly Finding[],
): RuleOutcome =>
  judgeSections(workspace, (sections) => {
    const sequences = bootSequences(sections);
    return sequences.length === 0 ? NOT_APPLICABLE : sequences.flatMap(judge);
  });

/** What people call the sequence of a start. */
const BOOT_NAMES: ReadonlySet<string> = new Set([
  'boot',
  'start',
  'startup',
  'start_up',
  'init',
  'session',
  'session_start',
  'session_startup',
  'session_init',
  'session_initialization',
  'every_session',
]);

/** Lines that only say more of the step above them, even where they are not indented. */
const DETAILS: ReadonlySet<string> = new Set(['condition', 'when', 'if', 'source', 'priority']);

interface Draft {
  readonly head: Line | undefined;
  /** By its name or its section it is about something else than a start. */
  readonly isOther: boolean;
  readonly steps: DraftStep[];
}

interface DraftStep {
  readonly name: string;
  readonly line: Line;
  readonly fields: PlacedField[];
  /** The priority of a line `priority_N;` above. */
  readonly group: number | undefined;
}

function findSequences(sections: readonly OperationalSection[]): readonly BootSequence[] {
  const reader = new Reader();
  for (const section of sections) {
    if (!isOfEverySession(section)) continue;
    reader.enter(section);
    for (const line of section.protocol) reader.take(line);
  }
  const candidates = reader.drafts.filter(({ steps }) =>
    steps.some(({ name }) => isStepName(name)),
  );
  const boots = candidates.filter(({ isOther, steps }) => !isOther || steps.some(isGhostCheck));
  const chosen = boots.length > 0 ? boots : candidates;
  return chosen.map(({ head, steps }) => ({ head, steps: steps.map(finished) }));
}

class Reader {
  readonly drafts: Draft[] = [];
  #draft: Draft = { head: undefined, isOther: false, steps: [] };
  #hasGhostCheck = false;
  #group: number | undefined;
  /** The line of the last step, as long as details may follow it. */
  #open: { readonly indent: number; readonly steps: readonly DraftStep[] } | undefined;

  /** A sequence does not go on in the next section, and one for hand-offs is no boot unless it says so. */
  enter({ title }: OperationalSection): void {
    this.#begin({ head: undefined, isOther: title === 'other', steps: [] });
  }

  take({ line, read }: ProtocolLine): void {
    if (read.kind === 'section') {
      this.#group = labelsIn([{ text: read.name, column: 1, line }])[0]?.priority;
      return;
    }
    if (read.kind !== 'fields' && read.kind !== 'fault') return;
    const { indent } = read;
    // A line that lacks its end still says which step it is.
    const fields = read.fields.map((field) => ({ ...field, line }));
    const [first, second] = fields;
    if (first === undefined) return;
    if (first.text === 'sequence') {
      this.#begin({ head: line, isOther: !BOOT_NAMES.has(second?.text ?? 'boot'), steps: [] });
      return;
    }
    const names = stepNames(fields);
    if (names.length > 0) this.#addSteps(names, line, indent, fields);
    else if (this.#open !== undefined && (indent > this.#open.indent || DETAILS.has(first.text))) {
      for (const step of this.#open.steps) step.fields.push(...fields);
    } else {
      this.#open = undefined;
      if (second === undefined) this.#group = labelsIn(fields)[0]?.priority ?? this.#group;
    }
  }

  #begin(draft: Draft): void {
    this.#draft = draft;
    this.drafts.push(draft);
    this.#hasGhostCheck = false;
    this.#group = undefined;
    this.#open = undefined;
  }

  #addSteps(names: readonly string[], line: Line, indent: number, fields: PlacedField[]): void {
    const steps = names.map((name) => ({ name, line, fields: [...fields], group: this.#group }));
    this.#open = { indent, steps };
    for (const step of steps) {
      // A block that begins again with the first step is another sequence: RFC-0006 itself shows two.
      if (isGhostCheck(step) && this.#hasGhostCheck) {
        this.#draft = { head: undefined, isOther: false, steps: [] };
        this.drafts.push(this.#draft);
      }
      this.#hasGhostCheck ||= isGhostCheck(step);
      this.#draft.steps.push(step);
    }
  }
}

const isGhostCheck = ({ name }: DraftStep): boolean => name === 'ghost_invariant_check';

/** `step;NAME;…`, `NAME;…`, or `priority_N;NAME;NAME;…`. */
function stepNames(fields: readonly Field[]): readonly string[] {
  const [first, second, ...rest] = fields.map(({ text }) => text);
  if (first === undefined) return [];
  if (isStepName(first)) return [first];
  if (second === undefined) return [];
  if (first === 'step') return [second];
  return LABEL.test(first) ? [second, ...rest.filter(isStepName)] : [];
}

function finished({ name, line, fields, group }: DraftStep): BootStep {
  const own = labelsIn(fields);
  const labels = own.length > 0 || group === undefined ? own : [{ priority: group }];
  const rank = isStepName(name)
    ? (specifiedPriority(name) ?? -1)
    : (labels[0]?.priority ?? (name.startsWith('load_') ? 1 : undefined));
  return {
    line,
    fields,
    labels,
    ...(isStepName(name) && { name }),
    ...(rank !== undefined && { rank }),
  };
}

const LABEL = /^priority_(\d{1,3})$/u;

/** `priority_1`, or `priority` with `1` as the next value. */
function labelsIn(fields: readonly PlacedField[]): readonly Label[] {
  return fields.flatMap((field, index) => {
    const isPair = fields[index - 1]?.text === 'priority';
    const digits = (isPair ? /^(\d{1,3})$/u : LABEL).exec(field.text)?.[1];
    return digits === undefined ? [] : [{ priority: Number(digits), field }];
  });
}
