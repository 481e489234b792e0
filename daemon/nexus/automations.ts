/** The automations that come with yamo (N17, N32 to N35), as the rows that they begin as; no others are shipped (N39). */
import type { AutomationRow, HookPoint } from '#daemon/hooks/points.ts';

/** A row whose hook point is one. */
export interface ShippedAutomation extends AutomationRow {
  readonly hook_point: HookPoint;
}

const READER = 'state/workspace/memory-reader';
const WRITER = 'state/workspace/memory-writer';

/** Times are milliseconds. */
export const SHIPPED_AUTOMATIONS: readonly ShippedAutomation[] = [
  {
    name: 'memory-reader',
    hook_point: 'worker:pre_execution',
    blocking: 1,
    timeout_ms: 10_000,
    workspace_dir: READER,
    peer_workspaces: JSON.stringify([WRITER]),
    self_improvement: 1,
  },
  {
    name: 'memory-writer',
    hook_point: 'after:runAgent',
    blocking: 0,
    timeout_ms: 30_000,
    workspace_dir: WRITER,
    peer_workspaces: JSON.stringify([READER]),
    self_improvement: 1,
  },
  {
    name: 'command-logger',
    hook_point: 'command:execute',
    blocking: 0,
    timeout_ms: null,
    workspace_dir: null,
    peer_workspaces: '[]',
    self_improvement: 0,
  },
  {
    name: 'boot-md',
    hook_point: 'runtime:startup',
    blocking: 0,
    timeout_ms: null,
    workspace_dir: null,
    peer_workspaces: '[]',
    self_improvement: 0,
  },
];
