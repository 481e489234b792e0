/** Every limit with its value and its reason: the comment above it, which only the source has. */
import { readFileSync } from 'node:fs';

import * as limits from '#lib/spec/limits.ts';

/** Those of ring 0 first, as in the table. */
const SOURCES = ['limits-ring-0.ts', 'limits.ts'].map(
  (name) => new URL(`../../lib/spec/${name}`, import.meta.url),
);
const DOCUMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+)/g;

interface Limit {
  readonly name: string;
  readonly value: number;
  readonly reason: string;
}

/** In the order of the source, which is sorted by sense. Throws where a limit has no reason. */
export function limitsWithReasons(): readonly Limit[] {
  const text = SOURCES.map((source) => readFileSync(source, 'utf8')).join('');
  const reasons = [...text.matchAll(DOCUMENTED)];
  const values = new Map<string, number>(Object.entries(limits));
  const documented = reasons.map(([, comment = '', name = '']) => ({
    name,
    value: values.get(name) ?? 0,
    reason: comment.replaceAll(/\s*\n\s*\*\s?/g, ' ').trim(),
  }));
  for (const { name } of documented) values.delete(name);
  for (const name of values.keys()) throw new Error(`${name} in lib/spec has no comment`);
  return documented;
}
