/** A question to whoever runs a command. */
import { Lines } from './lines.ts';
import { isInteractive } from '#cli/io/terminal.ts';

/** Does the human say yes? False where nobody can be asked. */
export const isAgreed = async (question: string): Promise<boolean> => {
  if (!isInteractive()) return false;
  const lines = new Lines(true, () => lines.close());
  try {
    const answer = await lines.next(question);
    return /^y(?:es)?$/i.test(answer?.trim() ?? '');
  } finally {
    lines.close();
  }
};
