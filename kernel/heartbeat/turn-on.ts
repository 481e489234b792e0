/** Heartbeats are turned on for a workspace, and how often they come is remembered; or turned off again (RFC-0009 §2.7). */
import { xdgFolder } from '#kernel/process/xdg.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome, stateKey } from '#kernel/state/home.ts';
import type { ShouldRunHost } from './should-run.ts';
import { writeEvery } from './store.ts';

/** Which workspace it is, whatever its name. */
export interface TurnedOn {
  /** Absolute, without links. */
  readonly path: string;
  readonly key: string;
}

/** `everySeconds` as the owner says; `undefined`: as the settings say from here on. Throws WORKSPACE_… and STATE_… refusals. */
export const turnOn = (
  path: string,
  everySeconds: number | undefined,
  { disk, uid, environment }: Omit<ShouldRunHost, 'settings'>,
): TurnedOn => {
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  try {
    const home = StateHome.open(xdgFolder('XDG_STATE_HOME', environment), workspace, uid);
    try {
      writeEvery(home, everySeconds);
    } finally {
      home.close();
    }
    return { path: workspace.path, key: stateKey(workspace.stat) };
  } finally {
    workspace.close();
  }
};
