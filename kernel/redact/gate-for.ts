/** The one place that builds a gate: a policy, the workspace that it guards, and what a kind of start adds (RFC-0009 §3). */
import { SectionsRead } from '#lib/text/outline.ts';
import type { LiveContext, SessionPolicy } from '#lib/spec/session-policy.ts';
import { Broker } from '#kernel/gate/broker.ts';
import type { Begun } from '#kernel/gate/files.ts';
import type { GatePorts } from '#kernel/gate/ports.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';

type Opened = Pick<OpenWorkspace, 'workspace' | 'daily' | 'exclusivelyLater'>;

interface Ports extends Omit<GatePorts, 'logs' | 'exclusively' | 'sections'> {
  /** May a file that says who the agent is be written at this moment (§2.1)? In no session of which nothing is said. */
  readonly reconfigures?: LiveContext['reconfigure'];
  /** Ends the waiting of what is asked. */
  readonly signal: AbortSignal;
}

/** `begun`: what was there when the session began. */
export const gateFor = (
  policy: SessionPolicy,
  { workspace, daily, exclusivelyLater }: Opened,
  { reconfigures = () => false, signal, ...ports }: Ports,
  begun?: Begun,
): Broker => {
  const live = {
    get today() {
      return daily.today;
    },
    reconfigure: reconfigures,
  };
  return new Broker(
    { workspace, policy, live },
    {
      ...ports,
      logs: daily,
      exclusively: (work) => exclusivelyLater(signal, work),
      sections: (text) => SectionsRead.of(text),
    },
    begun,
  );
};

/** Where nothing is kept from a session. */
export const unredacted = (_file: string, text: string): string => text;
