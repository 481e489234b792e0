/** Files that programs leave which replace a file of the workspace, or have it open, and were interrupted (§1). */
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';
import { layoutNameOf } from './layout.ts';

/** The name of the file is the group. */
const LEFTOVER =
  /^(?:(.+)\.tmp|(.+)~|#(.+)#|\.#(.+)|\.(.+)\.sw[a-z]|(.+)\.(?:save|part|crdownload))$/u;
const OURS = /^\.(.+)\.[0-9a-f]{12}\.yamo-tmp$/u;

/** Is this a temporary of a file of the layout? One of bootstrap instructions is a copy of them, which §2.6 has a rule for. */
export const isTemporary = (workspace: AuditedWorkspace, file: string): boolean => {
  const slash = file.lastIndexOf('/') + 1;
  const [folder, base] = [file.slice(0, slash), file.slice(slash)];
  const ours = OURS.exec(base)?.[1];
  if (ours !== undefined && !/^bootstrap\./i.test(ours)) return true;
  const original = LEFTOVER.exec(base)
    ?.slice(1)
    .find((name) => name);
  return original !== undefined && layoutNameOf(workspace, folder + original) !== undefined;
};
