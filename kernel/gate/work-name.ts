/**
 * Ring 0. Which names an agent may use in a main session beside those of RFC-0009 §1. Pure and total; a name is
 * taken to the letter, and what could be another spelling of a file of the layout is none.
 */
import { ARCHIVE_DIR, BOOTSTRAP_FILES, FILES } from '#lib/spec/files.ts';
import {
  NAME_MAX_CHARS,
  WORK_NAME_MAX_CHARS,
  WORK_PATH_MAX_DEPTH,
} from '#lib/spec/limits-ring-0.ts';
import { dayOf } from '#lib/text/day.ts';
import { foldName } from '#lib/text/lookalike-names.ts';
import { isCopyName } from '#lib/workspace/copy-name.ts';

const LAYOUT: ReadonlySet<string> = new Set(FILES.map(({ name }) => foldName(name)));
const ORDERS = BOOTSTRAP_FILES.map((name) => foldName(name));

/** A name in a folder: not hidden, nothing in it that a reader does not see, no copy of bootstrap instructions. */
export const isPlainName = (name: string): boolean =>
  name !== '' &&
  name.length <= NAME_MAX_CHARS &&
  !name.startsWith('.') &&
  !/^ |[. ]$|[\p{C}\p{Zl}\p{Zp}/\\]/u.test(name) &&
  name.isWellFormed() &&
  !ORDERS.some((orders) => foldName(name).startsWith(orders)) &&
  !isCopyName(name);

/** A file or folder that RFC-0009 §1 does not name, as a path relative to the workspace; not the workspace itself. */
export const isWorkName = (path: string): boolean => {
  if (path.length > WORK_NAME_MAX_CHARS) return false;
  const names = path.split('/');
  if (names.length > WORK_PATH_MAX_DEPTH || !names.every(isPlainName)) return false;
  const plain = foldName(path);
  return !LAYOUT.has(plain) && dayOf(plain) === undefined;
};

/** Kept for good: an agent writes nothing there. */
const ARCHIVE = `${ARCHIVE_DIR}/`;

/** Does the file lie in one of the folders in which the owner lets the agent write? */
export const isInWorkFolder = (file: string, folders: readonly string[]): boolean =>
  !`${foldName(file)}/`.startsWith(ARCHIVE) &&
  folders.some((folder) => file.startsWith(`${folder}/`));
