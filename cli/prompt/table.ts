/** A prompt as a table: every file, what it takes, and what became of it. */
import { ESTIMATE } from '#lib/prompt/estimators.ts';
import { padded, widthOf } from '#lib/text/terminal.ts';
import { type Prompt } from '#kernel/prompt/prompt.ts';
import { harmless, styled } from '#cli/io/terminal.ts';

const HEAD = ['file', 'tokens', 'share', 'group', 'fate'] as const;

/** In columns, with a line for what is not from files, and what is to be said beside it. */
export const promptTable = (prompt: Prompt): string => {
  const { plan, document, context } = prompt;
  const share = (tokens: number): string =>
    plan.tokens === 0 ? '' : `${Math.round((tokens / plan.tokens) * 100)} %`;
  const ofFiles = plan.files.reduce((sum, { shown }) => sum + shown, 0);
  const rest = Math.max(0, plan.tokens - ofFiles);
  const rows = [
    HEAD,
    ...plan.files.map(({ file, shown, group, fate, why, tokens }) => [
      harmless(file),
      fate === 'cut'
        ? `${shown} of ${tokens}`
        : shown === 0 && fate !== 'empty'
          ? ''
          : String(shown),
      shown === 0 ? '' : share(shown),
      group,
      why === undefined ? fate : `${fate}: ${harmless(why)}`,
    ]),
    ['(headings, words of the layout, facts)', String(rest), share(rest), '', ''],
  ];
  const widths = HEAD.map((_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  );
  const lines = rows.map((row, index) => {
    const cells = row.map((cell, column) =>
      column === 1 || column === 2
        ? cell.padStart(widths[column] ?? 0)
        : column === HEAD.length - 1
          ? cell
          : padded(cell, widths[column] ?? 0),
    );
    const line = cells.join('  ').trimEnd();
    return index === 0 ? styled('dim', line) : line;
  });
  const budget =
    plan.budget === undefined
      ? ''
      : `; files ${plan.budget.spent} of ${plan.budget.tokens} allowed`;
  return [
    `${document.title}, ${context.audience} session, ${context.order} order: about ${plan.tokens} tokens (estimate: ${document.estimator})${budget}`,
    ...lines,
    ...plan.warnings.map(harmless),
    ...(plan.without.length === 0
      ? []
      : [`Left out, since no fact is given (--facts): ${plan.without.join(', ')}`]),
    '',
  ].join('\n');
};

/** Tokens of a text, by the estimator of a prompt. */
export const promptTokens = ({ document }: Prompt, text: string): number =>
  ESTIMATE[document.estimator](text);
