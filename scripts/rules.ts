/**
 * Writes what follows from the rules of the auditor: `audit/engine/rules.ts`, which lists them, and a page for each in
 * `docs/rules/`. `--check` only says whether that would change anything, and fails if it would.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';

import type { Rule } from '#audit/rule/rule.ts';

import { rulePage, rulesIndex } from './rule-pages.ts';

const ROOT = resolve(import.meta.dirname, '..');
const RULES = join(ROOT, 'audit/rules');
const PAGES = join(ROOT, 'docs/rules');

const files = namesIn(RULES, '.ts');

const nameOf = (file: string): string =>
  `rule_${basename(file, '.ts').replaceAll(/[^A-Za-z0-9]+/g, '_')}`;

const registry = [
  '/** Every rule, in the order of the sections. Written by `npm run rules` from what lies in rules/. */',
  "import type { Rule } from '#audit/rule/rule.ts';",
  ...files.map((file) => `import { rule as ${nameOf(file)} } from '#audit/rules/${file}';`),
  '',
  'export const RULES: readonly Rule[] = [',
  ...files.map((file) => `  ${nameOf(file)},`),
  '];',
  '',
].join('\n');

const rules: Rule[] = [];
for (const file of files) {
  const { rule }: { rule: Rule } = await import(join(RULES, file));
  rules.push(rule);
}

const outputs = new Map([
  [join(ROOT, 'audit/engine/rules.ts'), registry],
  [join(PAGES, 'README.md'), rulesIndex(rules)],
  ...rules.map(
    (rule) => [join(PAGES, `${rule.id.replaceAll('/', '-')}.md`), rulePage(rule)] as const,
  ),
]);
const stale = [...outputs].filter(([path, text]) => read(path) !== text).map(([path]) => path);
const left = namesIn(PAGES, '.md')
  .map((name) => join(PAGES, name))
  .filter((path) => !outputs.has(path));

if (process.argv.includes('--check')) {
  for (const path of [...stale, ...left])
    process.stderr.write(`${path.slice(ROOT.length + 1)} is stale; run npm run rules\n`);
  process.exitCode = stale.length + left.length > 0 ? 1 : 0;
} else {
  mkdirSync(PAGES, { recursive: true });
  for (const path of stale) writeFileSync(path, outputs.get(path) ?? '');
  for (const path of left) rmSync(path);
  process.stdout.write(
    `${rules.length} rules; ${stale.length} files written, ${left.length} removed\n`,
  );
}

function namesIn(folder: string, ending: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .toSorted((a, b) => (a < b ? -1 : 1));
  } catch {
    return [];
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
