/** The adapters of chats that this program brings. */
import type { Host } from '#kernel/contract/boot-request.ts';

/** How an adapter is started, and what it is told first. */
export interface AdapterProgram {
  readonly program: string;
  readonly args: readonly string[];
  /** Files and folders that it needs of the machine beside the system; nobody's own. */
  readonly readable: readonly string[];
  /** What it shows its provider, found as its settings say. Throws a refusal that says where it was looked for. */
  readonly tokenOf: (settings: unknown, environment: Host['environment']) => Promise<string>;
}

/** By the names that rows of `adapters` have them under. */
export type AdapterRegistry = ReadonlyMap<string, AdapterProgram>;

/** None so far. */
export const ADAPTERS: AdapterRegistry = new Map();
