/** What a caller asks for when it boots a workspace, and what it brings along. */
import type { SessionKind } from '#lib/spec/access.ts';
import type { Disk } from './effects/disk.ts';
import type { Human, KernelEvent } from './events.ts';

export interface BootRequest {
  readonly path: string;
  /** `undefined`: decided from who takes part. */
  readonly session: SessionKind | undefined;
  readonly participants: readonly string[];
  /** A command that speaks ACP; `undefined` for the built-in scribe. */
  readonly agent: string | undefined;
  readonly strict: boolean;
  /** A human wants SOUL.md to be written, this once (§2.1). */
  readonly reconfigure: boolean;
  /** A human wants birth orders carried out although a birth was finished. */
  readonly rebirth: boolean;
  /** IANA name; before USER.md and the system. */
  readonly zone: string | undefined;
  /** `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM` or `YYYY-MM-DDTHH:MM:SS`: the time the session believes in. */
  readonly date: string | undefined;
}

/** The owner's settings (schemas/settings.schema.json), with their defaults. */
export interface Settings {
  /** Channel identities of the primary human. */
  readonly primaryHuman: readonly string[];
  /** Shared sessions may see the daily logs, as context. */
  readonly dailyLogsInShared: boolean;
  /** The tier that the owner says the workspaces reach (RFC-0009 §2.0, R-04). */
  readonly claim?: 'lite' | 'v3.0';
}

export const DEFAULT_SETTINGS: Settings = { primaryHuman: [], dailyLogsInShared: false };

/** What the kernel runs in. */
export interface Host {
  readonly disk: Disk;
  readonly uid: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly settings: Settings;
  /** The human at the other end; `undefined` if there is none to ask. */
  readonly human: Human | undefined;
  readonly emit: (event: KernelEvent) => void;
  /** Aborted when the owner wants to stop (Ctrl-C, a signal): the agent is ended, the boot refuses to go on. */
  readonly signal: AbortSignal;
  /** What an agent prints about itself. */
  readonly diagnostics: (text: string) => void;
}
