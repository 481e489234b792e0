/** Workspaces as somebody finds them who installs the plugin, from what the set-up of OpenClaw leaves. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Files, TempWorkspace } from '#test/support/workspace.ts';

/** How one can talk to an agent of OpenClaw: its surfaces, a direct chat with its owner, and a group. */
export const WAYS = ['webchat', 'cli', 'tui', 'telegram', 'group'] as const;

export type Way = (typeof WAYS)[number];

/** What the set-up of OpenClaw leaves, to the byte. */
export const stockFiles = (): Files =>
  Object.fromEntries(
    ['AGENTS.md', 'BOOTSTRAP.md', 'IDENTITY.md', 'SOUL.md', 'USER.md'].map((name) => [
      name,
      readFileSync(resolve(import.meta.dirname, '../../../workspaces/stock', name), 'utf8'),
    ]),
  );

export const PRIVATE = 'The green crane was sold in March to the harbour office.';

const liveIn = (ws: TempWorkspace): void => {
  ws.write('SOUL.md', '# Soul\n\nYou are Robin, a harbour pilot. Say what is true.\n');
  ws.write('MEMORY.md', `# Memory\n\n- ${PRIVATE}\n`);
  ws.write('memory/2026-11-20.md', '# A day\n\n- Tide tables came.\n');
};

/** What happens after the set-up. */
export const SCENES: Readonly<Record<string, (ws: TempWorkspace) => void>> = {
  fresh: () => undefined,
  'fresh, without BOOTSTRAP.md': (ws) => ws.remove('BOOTSTRAP.md'),
  'lived in': (ws) => {
    liveIn(ws);
    ws.remove('BOOTSTRAP.md');
  },
  'lived in, with BOOTSTRAP.md': liveIn,
};
