/**
 * Does the model call a tool? One request that costs next to nothing, and with which no text of a workspace goes: one
 * call of a tool whose name is drawn for it, since a model that cannot do that writes no file.
 */
import { randomBytes } from 'node:crypto';
import { textBlock } from '#lib/model/conversation.ts';
import { TRIAL_OUTPUT_TOKENS, TRIAL_TRIES } from '#lib/model/limits.ts';
import { type ToolDefinition, trialTool } from '#lib/model/tools.ts';
import type { TrialAnswer } from '#lib/protocol/protocol.ts';
import { answerTokens, requestOf } from '#lib/model/request.ts';
import { askModel, type AskParts, type ModelAnswer } from './ask.ts';

const NAME_BYTES = 3;

/** Throws what `askModel` throws. */
export const tryModel = async (parts: AskParts): Promise<TrialAnswer> => {
  const { setup } = parts;
  const tool = trialTool(`note_${randomBytes(NAME_BYTES).toString('hex')}`);
  const question = `This is a test of the connection. Call the tool ${tool.name} once, with the word "ready", and do nothing else.`;
  const request = requestOf(
    setup.model,
    setup.limits,
    { parts: [], tools: [tool] },
    [{ role: 'user', content: [textBlock(question)] }],
    Math.min(TRIAL_OUTPUT_TOKENS, answerTokens(setup.limits)),
  );
  const tries = Math.min(TRIAL_TRIES, setup.tries);
  const outcome = await askModel({ ...parts, setup: { ...setup, tries } }, request, {
    purpose: 'trial',
    shown: false,
    untilCall: true,
  });
  switch (outcome.kind) {
    case 'answer':
      return judged(outcome.answer, tool);
    case 'failed':
      return { failed: outcome.failure.what };
    case 'budget':
      return { failed: outcome.sentence };
    case 'cancelled':
      return { failed: 'it was cancelled' };
  }
};

const judged = async (
  { blocks, broken, stop }: ModelAnswer,
  tool: ToolDefinition<string>,
): Promise<TrialAnswer> => {
  if (stop === 'refusal') return { unfit: 'it declined' };
  const call = blocks.find((block) => block.type === 'tool_use');
  if (call === undefined)
    return { unfit: stop === 'length' ? 'its answer was cut off' : 'it answered with words alone' };
  if (call.name !== tool.name) return { unfit: 'it called a tool that it was not given' };
  const { inputFault: faultOf } = await import('#kernel/wire/tool-input.ts');
  return broken.has(call) || faultOf(tool, call.input) !== undefined
    ? { unfit: 'it called the tool with an input that does not fit' }
    : {};
};
