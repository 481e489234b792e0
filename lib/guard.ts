/**
 * Guards of JSON that another version, or another program, may have written: a type and its guard are said once, and the
 * type is read off the guard. Tried beside it: valibot, ten times the bytes in a bundle and 4 ms at each start from sources.
 */
import { isJsonObject, parsedJson } from '#lib/text/json.ts';

export type TypeGuard<Value = unknown> = (value: unknown) => value is Value;

/** The type of what a guard lets through. */
export type GuardedBy<Of> = Of extends TypeGuard<infer Value> ? Value : never;

/** Members by their names. A member that has no guard may be there, too: a later version wrote it. */
type Members = Readonly<Record<string, TypeGuard>>;
type Guarded<Of extends Members> = { readonly [Name in keyof Of]: GuardedBy<Of[Name]> };

export const isAnything = (_value: unknown): _value is unknown => true;

export const isString = (value: unknown): value is string => typeof value === 'string';

/** Any text, as one of these words: a later version may know others. */
export const wordOf =
  <const Word extends string>(..._known: readonly Word[]) =>
  (value: unknown): value is Word =>
    isString(value);

export const isNumber = (value: unknown): value is number => typeof value === 'number';

export const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

export const oneOf =
  <const Words extends readonly (string | number | boolean | null)[]>(...words: Words) =>
  (value: unknown): value is Words[number] =>
    words.some((word) => word === value);

export const listOf =
  <One>(of: TypeGuard<One>) =>
  (value: unknown): value is readonly One[] =>
    Array.isArray(value) && value.every((one) => of(one));

/** An object of JSON whose members, whatever their names, are all of one type. */
export const recordOf =
  <One>(of: TypeGuard<One>) =>
  (value: unknown): value is Readonly<Record<string, One>> =>
    isJsonObject(value) && Object.values(value).every((one) => of(one));

/** An object of JSON that has all of the first members, and of the others what it has. */
export function objectOf<Needed extends Members>(needed: Needed): TypeGuard<Guarded<Needed>>;
export function objectOf<Needed extends Members, Others extends Members>(
  needed: Needed,
  others: Others,
): TypeGuard<Guarded<Needed> & Partial<Guarded<Others>>>;
export function objectOf(needed: Members, others: Members = {}): TypeGuard<object> {
  const all = Object.entries({ ...others, ...needed });
  return (value): value is object =>
    isJsonObject(value) &&
    all.every(([name, of]) =>
      Object.hasOwn(value, name) ? of(value[name]) : !Object.hasOwn(needed, name),
    );
}

/** What one of the guards lets through. */
export const either =
  <Guards extends readonly TypeGuard[]>(...guards: Guards) =>
  (value: unknown): value is GuardedBy<Guards[number]> =>
    guards.some((of) => of(value));

/** What a guard lets through, where something else is true of it as well. */
export const fitting =
  <Value>(of: TypeGuard<Value>, isFit: (value: Value) => boolean) =>
  (value: unknown): value is Value =>
    of(value) && isFit(value);

/** What a text says as JSON; `undefined` where it is none, or none that the guard lets through. */
export const jsonAs = <Value>(text: string, of: TypeGuard<Value>): Value | undefined => {
  const value = parsedJson(text);
  return of(value) ? value : undefined;
};
