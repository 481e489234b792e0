/** `yamo hook`: the answer to one hook of another program, or to all that it asks. */
import type { Given } from '#cli/args/options.ts';
import { answerWith } from '../hook/answer.ts';
import { audited } from './audited.ts';

/** As hosts read it. */
export const answer = (given: Given<'hook'>): Promise<number> => answerWith(audited, given);
