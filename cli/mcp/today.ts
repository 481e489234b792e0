/** The log of today for a model to read. */
import { Refusal } from '#lib/spec/refusals.ts';
import type { AgentlessSession } from '#kernel/boot/agentless.ts';

/** Between its marks, or a sentence if there is none yet. Throws what `AgentlessSession.document` throws. */
export const todayText = async (session: AgentlessSession): Promise<string> => {
  const { log } = session;
  try {
    return await session.document(log);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'GATE_ABSENT')
      return `Nothing has been written down today: there is no ${log} yet.`;
    throw error;
  }
};
