/**
 * Holds the toy kernel with each fault of conform/kernels/toy-faults.json against all cases, and says where the table
 * names other cases than fail; `--write` puts those that fail into it. Words: faults whose names hold one of them. About
 * twenty seconds for each fault.
 *
 *     npm run faults -- --write
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

import type { ConformReport } from '#conform/suite/report.ts';
import { FAULTS_FILE, toyFaults, toyWith } from '#test/support/toy-faults.ts';

const ROOT = resolve(import.meta.dirname, '..');

const faults = [...toyFaults()];
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const folder = mkdtempSync(join(tmpdir(), 'faults-'));
const document = join(folder, 'kernel.json');

/** Throws where a case could not be told: the table would be of this machine. */
const failing = (fault: string): string => {
  writeFileSync(document, toyWith(fault));
  const command = [join(ROOT, 'dist/yamo.js'), 'conform', document, '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (stdout === '') throw new Error(stderr);
  const { cases }: ConformReport = JSON.parse(stdout);
  const untold = cases.filter(({ verdict }) => verdict === 'could not tell');
  if (untold.length > 0) throw new Error(JSON.stringify(untold));
  return cases.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])).join(' ');
};

try {
  for (const [at, { fault, fails, changes }] of faults.entries()) {
    if (words.length > 0 && !words.some((word) => fault.includes(word))) continue;
    const found = failing(fault);
    process.stdout.write(`${found === fails ? '=' : '≠'} ${fault}: ${found}\n`);
    if (found === fails) continue;
    faults[at] = { fault, fails: found, changes };
    if (process.argv.includes('--write'))
      writeFileSync(FAULTS_FILE, `${JSON.stringify(faults, undefined, 2)}\n`);
    else process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
