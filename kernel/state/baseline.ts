/**
 * Integrity of SOUL.md and AGENTS.md: the ghost header blesses whatever follows it, so the
 * kernel keeps what these files were at the end of the last main session, and says when they have
 * been changed outside. Both may be read in every kind of session, so keeping a copy for `diff`
 * reveals nothing new to anyone who can read the state. In other layouts the same is done with who the agent is:
 * SOUL.md, IDENTITY.md and SYSTEM.md, by their roles, and apart for each layout.
 */
import { join } from 'node:path';
import { sha256, textFault } from '#kernel/fs/bytes.ts';
import { readFile } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import { stateOf } from './store.ts';
import { acceptedIn, sealAccepted } from './seal.ts';

/** Files whose changes outside yamo are noticed. */
export const WATCHED = ['SOUL.md', 'AGENTS.md'] as const;

/** A file whose changes outside yamo are noticed. */
export type Watched = (typeof WATCHED)[number];

/** Under which name a file is kept as accepted; `undefined` for one that is not watched. */
export type WatchKey = (file: string) => string | undefined;

/** In a workspace of RFC-0009: its own. */
export const ownKey: WatchKey = (file) => WATCHED.find((name) => name === file);

const IDENTITY: ReadonlySet<string | undefined> = new Set(['soul', 'identity', 'system']);

/** In one of another layout, by the roles of its files. */
export const keyIn =
  (layout: string, roleOf: (file: string) => string | undefined): WatchKey =>
  (file) =>
    IDENTITY.has(roleOf(file))
      ? [layout, ...file.split('/')].map((part) => encodeURIComponent(part)).join('=')
      : undefined;

/** The file, from the top of the workspace, that is kept under this name. */
export const fileOfKey = (key: string): string =>
  key.includes('=') ? key.split('=').slice(1).map(decodeURIComponent).join('/') : key;

/** What is kept for a workspace, as one of this layout. */
export const watchedAs = (home: StateHome, layout: string | undefined): readonly string[] => {
  if (layout === undefined || layout === 'rfc-0009') return WATCHED;
  const keys = Object.keys(acceptedIn(home));
  return keys.filter((key) => key.startsWith(`${encodeURIComponent(layout)}=`));
};

/** A file that is no longer what was accepted. */
export interface Drift {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** A command that shows the difference. */
  readonly diff: string;
}

/**
 * What `current` has become since the baseline; `undefined` if it is the same or none was ever kept. One that was removed
 * or is damaged is compared by its hash.
 */
export const driftOf = (
  home: StateHome,
  workspace: string,
  key: string,
  current: Uint8Array,
): Drift | undefined => {
  const file = fileOfKey(key);
  const kept = stateOf(home).read(STATE.baseline, key);
  if (kept?.equals(current) === true) return undefined;
  const after = sha256(current);
  const fault = kept && (kept.byteLength === 0 ? 'it is empty' : textFault(kept));
  if (kept !== undefined && fault === undefined) {
    const diff = `diff '${stateOf(home).path(STATE.baseline, key)}' '${join(workspace, file)}'`;
    return { file, before: sha256(kept), after, diff };
  }
  const before = acceptedIn(home)[key];
  if (fault !== undefined) stateOf(home).setAside(STATE.baseline, lossOf(file, fault, before), key);
  if (before === undefined || before === after) return undefined;
  return { file, before, after, diff: `less '${join(workspace, file)}'` };
};

const lossOf = (file: string, fault: string, before: string | undefined): string =>
  before === undefined
    ? `It was the last accepted ${file} (${fault}), so this boot cannot tell whether the file was changed outside yamo.`
    : `It was the last accepted ${file} (${fault}); the file is compared by its hash.`;

/** Says that the copy of an accepted file is gone; `undefined` where it is there, or none was ever kept. */
export const removedBaseline = (home: StateHome, key: string): string | undefined =>
  acceptedIn(home)[key] === undefined || stateOf(home).read(STATE.baseline, key) !== undefined
    ? undefined
    : `The kernel's copy of the accepted ${fileOfKey(key)} was removed from '${home.path}'; the file is compared by its hash.`;

/** SHA-256 of what is accepted, by the copies, and by the seal where one is gone. */
export const acceptedNow = (home: StateHome): Readonly<Record<string, string>> => {
  const sealed = acceptedIn(home);
  const copies = [...new Set([...WATCHED, ...Object.keys(sealed)])].flatMap((key) => {
    const kept = stateOf(home).read(STATE.baseline, key);
    return kept === undefined ? [] : [[key, sha256(kept)] as const];
  });
  return { ...sealed, ...Object.fromEntries(copies) };
};

/** Is `current` what the file was at the end of the last main session, or has been accepted as? */
const isBaseline = (home: StateHome, key: string, current: Uint8Array): boolean =>
  stateOf(home).read(STATE.baseline, key)?.equals(current) ?? false;

/** Makes `current` the baseline. Throws STATE_UNUSABLE. */
export const keepBaseline = (home: StateHome, key: string, current: Uint8Array): void => {
  if (isBaseline(home, key, current)) return;
  stateOf(home).write(STATE.baseline, current, key);
  sealAccepted(home, { ...acceptedNow(home), [key]: sha256(current) });
};

/** Work of the owner's own command on the files: what was accepted before it is accepted after it. */
export const keepingBaselines = <Value>(
  { workspace, home }: { readonly workspace: Workspace; readonly home: StateHome },
  work: () => Value,
): Value => {
  const known = WATCHED.filter((file) => {
    const before = readFile(workspace, file);
    return before !== undefined && isBaseline(home, file, before.bytes);
  });
  const value = work();
  for (const file of known) {
    const after = readFile(workspace, file);
    if (after !== undefined) keepBaseline(home, file, after.bytes);
  }
  return value;
};

/** After a first boot there is nothing to compare with. Throws STATE_UNUSABLE. */
export const forgetBaselines = (home: StateHome): void => {
  for (const file of WATCHED) stateOf(home).remove(STATE.baseline, file);
  const { 'SOUL.md': soul, 'AGENTS.md': agents, ...others } = acceptedIn(home);
  if (soul !== undefined || agents !== undefined) sealAccepted(home, others);
};
