/** Hands an event of a host to a command, and keeps it with the answer, one a line: `hook-tee-child.ts FILE YAMO ARGUMENT…` */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import process from 'node:process';

const [file = '', ...command] = process.argv.slice(2);
const input = readFileSync(0, 'utf8');
const { status, stdout, stderr } = spawnSync(process.execPath, command, {
  input,
  encoding: 'utf8',
});
const line = { event: JSON.parse(input), answer: { code: status, stdout, stderr } };
appendFileSync(file, `${JSON.stringify(line)}\n`);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status ?? 1;
