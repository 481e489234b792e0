/** What comes from the other side of a protocol is `unknown` until it was looked at. */

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** The text under `keys`, one below the other; `undefined` where there is none. */
export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = keys.reduce(member, value);
  return typeof found === 'string' ? found : undefined;
}

/** Is exactly `true` under `keys`? Anything else counts as no. */
export const trueAt = (value: unknown, ...keys: readonly string[]): boolean =>
  keys.reduce(member, value) === true;
