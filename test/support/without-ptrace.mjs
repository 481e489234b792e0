/** Becomes the program that its words name, in a process that may trace none: as in a container that forbids it. */
import process from 'node:process';

import koffi from 'koffi';

const PTRACE = { x64: 101, arm64: 117 }[process.arch];
const PR_SET_NO_NEW_PRIVS = 38;
const PR_SET_SECCOMP = 22;
const SECCOMP_MODE_FILTER = 2;
const EPERM = 1;

/** Load the number; is it ptrace? EPERM; else go on: struct sock_filter of linux/filter.h. */
const RULES = [
  [0x20, 0, 0, 0],
  [0x15, 0, 1, PTRACE],
  [0x06, 0, 0, 0x00050000 | EPERM],
  [0x06, 0, 0, 0x7fff0000],
];
const filter = Buffer.alloc(8 * RULES.length);
for (const [at, [code, yes, no, value]] of RULES.entries()) {
  filter.writeUInt16LE(code, 8 * at);
  filter.writeUInt8(yes, 8 * at + 2);
  filter.writeUInt8(no, 8 * at + 3);
  filter.writeUInt32LE(value, 8 * at + 4);
}
const program = Buffer.alloc(16);
program.writeUInt16LE(RULES.length, 0);
program.writeBigUInt64LE(koffi.address(filter), 8);

const prctl = koffi
  .load(null)
  .func(
    'int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)',
  );
prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, koffi.address(program), 0, 0) !== 0)
  throw new Error('the filter was not taken');
process.execve(process.argv[2], process.argv.slice(2), process.env);
