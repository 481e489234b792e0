/**
 * What all cases of the conformance suite on yamo cost, over one boot of it: `npm run bench:conform`, with `--json` for
 * machines. Runs of the suite take turns with boots, so that a machine that slows down slows both. Needs dist/.
 */
import { join } from 'node:path';
import process from 'node:process';

import { type Figure, rowOf, tableOf } from './measure.ts';
import { Place, YAMO } from './place.ts';
import { runToExit } from './processes.ts';

const ROUNDS = 3;
const BOOTS_A_ROUND = 5;
const KERNEL = join(import.meta.dirname, '../conform/kernels/yamo.json');

const place = new Place();
try {
  const born = place.newborn();
  const boot = (): number => runToExit(place, [YAMO, 'boot', born, '--message', '/who']);
  boot();
  const [samples, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let run = 0; run < BOOTS_A_ROUND; run += 1) bare.push(boot());
    samples.push(runToExit(place, [YAMO, 'conform', KERNEL, '--jobs', '2']));
  }
  const figure: Figure = {
    what: 'all cases on yamo, two at a time, over a boot of yamo',
    unit: 'ms',
    samples,
    bare,
    target: { atMost: 400, of: 'bare' },
  };
  const row = rowOf(figure, 'boot');
  process.stdout.write(
    process.argv.includes('--json') ? `${JSON.stringify(row)}\n` : `${tableOf([row], 'boot')}\n`,
  );
  process.exitCode = row.pass === true ? 0 : 1;
} finally {
  place.remove();
}
