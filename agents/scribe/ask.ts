/** The one form of a first boot: only what is missing, and an answer is never demanded. */
import type { ElicitationPropertySchema } from '@agentclientprotocol/sdk';
import { ANSWER_MAX_LENGTH, QUESTION_NAMES, QUESTIONS, answersIn, tidyAnswer } from './answers.ts';
import type { Answers, QuestionName } from './answers.ts';
import type { BootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import type { Gate } from './gate.ts';
import { textAt } from './json.ts';

/** Asks the human for what the first boot lacks. Declined, cancelled or failed: no answers. */
export async function askHuman(gate: Gate, fields: BootstrapFields): Promise<Answers> {
  const known = answersIn(fields);
  const missing = QUESTION_NAMES.filter((name) => known[name] === undefined);
  const answer = await gate.form(
    'The bootstrap instructions leave something open. Leave empty what you do not want to say.',
    {
      type: 'object',
      title: 'First boot',
      properties: Object.fromEntries(missing.map((name) => [name, property(name)])),
    },
  );
  const given = missing.flatMap((name) => {
    const text = tidyAnswer(textAt(answer, 'content', name) ?? '');
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(given);
}

const property = (name: QuestionName): ElicitationPropertySchema => ({
  type: 'string',
  title: QUESTIONS[name].title,
  description: QUESTIONS[name].description,
  maxLength: ANSWER_MAX_LENGTH,
});
