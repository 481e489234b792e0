/** What a turn has in its hands. */
import type { Gate } from './gate.ts';
import type { ScribePrompt } from './prompt.ts';
import type { ScribeSession } from './session.ts';

/** What a command of the human is carried out with. */
export interface Turn {
  readonly session: ScribeSession;
  readonly gate: Gate;
  readonly prompt: ScribePrompt;
}

/** What the scribe is, in one sentence, wherever it introduces itself. */
export const SCRIBE =
  'I am the scribe: no model, only a small program that writes down what it is told and makes nothing up.';
