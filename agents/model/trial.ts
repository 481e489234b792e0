/** Does the model answer? One request that costs next to nothing, and with which no text of a workspace goes. */
import { textBlock } from '#lib/model/conversation.ts';
import { TRIAL_OUTPUT_TOKENS, TRIAL_TRIES } from '#lib/model/limits.ts';
import type { TrialAnswer } from '#lib/protocol/protocol.ts';
import { answerTokens, requestOf } from '#lib/model/request.ts';
import { ask, type AskParts } from './ask.ts';

const QUESTION = 'This is a test of the connection. Answer with the word "ready".';

/** Throws what `ask` throws. */
export const tryModel = async (parts: AskParts): Promise<TrialAnswer> => {
  const { setup } = parts;
  const request = requestOf(
    setup.model,
    setup.limits,
    { parts: [], tools: [] },
    [{ role: 'user', content: [textBlock(QUESTION)] }],
    Math.min(TRIAL_OUTPUT_TOKENS, answerTokens(setup.limits)),
  );
  const tries = Math.min(TRIAL_TRIES, setup.tries);
  const outcome = await ask({ ...parts, setup: { ...setup, tries } }, request, {
    purpose: 'trial',
    shown: false,
    untilWord: true,
  });
  switch (outcome.kind) {
    case 'answer':
      return {};
    case 'failed':
      return { failed: outcome.failure.what };
    case 'budget':
      return { failed: outcome.sentence };
    case 'cancelled':
      return { failed: 'it was cancelled' };
  }
};
