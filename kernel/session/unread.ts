/**
 * What the scribe would lose of bootstrap instructions (RFC-0009 §6.2): known from the text that the guard has read, and given up
 * by the human before the guard deletes anything.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import { type OrdersRead, type OrdersText, readOrders } from '#lib/workspace/bootstrap-lines.ts';
import { type AgentProgram, isScribe } from '#kernel/programs/program.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import { examine } from '#kernel/fs/examine.ts';
import type { Human } from '#kernel/contract/events.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

type Reading = Pick<OrdersRead, 'lines' | 'unread'>;

/** Thrown where there is somebody to ask. */
class Unread extends Error {
  readonly read: Reading;
  readonly text: string;

  constructor(read: Reading, text: string) {
    super('lines of bootstrap instructions are unread');
    this.read = read;
    this.text = text;
  }
}

/** What becomes of the instructions where this agent carries them out: others than the scribe get them whole. */
const readBy = (
  program: AgentProgram,
  { root }: Workspace,
  orders: readonly OrdersText[],
): Reading => {
  if (!isScribe(program)) return { lines: 0, unread: [] };
  const isMissing = (file: string): boolean => examine(root, file).is === 'absent';
  return readOrders(orders, { soul: isMissing('SOUL.md'), user: isMissing('USER.md') });
};

/** Who would take the instructions, and whom to ask. */
type Taker = Pick<Boot, 'program' | 'request' | 'host'> & {
  readonly opened: Pick<Boot['opened'], 'workspace'>;
};

/** Whether these instructions may be taken by the agent of this boot. */
export class Agreement {
  readonly #run: Taker;
  /** The hash of the text that its human gave lines up of. */
  #given: string | undefined;

  constructor(run: Taker) {
    this.#run = run;
  }

  /** For the guard. Throws ORDERS_UNREAD, or what `reach` asks about. */
  readonly check = (orders: readonly OrdersText[]): void => {
    const { program, request, host, opened } = this.#run;
    if (request.dropUnread) return;
    const read = readBy(program, opened.workspace, orders);
    if (read.unread.length === 0) return;
    const text = sha256(Buffer.from(JSON.stringify(orders)));
    if (text === this.#given) return;
    if (host.human?.isAtTerminal !== true) throw refusal(read);
    throw new Unread(read, text);
  };

  /** Asks the human for what `check` threw. Returns if they give the lines up; throws ORDERS_UNREAD, or what is no question. */
  async reach(error: unknown): Promise<void> {
    if (!(error instanceof Unread)) throw error;
    if (!(await goesOn(this.#run.host.human, error.read))) throw refusal(error.read);
    this.#given = error.text;
  }
}

const refusal = ({ unread, lines }: Reading): Refusal =>
  new Refusal('ORDERS_UNREAD', { unread: unread.length, lines });

const goesOn = async (human: Human | undefined, { unread, lines }: Reading): Promise<boolean> => {
  const shown = unread.map(({ file, line, text }) => `  ${file}:${line}  ${text.trim()}`);
  const chosen = await human?.choose(
    [
      `No model thinks here, and the scribe reads fields such as Name and Role only. ${unread.length} of ${lines} lines of the bootstrap instructions would be lost:`,
      ...shown,
    ].join('\n'),
    [
      { id: 'stop', label: 'Stop: nothing is deleted' },
      { id: 'go', label: 'Go on, and give these lines up' },
    ],
  );
  return chosen === 'go';
};
