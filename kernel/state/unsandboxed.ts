/** The owner's word, once per machine, that agents may run here although nothing holds them (main sessions only). */
import { hostname } from 'node:os';
import { isJsonObject } from '#lib/text/json.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { StateHome } from './home.ts';

const FOLDER = 'machine';
const FILE = 'unsandboxed.json';

interface Acceptance {
  /** A home may be shared by machines. */
  readonly machine: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

const areAcceptances = (value: unknown): value is readonly Acceptance[] =>
  Array.isArray(value) &&
  value.every((one) => isJsonObject(one) && 'machine' in one && 'at' in one);

/** Has the owner accepted it here? `now` accepts it. Throws STATE_UNUSABLE, STATE_DAMAGED. */
export const isAcceptedHere = (
  stateRoot: string,
  { disk, uid }: { readonly disk: Disk; readonly uid: number },
  now: boolean,
): boolean => {
  const home = StateHome.common(stateRoot, FOLDER, disk, uid);
  try {
    const machine = hostname();
    const given = home.readJson(FILE, areAcceptances) ?? [];
    if (given.some((one) => one.machine === machine)) return true;
    if (now) home.writeJson(FILE, [...given, { machine, at: new Date().toISOString() }]);
    return now;
  } finally {
    home.close();
  }
};

/** Something holds agents here: what was accepted before is to be asked for again, should it stop to. Throws as above. */
export const lapseHere = (
  stateRoot: string,
  { disk, uid }: { readonly disk: Disk; readonly uid: number },
): void => {
  const home = StateHome.common(stateRoot, FOLDER, disk, uid);
  try {
    const given = home.readJson(FILE, areAcceptances) ?? [];
    const others = given.filter(({ machine }) => machine !== hostname());
    if (others.length < given.length) home.writeJson(FILE, others);
  } finally {
    home.close();
  }
};
