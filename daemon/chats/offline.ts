/** The databases of a workspace that nobody serves, for what its owner does about chats. */
import type { Host } from '#kernel/contract/boot-request.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { Databases } from '#daemon/data/open.ts';
import { dataFolder, readServeConfig } from '#daemon/phases/config.ts';
import { takeService } from '#daemon/phases/workspace.ts';
import { type ChatAsk, ChatOffice } from './office.ts';

/** Asks the daemon that serves the workspace at this path, its real one. */
export type AskServer = (path: string) => Promise<object>;

/**
 * Does what is asked, by the daemon where one serves the workspace, and else in its databases, which nobody serves meanwhile.
 * Throws what `ChatOffice.ask` throws, WORKSPACE_…, STATE_… and DATABASE_… refusals, SERVE_CONFIG_INVALID, and what `server` throws.
 */
export const askChats = async (
  path: string,
  asked: ChatAsk,
  {
    host,
    server,
  }: { readonly host: Pick<Host, 'disk' | 'uid' | 'environment'>; readonly server: AskServer },
): Promise<object> => {
  const { disk, uid, environment } = host;
  const undo: (() => void)[] = [];
  try {
    const workspace = Workspace.open(disk, path, { strict: false, uid });
    undo.push(() => workspace.close());
    const home = StateHome.open(xdgFolder('XDG_STATE_HOME', environment), workspace, uid);
    undo.push(() => home.close());
    const lock = takeService(home);
    if (typeof lock === 'string') return await server(workspace.path);
    undo.push(() => lock.close());
    const site = { workspace, home };
    const databases = await Databases.open(dataFolder(site, readServeConfig(site), host), uid);
    undo.push(() => databases.close());
    return await new ChatOffice(databases.queries).ask(asked);
  } finally {
    for (const one of undo.toReversed()) one();
  }
};
