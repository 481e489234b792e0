/** What a schema has against a file, in words that name the place and quote nothing else of it. */

/** As ajv and the validators that it compiles tell it. */
interface Fault {
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The first fault of a validator's list. */
export const faultIn = (errors: readonly Fault[] | null | undefined): string => {
  const [error] = errors ?? [];
  if (error === undefined) return 'unknown';
  const { instancePath, message, params } = error;
  const extra: unknown = params['additionalProperty'];
  const place = instancePath === '' ? 'the file' : instancePath;
  return `${place} ${message ?? 'is not valid'}${typeof extra === 'string' ? ` (${extra})` : ''}`;
};
