/**
 * When a first boot is over (RFC-0009 §6.2): SOUL.md and USER.md say what §2.1 and §2.3 ask for. Templates that nobody
 * filled in are there and say nothing; so it is not asked whether the files exist.
 */
import { type IdentityTexts, missingInSoul, namesHuman } from '#lib/workspace/identity.ts';
import { readFile } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

/** What is still to be said, by file. */
export interface Gaps {
  readonly soul: readonly string[];
  readonly user: readonly string[];
}

/** What the files of the workspace do not say yet. Throws FILE_… refusals. */
export const gapsIn = (workspace: Workspace): Gaps => gapsOf(textsIn(workspace));

const textsIn = (workspace: Workspace): IdentityTexts => {
  const text = (file: string): string | undefined => readFile(workspace, file)?.text;
  return { soul: text('SOUL.md'), beside: text('IDENTITY.md'), user: text('USER.md') };
};

const gapsOf = (texts: IdentityTexts): Gaps => ({
  soul: missingInSoul(texts),
  user: texts.user !== undefined && namesHuman(texts.user) ? [] : ['the name of the human'],
});

/** Does this text of a file leave open what the first boot is to say there? Throws FILE_… refusals. */
export const hasGaps = (workspace: Workspace, file: string, text: string): boolean => {
  if (file === 'SOUL.md') return gapsOf({ ...textsIn(workspace), soul: text }).soul.length > 0;
  return file === 'USER.md' && !namesHuman(text);
};

/** `SOUL.md: name, role; USER.md: the name of the human`; empty where nothing is missing. */
export const gapsText = ({ soul, user }: Gaps): string =>
  [
    ...(soul.length === 0 ? [] : [`SOUL.md: ${soul.join(', ')}`]),
    ...(user.length === 0 ? [] : [`USER.md: ${user.join(', ')}`]),
  ].join('; ');
