/**
 * As much of YAML as the files for CI services need: maps and lists by indentation, scalars, comments, flow lists of
 * plain words. What it does not know it does not guess at: it throws, and the file is to be written plainer.
 */

type Yaml = string | readonly Yaml[] | YamlMap;
interface YamlMap {
  readonly [key: string]: Yaml;
}

interface Row {
  /** From 1. */
  readonly line: number;
  readonly indent: number;
  readonly text: string;
}

/** The document as maps, lists and strings; numbers and booleans stay text. Throws with the line of the first fault. */
export const readYaml = (text: string): Yaml => {
  const rows = text.split('\n').flatMap((whole, index): readonly Row[] => {
    const line = index + 1;
    if (/\t/.test(whole)) throw fault(line, 'a tab');
    if (/\s$/.test(whole)) throw fault(line, 'a space at the end');
    const bare = whole.trimStart();
    return bare === '' || bare.startsWith('#')
      ? []
      : [{ line, indent: whole.length - bare.length, text: bare }];
  });
  const reader = new Reader(rows);
  const value = reader.value(0);
  reader.end();
  return value;
};

/** What stands at `place`, by keys and indices. Throws if nothing does. */
const at = (value: Yaml, place: readonly (string | number)[]): Yaml =>
  place.reduce((inside: Yaml, key) => {
    const found =
      typeof inside === 'string' ? undefined : new Map(Object.entries(inside)).get(`${key}`);
    if (found === undefined) throw new TypeError(`nothing at ${place.join('.')}`);
    return found;
  }, value);

/** The entries of the map at `place`. Throws if there is none. */
export const mapAt = (
  value: Yaml,
  ...place: readonly (string | number)[]
): ReadonlyMap<string, Yaml> => {
  const found = at(value, place);
  if (typeof found === 'string' || Array.isArray(found))
    throw new TypeError(`no map at ${place.join('.')}`);
  return new Map(Object.entries(found));
};

/** The text at `place`. Throws if there is none. */
export const textAt = (value: Yaml, ...place: readonly (string | number)[]): string => {
  const found = at(value, place);
  if (typeof found !== 'string') throw new TypeError(`no text at ${place.join('.')}`);
  return found;
};

/** The texts of the list at `place`. Throws if there is none, or if one of them is no text. */
export const textsAt = (value: Yaml, ...place: readonly (string | number)[]): readonly string[] => {
  const found = at(value, place);
  if (!Array.isArray(found)) throw new TypeError(`no list at ${place.join('.')}`);
  return found.map((_, index) => textAt(value, ...place, index));
};

const fault = (line: number, what: string): Error => new Error(`YAML, line ${line}: ${what}`);

const KEY = /^([\w-]+):(?: +(.*))?$/;
/** What YAML gives a meaning of its own at the start of a scalar. */
const INDICATOR = /^[-?:,[\]{}#&*!|>'"%@`](?!\S)|^[,[\]{}#&*!|>'"%@`]/;

class Reader {
  readonly #rows: readonly Row[];
  #next = 0;

  constructor(rows: readonly Row[]) {
    this.#rows = rows;
  }

  end(): void {
    const row = this.#rows[this.#next];
    if (row !== undefined) throw fault(row.line, 'an indent that fits nothing');
  }

  /** The list or map whose entries stand at this indent. */
  value(indent: number): Yaml {
    const row = this.#rows[this.#next];
    if (row === undefined || row.indent !== indent)
      throw fault(row?.line ?? 0, `no value at indent ${indent}`);
    return row.text.startsWith('- ') ? this.#list(indent) : this.#map(indent);
  }

  #list(indent: number): readonly Yaml[] {
    const items: Yaml[] = [];
    for (let row = this.#rows[this.#next]; row?.indent === indent; row = this.#rows[this.#next]) {
      if (!row.text.startsWith('- ')) throw fault(row.line, 'no item of the list');
      const text = row.text.slice(2);
      if (KEY.test(text)) items.push(this.#map(indent + 2, { ...row, indent: indent + 2, text }));
      else {
        this.#next += 1;
        items.push(scalar(row, text));
      }
    }
    return items;
  }

  /** `first` stands on the line of its list item. */
  #map(indent: number, first?: Row): YamlMap {
    const map = new Map<string, Yaml>();
    for (
      let row = first ?? this.#rows[this.#next];
      row?.indent === indent;
      row = this.#rows[this.#next]
    ) {
      const [, key, rest] = KEY.exec(row.text) ?? [];
      if (key === undefined) throw fault(row.line, 'neither a key nor an item');
      if (map.has(key)) throw fault(row.line, `the key ${key} twice`);
      this.#next += 1;
      map.set(key, this.#under(row, rest ?? ''));
    }
    return Object.fromEntries(map);
  }

  #under(row: Row, rest: string): Yaml {
    const text = rest.replace(/(?:^| +)#.*$/, '');
    const next = this.#rows[this.#next];
    if (text !== '') return scalar(row, rest);
    if (next !== undefined && next.indent > row.indent) return this.value(next.indent);
    throw fault(row.line, 'a key without a value');
  }
}

const scalar = ({ line }: Row, text: string): Yaml => {
  const quoted = /^'((?:[^']|'')*)'(?: +#.*)?$/.exec(text);
  if (quoted !== null) return (quoted[1] ?? '').replaceAll("''", "'");
  const plain = text.replace(/ +#.*$/, '');
  const flow = /^\[([^[\]{}'"]*)\]$/.exec(plain);
  if (flow !== null) return (flow[1] ?? '').split(',').map((word) => word.trim());
  if (INDICATOR.test(plain)) throw fault(line, 'a scalar that has to be quoted');
  if (/: |:$/.test(plain)) throw fault(line, 'a colon in a scalar without quotes');
  return plain;
};
