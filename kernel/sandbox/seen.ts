/** The places of a workspace that its layout lets an agent see; nothing else of it is in the view of its commands. */
import { join } from 'node:path';
import type { LayoutDocument } from '#lib/layout/document.ts';
import { ThirdPartyLayout } from '#kernel/startup/third-party-layout.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

/** Absolute paths, all of them there. */
export interface SeenPlaces {
  readonly shown: readonly string[];
  /** Of the running system; nobody in the view can open or list them. */
  readonly hidden: { readonly files: readonly string[]; readonly folders: readonly string[] };
}

/** `undefined` where the whole workspace is seen. Links are not. Throws FILE_UNREADABLE, LAYOUT_WEAKENS. */
export const seenPlaces = (
  workspace: Workspace,
  document: LayoutDocument,
  of: { readonly agent: string | undefined; readonly automation: string | undefined },
): SeenPlaces | undefined => {
  const { seen } = ThirdPartyLayout.vet(document, of);
  if (seen === undefined) return undefined;
  const { runtime = [] } = document;
  const there = (names: readonly string[], kind: Kind): readonly string[] =>
    names.filter((name) => isThere(workspace, name, kind)).map((name) => at(workspace, name));
  return {
    shown: [...there(seen, 'file'), ...there(seen, 'folder')],
    hidden: { files: there(runtime, 'file'), folders: there(runtime, 'folder') },
  };
};

type Kind = 'file' | 'folder';

const at = ({ path }: Workspace, name: string): string => join(path, plain(name));

const plain = (name: string): string => name.replace(/\/$/u, '');

const isThere = (workspace: Workspace, name: string, kind: Kind): boolean => {
  if (name.endsWith('/') !== (kind === 'folder')) return false;
  const place = workspace.place(plain(name));
  const stat = place?.directory.disk.lstat(place.directory.at(place.name));
  return (kind === 'folder' ? stat?.isDirectory() : stat?.isFile()) === true;
};
