/** The owner's word, once per machine, that agents may run here although nothing holds them (main sessions only). */
import { hostname } from 'node:os';
import { type Accessor, StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import { stateOf } from './store.ts';

/** Has the owner accepted it here? `now` accepts it. Throws STATE_UNUSABLE, STATE_DAMAGED. */
export const isAcceptedHere = (stateRoot: string, by: Accessor, now: boolean): boolean =>
  StateHome.within('machine', stateRoot, by, (home) => {
    const state = stateOf(home);
    const machine = hostname();
    const given = state.read(STATE.acceptances) ?? [];
    if (given.some((one) => one.machine === machine)) return true;
    if (now) state.write(STATE.acceptances, [...given, { machine, at: new Date().toISOString() }]);
    return now;
  });

/** Something holds agents here: what was accepted before is to be asked for again, should it stop to. Throws as above. */
export const lapseHere = (stateRoot: string, by: Accessor): void =>
  StateHome.within('machine', stateRoot, by, (home) => {
    const state = stateOf(home);
    const given = state.read(STATE.acceptances) ?? [];
    const others = given.filter(({ machine }) => machine !== hostname());
    if (others.length < given.length) state.write(STATE.acceptances, others);
  });
