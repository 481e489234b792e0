/** What can be changed at a node of a source: by its syntax alone, one small change at a time. */
import type { CallExpression, Node } from 'oxc-parser';

/** Each operator, and what kind of change a draw counts it as; those of no kind are only for what is carried over. */
export const OPERATORS = {
  comparison: 'comparison',
  'and-or': 'boolean',
  'left-only': 'boolean',
  'right-only': 'boolean',
  negated: 'boolean',
  true: 'boolean',
  false: 'boolean',
  more: 'bound',
  less: 'bound',
  'min-max': 'bound',
  guard: 'early return',
  statement: 'dropped statement',
  swapped: 'swapped argument',
  element: undefined,
  argument: undefined,
  unwrapped: undefined,
  flipped: undefined,
  string: undefined,
  pattern: undefined,
  'no-value': undefined,
} as const;

export type Operator = keyof typeof OPERATORS;

/** Offsets in the source. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands there instead, and the whole expression or statement that is another one then. */
export interface Change extends Span {
  readonly operator: Operator;
  readonly becomes: string;
  readonly whole: Span;
  readonly isStatement: boolean;
}

/** A node, what holds it but for parentheses, the optional chain that it is a link of, and its source. */
export interface Site {
  readonly node: Node;
  readonly parent: Node | undefined;
  readonly chain: Node | undefined;
  readonly source: string;
}

const OPPOSITE: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
};

/** With parentheses taken off. */
const bare = (node: Node): Node =>
  node.type === 'ParenthesizedExpression' ? bare(node.expression) : node;

const isEquality = (node: Node): boolean =>
  node.type === 'BinaryExpression' && /^[!=]==?$/u.test(node.operator);

const isLogical = (node: Node | undefined): boolean =>
  node?.type === 'LogicalExpression' && node.operator !== '??';

/** True or false, as far as its syntax says. */
const isTruth = (node: Node): boolean =>
  isLogical(node) ||
  (node.type === 'BinaryExpression' && node.operator in OPPOSITE) ||
  (node.type === 'UnaryExpression' && node.operator === '!');

const isTest = (node: Node, parent: Node | undefined): boolean =>
  (parent?.type === 'IfStatement' ||
    parent?.type === 'ConditionalExpression' ||
    parent?.type === 'WhileStatement' ||
    parent?.type === 'DoWhileStatement' ||
    parent?.type === 'ForStatement') &&
  parent.test !== null &&
  bare(parent.test) === node;

const LEAVING = new Set([
  'ReturnStatement',
  'ThrowStatement',
  'ContinueStatement',
  'BreakStatement',
]);

/** Whether a statement ends by leaving what holds it. */
const leaves = (node: Node): boolean => {
  const last = node.type === 'BlockStatement' ? node.body.at(-1) : node;
  return last !== undefined && LEAVING.has(last.type);
};

/** What stands in a span of a site's node becomes something else. */
const part = (
  operator: Operator,
  { node, chain }: Site,
  { start, end }: Span,
  becomes: string,
): Change => {
  const { start: from, end: to, type } = chain ?? node;
  const isStatement = type.endsWith('Statement');
  return { operator, start, end, becomes, whole: { start: from, end: to }, isStatement };
};

const whole = (operator: Operator, site: Site, becomes: string): Change =>
  part(operator, site, site.node, becomes);

const negated = (site: Site): readonly Change[] => {
  const { node, source } = site;
  if (isEquality(node)) return [];
  const becomes =
    node.type === 'UnaryExpression' && node.operator === '!'
      ? source.slice(node.argument.start, node.argument.end)
      : `!(${source.slice(node.start, node.end)})`;
  return [whole('negated', site, becomes)];
};

/** Whether `false` there does what leaving the statement out does. */
const isLeftOut = (parent: Node | undefined): boolean =>
  parent?.type === 'IfStatement' &&
  parent.alternate === null &&
  (leaves(parent.consequent) || parent.consequent.type === 'ExpressionStatement');

const truths = (site: Site): readonly Change[] => {
  const { node, parent } = site;
  if (isLogical(parent)) return isLogical(node) ? [] : negated(site);
  const isWithin = parent?.type === 'UnaryExpression' || !isTruth(node);
  if (!isTest(node, parent) && isWithin) return [];
  return [
    ...negated(site),
    whole('true', site, 'true'),
    ...(isTest(node, parent) && isLeftOut(parent) ? [] : [whole('false', site, 'false')]),
  ];
};

/** The operator between two operands, exchanged for another. */
const between = (
  operator: Operator,
  site: Site,
  [left, right]: readonly [Node, Node],
  [from, to]: readonly [string, string],
): Change => {
  const gap = { start: left.end, end: right.start };
  return part(operator, site, gap, textOf(site, gap).replace(from, to));
};

const textOf = ({ source }: Site, { start, end }: Span): string => source.slice(start, end);

