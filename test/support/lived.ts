/** Sessions by the offline agent in the process of a test. */
import { boot } from '#kernel/boot/boot.ts';
import { type BootRequest, PLAIN_REQUEST } from '#kernel/contract/boot-request.ts';

import { MAIN } from '#lib/spec/session-policy.ts';
import { hostOf } from './in-process.ts';
import type { TempWorkspace } from './workspace.ts';

/** A main session from its boot to its end; what was told in it. Throws what the boot refuses. */
export const mainSession = async (
  ws: TempWorkspace,
  request: Partial<BootRequest> = {},
): Promise<readonly string[]> => {
  const said: string[] = [];
  const host = hostOf(ws, {
    emit: (event) => {
      if (event.event === 'notice') said.push(event.text);
    },
  });
  const asked = { path: ws.path, session: MAIN, zone: 'UTC', agent: 'scribe' } as const;
  const opened = await boot({ ...PLAIN_REQUEST, ...asked, unsandboxed: true, ...request }, host);
  await opened.close('done');
  return said;
};
