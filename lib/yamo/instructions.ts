/** Bootstrap instructions as the guard has read them, looked through for their form (RFC-0006 §1) before it deletes them. */
import type { BootstrapFile } from '#lib/spec/files.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { checkDocument } from './document.ts';

interface Instructions {
  readonly file: BootstrapFile;
  readonly text: string;
}

/** Proof that these instructions can be carried out as far as their form goes. */
export class InstructionsRead {
  readonly #orders: readonly Instructions[];

  private constructor(orders: readonly Instructions[]) {
    this.#orders = orders;
  }

  /** Throws BOOTSTRAP_INVALID. */
  static of(orders: readonly Instructions[]): InstructionsRead {
    for (const { file, text } of orders) {
      const faults = file === 'BOOTSTRAP.yamo' ? checkDocument(text) : [];
      const fault = faults.find(({ level }) => level === 'error');
      if (fault !== undefined)
        throw new Refusal('BOOTSTRAP_INVALID', { file, line: fault.line, reason: fault.reason });
    }
    return new InstructionsRead(orders);
  }

  /** Are these the instructions that were read? */
  isOf(orders: readonly Instructions[]): boolean {
    return this.#orders === orders;
  }
}
