/** The toy kernel with a fault of conform/kernels/toy-faults.json. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const KERNELS = resolve(import.meta.dirname, '../../conform/kernels');

/** The table of faults. */
export const FAULTS_FILE = join(KERNELS, 'toy-faults.json');

/** A change of at most five lines, and the cases that it makes fail. */
export interface ToyFault {
  readonly fault: string;
  /** Their ids, separated by spaces. */
  readonly fails: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
}

/** All of them. */
export const toyFaults = (): readonly ToyFault[] => JSON.parse(readFileSync(FAULTS_FILE, 'utf8'));

/** The text of its document. */
export const toyWith = (fault: string): string => {
  const kernel: { readonly boot: object } = JSON.parse(
    readFileSync(join(KERNELS, 'toy.json'), 'utf8'),
  );
  return JSON.stringify(kernel)
    .replaceAll('{here}', () => KERNELS)
    .replaceAll('{case}', () => fault);
};
