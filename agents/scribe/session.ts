/** What the scribe knows about one session: the kernel's facts, and what arrived so far. */
import type { PromptRequest } from '@agentclientprotocol/sdk';
import { textAt } from '#lib/text/json.ts';
import type { BootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import { type AgentSession, todayIn } from '#agents/acp/session.ts';
import { clockTime, localDailyFile } from './clock.ts';

/** A session of this process. It changes with every prompt: new context, a new day, a first boot. */
export interface ScribeSession extends AgentSession {
  /** The files that came with the prompts, by name. */
  readonly context: Map<string, string>;
  /** The time of the turn, `HH:MM`, where the kernel says it. */
  time: string | undefined;
  fields: BootstrapFields | undefined;
}

/** Time passes during a session, and midnight with it: the newest prompt knows best. */
export function takeTurnTime(session: ScribeSession, { _meta: meta }: PromptRequest): void {
  session.today = todayIn(meta) ?? session.today;
  session.time = textAt(meta, 'yamo', 'time');
}

/** Today's log, as a name in the workspace. */
export const todayOf = (session: ScribeSession): string =>
  session.today ?? localDailyFile(new Date());

/** The time of this turn, `HH:MM`. */
export const timeOf = (session: ScribeSession): string => session.time ?? clockTime(new Date());
