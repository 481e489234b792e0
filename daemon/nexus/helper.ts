/**
 * A turn of an automation with a model: a session of its own that nobody attends and that ends with the turn. It reads what
 * others have said, so it is a shared one; its prompt is who the agent is and what the automation knows of its job (N41). It
 * happens where a model serves the workspace, and within what unattended work may cost in a day.
 */
import { isScribe } from '#kernel/programs/program.ts';
import type { SessionVoice, Settings } from '#kernel/contract/boot-request.ts';
import type { SessionRecords } from '#kernel/contract/session-records.ts';
import type { OriginRequest } from '#kernel/contract/origin.ts';
import { costOfHelpers } from '#daemon/data/event-queries.ts';
import { ServedSession } from '#daemon/session/session.ts';
import type { SessionSite } from '#daemon/session/site.ts';

/** What helpers are started with. */
export interface HelperSite {
  readonly session: SessionSite;
  readonly asked: OriginRequest;
}

/** What one is to do. */
export interface HelperTask {
  readonly automation: string;
  readonly request: string;
  readonly text: string;
  readonly records?: SessionRecords;
}

/** Why no model is asked, in words; `undefined` where one may be. Throws AGENT_…, MODEL_… and SETTINGS_INVALID refusals. */
export const whyNoHelper = async ({ session, asked }: HelperSite): Promise<string | undefined> => {
  const { chooseAgent } = await import('#kernel/programs/choose.ts');
  const host = await session.host(NOBODY);
  if (isScribe(chooseAgent(asked, host))) return 'there is no model';
  const { queries } = session.databases;
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  const isSpent = isUsedUp(host.settings, await costOfHelpers(queries, day));
  return isSpent ? 'what unattended work may cost in a day is spent' : undefined;
};

/** What the agent answers. Throws what a turn throws; `signal` ends it. */
export const askHelper = async (
  { session: site, asked }: HelperSite,
  { automation, request, text, records }: HelperTask,
  signal: AbortSignal,
): Promise<string> => {
  signal.throwIfAborted();
  const session = new ServedSession({ ...site, records }, { by: 'helper', automation }, { asked });
  const close = (): Promise<void> => session.close('the automation is done').catch(() => undefined);
  signal.addEventListener('abort', close, { once: true });
  try {
    return (await session.say(request, text)).reply;
  } finally {
    signal.removeEventListener('abort', close);
    await close();
  }
};

const isUsedUp = (
  { heartbeat }: Pick<Settings, 'heartbeat'>,
  { tokens, usd }: { readonly tokens: number; readonly usd: number },
): boolean =>
  (heartbeat.dayTokens !== undefined && tokens >= heartbeat.dayTokens) ||
  (heartbeat.dayUsd !== undefined && usd >= heartbeat.dayUsd);

/** To look at the settings alone. */
const NOBODY: SessionVoice = {
  human: undefined,
  emit: () => undefined,
  signal: new AbortController().signal,
  diagnostics: () => undefined,
};
