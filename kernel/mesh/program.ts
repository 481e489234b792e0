/** The process of the mesh (mesh/main.ts) as a view shows it and as it is started. */
import { join } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Command } from '#kernel/process/child.ts';
import { packageRoot } from '#kernel/process/package.ts';
import { unreadable } from '#kernel/process/program.ts';

/** What the process sees of the machine beside the system and its folder, and how it is started. */
export interface MeshProgram {
  readonly readable: readonly string[];
  readonly command: Command;
}

/** Packages that it uses where it runs from sources; bundled they are part of it. */
const PACKAGES: readonly string[] = ['porter2'];

/** `folder`: all that it may write. `native`: folders of a store that is no part of Node. Throws MESH_UNAVAILABLE. */
export const meshProgram = (
  folder: string,
  {
    native,
    packages,
  }: { readonly native: readonly string[]; readonly packages: readonly string[] },
): MeshProgram => {
  const root = packageRoot();
  const bundled = !import.meta.filename.endsWith('.ts');
  const entry = join(root, bundled ? 'dist/mesh.js' : 'mesh/main.ts');
  const sources = ['mesh', 'kernel/wire', 'lib', ...PACKAGES.map((name) => `node_modules/${name}`)];
  const own = bundled ? [entry] : sources.map((part) => join(root, part));
  const reason = unreadable(entry) ?? unreadable(process.execPath);
  if (reason !== undefined) throw new Refusal('MESH_UNAVAILABLE', { reason });
  // Node looks into package.json for the kind of a module.
  const readable = [...own, join(root, 'package.json'), ...native, ...packages];
  return {
    readable: [...readable, process.execPath],
    command: {
      program: process.execPath,
      args: [
        '--permission',
        // Its heaps stay small: it holds no text for longer than a question.
        '--max-semi-space-size=4',
        ...[...readable, folder].map((path) => `--allow-fs-read=${path}`),
        `--allow-fs-write=${folder}`,
        ...(native.length > 0 ? ['--allow-addons'] : []),
        entry,
      ],
      environment: {},
      directory: folder,
    },
  };
};
