/** Names as people see them: what looks like BOOTSTRAP.md and is another name. */
import { isAscii } from './ascii.ts';
import { withoutInvisible } from './unseen.ts';
import { BOOTSTRAP_FILES, type BootstrapFile } from '#lib/spec/files.ts';

/** A name without what a listing hides: letter case, compatibility forms, invisible characters, blanks around it. */
export const foldName = (name: string): string =>
  (isAscii(name) ? name : withoutInvisible(name.normalize('NFKC'))).trim().toLowerCase();

const FOLDED: readonly (readonly [BootstrapFile, string])[] = BOOTSTRAP_FILES.map((file) => [
  file,
  foldName(file),
]);

/** The name of bootstrap instructions that this one resembles without being it. */
export const lookalikeOf = (name: string): BootstrapFile | undefined => {
  const folded = foldName(name);
  return FOLDED.find(([file, same]) => name !== file && folded === same)?.[0];
};
