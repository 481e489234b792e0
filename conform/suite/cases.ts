/** Every case of the suite. */
import type { ListedCase } from '#conform/case/table.ts';
import { BIRTH } from '#conform/cases/birth.ts';
import { GHOST } from '#conform/cases/ghost.ts';
import { HOSTILE } from '#conform/cases/hostile.ts';
import { LOGS } from '#conform/cases/logs.ts';
import { MAIN } from '#conform/cases/main.ts';
import { RACES } from '#conform/cases/races.ts';
import { SHARED } from '#conform/cases/shared.ts';
import { START } from '#conform/cases/start.ts';

/** In the order of their ids. */
export const CASES: readonly ListedCase[] = [
  ...MAIN,
  ...BIRTH,
  ...HOSTILE,
  ...GHOST,
  ...LOGS,
  ...SHARED,
  ...START,
  ...RACES,
].toSorted((one, other) => (one.id < other.id ? -1 : 1));
