/** Written by scripts/validators.ts. */

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
export declare const fitsConformKernel: {
  (value: unknown): boolean;
  errors?: readonly SchemaFault[] | null;
};
