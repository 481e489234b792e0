/** Ring 0. Names of copies of BOOTSTRAP.md, as editors and people make them. */
import { foldName } from '#lib/text/spelling.ts';

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

/** Does this name look like a copy of bootstrap instructions (§2.6: no archive, no backup in the workspace)? */
export const isCopy = (name: string): boolean => {
  const folded = foldName(name);
  return COPIES.some((pattern) => pattern.test(folded));
};
