import type { Finding } from '#audit/workspace/finding.ts';
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';
import { JSON_FAULTS, type JsonEvent, readJson } from '#audit/workspace/json.ts';
import { exampleItem } from '#audit/rule/example-item.ts';
import { defineRule } from '#audit/rule/rule.ts';

const FILE = 'state/config.json';

const TREE = { 'AGENTS.md': '# Rules\n', 'state/agents/BOOTSTRAP.md': 'x\n' };

const example = (shows: string, json: string) => ({
  shows,
  layout: 'nexus' as const,
  files: TREE,
  items: [exampleItem(FILE, { content: { is: 'settings', json } })],
});

/** As `init` writes it; the token is no token. */
const WHOLE =
  '{\n  "runtime": {\n    "port": 18789,\n    "bind": "loopback",\n    "auth": { "mode": "token", "token": "TOKEN" }\n  }\n}\n';
const TOKEN = '0'.repeat(48);
const filled = (json: string): string => json.replace('TOKEN', TOKEN);

export const rule = defineRule({
  id: 'layout/nexus-config',
  title: 'The settings of Nexus are such as its runtime reads',
  section: '§1',
  level: 'should',
  tier: 'none',
  layouts: ['nexus'],
  why: 'The runtime takes its port, its address and its token from state/config.json, and does not start where one of them is something else. The token belongs there, so nobody looks for credentials in this file.',
  remedy:
    'Correct what the finding names. A token is 48 hexadecimal digits: move the file away, and yamo init DIR --layout nexus makes another one with a token of its own.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      example('settings as they are laid out', filled(WHOLE)),
      example(
        'an address, a port of the choice of the runtime, and members of others',
        filled(
          WHOLE.replace('"loopback"', '"127.0.0.1"')
            .replace('18789', '0')
            .replace('{\n', '{\n  "adapters": [{ "runtime": { "port": "x" } }],\n'),
        ),
      ),
      { shows: 'no settings, of which another rule speaks', layout: 'nexus', files: TREE },
    ],
    bad: [
      { ...example('no JSON', '{ "runtime": '), at: [`${FILE}:1`] },
      { ...example('a list', '[]'), at: [`${FILE}:1`] },
      {
        shows: 'a folder in its place',
        layout: 'nexus',
        files: TREE,
        items: [exampleItem(FILE, { type: 'directory' })],
        at: [FILE],
      },
      { ...example('an object that says nothing', '{}'), at: [`${FILE}:1`] },
      { ...example('a runtime that is none', '{\n  "runtime": "loopback"\n}'), at: [`${FILE}:2`] },
      {
        ...example('a comment', filled(WHOLE.replace('{', '{ // settings'))),
        at: [`${FILE}:1`],
      },
      {
        ...example(
          'a port as a text, no mode, and a token that is a word',
          WHOLE.replace('18789', '"18789"').replace('"mode": "token", ', '\n'),
        ),
        at: [`${FILE}:3`, `${FILE}:5`, `${FILE}:6`],
      },
      {
        ...example(
          'an address in a list, and a number for the token',
          WHOLE.replace('"loopback"', '["loopback"]').replace('"TOKEN"', '1'),
        ),
        at: [`${FILE}:4`, `${FILE}:5`],
      },
    ],
  }),
  check: (workspace) => {
    const { type, content } = workspace.item(FILE) ?? {};
    if (type !== undefined && type !== 'file')
      return [{ file: FILE, found: 'no regular file', expected: 'settings' }];
    if (content === undefined) return NOT_APPLICABLE;
    return content.is === 'settings'
      ? faultsOf(content.json)
      : notAuditable(`${FILE} was not read`);
  },
});

type Value = Extract<JsonEvent, { is: 'open' | 'scalar' }>;

/** What the runtime asks of a value; what is not there is asked for where it has no default. */
interface Member {
  readonly keys: readonly string[];
  readonly expected: string;
  readonly required?: true;
  readonly fits: (value: Value) => boolean;
}

