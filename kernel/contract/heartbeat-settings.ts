/** What the settings say of heartbeats. */

/** How the agent is woken by the clock, where its owner has turned that on. */
export interface HeartbeatSettings {
  /** So long after the end of the last, as `30m`. */
  readonly every?: string;
  /** When it may come, where its human lives, as `08:00-22:00`. */
  readonly activeHours?: string;
  /** The model that thinks then, where it is another one: `PROVIDER/MODEL`. */
  readonly model?: string;
  /** What all heartbeats of a workspace may cost in a day (UTC), beside the budgets of all sessions. */
  readonly dayTokens?: number;
  readonly dayUsd?: number;
  /** Who hears what one says: a program, a direct chat that is paired, as `telegram:4711`, or both. */
  readonly tell?: Partial<TellCommand> & { readonly chat?: string };
}

/** A program that gets a text on its standard input, without a shell. */
export interface TellCommand {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** All of its environment. */
  readonly env?: Readonly<Record<string, string>>;
}
