/**
 * Evidence that the first boot of a workspace is over (RFC-0009 §6.1, R-84), for the boot and for the auditor alike.
 * SOUL.md alone is none: set-ups write it beside BOOTSTRAP.md. Pure, from names and sizes: nothing is opened for it.
 */

/** MEMORY.md says something beyond a title when it is larger than that. */
const STUB_MAX_BYTES = 200;

/** What tells whether an agent has lived in a workspace. */
export interface Traces {
  /** Names relative to the workspace. */
  readonly names: Iterable<string>;
  /** Of MEMORY.md; `undefined` where it is no regular file. */
  readonly memoryBytes: number | undefined;
  /** The history of git deletes bootstrap instructions. */
  readonly ordersDeleted?: boolean | undefined;
  /** A record of the kernel tells of a first boot. */
  readonly wasBorn?: boolean | undefined;
}

/** What shows that there was a session before, in words; `undefined` if nothing does. */
export const tracesOfLife = ({
  names,
  memoryBytes = 0,
  ordersDeleted = false,
  wasBorn = false,
}: Traces): string | undefined => {
  if (wasBorn) return 'the record of the kernel tells of its birth';
  for (const name of names)
    if (/^memory\/\d{4}-\d{2}-\d{2}\b.*\.md$/u.test(name)) return 'memory/ holds daily logs';
  if (memoryBytes > STUB_MAX_BYTES) return 'MEMORY.md is more than a stub';
  return ordersDeleted ? 'its history in git deletes bootstrap instructions' : undefined;
};
