/**
 * The seal of a workspace: the entry with which its record ended when a session did, and what SOUL.md and
 * AGENTS.md were accepted as. It is kept apart from the folder of the workspace in the state, so that a record that was
 * cut and a baseline that was removed are found out. What only older versions booted has none, and nothing is said of it.
 */
import { basename, dirname, join } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import type { GuardedBy } from '#lib/guard.ts';
import {
  appendRecord,
  type ChainEntry,
  lastRecord,
  recentRecords,
  type ChainCheck,
  walkChain,
} from './chain.ts';
import { isThere, StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import { areAccepted, type isSeal } from './shapes.ts';
import { stateOf, type StateStore } from './store.ts';

/** SHA-256 of accepted files, by their names. */
type Accepted = GuardedBy<typeof areAccepted>;

type End = Pick<ChainEntry, 'seq' | 'hash'>;

type Seal = GuardedBy<typeof isSeal>;

/** The folders of seals, and the name of that of this workspace. */
const placeOf = ({ path }: StateHome): readonly [string, string] => [
  join(dirname(path), 'seals'),
  basename(path),
];

/** Throws STATE_UNUSABLE. */
const inPlace = <Value>(home: StateHome, work: (state: StateStore<'seals'>) => Value): Value => {
  const [root, folder] = placeOf(home);
  return StateHome.within('seals', root, home, (place) => work(stateOf(place)), folder);
};

/** `undefined` where nothing was ever sealed. Throws STATE_DAMAGED, STATE_UNUSABLE. */
const read = (home: StateHome): Seal | undefined =>
  isThere(home.disk, join(...placeOf(home)))
    ? inPlace(home, (state) => state.read(STATE.seal))
    : undefined;

/** What was accepted, by the seal; or by the record, where that is gone. Throws STATE_UNUSABLE. */
export const acceptedIn = (home: StateHome): Accepted => {
  const recorded = (): unknown =>
    recentRecords(home).findLast((entry) => areAccepted(entry['accepted']))?.['accepted'];
  const accepted = readable(home)?.accepted ?? recorded();
  return areAccepted(accepted) ? accepted : {};
};

/** A damaged one is as good as none; `cutsOf` says so. */
const readable = (home: StateHome): Seal | undefined => {
  try {
    return read(home);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'STATE_DAMAGED') return undefined;
    throw error;
  }
};

/** Notes what is accepted from now on. Throws STATE_UNUSABLE. */
export const sealAccepted = (home: StateHome, accepted: Accepted): void =>
  write(home, { ...(readable(home) ?? { version: 1 }), accepted });

/**
 * Adds the record of a session that ends to the chain, with what is accepted, and seals both. The caller holds the write
 * lock. Throws STATE_UNUSABLE.
 */
export const sealRecord = (home: StateHome, record: object, accepted: Accepted): End => {
  const { seq, hash } = appendRecord(home, { ...record, accepted });
  write(home, { version: 1, last: { seq, hash }, accepted });
  return { seq, hash };
};

const write = (home: StateHome, seal: Seal): void =>
  inPlace(home, (state) => state.write(STATE.seal, seal));

/** What was done to the record since a session ended, a sentence each. Throws STATE_UNUSABLE. */
export const cutsOf = (home: StateHome): readonly string[] => {
  try {
    const sealed = read(home)?.last;
    return (sealed && cutBy(sealed, recentRecords(home))) ?? [];
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'STATE_DAMAGED') throw error;
    return [`${error.message} Whether the boot record was cut cannot be told.`];
  }
};

const cutBy = (sealed: End, recent: readonly End[]): readonly string[] => {
  const last = recent.at(-1);
  if (last === undefined) return [`The boot record was emptied: it had ${sealed.seq} entries.`];
  if (last.seq < sealed.seq)
    return [
      `The boot record was cut: entry ${sealed.seq} was written, and it ends with entry ${last.seq}.`,
    ];
  return recent.some(({ seq, hash }) => seq === sealed.seq && hash !== sealed.hash)
    ? [`Entry ${sealed.seq} of the boot record is not the one that was written.`]
    : [];
};

/** Removes what a killed kernel left half-written of it; the caller holds the write lock. Throws STATE_UNUSABLE, errors of calls. */
export const sweepSeal = (home: StateHome): number => {
  const [root, folder] = placeOf(home);
  return StateHome.sweep('seals', root, home, folder);
};

/** `walkChain`, and whether it ends where a session ended. Throws STATE_UNUSABLE. */
export function* walkSealed(home: StateHome): Generator<ChainEntry, ChainCheck> {
  const verdict = yield* walkChain(home);
  const [reason] = verdict.whole ? cutsOf(home) : [];
  if (reason === undefined) return verdict;
  return { whole: false, entry: (lastRecord(home)?.seq ?? 0) + 1, reason };
}
