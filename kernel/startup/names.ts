/** Ring 0. Names that are nearly BOOTSTRAP.md: other spellings of it, and copies that editors leave. */
import { BOOTSTRAP_FILES, type BootstrapFile } from '#lib/spec/files.ts';

/** Characters that no one sees in a listing. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g;

const fold = (name: string): string =>
  name.normalize('NFKC').replaceAll(INVISIBLE, '').trim().toLowerCase();

/** The name of birth orders that this one resembles without being it. */
export const spellingTwin = (name: string): BootstrapFile | undefined =>
  BOOTSTRAP_FILES.find((file) => name !== file && fold(name) === fold(file));

const BASE = String.raw`bootstrap\.(md|yamo)`;

/** `BOOTSTRAP.md~`, `.BOOTSTRAP.md.swp`, `#BOOTSTRAP.md#`, `BOOTSTRAP.md.bak`, `BOOTSTRAP (1).md`, … */
const COPIES = [
  new RegExp(
    String.raw`^\.?#?${BASE}(~|#|\.(~|bak|backup|old|orig|save|swp|swo|swx|tmp|copy|rej|\d+))+~?$`,
  ),
  new RegExp(String.raw`^\.?~?\$?${BASE}\.[0-9a-f]{6,12}(\.yamo-tmp|\.tmp)?$`),
  /^bootstrap[ _-]*(\(\d+\)|copy|backup|old|kopie|copie|copia)[ _-]*(\d+|\(\d+\))?\.(md|yamo)$/,
  /^(copy of|backup of) bootstrap\.(md|yamo)$/,
];

/** Does this name look like a copy of birth orders (§2.6: no archive, no backup in the workspace)? */
export const isCopy = (name: string): boolean => {
  const folded = fold(name);
  return COPIES.some((pattern) => pattern.test(folded));
};
