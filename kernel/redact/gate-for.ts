/** The one place that builds a gate: a policy, the workspace that it guards, and what a kind of start adds (RFC-0009 §3). */
import { SectionCheck } from '#lib/text/outline.ts';
import type { SessionPolicy } from '#lib/spec/session-policy.ts';
import { Broker, type BrokerParts } from '#kernel/gate/broker.ts';
import { forbidMemory } from '#kernel/startup/preflight.ts';
import { type FileText, type Forbidden, NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';

type Opened = Pick<BrokerParts, 'workspace' | 'daily' | 'exclusively'>;

interface Ports extends Omit<
  BrokerParts,
  keyof Opened | 'policy' | 'sections' | 'live' | 'forbidden'
> {
  /** May SOUL.md be written at this moment (§2.1)? In no session of which nothing is said. */
  readonly reconfigures?: () => boolean;
  /** Files of long-term memory of another layout. */
  readonly memory?: readonly string[] | undefined;
  /** What must not be read by any name beside long-term memory. */
  readonly forbidden?: Forbidden;
}

/** `loaded`: the files that the agent has in its context from the start. */
export const gateFor = (
  policy: SessionPolicy,
  { workspace, daily, exclusively }: Opened,
  { reconfigures = () => false, memory, forbidden, ...ports }: Ports,
  loaded: readonly FileText[] = [],
): Broker =>
  new Broker(
    {
      ...ports,
      workspace,
      daily,
      exclusively,
      policy,
      sections: SectionCheck.byOutline,
      live: () => ({ today: daily.today, reconfigure: reconfigures() }),
      forbidden: () => {
        if (policy.kind.permissions.seesMemory) return NOTHING_FORBIDDEN;
        const now = forbidMemory(workspace, memory);
        return forbidden === undefined ? now : both(forbidden, now);
      },
    },
    loaded,
  );

/** Long-term memory as it was at the start and as it is now: neither may be read under any name. */
const both = (one: Forbidden, other: Forbidden): Forbidden => ({
  memory: [...one.memory, ...other.memory],
  hardLinks: true,
});
