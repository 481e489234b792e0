/** The log of today for a model to read. */
import { Refusal } from '#lib/spec/refusals.ts';
import type { Visit } from '#kernel/boot/visit.ts';

/** Between its marks, or a sentence if there is none yet. Throws what `Visit.document` throws. */
export const todayText = async (visit: Visit): Promise<string> => {
  const { log } = visit;
  try {
    return await visit.document(log);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'GATE_ABSENT')
      return `Nothing has been written down today: there is no ${log} yet.`;
    throw error;
  }
};
