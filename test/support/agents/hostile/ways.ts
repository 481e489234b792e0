/** All ways, in the order in which they are walked. */
import { ASKING } from './asking.ts';
import { CALLS } from './calls.ts';
import { EXHAUSTING } from './exhausting.ts';
import { LASTING } from './lasting.ts';
import { OWN } from './own.ts';
import { PLANTING } from './planting.ts';
import { SYSTEM } from './system.ts';
import { TALKING } from './talking.ts';
import type { Way } from './way.ts';
import { WRITING } from './writing.ts';

export const WAYS: readonly Way[] = [
  ...ASKING,
  ...WRITING,
  ...TALKING,
  ...OWN,
  ...SYSTEM,
  ...LASTING,
  ...CALLS,
  ...PLANTING,
  ...EXHAUSTING,
];
