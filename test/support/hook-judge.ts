/** A judge of hooks in this process, for a workspace of a test. */
import { respond } from '#cli/hook/respond.ts';
import {
  DEFAULT_SETTINGS,
  type HookSettings,
  type Settings,
} from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { HookJudge } from '#kernel/hook/judge.ts';
import type { HostName } from '#lib/hook/event.ts';
import { readValue } from '#lib/hook/read-event.ts';

import { type HostReading, readAnswer } from './hook-hosts.ts';
import { uid } from './kernel.ts';
import type { TempWorkspace } from './workspace.ts';

/** A host's session, by the folder that it works in. */
export type HookKind = 'main' | 'shared';

/** Its sessions are of this kind; `home`: where the settings of hosts are. */
export const hookJudge = (
  { path, stateHome }: Pick<TempWorkspace, 'path' | 'stateHome'>,
  kind: HookKind,
  {
    home = '/nowhere',
    hook = {},
    ...more
  }: Partial<Omit<Settings, 'hook'>> & {
    readonly hook?: Partial<HookSettings>;
    readonly home?: string;
  } = {},
): HookJudge =>
  new HookJudge({
    machine: () =>
      Promise.resolve({
        disk,
        uid,
        environment: { XDG_STATE_HOME: stateHome, HOME: home },
        version: '0.0.0',
        settings: {
          ...DEFAULT_SETTINGS,
          ...more,
          hook: {
            ...DEFAULT_SETTINGS.hook,
            ...hook,
            mainProjects: { main: [path], shared: [] }[kind],
          },
        },
      }),
    audit: () => Promise.resolve([]),
    livesOn: true,
  });

/** What a host reads of the answer to an event; a bug is thrown. */
export const hookAnswer = async (
  judge: HookJudge,
  host: HostName,
  event: object,
): Promise<HostReading> => {
  const {
    json,
    exit,
    error = '',
  } = await respond(readValue(event, host), judge, (bug) => {
    throw bug;
  });
  return readAnswer(host, { code: exit, stdout: JSON.stringify(json), stderr: error });
};
