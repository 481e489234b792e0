/** A gate as a session has one, without an agent behind it; for tests, for their children, and for measurements. */
import { MAIN } from '#lib/spec/session-policy.ts';
import { SectionsRead } from '#lib/text/outline.ts';
import { Broker } from '#kernel/gate/broker.ts';
import type { AccessContext } from '#kernel/gate/decide.ts';
import type { Begun } from '#kernel/gate/files.ts';
import type { GatePorts } from '#kernel/gate/ports.ts';
import { workFiles } from '#kernel/redact/work-files.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { untilDone } from '#kernel/run/write-lock.ts';
import { readFile } from '#kernel/startup/read.ts';
import { context } from './access-context.ts';

/** What of a gate's ports a test puts in place of nothing. */
export interface DeskParts
  extends
    Partial<GatePorts['redactor']>,
    Partial<GatePorts['observer']>,
    Pick<GatePorts, 'archive' | 'guard'>,
    Pick<Begun, 'forbidden'> {
  /** Files that the agent has in its context. */
  readonly loaded?: readonly string[];
  /** May SOUL.md be written at this moment? */
  readonly reconfigures?: AccessContext['reconfigure'];
  /** Ends the waiting for the write lock. */
  readonly signal?: AbortSignal;
}

/** The gate of a session. */
export const deskOf = (
  { workspace, daily, exclusivelyLater }: OpenWorkspace,
  { kind = MAIN, today, reconfigure = () => false, ...more }: Partial<AccessContext> = {},
  {
    loaded = [],
    forbidden,
    reconfigures = reconfigure,
    signal = untilDone(),
    redact = (_file, text) => text,
    credentialsIn = () => Promise.resolve([]),
    note = () => undefined,
    written = () => undefined,
    regrouped = () => undefined,
    ...ports
  }: DeskParts = {},
): Broker =>
  new Broker(
    {
      workspace,
      policy: context(kind, more),
      live: {
        get today() {
          return today ?? daily.today;
        },
        reconfigure: reconfigures,
      },
    },
    {
      logs: daily,
      exclusively: (work) => exclusivelyLater(signal, work),
      workFiles: (what) => workFiles(workspace, what),
      redactor: { redact, credentialsIn },
      sections: (text) => SectionsRead.of(text),
      observer: { note, written, regrouped },
      ...ports,
    },
    {
      loaded: loaded.flatMap((file) => readFile(workspace, file) ?? []),
      ...(forbidden !== undefined && { forbidden }),
    },
  );
