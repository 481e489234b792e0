/** Metadata of memories and blocks: JSON objects in a string (RFC-0011 §2.1). */
import { isJsonObject, type JsonObject, parsedJson } from '#lib/text/json.ts';

/** Names by which an object would change what it is made of (RFC-0011, "Prototype Pollution"). */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Is it one of the names that are refused, at whatever depth? */
export const isPrototypeKey = (key: string): boolean => PROTOTYPE_KEYS.has(key);

/** What was read, or why not, in words of our own. */
export type Metadata = { readonly value: JsonObject } | { readonly fault: string };

/** Deeper metadata is made to exhaust whoever reads it. */
const MAX_DEPTH = 32;

/** Reads metadata; `null` and an empty text are none. Never throws. */
export const readMetadata = (text: string | null | undefined): Metadata => {
  if (text === null || text === undefined || text.trim() === '') return { value: {} };
  const value = parsedJson(text);
  if (value === undefined) return { fault: 'metadata is no JSON' };
  if (!isJsonObject(value)) return { fault: 'metadata is no JSON object' };
  const fault = faultIn(value, 0);
  return fault === undefined ? { value } : { fault };
};

const faultIn = (value: unknown, depth: number): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAX_DEPTH) return 'metadata is nested too deeply';
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && isPrototypeKey(key)) return 'metadata has a key of a prototype';
    const fault = faultIn(inner, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
};
