/** The calls of one answer, checked and run one after the other; each gets its result, whatever happens. */
import { type ToolResult, type ToolUse, resultOf } from '#lib/model/conversation.ts';
import { RESULT_MAX_CHARS, RESULT_SHARE } from '#lib/model/limits.ts';
import { historyTokens } from '#lib/model/request.ts';
import type { AskParts, ModelAnswer } from './ask.ts';
import { TurnCancelled } from '#agents/acp/answer.ts';
import { runTool, showFault } from './run-tool.ts';
import { prefixOf } from './session.ts';

/** Why a call may not be run now; `undefined` if it may. */
export type Objection = (call: ToolUse) => string | undefined;

const TRUNCATED =
  'This call was cut off, because the answer became longer than answers may be. Nothing was run. Call it again with less, in parts if need be.';
const BROKEN = 'The input of this call is no JSON object. Nothing was run; call it again.';
const CANCELLED = 'The human stopped the turn before this was run.';
const INTERRUPTED =
  'The human stopped the turn while this was running; what came of it is not known.';

/** Runs the calls in order. Where the turn is cancelled, those that are left get a result that says so. */
export const runCalls = async (
  { blocks, broken, stop }: ModelAnswer,
  { session, setup, kernel }: AskParts,
  objection: Objection,
): Promise<readonly ToolResult[]> => {
  const { inputFault: faultOf } = await import('#kernel/wire/tool-input.ts');
  const { tools, calibration } = session;
  const room = historyTokens(prefixOf(session), setup.limits, calibration.factor);
  const maxChars = Math.min(
    RESULT_MAX_CHARS,
    Math.floor(room * RESULT_SHARE * setup.limits.charsPerToken),
  );
  const wrong = (call: ToolUse, isLast: boolean): string | undefined => {
    // The input of the last call may be whole by chance, and still not what was meant.
    if (stop === 'length' && isLast) return TRUNCATED;
    if (broken.has(call)) return BROKEN;
    const tool = tools.find(({ name }) => name === call.name);
    if (tool === undefined) return `There is no tool ${JSON.stringify(call.name)} in this session.`;
    return faultOf(tool, call.input) ?? objection(call);
  };
  const results: ToolResult[] = [];
  let cancelled = kernel.signal.aborted;
  for (const block of blocks) {
    if (block.type !== 'tool_use') continue;
    if (cancelled) {
      results.push(resultOf(block.id, CANCELLED, true));
      continue;
    }
    const fault = wrong(block, block === blocks.at(-1));
    try {
      if (fault !== undefined) await showFault(block, fault, { session, kernel });
      results.push(
        fault === undefined
          ? await runTool(block, { session, kernel, maxChars })
          : resultOf(block.id, fault, true),
      );
    } catch (error) {
      if (!(error instanceof TurnCancelled)) throw error;
      cancelled = true;
      results.push(resultOf(block.id, INTERRUPTED, true));
    }
  }
  return results;
};
