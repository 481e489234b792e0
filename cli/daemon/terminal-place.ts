/** The terminal of `yamo start` as a place of the owner: what waits for an answer is shown there, and can be answered. */
import process from 'node:process';
import { hasTerminal } from '#kernel/process/standard-streams.ts';
import type { OpenQuestion, Questions } from '#daemon/data/questions.ts';
import { OwnerPlace, type ShowQuestion } from '#daemon/session/place.ts';
import { humanAt, Lines } from '#cli/session/lines.ts';
import { isInteractive } from '#cli/io/terminal.ts';

/** How the other places hear of it. */
const NAME = 'the terminal of yamo start';

/** Who types. */
export type TypedLines = Pick<Lines, 'next' | 'forget'>;

/** Questions of the workspaces that a daemon serves, at a terminal. */
export class TerminalPlace {
  readonly #place: OwnerPlace;

  constructor(lines: TypedLines) {
    this.#place = new OwnerPlace(showAt(lines));
  }

  /** Shows those of one workspace from here on. */
  readonly attend = (path: string, questions: Questions): void => {
    questions.watch({
      asked: (question) =>
        this.#place.asked({ ...question, text: `${path}: ${question.text}` }, ({ answer }) =>
          questions.answer(question.id, answer, NAME),
        ),
      ended: (id, by) => this.#place.ended(id, by),
    });
  };

  close(): void {
    this.#place.close();
  }
}

const showAt = (lines: TypedLines): ShowQuestion => {
  let isOver = false;
  const next: Lines['next'] = async (prompt, signal) => {
    // Nobody answers what was not shown yet.
    lines.forget();
    const line = await lines.next(prompt, signal);
    isOver ||= line === undefined && signal?.aborted !== true;
    return line;
  };
  const human = humanAt({ next });
  return async ({ text, options, subject }: OpenQuestion, signal) => {
    if (isOver) return undefined;
    const answer =
      options === undefined
        ? await human.answer(`${text}\n> `, signal)
        : await human.choose(text, options, subject, signal);
    return isOver || signal.aborted ? undefined : { answer };
  };
};

/** Opens the terminal, where somebody sits at it, and who ends it again. */
export const openTerminalPlace = ():
  | { readonly place: TerminalPlace; readonly close: () => void }
  | undefined => {
  if (!isInteractive() || !hasTerminal()) return undefined;
  const lines = new Lines(true, () => void process.kill(process.pid, 'SIGINT'));
  const place = new TerminalPlace(lines);
  return {
    place,
    close: () => {
      place.close();
      lines.close();
    },
  };
};
