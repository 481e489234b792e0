/** A lesson out of its block (RFC-0011 §3.5): how one kernel tells another what it has learned. */
import { splitLines } from '#lib/text/lines.ts';
import { type LessonContext, SEVERITIES } from './lessons.ts';

/** A lesson, or what keeps a text from being one, in words of our own. */
export type ReadLesson = { readonly context: LessonContext } | { readonly fault: string };

const LESSON_MAX_CHARS = 20_000;
const INTENT = /^intent:\s*distill_wisdom_from_execution;\s*$/mu;
const FIELD = /^\s+(?:- )?([a-z_]+);(.*);\s*$/u;

/** By the fields of the block, what they say. */
const REQUIRED = {
  original_context: 'situation',
  error_pattern: 'errorPattern',
  oversight_description: 'oversight',
  preventative_rule: 'rule',
  rationale: 'fix',
  applicability_scope: 'scope',
} as const;

/** Reads the block of a lesson. Linear in its length; never throws. */
export const readLessonBlock = (text: string): ReadLesson => {
  if (text.length > LESSON_MAX_CHARS) return { fault: 'it is too long' };
  if (!INTENT.test(text.replaceAll('\r\n', '\n')))
    return { fault: 'there is no intent: distill_wisdom_from_execution;' };
  const fields = new Map<string, string>();
  for (const line of splitLines(text)) {
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name !== undefined && value !== undefined && !fields.has(name))
      fields.set(name, value.replaceAll('%3B', ';').trim());
  }
  const missing = Object.keys(REQUIRED).find((name) => (fields.get(name) ?? '') === '');
  if (missing !== undefined) return { fault: `there is no ${missing}` };
  const severity = SEVERITIES.find((one) => one === fields.get('severity'));
  if (severity === undefined) return { fault: 'severity is none of critical, high, medium, low' };
  const confidence = Number(fields.get('rule_confidence') ?? Number.NaN);
  if (!(confidence >= 0 && confidence <= 1)) return { fault: 'rule_confidence is not from 0 to 1' };
  const told = (name: keyof typeof REQUIRED): string => fields.get(name) ?? '';
  return {
    context: {
      situation: told('original_context'),
      errorPattern: told('error_pattern'),
      oversight: told('oversight_description'),
      rule: told('preventative_rule'),
      fix: told('rationale'),
      scope: told('applicability_scope'),
      inverse: fields.get('inverse_lesson'),
      severity,
      confidence,
    },
  };
};
