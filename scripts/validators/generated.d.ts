/** Written by `npm run validators`: a JSON Schema as a function. All have one type, so that sources compile without them. */
declare module '#schemas/generated/*.js' {
  /** Where a value breaks its schema: a JSON pointer, and the keyword of the schema that it breaks. */
  export interface SchemaFault {
    readonly instancePath: string;
    /** Where that stands in the schema. */
    readonly schemaPath: string;
    readonly keyword: string;
    readonly params: Readonly<Record<string, unknown>>;
    /** Where the schema is one whose faults are told in words. */
    readonly message?: string;
  }

  /** Does the value fit its schema? If not, `errors` holds all faults, until the next call. */
  export const validate: {
    (value: unknown): boolean;
    errors?: readonly SchemaFault[] | null;
  };
}
