/** How buckets are reached by commands that read them; where nothing is said, as the variables of AWS say. */
export interface StoreSettings {
  readonly endpoint?: string;
  readonly region?: string;
  /** Where keys are: `env:NAME`, `keychain:SERVICE/ACCOUNT`, `file:PATH#/json/pointer`. Never the keys. */
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  readonly sessionToken?: string;
}
