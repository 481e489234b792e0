/** The gate of the owner's own commands: that of a main session whose human attends. */
import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { gateFor, unredacted } from '#kernel/redact/gate-for.ts';
import { MAIN, policyOf } from '#lib/spec/session-policy.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import type { GatePorts } from '#kernel/gate/ports.ts';
import { workFiles } from '#kernel/redact/work-files.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { untilDone } from '#kernel/run/write-lock.ts';

interface Told extends Pick<GatePorts, 'archive' | 'guard'> {
  readonly findCredentials: GatePorts['redactor']['credentialsIn'];
}

/** Here nobody takes part but the owner: what is open to others, or where nobody attends, does not matter. */
export const ownersGate = (
  opened: OpenWorkspace,
  { findCredentials: credentialsIn, ...told }: Told,
): Broker =>
  gateFor(POLICY, opened, {
    signal: untilDone(),
    workFiles: (what) => workFiles(opened.workspace, what),
    redactor: { redact: unredacted, credentialsIn },
    observer: { note: () => undefined, written: () => undefined },
    ...told,
  });

const POLICY = policyOf({
  kind: MAIN,
  attended: true,
  trigger: 'human',
  firstBoot: false,
  layout: OWN_NAMES,
  settings: DEFAULT_SETTINGS,
});
