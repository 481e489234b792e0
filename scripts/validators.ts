/**
 * Writes what is made from JSON Schemas, and one that is made from code: the validators in `schemas/generated/`, which
 * git ignores, and `schemas/memory-proposal.schema.json`. With `--check` the latter is compared only, and a stale one
 * fails the run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { format } from 'oxfmt';

import { PROPOSE_MEMORY } from '#lib/model/tools.ts';

import style from '../.oxfmtrc.json' with { type: 'json' };
import { writeValidators } from './validators/write.ts';

/** What the kernel's tools take is defined in code; a file of it is for people and other programs. */
const PROPOSAL = 'schemas/memory-proposal.schema.json';

const { code: proposal } = await format(
  PROPOSAL,
  JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `https://raw.githubusercontent.com/soverane/yamo/main/${PROPOSAL}`,
    title: 'A proposal for MEMORY.md',
    description: `${PROPOSE_MEMORY.description} Written by scripts/validators.ts.`,
    ...PROPOSE_MEMORY.input,
  }),
  { printWidth: style.printWidth },
);

const written = writeValidators();
if (written.length > 0) process.stdout.write(`schemas/generated: ${written.join(', ')} written\n`);

const path = join(resolve(import.meta.dirname, '..'), PROPOSAL);
if (readFileSync(path, 'utf8') !== proposal) {
  if (process.argv.includes('--check')) {
    process.stderr.write(`${PROPOSAL} is stale; run npm run validators\n`);
    process.exitCode = 1;
  } else writeFileSync(path, proposal);
}
