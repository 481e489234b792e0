/** What a hook runs in: this machine, its user, and the owner's settings of the moment. */
import type { Host } from '#kernel/contract/boot-request.ts';

export type Machine = Pick<Host, 'disk' | 'uid' | 'environment' | 'version' | 'settings'>;

/** The owner's home, by its variable. */
export const ownerHome = ({ environment }: Pick<Machine, 'environment'>): string | undefined =>
  environment['HOME'];
