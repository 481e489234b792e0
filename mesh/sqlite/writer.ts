/** Writing files into an index in SQLite: what is there already is left as it is. Runs within a transaction. */
import type { StatementSync } from 'node:sqlite';
import type { Changed, IndexedFile, IndexedUnit } from '#mesh/store/store.ts';
import {
  numberIn,
  type StoreRow,
  rowOfUnit,
  columnText,
  UNIT_COLUMNS,
  indexedWords,
} from '#mesh/store/unit-row.ts';

type Prepared = (sql: string) => StatementSync;

const INSERT_UNIT = `INSERT INTO units (${UNIT_COLUMNS.map((name) => `"${name}"`).join(', ')})
  VALUES (${UNIT_COLUMNS.map(() => '?').join(', ')})`;

const COUNT =
  'INSERT INTO frequencies VALUES (?1, ?2) ON CONFLICT (term) DO UPDATE SET units = units + ?2';
const UNCOUNTED = 'DELETE FROM frequencies WHERE term = ? AND units <= 0';

/** What the figures of an index change by. */
class Difference {
  units = 0;
  terms = 0;
  /** In so many more units a term stands. */
  readonly frequencies = new Map<string, number>();

  add(terms: string, headTerms: string, by: 1 | -1): void {
    const own = listed(terms);
    this.units += by;
    this.terms += by * own.length;
    for (const term of new Set([...own, ...listed(headTerms)]))
      this.frequencies.set(term, (this.frequencies.get(term) ?? 0) + by);
  }
}

const listed = (terms: string): readonly string[] => (terms === '' ? [] : terms.split(' '));

export class Writer {
  readonly #prepared: Prepared;
  #difference = new Difference();

  constructor(prepared: Prepared) {
    this.#prepared = prepared;
  }

  put(files: readonly IndexedFile[], gone: readonly string[]): Changed {
    this.#difference = new Difference();
    let written = 0;
    let removed = 0;
    let isChanged = false;
    for (const file of gone) {
      removed += this.#units(file, []).removed;
      isChanged ||= this.#prepared('DELETE FROM sources WHERE file = ?').run(file).changes > 0;
    }
    for (const { file, stamp, units } of files) {
      const changed = this.#units(file, units);
      written += changed.written;
      removed += changed.removed;
      const { changes } = this.#prepared(
        'INSERT INTO sources VALUES (?1, ?2) ON CONFLICT (file) DO UPDATE SET stamp = ?2 WHERE stamp <> ?2',
      ).run(file, stamp);
      isChanged ||= changes > 0;
    }
    if (isChanged || written + removed > 0) this.#add('revision', 1);
    this.#count();
    return { written, removed };
  }

  /** The units of a file become these. */
  #units(file: string, units: readonly IndexedUnit[]): Changed {
    const rows = this.#prepared('SELECT * FROM units WHERE file = ?').all(file);
    const before = new Map(rows.map((row) => [columnText(row, 'key'), row]));
    let written = 0;
    let removed = 0;
    for (const unit of units) {
      const row = before.get(unit.key);
      before.delete(unit.key);
      if (row !== undefined && isSame(row, unit)) continue;
      if (row !== undefined) this.#remove(row);
      const cells = rowOfUnit(unit);
      this.#prepared(INSERT_UNIT).run(...UNIT_COLUMNS.map((name) => cells[name]));
      this.#difference.add(unit.terms, unit.headTerms, 1);
      written += 1;
    }
    for (const row of before.values()) {
      this.#remove(row);
      removed += 1;
    }
    if (written + removed > 0) this.#sessions(file, units);
    return { written, removed };
  }

  #remove(row: StoreRow): void {
    this.#prepared('DELETE FROM units WHERE at = ?').run(numberIn(row, 'at'));
    this.#difference.add(columnText(row, 'terms'), columnText(row, 'headTerms'), -1);
  }

  /** All terms of a session as one text. */
  #sessions(file: string, units: readonly IndexedUnit[]): void {
    const now = new Map(
      [...Map.groupBy(units, ({ session }) => session)].map(([session, all]) => [
        session,
        indexedWords(all),
      ]),
    );
    for (const row of this.#prepared('SELECT * FROM sessions WHERE file = ?').all(file)) {
      const session = columnText(row, 'session');
      if (now.get(session) === columnText(row, 'terms')) now.delete(session);
      else this.#prepared('DELETE FROM sessions WHERE at = ?').run(numberIn(row, 'at'));
    }
    for (const [session, terms] of now)
      this.#prepared('INSERT INTO sessions (session, file, terms) VALUES (?, ?, ?)').run(
        session,
        file,
        terms,
      );
  }

  #count(): void {
    const { units, terms, frequencies } = this.#difference;
    if (units !== 0) this.#add('units', units);
    if (terms !== 0) this.#add('terms', terms);
    const count = this.#prepared(COUNT);
    for (const [term, by] of frequencies) {
      if (by !== 0) count.run(term, by);
      if (by < 0) this.#prepared(UNCOUNTED).run(term);
    }
  }

  #add(figure: string, by: number): void {
    this.#prepared('UPDATE figures SET value = value + ? WHERE name = ?').run(by, figure);
  }
}

const isSame = (row: StoreRow, unit: IndexedUnit): boolean => {
  const cells = rowOfUnit(unit);
  return UNIT_COLUMNS.every((name) => row[name] === cells[name]);
};
