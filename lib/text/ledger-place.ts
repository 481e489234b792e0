/** Memories that stand in no file, by the name that they have where a file would be named. */
import { LEDGER } from './place.ts';

/** The name of the one with this id. */
export const ledgerPlace = (id: string): string => LEDGER + id;

/** The id in such a name; `undefined` for a file. */
export const ledgerIdOf = (file: string): string | undefined =>
  file.startsWith(LEDGER) ? file.slice(LEDGER.length) : undefined;
