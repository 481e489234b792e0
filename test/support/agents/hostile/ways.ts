/** All ways by theme, in the order in which they are walked. */
import { ASKING } from './asking.ts';
import { CALLS } from './calls.ts';
import { COMMANDING } from './commanding.ts';
import { DISGUISING } from './disguising.ts';
import { EXHAUSTING } from './exhausting.ts';
import { HOOKING } from './hooking.ts';
import { LASTING } from './lasting.ts';
import { OWN } from './own.ts';
import { PLANTING } from './planting.ts';
import { PROPOSING } from './proposing.ts';
import { REMEMBERING } from './remembering.ts';
import { SYSTEM } from './system.ts';
import { TALKING } from './talking.ts';
import { TOOLS } from './tools.ts';
import type { Way } from './way.ts';
import { WRITING } from './writing.ts';

/** What the ways of one file have in common. */
export interface Theme {
  readonly theme: string;
  readonly ways: readonly Way[];
}

export const THEMES: readonly Theme[] = [
  { theme: 'Asks the kernel for files', ways: ASKING },
  { theme: 'Asks the kernel to change files', ways: WRITING },
  { theme: 'Speaks: to people, by the protocol, to a shell', ways: TALKING },
  { theme: 'Opens and changes files by itself', ways: OWN },
  { theme: 'Turns to the system around it', ways: SYSTEM },
  { theme: 'Leaves what outlasts its session', ways: LASTING },
  { theme: 'Goes by side doors of the system’s calls', ways: CALLS },
  { theme: 'Plants what the kernel may stumble over', ways: PLANTING },
  { theme: 'Takes more than anybody needs', ways: EXHAUSTING },
  { theme: 'Calls the kernel’s tools', ways: TOOLS },
  { theme: 'Writes credentials in other forms', ways: DISGUISING },
  { theme: 'Has commands read and change the workspace', ways: COMMANDING },
  { theme: 'Reaches for what the kernel keeps', ways: REMEMBERING },
  { theme: 'Forges memory and checks, where nobody attends', ways: PROPOSING },
  { theme: 'Uses tools of other programs, which ask a hook', ways: HOOKING },
];

export const WAYS: readonly Way[] = THEMES.flatMap(({ ways }) => ways);
