/**
 * Integrity of SOUL.md and AGENTS.md: the ghost header blesses whatever follows it, so the
 * kernel keeps what these files were at the end of the last main session, and says when they have
 * been changed outside. Both may be read in every kind of session, so keeping a copy for `diff`
 * reveals nothing new to anyone who can read the state.
 */
import { join } from 'node:path';
import { sha256, textFault } from '#kernel/fs/bytes.ts';
import { readFile } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { StateHome } from './home.ts';

/** Files whose changes outside yamo are noticed. */
export const WATCHED = ['SOUL.md', 'AGENTS.md'] as const;

/** A file whose changes outside yamo are noticed. */
export type Watched = (typeof WATCHED)[number];

/** A file that is no longer what was accepted. */
export interface Drift {
  readonly file: Watched;
  readonly before: string;
  readonly after: string;
  /** A command that shows the difference. */
  readonly diff: string;
}

const nameOf = (file: Watched): string => `baseline-${file}`;

/** What `current` has become since the baseline; `undefined` if it is the same or there is none. */
export const driftOf = (
  home: StateHome,
  workspace: string,
  file: Watched,
  current: Uint8Array,
): Drift | undefined => {
  const kept = home.read(nameOf(file));
  if (kept === undefined || kept.equals(current)) return undefined;
  const fault = kept.byteLength === 0 ? 'it is empty' : textFault(kept);
  if (fault !== undefined) {
    home.setAside(
      nameOf(file),
      `It was the last accepted ${file} (${fault}), so this boot cannot tell whether the file was changed outside yamo.`,
    );
    return undefined;
  }
  const diff = `diff '${join(home.path, nameOf(file))}' '${join(workspace, file)}'`;
  return { file, before: sha256(kept), after: sha256(current), diff };
};

/** Is `current` what the file was at the end of the last main session, or has been accepted as? */
const isBaseline = (home: StateHome, file: Watched, current: Uint8Array): boolean =>
  home.read(nameOf(file))?.equals(current) ?? false;

/** Makes `current` the baseline. Throws STATE_UNUSABLE. */
export const keepBaseline = (home: StateHome, file: Watched, current: Uint8Array): void => {
  if (!isBaseline(home, file, current)) home.write(nameOf(file), current);
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
  for (const file of WATCHED) home.remove(nameOf(file));
};
