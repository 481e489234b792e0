/** What the kernel answers an agent that asks it for something, as a value. */

/** Why the kernel did not do it. */
export interface KernelRefusal {
  /** What happened and what to do, in the kernel's words. */
  readonly text: string;
  /** The text that the file holds now; comes with `GATE_CHANGED`. */
  readonly current: string | undefined;
  /** The same with what was to be written, where the two changes do not meet. */
  readonly merged: string | undefined;
  readonly absent: boolean;
}

export type KernelAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: KernelRefusal };
