/** Programs of this package that yamo starts beside itself: from sources, or from what they are bundled into. */
import { join } from 'node:path';
import { IS_BUNDLED } from './from-bundle.ts';
import { packageRoot } from '#kernel/process/package.ts';

/** Full paths. */
export interface OwnProgram {
  /** The file that Node is given. */
  readonly entry: string;
  /** Files and folders of its code, the entry among them. */
  readonly code: readonly string[];
  /** What it needs to see of the machine beside the system: its code, Node, and where Node looks for the kind of a module. */
  readonly readable: readonly string[];
}

/** `bundle`: its file below dist/, with a folder of its own where there are several; `sources`: its entry, and what that loads. */
export const ownProgram = (
  bundle: string,
  sources: readonly [entry: string, ...others: readonly string[]],
): OwnProgram => {
  const root = packageRoot();
  const inPackage = (part: string): string => join(root, part);
  const [folder = ''] = bundle.split('/');
  const entry = inPackage(IS_BUNDLED ? `dist/${bundle}` : sources[0]);
  const code = IS_BUNDLED ? [inPackage(`dist/${folder}`)] : sources.map(inPackage);
  return { entry, code, readable: [...code, inPackage('package.json'), process.execPath] };
};
