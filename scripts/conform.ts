/**
 * Writes `conform/suite/cases.ts`, which lists the cases of the conformance suite, from what lies in `conform/cases/`.
 * `--check` only says whether that would change anything, and fails if it would.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';

const ROOT = resolve(import.meta.dirname, '..');
const REGISTRY = join(ROOT, 'conform/suite/cases.ts');

const files = globSync('conform/cases/*/*.ts', { cwd: ROOT }).toSorted((one, other) =>
  basename(one).localeCompare(basename(other)),
);
const nameOf = (file: string): string =>
  basename(file, '.ts').replace(
    /^([a-z])-(\d+).*$/,
    (_, chapter: string, number: string) => `${chapter}${number}`,
  );

const registry = [
  '/** Every case, in the order of its id. Written by `npm run conform` from what lies in cases/. */',
  "import type { ConformanceCase } from '#conform/case/case.ts';",
  ...files.map((file) => `import { conformanceCase as ${nameOf(file)} } from '#${file}';`),
  '',
  '/** A case, and the file that says what it does. */',
  'export interface ListedCase {',
  '  readonly conformanceCase: ConformanceCase;',
  '  readonly file: string;',
  '}',
  '',
  'export const CASES: readonly ListedCase[] = [',
  ...files.map((file) => `  { conformanceCase: ${nameOf(file)}, file: '${file}' },`),
  '];',
  '',
].join('\n');

const isStale = readFileSync(REGISTRY, { encoding: 'utf8', flag: 'a+' }) !== registry;
if (process.argv.includes('--check')) {
  if (isStale) process.stderr.write('conform/suite/cases.ts is stale; run npm run conform\n');
  process.exitCode = isStale ? 1 : 0;
} else {
  if (isStale) writeFileSync(REGISTRY, registry);
  process.stdout.write(`${files.length} cases\n`);
}
