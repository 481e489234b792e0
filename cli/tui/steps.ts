/** The steps of a boot: one row for an ordinary one, and all of them where somebody may want to know how it went. */
import { STARTUP } from '#lib/spec/startup.ts';
import type { KernelEvent, StepReport, StepStatus } from '#kernel/contract/events.ts';
import { harmless } from '#cli/io/terminal.ts';
import type { Row } from './spans.ts';

const MARKS: Readonly<Record<StepStatus, string>> = {
  ok: '✓',
  healed: '+',
  vacuous: '·',
  absent: '·',
  skipped: '–',
  refused: '✗',
};

/** So many loaded files are named in the row of a boot. */
const NAMED_MAX_FILES = 8;

export class Steps {
  readonly #all: boolean;
  #steps: StepReport[] = [];
  /** Each step of this boot has its row. */
  #isUnfolded: boolean;

  /** `all`: every step has its row, as for `--trace`. */
  constructor(all: boolean) {
    this.#all = all;
    this.#isUnfolded = all;
  }

  /** Takes what happened; returns the rows about steps that are to stay. */
  take(event: KernelEvent): readonly Row[] {
    if (event.event === 'ready') return this.#end(event.index);
    if (event.event !== 'step') return [];
    this.#steps.push(event);
    if (this.#isUnfolded) return [rowOf(event)];
    return isTold(event) ? this.unfold() : [];
  }

  /** The last step, while the boot goes on in one row. */
  get row(): Row | undefined {
    const last = this.#isUnfolded ? undefined : this.#steps.at(-1);
    return last && rowOf(last);
  }

  /** Each step with its row, from here on. */
  unfold(): readonly Row[] {
    if (this.#isUnfolded) return [];
    this.#isUnfolded = true;
    return this.#steps.map(rowOf);
  }

  /** The boot went well: one row for all that was folded. The next one begins anew. */
  #end(index: boolean): readonly Row[] {
    const rows = this.#isUnfolded
      ? [[{ text: `  · ${indexIs(index)}`, style: ['dim'] }] satisfies Row]
      : [sumOf(this.#steps, index)];
    this.#steps = [];
    this.#isUnfolded = this.#all;
    return rows;
  }
}

const FIRST_BOOT: ReadonlySet<string> = new Set(
  STARTUP.filter((row) => 'condition' in row && row.condition === 'first boot').map(
    ({ step }) => step,
  ),
);

/** Not every boot has such a step. */
const isTold = ({ step, status }: StepReport): boolean =>
  status === 'healed' || status === 'refused' || FIRST_BOOT.has(step);

/** What was loaded, main or shared and why, who serves and by what it is sandboxed. */
const sumOf = (steps: readonly StepReport[], index: boolean): Row => {
  const detailOf = (name: StepReport['step']): string =>
    harmless(steps.find(({ step }) => step === name)?.detail ?? '');
  const ms = steps.reduce((sum, step) => sum + step.ms, 0);
  return [
    { text: '✓', style: ['green'] },
    {
      text: ` booted: ${loadedIn(steps)}; ${detailOf('serve_user')}; ${detailOf('persona_activation')}; ${indexIs(index)}; `,
    },
    { text: `${steps.length} steps, ${duration(ms)}`, style: ['dim'] },
  ];
};

const indexIs = (on: boolean): string => `index of memory ${on ? 'on' : 'off'} (yamo mesh)`;

const loadedIn = (steps: readonly StepReport[]): string => {
  const files = steps
    .filter(({ priority, status }) => priority === 1 && status === 'ok')
    .flatMap(({ file }) => (file === undefined ? [] : [harmless(file)]));
  const more = files.length - NAMED_MAX_FILES;
  const named = files.slice(0, NAMED_MAX_FILES).join(', ');
  return `loaded ${named === '' ? 'no file' : named}${more > 0 ? ` and ${more} more` : ''}`;
};

const rowOf = ({ step, priority, status, ms, file, bytes, detail }: StepReport): Row => {
  const colour = status === 'refused' ? 'red' : status === 'healed' ? 'yellow' : 'green';
  const rank = priority === 'prepare' ? '  ' : `P${priority}`;
  const facts = [
    status === 'ok' || status === 'refused' ? undefined : status,
    file,
    bytes === undefined ? undefined : `${bytes} B`,
    detail,
  ].filter((fact) => fact !== undefined);
  return [
    { text: MARKS[status], style: [colour] },
    { text: ' ' },
    { text: rank, style: ['dim'] },
    { text: ` ${step.padEnd(22)} ${harmless(facts.join(', '))} ` },
    { text: `${ms.toFixed(1)} ms`, style: ['dim'] },
  ];
};

const duration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
