/**
 * The end of a session gives its agent one turn to write down what must last (RFC-0009 §2.5, §5.1). It is bounded in time, and
 * nobody reads what is said in it; what it could not do keeps the session from nothing.
 */
import { hasUnwritten, type Talk } from '#lib/memory/written-down.ts';
import type { TurnMeta } from '#lib/protocol/protocol.ts';
import { fenceBriefing } from '#lib/prompt/fence.ts';
import { type Lasting, lastingWords } from '#lib/prompt/lasting.ts';
import { AGENT_EXIT_MS, WRITE_DOWN_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { AgentConnection } from '#kernel/host/connection.ts';
import type { SessionOutput } from './output.ts';

export interface WriteDownParts {
  readonly agent: Pick<AgentConnection, 'can' | 'writeDown' | 'prompt' | 'cancel'>;
  readonly output: Pick<SessionOutput, 'emit' | 'mute'>;
  readonly nonce: string;
  readonly moment: TurnMeta;
  readonly lasting: Lasting;
  /** What was said, and what was written down. */
  readonly talk: readonly Talk[];
}

const instruction = (where: string): string =>
  `The session ends. This is your last turn, and nobody reads what you answer. Write down now what must outlast the session and is not written down yet: ${where}. If there is nothing, end the turn.`;

/** Returns when the agent is done, or its time is over; at once where nothing may be written, or all was. */
export const writeDown = async ({
  agent,
  output,
  nonce,
  moment,
  lasting,
  talk,
}: WriteDownParts): Promise<void> => {
  const where = lastingWords(lasting);
  if (where === undefined || !hasUnwritten(talk)) return;
  output.emit({ event: 'status', text: 'What must last is written down before the session ends.' });
  output.mute();
  const turn =
    agent.can.writeDown === true
      ? agent.writeDown()
      : agent.prompt([{ text: fenceBriefing(instruction(where), nonce) }], moment);
  const ended = turn.then(
    () => 'done' as const,
    (error: unknown) => {
      if (error instanceof Refusal) return 'failed' as const;
      throw error;
    },
  );
  const outcome = (await within(ended, WRITE_DOWN_MS)) ?? (await stopped(agent, ended));
  if (outcome === 'done') return;
  output.emit({ event: 'status', text: 'The agent could not write down what must last.' });
};

/** It is asked to stop; if it does not, it is ended with its session. */
const stopped = async (
  agent: WriteDownParts['agent'],
  ended: Promise<unknown>,
): Promise<undefined> => {
  await agent.cancel().catch(() => undefined);
  await within(ended, AGENT_EXIT_MS);
  return undefined;
};

/** What comes in time. */
const within = async <Value>(value: Promise<Value>, ms: number): Promise<Value | undefined> => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([value, promise]);
  } finally {
    clearTimeout(timer);
  }
};
