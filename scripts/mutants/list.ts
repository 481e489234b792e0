/** The mutants of `npm run test:mutants`, by the part of the program that they break. */
import { AUDIT } from './audit.ts';
import { CONFORM } from './conform.ts';
import { EMBEDDERS } from './embedding.ts';
import { HOOKS } from './hook.ts';
import { KERNEL } from './kernel.ts';
import { LIBRARY } from './lib.ts';
import { MEMORY } from './memory.ts';
import { MESH } from './mesh.ts';
import type { Mutant } from './mutant.ts';
import { RECALLING } from './recall.ts';
import { SESSION } from './session.ts';
import { REQUESTS, STORES } from './store.ts';

export const MUTANTS: readonly Mutant[] = [
  ...KERNEL,
  ...MEMORY,
  ...MESH,
  ...EMBEDDERS,
  ...RECALLING,
  ...SESSION,
  ...HOOKS,
  ...LIBRARY,
  ...AUDIT,
  ...CONFORM,
  ...STORES,
  ...REQUESTS,
].flatMap(({ file, tests, changes }) =>
  changes.map(([breaks, text, becomes]) => ({ file, text, becomes, breaks, tests })),
);
