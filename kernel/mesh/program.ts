/** The process of the mesh (mesh/main.ts) as a view shows it and as it is started. */
import { Refusal } from '#lib/spec/refusals.ts';
import type { Command } from '#kernel/process/child.ts';
import { ownProgram } from '#kernel/programs/own-program.ts';
import { unreadable } from '#kernel/process/program.ts';

/** What the process sees of the machine beside the system and its folder, and how it is started. */
export interface MeshProgram {
  readonly readable: readonly string[];
  readonly command: Command;
}

/** Packages that it uses where it runs from sources; bundled they are part of it. */
const PACKAGES: readonly string[] = ['porter2', '@orama/stemmers'];

/** `folder`: all that it may write. `native`: folders of a store that is no part of Node. Throws MESH_UNAVAILABLE. */
export const meshProgram = (
  folder: string,
  {
    native,
    packages,
  }: { readonly native: readonly string[]; readonly packages: readonly string[] },
): MeshProgram => {
  const own = ownProgram('mesh.js', [
    'mesh/main.ts',
    'mesh',
    'kernel/wire',
    'lib',
    ...PACKAGES.map((name) => `node_modules/${name}`),
  ]);
  const reason = unreadable(own.entry) ?? unreadable(process.execPath);
  if (reason !== undefined) throw new Refusal('MESH_UNAVAILABLE', { reason });
  const readable = [...own.readable, ...native, ...packages];
  return {
    readable,
    command: {
      program: process.execPath,
      args: [
        '--permission',
        // Its heaps stay small: it holds no text for longer than a question.
        '--max-semi-space-size=4',
        ...[...readable, folder].map((path) => `--allow-fs-read=${path}`),
        `--allow-fs-write=${folder}`,
        // A native module is not loaded without the flag, of which Node would warn the human in each session.
        ...(native.length > 0 ? ['--allow-addons', '--disable-warning=PERM0001'] : []),
        own.entry,
      ],
      environment: {},
      directory: folder,
    },
  };
};
