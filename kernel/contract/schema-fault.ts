/** What a schema has against a file, in words that name the place and quote nothing else of it. */

/** As ajv and the validators that it compiles tell it. */
interface Fault {
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The first fault of a validator's list. */
export const schemaFault = (errors: readonly Fault[] | null | undefined): string => {
  const [error] = errors ?? [];
  if (error === undefined) return 'unknown';
  const { instancePath, message, params } = error;
  const place = instancePath === '' ? 'the file' : instancePath.replaceAll('~1', '/');
  // An expression says nothing to who wrote `ok`.
  if (place.endsWith('/reason') && 'pattern' in params) return `${place} must say why, in words`;
  return `${place} ${wordsFor(params) ?? message ?? 'is not valid'}`;
};

/** What must be otherwise, behind the name of the place; `undefined` where the validator's own words do. */
const wordsFor = ({
  additionalProperty: extra,
  missingProperty: missing,
  allowedValues: allowed,
  type,
}: Fault['params']): string | undefined => {
  if (typeof extra === 'string') return `has "${extra}", which is not known there`;
  if (typeof missing === 'string') return `has no "${missing}"`;
  if (Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`;
  const kind = typeof type === 'string' ? TYPE_WORDS.get(type) : undefined;
  return kind && `must be ${kind}`;
};

/** The types of JSON Schema, for somebody who writes one of them. */
export const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ['array', 'a list, as ["one", "two"]'],
  ['boolean', 'true or false'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['object', 'an object, as {"name": …}'],
  ['string', 'a text'],
]);
