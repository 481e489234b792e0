import { parseAst } from 'vitest/node';

/** A function of a source file: where it begins, and how many lines it has. */
export interface FunctionShape {
  readonly line: number;
  readonly lines: number;
}

/** A statement that does what only a caller should: it is named by what it is. */
export interface Slip {
  readonly line: number;
  readonly is: 'process.env is written' | 'process.on at import' | 'let at the top level';
}

type Node = Readonly<Record<string, unknown>>;

const FUNCTIONS: ReadonlySet<unknown> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

/** Every function of a TypeScript source, methods among them. Throws where the source does not parse. */
export function functionsOf(source: string, path: string): FunctionShape[] {
  const found: FunctionShape[] = [];
  walk(parse(source, path), (node) => {
    if (!FUNCTIONS.has(node['type']) || !isNode(node['body'])) return;
    const line = lineAt(source, node['start']);
    found.push({ line, lines: lineAt(source, node['end']) - line + 1 });
  });
  return found;
}

/** A name that a source exports; a re-export is none. */
export interface Export {
  readonly name: string;
  /** A comment stands right above it, or, where it is all that the file exports, above the imports. */
  readonly hasSentence: boolean;
}

const DECLARED = /(?:function\*?|class|interface|type|const)\s+(\w+|\{[^}]*\})/u;

/** Every export of a TypeScript source. Throws as `functionsOf`. */
export function exportsOf(source: string, path: string): Export[] {
  const body = parse(source, path)['body'];
  if (!Array.isArray(body)) throw new Error(`${path} has no statements`);
  const found = body.filter(
    (node) => node.type === 'ExportNamedDeclaration' && isNode(node.declaration),
  );
  const isOpened = found.length === 1 && source.startsWith('/**');
  return found.flatMap(({ start, end }) => {
    const [, declared = '?'] = DECLARED.exec(source.slice(start, end)) ?? [];
    const hasSentence = isOpened || source.slice(0, start).trimEnd().endsWith('*/');
    // `const { one, other } = …` declares several.
    return declared
      .split(/[{},\s]+/u)
      .flatMap((name) => (name === '' ? [] : { name: `${path} ${name}`, hasSentence }));
  });
}

/** The members of a source's interfaces that are called, each with the name of its interface. Throws as `functionsOf`. */
export function callsOf(source: string, path: string): string[] {
  const found: string[] = [];
  walk(parse(source, path), (node) => {
    if (node['type'] !== 'TSInterfaceDeclaration' || !isNode(node['body'])) return;
    for (const member of nodesIn(node['body']['body'])) {
      const { type, typeAnnotation } = member;
      const annotated = isNode(typeAnnotation) ? typeAnnotation['typeAnnotation'] : undefined;
      const isCalled =
        type === 'TSMethodSignature' ||
        (isNode(annotated) && annotated['type'] === 'TSFunctionType');
      if (isCalled) found.push(`${textOf(source, node['id'])}.${textOf(source, member['key'])}`);
    }
  });
  return found;
}

/** What a source changes for the whole process, and what it keeps for all callers. Throws as `functionsOf`. */
export function slipsOf(source: string, path: string): Slip[] {
  const program = parse(source, path);
  const found: Slip[] = [];
  const add = (node: Node, is: Slip['is']): void =>
    void found.push({ line: lineAt(source, node['start']), is });
  walk(program, (node) => {
    if (writes(node).some((target) => textOf(source, target).startsWith('process.env')))
      add(node, 'process.env is written');
  });
  for (const statement of nodesIn(program['body'])) {
    const declared = statement['declaration'] ?? statement;
    if (
      isNode(declared) &&
      declared['type'] === 'VariableDeclaration' &&
      declared['kind'] === 'let'
    )
      add(statement, 'let at the top level');
    walkNow(statement, (node) => {
      if (/^process\??\.(?:on|once|addListener)$/u.test(textOf(source, node['callee'])))
        add(node, 'process.on at import');
    });
  }
  return found;
}

/** The lines on which the variables of the process are named. */
export function readsEnvironment(source: string, path: string): number[] {
  const found: number[] = [];
  walk(parse(source, path), (node) => {
    if (node['type'] === 'MemberExpression' && textOf(source, node) === 'process.env')
      found.push(lineAt(source, node['start']));
  });
  return found;
}

/** What a node assigns to, or deletes. */
function writes(node: Node): unknown[] {
  if (node['type'] === 'AssignmentExpression') return [node['left']];
  if (node['type'] === 'UnaryExpression' && node['operator'] === 'delete')
    return [node['argument']];
  return [];
}

function parse(source: string, path: string): Node {
  const program: unknown = parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path);
  if (!isNode(program)) throw new Error(`${path} does not parse`);
  return program;
}

function walk(node: unknown, visit: (node: Node) => void): void {
  for (const one of nodesIn(node)) {
    visit(one);
    for (const child of Object.values(one)) walk(child, visit);
  }
}

/** The same for what runs when the module is loaded: not what stands in functions. */
function walkNow(node: unknown, visit: (node: Node) => void): void {
  for (const one of nodesIn(node)) {
    if (FUNCTIONS.has(one['type'])) continue;
    visit(one);
    for (const child of Object.values(one)) walkNow(child, visit);
  }
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.filter(isNode);
  return isNode(value) ? [value] : [];
}

function textOf(source: string, node: unknown): string {
  if (!isNode(node)) return '';
  const { start, end } = node;
  return source.slice(Number(start), Number(end));
}

function lineAt(source: string, offset: unknown): number {
  return source.slice(0, Number(offset)).split('\n').length;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
