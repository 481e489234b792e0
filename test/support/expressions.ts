/** The regular expressions of modules: those that stand in the sources, and those that they make of words when they are loaded. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { parseSync, Visitor } from 'oxc-parser';

const ROOT = resolve(import.meta.dirname, '../..');

/** Each expression once, with the file that it was first seen in. Throws where a module cannot be loaded. */
export const expressionsOf = async (
  folders: readonly string[],
): Promise<ReadonlyMap<string, { readonly expression: RegExp; readonly file: string }>> => {
  const found = new Map<string, { expression: RegExp; file: string }>();
  const add = (expression: RegExp, file: string): void => {
    if (!found.has(String(expression))) found.set(String(expression), { expression, file });
  };
  const files = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: ['**/*.d.json.ts'] }),
  );
  for (const file of files) {
    const { program } = parseSync(file, readFileSync(resolve(ROOT, file), 'utf8'));
    new Visitor({
      Literal: (node) => {
        if ('regex' in node) add(new RegExp(node.regex.pattern, node.regex.flags), file);
      },
    }).visit(program);
  }
  await madeWhile(async (file) => import(resolve(ROOT, file)), files, add);
  return found;
};

/** Adds what the constructor is asked for while each file is loaded. */
const madeWhile = async (
  load: (file: string) => Promise<unknown>,
  files: readonly string[],
  add: (expression: RegExp, file: string) => void,
): Promise<void> => {
  const Original = RegExp;
  let current = '';
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, parts: [string, string?]) => {
      const made = new target(...parts);
      add(made, current);
      return made;
    },
  });
  try {
    for (const file of files) {
      current = file;
      await load(file);
    }
  } finally {
    globalThis.RegExp = Original;
  }
};
