/** `yamo mesh` alone: is there an index, is it used, and what can be done with it. Creates nothing. */
import { EXIT } from '#lib/spec/exits.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { workspaceStatus } from '#kernel/owner/status.ts';
import { harmless, jsonLine, print } from '#cli/io/terminal.ts';
import { indexText } from '#cli/status/found.ts';

/** Throws WORKSPACE_… and STATE_… refusals. */
export const meshOverview = async (
  path: string,
  host: Host,
  how: { readonly json: boolean; readonly actions: readonly string[] },
): Promise<number> => {
  const { path: real, index } = await workspaceStatus(path, host);
  if (how.json) print(jsonLine({ path: real, index }));
  else
    print(
      `${harmless(real)}\n  index      ${harmless(indexText(index, shellWord(real)))}\nDo more: yamo mesh ${how.actions.join(', ')}\n`,
    );
  return EXIT.done;
};
