/**
 * What is settled with the human before the guard deletes bootstrap instructions that the scribe is to carry out
 * (RFC-0009 §6.2, R-103): the lines that it would lose, and the questions that they leave open. It is known from the
 * text that the guard has read; no agent runs meanwhile, and nothing is lost if the human stops.
 */
import { readFile } from '#kernel/startup/read.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isZone } from '#lib/text/zones.ts';
import {
  type ReadInstructions,
  madeBeside,
  type InstructionsText,
  readInstructions,
} from '#lib/workspace/bootstrap-lines.ts';
import {
  type Answers,
  openQuestions,
  type QuestionName,
  QUESTIONS,
  tidyAnswer,
} from '#lib/workspace/first-answers.ts';
import { isScribe } from '#kernel/programs/program.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { Human } from '#kernel/contract/events.ts';
import type { Boot } from '#kernel/run/running.ts';

type Reading = Pick<ReadInstructions, 'lines' | 'unread'>;

/** Thrown where there is somebody to ask. */
class Unsettled extends Error {
  readonly read: Reading;
  readonly open: readonly QuestionName[];
  readonly text: string;

  constructor(read: Reading, open: readonly QuestionName[], text: string) {
    super('bootstrap instructions leave something to be settled');
    this.read = read;
    this.open = open;
    this.text = text;
  }
}

/** Who would take the instructions, and whom to ask. */
type Taker = Pick<Boot, 'program' | 'request' | 'host'> & {
  readonly opened: Pick<Boot['opened'], 'workspace'>;
};

/** Whether these instructions may be taken by the agent of this boot. Others than the scribe get them whole. */
export class Agreement {
  readonly #run: Taker;
  /** The hash of the text that was settled. */
  #settled: string | undefined;
  #answers: Answers = {};

  constructor(run: Taker) {
    this.#run = run;
  }

  /** What the human answered to what the instructions leave open. */
  get answers(): Answers {
    return this.#answers;
  }

  /** For the guard. Throws ORDERS_UNREAD, or what `reach` asks about. */
  readonly check = (orders: readonly InstructionsText[]): void => {
    const { program, request, host, opened } = this.#run;
    if (!isScribe(program)) return;
    const textOf = (file: string): string | undefined => readFile(opened.workspace, file)?.text;
    const soul = textOf('SOUL.md');
    const made = madeBeside(orders, { soul, user: textOf('USER.md') });
    const { fields, lines, unread } = readInstructions(orders, made);
    const read = { lines, unread: request.dropUnread ? [] : unread };
    const open = soul === undefined && host.human !== undefined ? openQuestions(fields) : [];
    if (read.unread.length + open.length === 0) return;
    const text = sha256(Buffer.from(JSON.stringify(orders)));
    if (text === this.#settled) return;
    if (read.unread.length > 0 && host.human?.isAtTerminal !== true) throw refusal(read);
    throw new Unsettled(read, open, text);
  };

  /**
   * Asks the human about what `check` threw. Returns when it is settled; throws ORDERS_UNREAD, INTERRUPTED, or what is no
   * question.
   */
  async reach(error: unknown): Promise<void> {
    const { host } = this.#run;
    if (!(error instanceof Unsettled) || host.human === undefined) throw error;
    const { read, open, text } = error;
    if (read.unread.length > 0 && !(await goesOn(host.human, read, host.signal)))
      throw refusal(read);
    this.#answers = await answersTo(open, host.human, host.signal);
    this.#settled = text;
  }
}

const refusal = ({ unread, lines }: Reading): Refusal =>
  new Refusal('ORDERS_UNREAD', { unread: unread.length, lines });

const goesOn = async (
  human: Human,
  { unread, lines }: Reading,
  signal: AbortSignal,
): Promise<boolean> => {
  const shown = unread.map(({ file, line, text }) => `  ${file}:${line}  ${text.trim()}`);
  const chosen = await human.choose(
    [
      `No model thinks here, and the scribe reads fields such as Name and Role only. ${unread.length} of ${lines} lines of the bootstrap instructions would be lost:`,
      ...shown,
    ].join('\n'),
    [
      { id: 'stop', label: 'Stop: nothing is deleted' },
      { id: 'go', label: 'Go on, and give these lines up' },
    ],
    undefined,
    signal,
  );
  return chosen === 'go';
};

/** An answer is never demanded: an empty one leaves it open. Throws INTERRUPTED where the human stops. */
const answersTo = async (
  open: readonly QuestionName[],
  human: Human,
  signal: AbortSignal,
): Promise<Answers> => {
  const answers: Partial<Record<QuestionName, string>> = {};
  let before =
    'The bootstrap instructions leave something open. Press Enter for what you do not want to say.\n';
  for (const name of open) {
    const answer = await answerTo(name, before, human, signal);
    // Who leaves a terminal has not begun a first boot; an editor may have no forms.
    if (signal.aborted || (answer === undefined && human.isAtTerminal === true))
      throw new Refusal('INTERRUPTED', {});
    if (answer === undefined) return answers;
    if (answer !== '') answers[name] = answer;
    before = '';
  }
  return answers;
};

const answerTo = async (
  name: QuestionName,
  before: string,
  human: Human,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const { title, description } = QUESTIONS[name];
  let said = before;
  for (;;) {
    const line = await human.answer(`${said}${title} (${description}) `, signal);
    if (line === undefined || line.trim() === '') return line?.trim();
    const answer = tidyAnswer(line);
    if (answer !== undefined && (name !== 'timezone' || isZone(answer))) return answer;
    said =
      answer === undefined
        ? 'That is too long for a line of a file.\n'
        : 'That time zone is not in the time zone database.\n';
  }
};
