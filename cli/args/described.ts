import { PRESETS } from '#kernel/programs/presets.ts';
import type { Option } from './options.ts';

const AGENTS = PRESETS.map(({ name }) => name).join(', ');

/** What help says of an option, with the names of all agents that have a row in `PRESETS`. */
export const described = ({ describe }: Option): string => describe.replace('{agents}', AGENTS);
