/** Tries every mutant of the sources in a folder by the tests that are there: `ROOT`; what is known goes to standard output. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { mutantsAt } from '../../scripts/mutants/instrument.ts';
import { Ledger, LEDGER_VARIABLE } from '../../scripts/mutants/ledger.ts';
import { nameOfPlace, placesOf } from '../../scripts/mutants/places.ts';
import { tryTogether } from '../../scripts/mutants/together.ts';

const root = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'yamo-ledger-'));
process.env[LEDGER_VARIABLE] = folder;
const ledger = new Ledger(folder);
const mutants = mutantsAt(placesOf('lib/door.ts', readFileSync(join(root, 'lib/door.ts'), 'utf8')));
await tryTogether(root, mutants, ledger, { jobs: 1, endlessMs: 3000 });
const { killed, broken, done } = ledger.known();
const names = mutants.map(nameOfPlace);
const told = { killed: [...killed], alive: names.filter((name) => !killed.has(name)) };
process.stdout.write(`\n${JSON.stringify({ ...told, broken: [...broken], done: [...done] })}\n`);
