/** The databases of a workspace that is served, from the texts that make them: comments and all. */
import { DATABASE_FORMS } from '#daemon/data/open.ts';

import { code, table } from './markdown.ts';

const TABLE =
  /(?:^-- (?<about>.+)\n)?^create table (?<name>\w+) \(\n(?<columns>[\s\S]*?)\n\) strict/gmu;
/** A constraint of the whole table has no name that is a column's. */
const COLUMN =
  /^ {2}(?<name>(?!primary |unique |foreign )\w+) (?<type>.+?),?(?: -- (?<about>.+))?$/gmu;

/** A section for each database. Throws where a column has another form than those that can be read. */
export const databases = (): readonly string[] => [
  '# Databases',
  'A workspace that `yamo start` serves has six databases: in `state/data/` of a workspace of Nexus, in the kernel’s own state of any other. Every table is `STRICT`; what is acknowledged to anybody is on the disk. Only yamo writes to them; `yamo init --layout nexus` makes them, too.',
  ...DATABASE_FORMS.flatMap(({ file, migrations }) =>
    [`## ${file}`, `Version ${migrations.length}.`].concat(tablesIn(migrations.join('\n'))),
  ),
];

/** A column that came later, one a line. */
const LATER =
  /^alter table (?<table>\w+) add column (?<name>\w+) (?<type>[^;]+);(?: -- (?<about>.+))?$/gmu;

/** Of a table that was made anew, as it is now. */
const tablesIn = (sql: string): readonly string[] =>
  [...new Map([...sql.matchAll(TABLE)].map((one) => [one.groups?.['name'], one])).values()].flatMap(
    ({ groups }) => {
      const { about = '', name = '', columns = '' } = { ...groups };
      const later = [...sql.matchAll(LATER)].filter(({ groups: one }) => one?.['table'] === name);
      const rows = [...columns.matchAll(COLUMN), ...later].map(({ groups: column }) => [
        code(column?.['name'] ?? ''),
        code(column?.['type'] ?? ''),
        column?.['about'] ?? '',
      ]);
      return [`### ${name}`, about, table(['column', 'type', 'what it holds'], rows)];
    },
  );
