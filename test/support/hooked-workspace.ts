/** A workspace in which a host of hooks works: its owner by himself, or others too. */
import { makeBornWorkspace, type TempWorkspace } from './workspace.ts';
import { writeSettings } from './yamo.ts';

/** Shaped like the token of a forge, and none. */
export const TOKEN = ['ghp', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0xL9kRt'].join('_');

export const hookedWorkspace = (mainProject: boolean, settings: object = {}): TempWorkspace => {
  const ws = makeBornWorkspace({
    'MEMORY.md': '# Memory\n\n- The green crane is sold.\n',
    'notes.txt': `The token is ${TOKEN}\n`,
  });
  writeSettings(ws, { hook: { mainProjects: mainProject ? [ws.path] : [] }, ...settings });
  return ws;
};
