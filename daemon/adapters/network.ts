/** The way of an adapter to the hosts of its provider, and to nothing else. */
import type { Duplex } from 'node:stream';
import { upstreamTo } from '#kernel/programs/upstream.ts';

/**
 * What serves its descriptor; `undefined` where it has no hosts. `hosts`: `name:port`, each the owner's own word, which may
 * lead to this machine, and `.name:port` for all below a name, which may not.
 */
export const networkOf = (
  hosts: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ((channel: Duplex) => void) | undefined => {
  if (hosts.length === 0) return undefined;
  const suffixes = hosts.filter((host) => host.startsWith('.'));
  const exact = hosts.filter((host) => !host.startsWith('.'));
  // Loaded for the first that has one.
  const proxy = import('#kernel/sandbox/proxy.ts').then(
    ({ HostProxy }) =>
      new HostProxy({
        hosts: exact,
        suffixes,
        anyAddress: (target) => exact.includes(target),
        upstream: (target) => {
          const found = upstreamTo(target, environment);
          return found === 'invalid' ? undefined : found;
        },
        // It asks for nothing else, and what it is refused it says itself.
        notice: () => undefined,
      }),
  );
  return (channel) => void proxy.then((ready) => ready.serve(channel));
};
