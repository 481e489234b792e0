/** A gate as a session has one, without an agent behind it; for tests, for their children, and for measurements. */
import { MAIN } from '#lib/spec/session-policy.ts';
import { SectionCheck } from '#lib/text/outline.ts';
import { Broker, type BrokerParts } from '#kernel/gate/broker.ts';
import type { AccessContext } from '#kernel/gate/decide.ts';
import { workFiles } from '#kernel/redact/work-files.ts';
import { Journal } from '#kernel/run/journal.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { forbidMemory } from '#kernel/startup/preflight.ts';
import { NOTHING_FORBIDDEN, readFile } from '#kernel/startup/read.ts';
import { context } from './access-context.ts';

/** The gate of a session; `loaded`: files that its agent has in its context. */
export const deskOf = (
  { workspace, daily, exclusively }: OpenWorkspace,
  { kind = MAIN, ...more }: Partial<AccessContext> = {},
  { loaded = [], ...parts }: Partial<BrokerParts> & { readonly loaded?: readonly string[] } = {},
): Broker =>
  new Broker(
    {
      workspace,
      sections: SectionCheck.byOutline,
      daily,
      exclusively,
      workFiles: (what) => workFiles(workspace, what),
      journal: new Journal(() => undefined),
      policy: context(kind, more),
      live: () => ({ today: daily.today, reconfigure: false, ...more }),
      forbidden: () => (kind.permissions.seesMemory ? NOTHING_FORBIDDEN : forbidMemory(workspace)),
      findCredentials: () => Promise.resolve([]),
      screen: (_file, text) => text,
      written: () => undefined,
      ...parts,
    },
    loaded.flatMap((file) => readFile(workspace, file) ?? []),
  );
