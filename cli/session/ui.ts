/** Where the human of a session sits: at a terminal, behind a pipe, or nowhere but in one message. */
import type { TurnState } from '#kernel/boot/conversation.ts';
import type { Human, KernelEvent } from '#kernel/contract/events.ts';
import type { Viewer } from '#cli/tui/show.ts';
import { humanAt, Lines } from './lines.ts';

/** Where a session is shown and its human is asked, whatever that is. */
export interface SessionUi {
  /** Who can be asked; `undefined` if nobody can. */
  readonly human: Human | undefined;
  /** Shows what happens. */
  readonly emit: (event: KernelEvent) => void;
  /** What the human says next; `undefined` when there is nothing more to come. */
  readonly next: () => Promise<string | undefined>;
  /** Takes a line that is for the terminal itself; false if it is none. */
  readonly takes?: (line: string) => boolean;
  /** Hears of the turn, to show that something goes on. */
  readonly turn: (state: TurnState) => void;
  /** Nothing more is to come: whoever waits gets `undefined`. */
  readonly close: () => void;
}

/** The lines of a pipe, or of a terminal that draws nothing; `shown` shows what happens. */
export const linesUi = (isTerminal: boolean, shown: Viewer, interrupted: () => void): SessionUi => {
  const lines = new Lines(isTerminal, interrupted);
  return {
    human: isTerminal ? humanAt(lines) : undefined,
    emit: shown.emit,
    next: () => lines.next(isTerminal ? '> ' : ''),
    turn: () => undefined,
    close: () => {
      lines.close();
      shown.close();
    },
  };
};

/** One message, and nobody who can be asked. */
export const messageUi = (message: string, shown: Viewer): SessionUi => {
  const waiting = [message];
  return {
    human: undefined,
    emit: shown.emit,
    next: async () => waiting.pop(),
    turn: () => undefined,
    close: shown.close,
  };
};
