import { parseAst } from 'vitest/node';

/** A function of a source file: where it begins, and how many lines it has. */
export interface FunctionShape {
  readonly line: number;
  readonly lines: number;
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

function parse(source: string, path: string): Node {
  const program: unknown = parseAst(source, { lang: 'ts' }, path);
  if (!isNode(program)) throw new Error(`${path} does not parse`);
  return program;
}

function walk(node: unknown, visit: (node: Node) => void): void {
  for (const one of nodesIn(node)) {
    visit(one);
    for (const child of Object.values(one)) walk(child, visit);
  }
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.filter(isNode);
  return isNode(value) ? [value] : [];
}

function lineAt(source: string, offset: unknown): number {
  return source.slice(0, Number(offset)).split('\n').length;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
