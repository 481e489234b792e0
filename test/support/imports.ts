import { parseAst } from 'vitest/node';
import { isJsonObject, type JsonObject } from '#lib/text/json.ts';

/**
 * One import of a source file. `value` is loaded with the file, `lazy` when `import()` runs, `type` never;
 * a re-export counts as an import. `specifier` is undefined where `import()` gets something other than a string.
 */
export interface Import {
  readonly specifier: string | undefined;
  readonly kind: 'value' | 'lazy' | 'type';
}

/** Node types whose `source` names a module, and what kind of import each is when it is not a type import. */
const IMPORTING: Readonly<Record<string, Import['kind']>> = {
  ImportDeclaration: 'value',
  ExportNamedDeclaration: 'value',
  ExportAllDeclaration: 'value',
  ImportExpression: 'lazy',
  TSImportType: 'type',
};

/** Every import of a TypeScript source, in order of the tree. Throws where the source does not parse. */
export function importsOf(source: string, path: string): Import[] {
  const found: Import[] = [];
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path), found);
  return found;
}

function visit(node: unknown, found: Import[]): void {
  if (Array.isArray(node)) {
    for (const child of node) visit(child, found);
    return;
  }
  if (!isJsonObject(node)) return;
  const one = importAt(node);
  if (one !== undefined) found.push(one);
  for (const child of Object.values(node)) visit(child, found);
}

function importAt(node: JsonObject): Import | undefined {
  const kind = IMPORTING[String(node['type'])];
  const source = node['source'];
  if (kind === undefined || !isJsonObject(source)) return undefined;
  const onlyTypes = node['importKind'] === 'type' || node['exportKind'] === 'type';
  const { value } = source;
  return {
    specifier: typeof value === 'string' ? value : undefined,
    kind: onlyTypes ? 'type' : kind,
  };
}
