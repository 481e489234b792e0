/** The gate of the owner's own commands: that of a main session whose human attends. */
import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { gateFor } from '#kernel/redact/gate-for.ts';
import { inFormOf } from '#lib/memory/form.ts';
import { MAIN, policyOf } from '#lib/spec/session-policy.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';
import { Broker, type BrokerParts } from '#kernel/gate/broker.ts';
import { workFiles } from '#kernel/redact/work-files.ts';
import { Journal } from '#kernel/run/journal.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';

type Told = Pick<BrokerParts, 'archive' | 'findCredentials' | 'keeping'>;

/** Here nobody takes part but the owner: what is open to others, or where nobody attends, does not matter. */
export const ownersGate = (opened: OpenWorkspace, told: Told): Broker =>
  gateFor(POLICY, opened, {
    workFiles: (what) => workFiles(opened.workspace, what),
    journal: new Journal(() => undefined),
    screen: (_file, text) => text,
    inFormOf: ({ bytes }, text) => inFormOf(bytes.toString('utf8'), text),
    written: () => undefined,
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
