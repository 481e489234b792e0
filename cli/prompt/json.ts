/** A prompt as JSON (schemas/prompt.schema.json). */
import { agentIdentity } from '#lib/layout/identity.ts';
import { blocksOf, historyBudget } from '#lib/prompt/blocks.ts';
import { filePartsOf } from '#lib/prompt/lost.ts';
import { promptText } from '#lib/prompt/plan.ts';
import type { Prompt } from '#kernel/prompt/prompt.ts';
import { promptTokens } from './table.ts';

/** All that is known of it; the pieces glued together are the text. */
export const promptJson = (prompt: Prompt): object => {
  const { workspace, document, context, facts, plan, files, notes } = prompt;
  const identity = [...files].find(([name]) => name.split('/').at(-1) === 'IDENTITY.md')?.[1];
  const history = historyBudget(facts, plan.budget?.spent ?? plan.tokens);
  const { variables, audience, order, heartbeat } = context;
  return {
    workspace,
    layout: document.layout,
    session: audience,
    order,
    heartbeat,
    today: variables.today,
    estimator: document.estimator,
    tokens: plan.tokens,
    ...(plan.budget === undefined ? {} : { budget: plan.budget }),
    ...(history === undefined ? {} : { historyTokens: history }),
    ...(identity === undefined ? {} : { identity: agentIdentity(identity.text) }),
    text: promptText(plan),
    pieces: plan.pieces,
    files: plan.files,
    lost: plan.files.flatMap(({ file, fate }) =>
      fate === 'cut' || fate === 'dropped'
        ? { file, parts: filePartsOf(plan.pieces, file, files.get(file)?.text ?? '') }
        : [],
    ),
    droppedFiles: plan.files.filter(({ fate }) => fate === 'dropped').map(({ file }) => file),
    blocks: blocksOf(plan.pieces, document).map(({ group, text, cached }) => ({
      group,
      cached,
      tokens: promptTokens(prompt, text),
      characters: text.length,
    })),
    without: plan.without,
    warnings: plan.warnings,
    faults: plan.faults,
    notes,
  };
};
