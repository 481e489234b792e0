/**
 * Fingerprints of the private lines of a workspace, taken in main sessions, and when the files were what they
 * were taken of. Keyed with a key of this workspace that never leaves its state; mode 0600, in a folder of mode 0700.
 */
import { hash, randomBytes } from 'node:crypto';
import { REMOVED_LINES_DAYS } from '#lib/spec/limits.ts';
import {
  type Fingerprints,
  mergeFingerprints,
  type KeyedHash,
  NO_FINGERPRINTS,
} from '#lib/privacy/private-lines.ts';
import type { GuardedBy } from '#lib/guard.ts';
import type { Stat } from '#kernel/fs/disk.ts';
import type { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import type { areKeptFingerprints, isIdentity } from './shapes.ts';
import { stateOf } from './store.ts';

/** The files whose lines are for the primary human alone (RFC-0009 §3.2). */
export const PRIVATE_FILES = ['MEMORY.md', 'USER.md'] as const;

/** A file whose lines a shared session must not repeat. */
export type PrivateFile = (typeof PRIVATE_FILES)[number];

/** What a file was: numbers of lstat, in decimals. */
export type FileIdentity = GuardedBy<typeof isIdentity>;

export type KeptFingerprints = GuardedBy<typeof areKeptFingerprints>;

type Removed = NonNullable<KeptFingerprints['removed']>[number];

const KEY_BYTES = 32;
const HASH_BYTES = 6;
const DAY_MS = 86_400_000;
/** Words repeat; a text of more different ones is hashed anew. */
const REMEMBERED_WORDS = 50_000;

/** A random key in hexadecimal digits, one for each workspace. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('hex');

/** Hashes under `key`; words that were hashed lately are remembered. */
export const keyedHash = (key: string): KeyedHash => {
  const known = new Map<string, number>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    // The hash is cut, so that nothing can be added to a text without the key.
    const value = hash('sha256', `${key}:${text}`, 'buffer').readUIntBE(0, HASH_BYTES);
    if (known.size >= REMEMBERED_WORDS) known.clear();
    known.set(text, value);
    return value;
  };
};

export const fileIdentity = ({ dev, ino, size, mtimeNs }: Stat): FileIdentity => ({
  dev: String(dev),
  ino: String(ino),
  size: String(size),
  mtimeNs: String(mtimeNs),
});

/** Is a file, as lstat has it now, the one of then? Both may be absent. */
export const isSame = (one: FileIdentity | undefined, other: FileIdentity | undefined): boolean =>
  one?.dev === other?.dev &&
  one?.ino === other?.ino &&
  one?.size === other?.size &&
  one?.mtimeNs === other?.mtimeNs;

/** `undefined` if no main session has taken any. Throws STATE_DAMAGED, STATE_UNUSABLE. */
export const readFingerprints = (home: StateHome): KeptFingerprints | undefined =>
  stateOf(home).read(STATE.fingerprints);

/** Durable when it returns. Throws STATE_UNUSABLE. */
export const writeFingerprints = (home: StateHome, kept: KeptFingerprints): void =>
  stateOf(home).write(STATE.fingerprints, kept);

/** Everything of MEMORY.md that is private at `now`: what stands in it, and what was taken out of it lately. */
export const memoryFingerprints = (kept: KeptFingerprints | undefined, now: Date): Fingerprints =>
  mergeFingerprints([
    kept?.files['MEMORY.md']?.fingerprints ?? NO_FINGERPRINTS,
    ...recent(kept?.removed ?? [], now).map(({ fingerprints }) => fingerprints),
  ]);

/** Those that are not forgotten yet at `now`. */
export const recent = (removed: readonly Removed[], now: Date): readonly Removed[] =>
  removed.filter(({ at }) => now.getTime() - Date.parse(at) < REMOVED_LINES_DAYS * DAY_MS);

/** Forgets what was taken out of MEMORY.md; returns whether there was any. Throws STATE_DAMAGED, STATE_UNUSABLE. */
export const forgetRemoved = (home: StateHome): boolean => {
  const { removed = [], ...kept } = readFingerprints(home) ?? { version: 1, key: '', files: {} };
  if (removed.length === 0) return false;
  writeFingerprints(home, kept);
  return true;
};

/** When the fingerprints were written last, to see whether to read them again. Throws STATE_UNUSABLE. */
export const fingerprintsStat = (home: StateHome): Stat | undefined =>
  stateOf(home).stat(STATE.fingerprints);
