/** All ways, in the order in which they are walked. */
import { ASKING } from './asking.ts';
import { EXHAUSTING } from './exhausting.ts';
import { OWN } from './own.ts';
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
  ...EXHAUSTING,
];