/** Each with a comma beside it. */
const leftOut = (
  operator: Operator,
  site: Site,
  all: readonly (Node | null)[],
): readonly Change[] =>
  all.flatMap((one, at) => {
    if (one === null) return [];
    const before = all[at - 1];
    if (before) return [part(operator, site, { start: before.end, end: one.end }, '')];
    const comma = /^\s*,/u.exec(site.source.slice(one.end))?.[0] ?? '';
    return [part(operator, site, { start: one.start, end: one.end + comma.length }, '')];
  });

const isPlain = ({ type }: Node): boolean =>
  type !== 'SpreadElement' && type !== 'ArrowFunctionExpression' && type !== 'FunctionExpression';

const swapped = (site: Site, all: readonly Node[]): readonly Change[] =>
  all.slice(1).flatMap((second, at) => {
    const first = all[at];
    if (first === undefined || !isPlain(first) || !isPlain(second)) return [];
    const [one, other] = [textOf(site, first), textOf(site, second)];
    if (one === other) return [];
    const middle = site.source.slice(first.end, second.start);
    const span = { start: first.start, end: second.end };
    return [part('swapped', site, span, `${other}${middle}${one}`)];
  });

/** `f(a)` becomes `a`, and `a.f(…)` becomes `a`. */
const unwrapped = (site: Site, node: CallExpression): readonly Change[] => {
  const kept = node.callee.type === 'MemberExpression' ? node.callee.object : node.arguments[0];
  if (kept === undefined || kept.type === 'Super' || kept.type === 'SpreadElement') return [];
  return [whole('unwrapped', site, `(${textOf(site, kept)})`)];
};

/** `Math.min` and `Math.max`, which care for no order of what they are given. */
const minMax = (site: Site, { callee }: CallExpression): readonly Change[] => {
  if (callee.type !== 'MemberExpression' || callee.computed) return [];
  if (callee.object.type !== 'Identifier' || callee.object.name !== 'Math') return [];
  const other = { min: 'max', max: 'min' }[
    callee.property.type === 'Identifier' ? callee.property.name : ''
  ];
  return other === undefined ? [] : [part('min-max', site, callee.property, other)];
};

const ofCall = (site: Site, node: CallExpression): readonly Change[] => {
  const bounds = minMax(site, node);
  return [
    ...(bounds.length > 0 ? bounds : swapped(site, node.arguments)),
    ...leftOut('argument', site, node.arguments).slice(-1),
    ...unwrapped(site, node),
  ];
};

const literal = (site: Site): readonly Change[] => {
  const { node, parent } = site;
  if (node.type !== 'Literal' || parent?.type === 'ExpressionStatement') return [];
  if (typeof node.value === 'boolean') return [whole('flipped', site, String(!node.value))];
  if (typeof node.value === 'string')
    return [whole('string', site, node.value === '' ? "'other'" : "''")];
  if (typeof node.value !== 'number' && typeof node.value !== 'bigint')
    return 'regex' in node ? [whole('pattern', site, '/(?!)/u')] : [];
  const text = textOf(site, node);
  const one = typeof node.value === 'bigint' ? '1n' : '1';
  return [whole('more', site, `(${text} + ${one})`), whole('less', site, `(${text} - ${one})`)];
};

const ofOperator = (site: Site): readonly Change[] => {
  const { node } = site;
  if (node.type === 'BinaryExpression') {
    const to = OPPOSITE[node.operator];
    if (to === undefined) return [];
    return [between('comparison', site, [node.left, node.right], [node.operator, to])];
  }
  if (node.type !== 'LogicalExpression') return [];
  const to = { '&&': '||', '||': '&&', '??': undefined }[node.operator];
  return [
    ...(to === undefined
      ? []
      : [between('and-or', site, [node.left, node.right], [node.operator, to])]),
    whole('left-only', site, textOf(site, node.left)),
    whole('right-only', site, textOf(site, node.right)),
  ];
};

const ofStatement = (site: Site): readonly Change[] => {
  const { node, parent } = site;
  if (node.type === 'IfStatement' && node.alternate === null && leaves(node.consequent))
    return [whole('guard', site, ';')];
  if (node.type === 'ThrowStatement' && parent?.type !== 'IfStatement')
    return [whole('statement', site, ';')];
  if (node.type === 'ExpressionStatement' && typeof node.directive !== 'string')
    return [whole('statement', site, ';')];
  return node.type === 'ReturnStatement' && node.argument !== null
    ? [whole('no-value', site, 'return;')]
    : [];
};

const ofList = (site: Site): readonly Change[] => {
  const { node, parent } = site;
  if (node.type === 'CallExpression') return ofCall(site, node);
  if (node.type === 'NewExpression') return swapped(site, node.arguments);
  if (node.type === 'ArrayExpression') return leftOut('element', site, node.elements);
  if (node.type === 'ObjectExpression') return leftOut('element', site, node.properties);
  return node.type === 'TemplateLiteral' && parent?.type !== 'TaggedTemplateExpression'
    ? [whole('string', site, "''")]
    : [];
};

/** What can be changed at this node itself, and not in what it holds. */
export const changesAt = (site: Site): readonly Change[] => [
  ...truths(site),
  ...literal(site),
  ...ofOperator(site),
  ...ofStatement(site),
  ...ofList(site),
];
