/**
 * Makes system calls by number, as a program in a sandbox would. `argv[2]`: JSON, a list of a number with its
 * arguments each. Prints as JSON what each came to: `ok`, or the name of its error.
 */
import process from 'node:process';
import { getSystemErrorName } from 'node:util';

import koffi from 'koffi';

const native = koffi.load(null).func('long syscall(long number, ...)');

const outcome = ([number = 0, ...args]: readonly number[]): string => {
  const result: unknown = native(number, ...args.flatMap((value) => ['long', value]));
  return result === -1 ? getSystemErrorName(-koffi.errno()) : 'ok';
};

const calls: readonly (readonly number[])[] = JSON.parse(process.argv[2] ?? '[]');
process.stdout.write(JSON.stringify(calls.map(outcome)));
