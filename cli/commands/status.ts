/** `yamo status`: workspaces at a glance. Nothing is changed, created or waited for. */
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { spentToday, workspaceStatus } from '#kernel/owner/status.ts';
import { hostFor, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { jsonLine, print } from '#cli/io/terminal.ts';
import { daemonStatus, type Service } from '#cli/daemon/status.ts';
import { type StatusResult, statusText, jsonOf } from '#cli/status/found.ts';

/** 0, or the exit code of the first workspace that cannot be looked at, or of one that the daemon cannot serve. Throws SETTINGS_INVALID, STATE_UNUSABLE. */
export const status = async (given: Given<'status'>): Promise<number> => {
  const { signal } = new AbortController();
  const parts = { human: undefined, emit: () => undefined, signal };
  const host = await hostFor({ settings: given.text('settings') }, parts);
  const named = given.positionals.length > 0 ? given.positionals : [workspaceOf(given)];
  const cost = spentToday(host, new Date());
  const daemon = await daemonStatus(host);
  const found: StatusResult[] = [];
  for (const path of named) found.push(await look(path, host));
  const service = (one: StatusResult): Service | undefined =>
    'status' in one ? daemon?.services.get(one.status.path) : undefined;
  if (given.flag('json')) {
    const { services: _services, ...told } = daemon ?? {};
    const workspaces = found.map((one) => {
      const { questions, ...served } = service(one) ?? NOT_SERVED;
      return { ...jsonOf(one, questions), service: served.state === undefined ? null : served };
    });
    print(jsonLine({ version: 1, cost, daemon: daemon === undefined ? null : told, workspaces }));
  } else print(found.map((one) => statusText(one, cost, service(one), daemon?.port)).join('\n'));
  const isFailed = found.some((one) => service(one)?.state === 'failed');
  return (
    found.find((one) => 'refusal' in one)?.refusal.exit ?? (isFailed ? EXIT.machine : EXIT.done)
  );
};

/** No daemon has it. */
const NOT_SERVED: Partial<Service> = {};

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
