/** Where a source can be changed: its places, each by the function that holds it, an operator and a count. */
import { type Node, parseSync, visitorKeys } from 'oxc-parser';

import { type Change, changesAt, type Operator } from './operators.ts';

/** One of the `of` places that an operator has in a function; the first is 1. */
export interface Address {
  readonly file: string;
  readonly within: string;
  readonly operator: Operator;
  readonly nth: number;
  readonly of: number;
}

export interface Place extends Address, Change {
  readonly line: number;
}

/** What no function holds. */
const MODULE = '(module)';

/** Places of types and names of modules change nothing that runs. */
const isSkipped = ({ type }: Node): boolean =>
  type === 'ImportDeclaration' ||
  type === 'ExportAllDeclaration' ||
  (type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull|Instantiation)/u.test(type));

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const isFunction = ({ type }: Node): boolean =>
  type === 'ArrowFunctionExpression' ||
  type === 'FunctionExpression' ||
  type === 'FunctionDeclaration';

const nameOfKey = (node: Node): string | undefined => {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'PrivateIdentifier') return `#${node.name}`;
  return node.type === 'Literal' ? String(node.value) : undefined;
};

/** The name that a node gives to what it holds. */
const nameOf = (node: Node): string | undefined => {
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return node.id?.name;
  if (node.type === 'MethodDefinition') return nameOfKey(node.key);
  if (node.type === 'VariableDeclarator')
    return node.init !== null && isFunction(node.init) ? nameOfKey(node.id) : undefined;
  if (node.type === 'PropertyDefinition' || node.type === 'Property')
    return node.value !== null && isFunction(node.value) ? nameOfKey(node.key) : undefined;
  return undefined;
};

const children = (node: Node): readonly Node[] =>
  (visitorKeys[node.type] ?? []).flatMap((key) => {
    // The name of a property is no value.
    if (key === 'key' && !('computed' in node && node.computed)) return [];
    const held: unknown = Reflect.get(node, key);
    return (Array.isArray(held) ? held : [held]).filter(isNode);
  });

interface Found extends Change {
  readonly within: string;
}

/** What holds a node. */
interface Around {
  readonly parent: Node | undefined;
  readonly chain: Node | undefined;
  readonly names: readonly string[];
}

/** The optional chain that ends early with a part of one of its links. */
const chainOf = (node: Node, child: Node, chain: Node | undefined): Node | undefined => {
  if (node.type === 'ChainExpression') return chain ?? node;
  if (node.type === 'CallExpression') return node.callee === child ? chain : undefined;
  if (node.type === 'MemberExpression') return node.object === child ? chain : undefined;
  return node.type === 'TSNonNullExpression' ? chain : undefined;
};

const found = (change: Change, within: string): Found => ({ ...change, within });

const changesIn = (node: Node, around: Around, source: string): readonly Found[] => {
  if (isSkipped(node)) return [];
  const { parent, chain } = around;
  const name = nameOf(node);
  const names = name === undefined ? around.names : [...around.names, name];
  const within = names.join('.') || MODULE;
  const isParenthesis = node.type === 'ParenthesizedExpression';
  const own = isParenthesis ? [] : changesAt({ node, parent, chain, source });
  return [
    ...own.map((change) => found(change, within)),
    ...children(node).flatMap((child) =>
      changesIn(
        child,
        { parent: isParenthesis ? parent : node, chain: chainOf(node, child, chain), names },
        source,
      ),
    ),
  ];
};

const keyOf = ({ within, operator }: Found): string => `${within} ${operator}`;

/** Where it stands among those of its operator and function. */
const placed = (change: Found, alike: readonly Found[], file: string, source: string): Place => ({
  ...change,
  file,
  nth: alike.indexOf(change) + 1,
  of: alike.length,
  line: source.slice(0, change.start).split('\n').length,
});

/** Every place of a source, in the order of its text. Throws where it is no TypeScript. */
export const placesOf = (file: string, source: string): readonly Place[] => {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? 'no TypeScript'}`);
  const all = changesIn(
    program,
    { parent: undefined, chain: undefined, names: [] },
    source,
  ).toSorted((one, other) => one.start - other.start || one.end - other.end);
  const counts = Map.groupBy(all, keyOf);
  return all.map((change) => placed(change, counts.get(keyOf(change)) ?? [], file, source));
};

/** How a place is named: in the list of what is carried over, and in what is printed. */
export const nameOfPlace = ({ file, within, operator, nth, of }: Address): string =>
  `${file} ${within} ${operator} ${nth}/${of}`;

/** The source with one place changed. */
export const changed = (source: string, { start, end, becomes }: Change): string =>
  `${source.slice(0, start)}${becomes}${source.slice(end)}`;
