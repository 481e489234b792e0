/**
 * A workspace as it lay on disk, or in a git revision, at one moment: all that a judge without a disk needs.
 * Names are relative to the workspace, with `/`.
 */

import type { LabelledCredential } from '#lib/secrets/credential.ts';
import type { FilePlace } from '#lib/text/place.ts';

/** What stands in a file. */
export type Content =
  /** UTF-8; a byte order mark is kept, so that encoding the text again gives the same bytes. */
  | { readonly is: 'text'; readonly text: string }
  /**
   * No text that a Markdown viewer shows. `text` is a lossy reading, good enough to look for credentials and for
   * nothing else. `line` counts from 1, `offset` is in bytes from 0.
   */
  | {
      readonly is: 'not text';
      readonly fault: 'invalid UTF-8' | 'a NUL byte';
      readonly line: number;
      readonly offset: number;
      readonly text: string;
    }
  | { readonly is: 'unreadable'; readonly errno: string }
  /** Larger than what is read whole; it was looked through for credentials piece by piece. */
  | {
      readonly is: 'too large';
      readonly limitBytes: number;
      readonly labelled: readonly LabelledCredential[];
    }
  /** Settings of a runtime, which hold its token by design: no detector of credentials looks through them. */
  | { readonly is: 'settings'; readonly json: string }
  /** Nothing that the auditor reads: a directory, a picture, a file beside the workspace's own. */
  | { readonly is: 'not read' };

/** What stands under a name of a workspace. */
export interface Item {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  readonly bytes: number;
  /** Permission bits; 0 where the source has none. */
  readonly mode: number;
  /** Number of names that the file has. */
  readonly links: number;
  /** Equal for two names of one file. */
  readonly identity: string;
  /** Where a symbolic link leads. A link is never followed for its content. */
  readonly target?: 'inside' | 'outside' | 'dangling';
  readonly content: Content;
}

/** A credential that a detector of providers' formats found. `value` is compared in memory and never shown. */
export interface ProviderKey {
  readonly kind: string;
  readonly line: number;
  readonly value: string;
}

/** What git knows of a workspace; absent where it lies in no repository or git could not be asked. */
export interface GitFacts {
  /** Names of the layout that are missing and that git ignores: in a checkout they cannot be there. */
  readonly ignored: ReadonlySet<string>;
  /** Names of the layout that git tracks. */
  readonly tracked: ReadonlySet<string>;
}

/** One change of one file in one commit, newest commit first. */
export interface Change {
  readonly commit: string;
  /** Seconds since 1970, of the author. */
  readonly time: number;
  readonly file: string;
  readonly kind: 'added' | 'changed' | 'deleted' | 'renamed';
  /** The name before, for a rename. */
  readonly from?: string;
  readonly linesAdded: number;
  readonly linesRemoved: number;
}

/** A credential in a version of a file that is in git's objects and no longer on disk. */
export interface OldSecret extends FilePlace {
  readonly commit: string;
  readonly kind: string;
  readonly value: string;
}

/** What `--history` reads from git. */
export interface GitHistory {
  readonly changes: readonly Change[];
  readonly secrets: readonly OldSecret[];
  /** Not everything was read: why (a shallow clone, a limit). */
  readonly partial?: string;
}

/** One entry of the kernel's chain of boot records (schemas/boot-record.schema.json). */
export type BootRecord = Readonly<Record<string, unknown>>;

/** Where boots stand in the chain that are alike in all that a rule looks at. */
export interface Alike {
  /** The number of the first one. */
  readonly first: number;
  readonly count: number;
}

/** The kernel's chain of boot records for this workspace. */
export interface Records {
  /** Each that differs from those before it. */
  readonly entries: readonly BootRecord[];
  /** For each of them; absent where every entry is there, from 1 on. */
  readonly alike?: readonly Alike[];
  /** What the kernel remembers the workspace as. */
  readonly layout?: string;
  readonly verdict:
    | { readonly whole: true; readonly torn: boolean }
    | { readonly whole: false; readonly entry: number; readonly reason: string };
}

/** A log of the past days that another program saved over, by what the kernel had written in it (§5.2). */
export interface SavedOverLog {
  readonly file: string;
  /** How many of the kernel's own lines are gone. */
  readonly gone: number;
  /** The log is not there. */
  readonly isRemoved: boolean;
}

/** A workspace as it was at one moment, with all that rules may ask about. */
export interface Snapshot {
  readonly items: ReadonlyMap<string, Item>;
  /** Something was left out because there is too much of it; says what, for people. */
  readonly partial?: string;
  readonly source: 'disk' | 'revision';
  /** Permission bits of the workspace's own folder, from a disk. */
  readonly rootMode?: number;
  readonly git?: GitFacts;
  readonly history?: GitHistory;
  readonly records?: Records;
  /** Absent where the kernel has written no log here. */
  readonly savedOver?: readonly SavedOverLog[];
  /** By name of the file. */
  readonly providerKeys: ReadonlyMap<string, readonly ProviderKey[]>;
  /** The name of the service whose folder the workspace lies in, such as `Dropbox` (§4.4). */
  readonly syncedBy?: string;
  /** Of the paths that its files name, those that are not there; absent where they may be of another machine. */
  readonly absent?: ReadonlySet<string>;
  /** Git hooks of the workspace's own repository that name a push (§4.4), such as `post-commit`. */
  readonly pushHooks?: readonly string[];
}
