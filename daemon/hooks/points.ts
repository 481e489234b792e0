/** Where automations run, and their rows. */
import type { RuntimeTables } from '#daemon/data/runtime.ts';

/** Where automations run. */
export const HOOK_POINTS = [
  'runtime:startup',
  'worker:pre_execution',
  'after:runAgent',
  'command:execute',
] as const;

/** A hook point by its name. */
export type HookPoint = (typeof HOOK_POINTS)[number];

/** A row without what the database gives it: its number, and that it is active. */
export type AutomationRow = Omit<RuntimeTables['automations'], 'id' | 'status'>;

/** A row that is active; what its owner wrote into it is not checked. */
export interface ActiveAutomation extends AutomationRow {
  readonly id: number;
}
