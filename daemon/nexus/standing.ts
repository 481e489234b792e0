/** What a session of a workspace of Nexus stands on: whose it is, and what that agent may still create (N24, N26). */
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { Folders } from '#kernel/prompt/folders.ts';
import { lacksFiles, personaNow } from '#kernel/prompt/personas.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

/** Gives the same text as long as nothing of it changes; what it returns throws PERSONA_UNKNOWN, FILE_UNREADABLE. */
export const standingIn =
  ({ root }: Workspace) =>
  (persona: string | undefined): string => {
    const folders = new Folders(root);
    try {
      const now = personaNow(folders, LAYOUTS.nexus, persona);
      return JSON.stringify({ ...now, creates: lacksFiles(folders, LAYOUTS.nexus, now) });
    } finally {
      folders.close();
    }
  };
