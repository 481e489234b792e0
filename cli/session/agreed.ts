/** A question to whoever runs a command. */
import { Lines } from './lines.ts';
import { isInteractive } from '#cli/io/terminal.ts';

/** Does the human say yes? False where nobody can be asked. */
export const isAgreed = async (question: string): Promise<boolean> =>
  /^y(?:es)?$/i.test((await typedAnswer(question)) ?? '');

/** What the human says; `undefined` where nobody can be asked. */
export const typedAnswer = async (question: string): Promise<string | undefined> => {
  if (!isInteractive()) return undefined;
  const lines = new Lines(true, () => lines.close());
  try {
    return (await lines.next(question))?.trim();
  } finally {
    lines.close();
  }
};
