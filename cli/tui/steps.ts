/** The steps of a boot: one row while they go well, and all of them where one does not. */
import type { StepReport } from '#kernel/contract/events.ts';
import { noteOf } from './show.ts';
import type { Row } from './spans.ts';

export class Steps {
  readonly #folded: StepReport[] = [];
  readonly #foldsNothing: boolean;

  /** `all`: every step keeps its row, as for `--trace`. */
  constructor(all: boolean) {
    this.#foldsNothing = all;
  }

  /** Takes a step; returns the rows that are to stay. */
  take(step: StepReport): readonly Row[] {
    if (step.status === 'refused' || this.#foldsNothing) return [...this.unfold(), ...rowsOf(step)];
    this.#folded.push(step);
    // What was fixed is told, however well all else went.
    return step.status === 'healed' ? rowsOf(step) : [];
  }

  /** The last step, while the boot goes on. */
  get row(): Row | undefined {
    const last = this.#folded.at(-1);
    return last && rowsOf(last)[0];
  }

  /** The boot went well: one row for all that was folded. */
  sum(): readonly Row[] {
    const steps = this.#folded.splice(0);
    if (steps.length === 0) return [];
    const ms = steps.reduce((sum, step) => sum + step.ms, 0);
    return [
      [
        { text: '✓', style: ['green'] },
        { text: ` booted: ${steps.length} steps, ` },
        { text: duration(ms), style: ['dim'] },
      ],
    ];
  }

  /** The boot did not: each step with its row. */
  unfold(): readonly Row[] {
    return this.#folded
      .splice(0)
      .filter(({ status }) => status !== 'healed')
      .flatMap(rowsOf);
  }
}

const rowsOf = (step: StepReport): readonly Row[] => {
  const row = noteOf({ event: 'step', ...step });
  return row === undefined ? [] : [row];
};

const duration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
