/**
 * When a first boot is over (RFC-0009 §6.2): SOUL.md says something, in whatever words, and USER.md whom the agent
 * serves (§2.1, §2.3). Templates that nobody filled in are there and say nothing; so it is not asked whether the files exist.
 */
import type { FilePolicy } from '#lib/spec/session-policy.ts';
import { type IdentityTexts, missingInSoul, namesHuman } from '#lib/workspace/identity.ts';
import { saysSomething } from '#lib/workspace/says-something.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';
import { isUnfilledIdentity } from '#lib/layout/identity.ts';
import { readFile } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

/** What is still to be said, by file. */
export interface IdentityGaps {
  /** Name, role and values are for the auditor: how somebody says these is theirs. */
  readonly soul: readonly string[];
  readonly user: readonly string[];
}

/** What the files of the workspace do not say yet. Throws FILE_… refusals. */
export const missingIdentity = (workspace: Workspace): IdentityGaps => {
  const { soul, user } = textsIn(workspace);
  return {
    soul: soul !== undefined && saysSomething(soul) ? [] : ['who you are'],
    user: user !== undefined && namesHuman(user) ? [] : ['the name of the human'],
  };
};

const textsIn = (workspace: Workspace): IdentityTexts => {
  const text = (file: string): string | undefined => readFile(workspace, file)?.text;
  return { soul: text('SOUL.md'), beside: text('IDENTITY.md'), user: text('USER.md') };
};

/** May the first boot fill in this text of a file (what it was is kept)? Throws FILE_… refusals. */
export const hasGaps = (workspace: Workspace, file: string, text: string): boolean => {
  if (file === 'SOUL.md') return missingInSoul({ ...textsIn(workspace), soul: text }).length > 0;
  if (file === 'IDENTITY.md') return isUnfilledIdentity(text);
  return file === 'USER.md' && !namesHuman(text);
};

/** A form that `init` has found in the workspace is one more file that a first boot fills in. Throws FILE_… refusals. */
export const birthNames = (workspace: Workspace): FilePolicy => {
  const identity = readFile(workspace, 'IDENTITY.md')?.text;
  if (identity === undefined || !isUnfilledIdentity(identity)) return OWN_NAMES;
  return {
    roleOf: (file) => (file === 'IDENTITY.md' ? 'identity' : OWN_NAMES.roleOf(file)),
    rightsTo: (kind, file) => OWN_NAMES.rightsTo(kind, file === 'IDENTITY.md' ? 'USER.md' : file),
  };
};

/** `SOUL.md: who you are; USER.md: the name of the human`; empty where nothing is missing. */
export const missingText = ({ soul, user }: IdentityGaps): string =>
  [
    ...(soul.length === 0 ? [] : [`SOUL.md: ${soul.join(', ')}`]),
    ...(user.length === 0 ? [] : [`USER.md: ${user.join(', ')}`]),
  ].join('; ');
