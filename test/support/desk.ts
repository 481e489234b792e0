/** A gate as a session has one, without an agent behind it; for tests, for their children, and for measurements. */
import { Broker, type BrokerParts } from '#kernel/gate/broker.ts';
import type { Standing } from '#kernel/gate/decide.ts';
import { Journal } from '#kernel/gate/journal.ts';
import type { Premises } from '#kernel/run/premises.ts';
import { forbidMemory } from '#kernel/startup/preflight.ts';
import { NOTHING_FORBIDDEN, readFile } from '#kernel/startup/read.ts';

/** The gate of a session; `loaded`: files that its agent has in its context. */
export const deskOf = (
  { workspace, daily, exclusively }: Premises,
  standing: Partial<Standing> = {},
  { loaded = [], ...parts }: Partial<BrokerParts> & { readonly loaded?: readonly string[] } = {},
): Broker =>
  new Broker(
    {
      workspace,
      daily,
      exclusively,
      journal: new Journal(() => undefined),
      standing: () => ({
        kind: 'main',
        today: daily.today,
        dailyInShared: false,
        reconfigure: false,
        birth: false,
        attended: true,
        unattendedWrites: [],
        workFolders: [],
        ...standing,
      }),
      forbidden: () => (standing.kind === 'shared' ? forbidMemory(workspace) : NOTHING_FORBIDDEN),
      findCredentials: () => Promise.resolve([]),
      screen: (_file, text) => text,
      written: () => undefined,
      ...parts,
    },
    loaded.flatMap((file) => readFile(workspace, file) ?? []),
  );
