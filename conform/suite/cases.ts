/** Every case of the suite. */
import type { ListedCase } from '#conform/case/table.ts';
import { FIRST_BOOT_CASES } from '#conform/cases/birth.ts';
import { GHOST_CASES } from '#conform/cases/ghost.ts';
import { HOSTILE_CASES } from '#conform/cases/hostile.ts';
import { LOG_CASES } from '#conform/cases/logs.ts';
import { MAIN_CASES } from '#conform/cases/main.ts';
import { RACE_CASES } from '#conform/cases/races.ts';
import { SHARED_CASES } from '#conform/cases/shared.ts';
import { START_CASES } from '#conform/cases/start.ts';

/** In the order of their ids. */
export const CASES: readonly ListedCase[] = [
  ...MAIN_CASES,
  ...FIRST_BOOT_CASES,
  ...HOSTILE_CASES,
  ...GHOST_CASES,
  ...LOG_CASES,
  ...SHARED_CASES,
  ...START_CASES,
  ...RACE_CASES,
].toSorted((one, other) => (one.id < other.id ? -1 : 1));
