/** Values that were parsed from the JSON of others, before anything is known of them. */

/** An object of JSON: members under their names. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What a text says as JSON; `undefined` if it is none. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Is it an object of JSON? A list is none: it has no members that a name could ask for. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object of JSON; none for any other value. */
export const membersOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** What stands under `names`, one below the other; `undefined` where nothing does. */
export const memberAt = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (found, name) => (isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  );

/** The text under `names`; `undefined` where something else stands, or nothing. */
export const textAt = (value: unknown, ...names: readonly string[]): string | undefined => {
  const found = memberAt(value, ...names);
  return typeof found === 'string' ? found : undefined;
};
