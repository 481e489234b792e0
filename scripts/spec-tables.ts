/**
 * Writes the tables of RFC-0009.md that the code owns: `node scripts/spec-tables.ts` rewrites what
 * stands between `<!-- table: NAME -->` and `<!-- /table -->`; `--check` only says whether that
 * would change anything, and fails if it would.
 */
import { readFileSync, writeFileSync } from 'node:fs';

import { RULES } from '#audit/engine/rules.ts';
import { ATTENDED_WRITES, type Rights, SHARED_CONDUCT } from '#lib/spec/access.ts';
import { FILES } from '#lib/spec/files.ts';
import { KIND_NAMES, MAIN, SESSION_KINDS } from '#lib/spec/session-policy.ts';
import { STARTUP, type StartupStep } from '#lib/spec/startup.ts';

import { code, table } from './reference/markdown.ts';
import { permissionsWithWords } from './reference/permissions.ts';

const DOCUMENT = new URL('../RFC-0009.md', import.meta.url);

function files(): string {
  const rows = FILES.map((row) => [
    code(row.name),
    code(row.role),
    row.section,
    row.presence,
    row.purpose,
  ]);
  return table(['file', 'role', 'section', 'presence', 'purpose'], rows);
}

function startup(): string {
  const rows = STARTUP.map((row: StartupStep) => [
    code(row.step),
    row.priority,
    row.section,
    row.file === undefined ? '-' : code(row.file),
    row.condition ?? 'always',
    row.what,
  ]);
  return table(['step', 'priority', 'section', 'file', 'condition', 'what it does'], rows);
}

/** Who may read, write and append what: a column for each kind of session. */
function access(): string {
  const columns = SESSION_KINDS.map(({ permissions }) =>
    Object.values(permissions.access).map(granted),
  );
  const rows = Object.keys(MAIN.permissions.access).map((role, at) =>
    [code(role)].concat(columns.map((cells) => cells[at] ?? '')),
  );
  return table(['role', ...KIND_NAMES], rows);
}

/** What is not denied, and the section that says so. */
const granted = ({ section, ...verdicts }: Rights): string => {
  const given = Object.entries(verdicts).filter(([, verdict]) => verdict !== 'never');
  const words = given.map(([operation, verdict]) => `${operation} ${code(verdict)}`);
  return `${words.join(', ') || code('never')} (${section})`;
};

/** What else a kind of session decides, in the words of its type. */
const permissions = (): string => table(['what', ...KIND_NAMES], permissionsWithWords());

const attended = (): string => ATTENDED_WRITES.map((file) => `- ${file}`).join('\n');

const conduct = (): string =>
  SHARED_CONDUCT.map((rule, index) => `${index + 1}. ${rule}`).join('\n');

const TABLES: Readonly<Record<string, () => string>> = {
  files,
  startup,
  access,
  permissions,
  attended,
  conduct,
};

/** The document with every region filled anew. Throws on a region without a table, or the reverse. */
function rewrite(document: string): string {
  const unused = new Set(Object.keys(TABLES));
  const region = /(<!-- table: ([\w-]+) -->\n)(?:(?!<!-- )[\s\S])*(<!-- \/table -->)/g;
  const filled = document.replaceAll(region, (...[, open, name, close]: string[]) => {
    const render = TABLES[name ?? ''];
    if (render === undefined) throw new Error(`RFC-0009.md has a region for no table: ${name}`);
    unused.delete(name ?? '');
    return `${open}\n${render()}\n\n${close}`;
  });
  if (unused.size > 0) throw new Error(`RFC-0009.md has no region for: ${[...unused].join(', ')}`);
  return filled;
}

/** The rows of the requirements, each naming the rules of the auditor that show it, after its tests. */
function nameRules(document: string): string {
  return document.replaceAll(/^\| ([YK]\d+) \|.*\|$/gm, (row: string, id: string) => {
    const cells = row.split(/(?<!\\)\|/);
    const tests = (cells.at(-2) ?? '')
      .trim()
      .split(', ')
      .filter((test) => !test.startsWith('`rule '));
    const rules = RULES.filter((rule) => rule.requirements.includes(id));
    const isWaiting = tests.join('') === 'not built yet: auditor';
    const kept = (rules.length > 0 && isWaiting) || tests.join('') === '' ? [] : tests;
    const named = [...kept, ...rules.map((rule) => code(`rule ${rule.id}`))];
    return [...cells.slice(0, -2), ` ${named.join(', ')} `, ''].join('|');
  });
}

const before = readFileSync(DOCUMENT, 'utf8');
const after = nameRules(rewrite(before));
if (before === after) {
  process.stdout.write('RFC-0009.md: the tables are those of lib/spec\n');
} else if (process.argv.includes('--check')) {
  process.stderr.write(
    'RFC-0009.md: the tables differ from lib/spec; run node scripts/spec-tables.ts\n',
  );
  process.exitCode = 1;
} else {
  writeFileSync(DOCUMENT, after);
  process.stdout.write('RFC-0009.md: tables written from lib/spec\n');
}
