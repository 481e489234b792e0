/**
 * Who spoke in each turn of a chat, as the record has it: a keyed hash, which shows whether it was the same account and
 * not which. The key is of this workspace, and in no backup.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';

/** A turn, and the account that spoke: `provider:account`, or `provider:team:account`. */
export interface SpokenTurn {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly by: string;
}

const KEY_BYTES = 32;
const HASH_CHARS = 16;

/** The same with hashes. The caller holds the write lock: two kernels make no two keys. Throws STATE_UNUSABLE. */
export const hashedTurns = (
  home: StateHome,
  turns: readonly SpokenTurn[],
): readonly SpokenTurn[] => {
  if (turns.length === 0) return turns;
  const key = keyOf(home);
  return turns.map(({ at, by }) => ({
    at,
    by: createHmac('sha256', key).update(by).digest('hex').slice(0, HASH_CHARS),
  }));
};

const keyOf = (home: StateHome): Buffer => {
  const state = stateOf(home);
  const known = state.read(STATE.speakersKey);
  if (known !== undefined) return known;
  const made = randomBytes(KEY_BYTES);
  state.write(STATE.speakersKey, made);
  return made;
};
