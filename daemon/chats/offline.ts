/** The databases of a workspace that nobody serves, for what its owner does about chats. */
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { Databases } from '#daemon/data/open.ts';
import { dataFolder, readServeConfig } from '#daemon/phases/config.ts';
import { takeService } from '#daemon/phases/workspace.ts';
import { type ChatAsk, ChatOffice } from './office.ts';

/** Asks the daemon that serves the workspace at this path, its real one; `undefined` where none runs. */
export type AskServer = (path: string) => Promise<object> | undefined;

/** Another command has the workspace for a moment. */
const TRIES = 100;
const AGAIN_MS = 50;

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
    let lock = takeService(home);
    for (let tries = 0; typeof lock === 'string'; tries += 1) {
      const answer = server(workspace.path);
      if (answer !== undefined) return await answer;
      if (tries === TRIES)
        throw new Refusal('WORKSPACE_SERVED', { path: workspace.path, pid: lock });
      await pause(AGAIN_MS);
      lock = takeService(home);
    }
    const taken = lock;
    undo.push(() => taken.close());
    const site = { workspace, home };
    const databases = await Databases.open(dataFolder(site, readServeConfig(site), host), uid);
    undo.push(() => databases.close());
    return await new ChatOffice(databases.queries).ask(asked);
  } finally {
    for (const one of undo.toReversed()) one();
  }
};