const textFits =
  (form: RegExp) =>
  (value: Value): boolean =>
    value.is === 'scalar' && typeof value.value === 'string' && form.test(value.value);
const isObject = (value: Value): boolean => value.is === 'open' && value.what === 'object';
const PORT_MAX = 65_535;

/** Those above come first: what stands in something else is not asked for. */
const MEMBERS: readonly Member[] = [
  { keys: [], expected: 'an object with "runtime"', required: true, fits: isObject },
  { keys: ['runtime'], expected: 'an object', required: true, fits: isObject },
  {
    keys: ['runtime', 'port'],
    expected: 'a port',
    fits: (one) =>
      one.is === 'scalar' &&
      typeof one.value === 'number' &&
      Number.isInteger(one.value) &&
      one.value >= 0 &&
      one.value <= PORT_MAX,
  },
  {
    keys: ['runtime', 'bind'],
    expected: '"loopback" or an IP address',
    fits: textFits(/^(?:loopback|\d{1,3}(?:\.\d{1,3}){3}|[\da-f.]*:[\da-f:.]*)$/iu),
  },
  { keys: ['runtime', 'auth'], expected: 'an object', required: true, fits: isObject },
  {
    keys: ['runtime', 'auth', 'mode'],
    expected: '"token"',
    required: true,
    fits: textFits(/^token$/u),
  },
  {
    keys: ['runtime', 'auth', 'token'],
    expected: '48 hexadecimal digits',
    required: true,
    fits: textFits(/^[0-9a-f]{48}$/u),
  },
];

const nameOf = (keys: readonly string[]): string => keys.join('.');
const wordsFor = (keys: readonly string[]): string =>
  keys.length === 0 ? 'the settings' : `"${nameOf(keys)}"`;

const faultsOf = (json: string): readonly Finding[] => {
  const values = new Map<string, Value>();
  for (const event of valuesIn(json)) {
    if (event.is !== 'fault') {
      values.set(event.name, event.value);
      continue;
    }
    const { line, column } = event.at;
    return [{ file: FILE, line, column, ...JSON_FAULTS[event.at.fault] }];
  }
  const fitting = new Set<string>();
  return MEMBERS.flatMap(({ keys, expected, required, fits }): readonly Finding[] => {
    const name = nameOf(keys);
    const above = nameOf(keys.slice(0, -1));
    if (keys.length > 0 && !fitting.has(above)) return [];
    const value = values.get(name);
    if (value !== undefined && fits(value)) {
      fitting.add(name);
      return [];
    }
    const at = value ?? values.get(above);
    if (at === undefined || (value === undefined && required !== true)) return [];
    const found =
      value === undefined ? `no ${wordsFor(keys)}` : `something else as ${wordsFor(keys)}`;
    return [{ file: FILE, line: at.line, column: at.column, found, expected, anchor: name }];
  });
};

type Fault = Extract<JsonEvent, { is: 'fault' }>;

/** By the names of `MEMBERS`, up to the first fault; the last one counts, as it does to a reader of JSON. */
function* valuesIn(
  json: string,
): Generator<
  | { readonly is: 'value'; readonly name: string; readonly value: Value }
  | { readonly is: 'fault'; readonly at: Fault }
> {
  const known = new Set(MEMBERS.map(({ keys }) => JSON.stringify(keys)));
  const keys: string[] = [];
  for (const event of readJson(json)) {
    if (event.is === 'fault') return yield { is: 'fault', at: event };
    if (event.is === 'key') keys[keys.length - 1] = event.name;
    else if (event.is === 'close') keys.pop();
    else {
      const isKnown = keys.length <= DEPTH_MAX && known.has(JSON.stringify(keys));
      if (isKnown) yield { is: 'value', name: nameOf(keys), value: event };
      // A list has no names: what is in it is none of these.
      if (event.is === 'open') keys.push('\0');
    }
  }
}

const DEPTH_MAX = 3;
