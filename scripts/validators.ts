/**
 * Compiles the JSON Schemas that are checked at each start to code in `schemas/generated/`: a start that compiled
 * them with ajv would take 50 ms longer. `--check` only says whether that would change anything, and fails if so.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { format } from 'oxfmt';

import { PROPOSE_MEMORY } from '#lib/model/tools.ts';

import style from '../.oxfmtrc.json' with { type: 'json' };

interface Validator {
  /** The exported function. */
  readonly name: string;
  /** Faults are told in words, which quote what they complain about: for files of the owner's own. */
  readonly messages: boolean;
}

/** By the name of the schema. */
const VALIDATORS: Readonly<Record<string, Validator>> = {
  'audit-config': { name: 'fitsAuditConfig', messages: true },
  'conform-kernel': { name: 'fitsConformKernel', messages: true },
  'heartbeat-state': { name: 'isHeartbeatState', messages: false },
  layout: { name: 'fitsLayout', messages: true },
  'prompt-facts': { name: 'fitsPromptFacts', messages: true },
  settings: { name: 'fitsSettings', messages: true },
};

const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = 'schemas/generated';

/** What the `$id` of every schema begins with. */
const SCHEMAS = 'https://raw.githubusercontent.com/soverane/yamo/main/schemas';

const TYPES = `/** Written by scripts/validators.ts. */

/** Where a value breaks its schema: a JSON pointer, and the keyword of the schema that it breaks. */
export interface SchemaFault {
  readonly instancePath: string;
  /** Where that stands in the schema. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Where the schema is one whose faults are told in words. */
  readonly message?: string;
}
`;

/** The code of one validator: it finds every fault, and imports nothing. Throws when the schema is wrong. */
const compile = async (schemaName: string, { name, messages }: Validator): Promise<string> => {
  const schema: unknown = JSON.parse(
    readFileSync(join(ROOT, `schemas/${schemaName}.schema.json`), 'utf8'),
  );
  if (typeof schema !== 'object' || schema === null) throw new Error(`${schemaName}: no schema`);
  const ajv = new Ajv({ allErrors: true, messages, code: { source: true, esm: true } });
  ajv.addSchema(schema, schemaName);
  const code = standalone.default(ajv, { [name]: schemaName });
  if (/\brequire\(|\bimport\b/.test(code))
    throw new Error(`${schemaName}: the validator would load something at run time`);
  const header = '/* oxlint-disable */\n// Written by scripts/validators.ts.\n';
  const { singleQuote, printWidth } = style;
  const formatted = await format(`${schemaName}.js`, header + code, { singleQuote, printWidth });
  return formatted.code;
};

const declare = ({ name }: Validator): string =>
  [
    TYPES,
    '/** Does the value fit its schema? If not, `errors` holds all faults, until the next call. */',
    `export declare const ${name}: {`,
    '  (value: unknown): boolean;',
    '  errors?: readonly SchemaFault[] | null;',
    '};',
    '',
  ].join('\n');

const outputs = new Map<string, string>();
for (const [schemaName, validator] of Object.entries(VALIDATORS)) {
  outputs.set(`${FOLDER}/${schemaName}.js`, await compile(schemaName, validator));
  outputs.set(`${FOLDER}/${schemaName}.d.ts`, declare(validator));
}
// What the kernel's tools take is defined in code; a file of it is for people and other programs.
outputs.set(
  'schemas/memory-proposal.schema.json',
  (
    await format(
      'memory-proposal.schema.json',
      JSON.stringify({
        $schema: 'http://json-schema.org/draft-07/schema#',
        $id: `${SCHEMAS}/memory-proposal.schema.json`,
        title: 'A proposal for MEMORY.md',
        description: `${PROPOSE_MEMORY.description} Written by scripts/validators.ts.`,
        ...PROPOSE_MEMORY.input,
      }),
      { printWidth: style.printWidth },
    )
  ).code,
);
const stale = [...outputs].filter(([path, text]) => read(path) !== text);

function read(path: string): string | undefined {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv.includes('--check')) {
  for (const [path] of stale)
    process.stderr.write(`${path} is stale; run node scripts/validators.ts\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  for (const [path, text] of stale) writeFileSync(join(ROOT, path), text);
  process.stdout.write(`${outputs.size} files; ${stale.length} written\n`);
}
