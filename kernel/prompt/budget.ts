/** The budget of a prompt where settings of its system may make it smaller (A13). */
import { basename, dirname, join } from 'node:path';
import type { LayoutDocument } from '#lib/layout/document.ts';
import { FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { memberAt, parsedJson } from '#lib/text/json.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { NOTHING_FORBIDDEN, readAt } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { ownersText } from './document.ts';
import type { Folders } from './folders.ts';

/**
 * In tokens: what the workspace says, or the instance that it lies in, holds only where it is less than what the layout
 * says. Throws FILE_… refusals.
 */
export const budgetIn = (
  workspace: Workspace,
  folders: Folders,
  { budget, budgetSetting }: LayoutDocument,
): Budget => {
  if (budgetSetting === undefined) return { budget, notes: [] };
  const { file, key, instance } = budgetSetting;
  const own = readAt(() => folders.place(file), file, NOTHING_FORBIDDEN)?.text;
  const ofInstance = textOfInstance(workspace, file, instance);
  const texts = [own, ofInstance].filter((text) => text !== undefined);
  const said = texts.map((text) => numberIn(text, key));
  const numbers = [...said, budget].filter((number) => typeof number === 'number');
  return {
    budget: numbers.length === 0 ? undefined : Math.min(...numbers),
    notes: said.includes('odd')
      ? [`${file} says no budget: it is no JSON, or ${key} in it is no number of tokens.`]
      : [],
  };
};

/** In tokens, and what is to be said of it. */
interface Budget {
  readonly budget: number | undefined;
  readonly notes: readonly string[];
}

/** The file of the owner beside the folder of all workspaces, which no agent writes. */
const textOfInstance = (
  { path, root }: Workspace,
  file: string,
  instance: string | undefined,
): string | undefined => {
  const folder = dirname(path);
  if (basename(folder) !== instance) return undefined;
  const place = join(dirname(folder), file);
  const unreadable = (errno: string): Refusal =>
    new Refusal('FILE_UNREADABLE', { file: place, errno });
  try {
    if (root.disk.lstat(place) === undefined) return undefined;
  } catch (error) {
    throw asRefusal(error, unreadable);
  }
  return ownersText(root.disk, place, FILE_MAX_BYTES, unreadable);
};

/** At the top, or where a running Aletheia has what holds for all its agents. */
const numberIn = (text: string, key: string): number | 'odd' | undefined => {
  const settings = parsedJson(text);
  const found = memberAt(settings, key) ?? memberAt(settings, 'agents', 'defaults', key);
  if (found === undefined) return settings === undefined ? 'odd' : undefined;
  return typeof found === 'number' && found >= 1 ? Math.floor(found) : 'odd';
};
