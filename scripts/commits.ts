/** Checks the subjects of the commits since this file is there, and since the last tag; silent where there is no git. */
import { resolve } from 'node:path';
import process from 'node:process';

import { commitFaults } from './commits/subjects.ts';

for (const fault of commitFaults(resolve(import.meta.dirname, '..'), 'scripts/commits.ts')) {
  process.stderr.write(`commit ${fault}\n`);
  process.exitCode = 1;
}
