/** How an agent gets to its provider, where it asks for that. */
export interface Login {
  /** The protocol's name of the way that takes a key out of the environment, if there is a key. */
  readonly method: string | undefined;
  /** What the owner can do, in words. */
  readonly advice: string;
}
