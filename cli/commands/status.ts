/** `yamo status`: workspaces at a glance. Nothing is changed, created or waited for. */
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { spentToday, workspaceStatus } from '#kernel/owner/status.ts';
import { hostFor, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { jsonLine, print } from '#cli/io/terminal.ts';
import { type StatusResult, statusText, jsonOf } from '#cli/status/found.ts';

/** 0, or the exit code of the first workspace that cannot be looked at. Throws SETTINGS_INVALID, STATE_UNUSABLE. */
export const status = async (given: Given<'status'>): Promise<number> => {
  const { signal } = new AbortController();
  const parts = { human: undefined, emit: () => undefined, signal };
  const host = await hostFor({ settings: given.text('settings') }, parts);
  const named = given.positionals.length > 0 ? given.positionals : [workspaceOf(given)];
  const cost = spentToday(host, new Date());
  const found: StatusResult[] = [];
  for (const path of named) found.push(await look(path, host));
  if (given.flag('json')) print(jsonLine({ version: 1, cost, workspaces: found.map(jsonOf) }));
  else print(found.map((one) => statusText(one, cost)).join('\n'));
  return found.find((one) => 'refusal' in one)?.refusal.exit ?? EXIT.done;
};

/** One that cannot be looked at hides no other one. */
const look = async (path: string, host: Host): Promise<StatusResult> => {
  try {
    const found = await workspaceStatus(path, host);
    const { hookStatuses } = await import('#cli/hook/status.ts');
    return { status: found, hooks: await hookStatuses(found.path) };
  } catch (error) {
    if (error instanceof Refusal) return { path, refusal: error };
    throw error;
  }
};
