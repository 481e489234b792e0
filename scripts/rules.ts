/**
 * Writes what follows from the rules of the auditor: `audit/rules.ts`, which lists them. `--check` only says whether
 * that would change anything, and fails if it would.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';

const ROOT = resolve(import.meta.dirname, '..');
const RULES = join(ROOT, 'audit/rules');

const files = readdirSync(RULES)
  .filter((name) => name.endsWith('.ts'))
  .toSorted((a, b) => (a < b ? -1 : 1));

const nameOf = (file: string): string =>
  `rule_${basename(file, '.ts').replaceAll(/[^A-Za-z0-9]+/g, '_')}`;

const registry = [
  '/** Every rule, in the order of the sections. Written by `npm run rules` from what lies in rules/. */',
  "import type { Rule } from './rule.ts';",
  ...files.map((file) => `import { rule as ${nameOf(file)} } from './rules/${file}';`),
  '',
  'export const RULES: readonly Rule[] = [',
  ...files.map((file) => `  ${nameOf(file)},`),
  '];',
  '',
].join('\n');

const outputs = new Map([[join(ROOT, 'audit/rules.ts'), registry]]);
const stale = [...outputs].filter(([path, text]) => read(path) !== text);

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv.includes('--check')) {
  for (const [path] of stale)
    process.stderr.write(`${path.slice(ROOT.length + 1)} is stale; run npm run rules\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of stale) writeFileSync(path, text);
  process.stdout.write(`${files.length} rules; ${stale.length} files written\n`);
}
