/** A workspace at work: its sessions and automations, and what its clients reach of them. */
import { IDLE_MS } from '#lib/spec/limits.ts';
import type { Host, SessionVoice } from '#kernel/contract/boot-request.ts';
import type { OriginRequest } from '#kernel/contract/origin.ts';
import { peekShouldRun } from '#kernel/heartbeat/should-run.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { Adapter } from '#daemon/adapters/adapter.ts';
import type { AdapterManager } from '#daemon/adapters/manager.ts';
import { ChatApprovals } from '#daemon/chats/approvals.ts';
import { ChatBudget } from '#daemon/chats/budget.ts';
import { ChatBook } from '#daemon/chats/book.ts';
import { ChatDesk } from '#daemon/chats/desk.ts';
import { ChatOffice } from '#daemon/chats/office.ts';
import { ForgetMe } from '#daemon/chats/forget-me.ts';
import { OwnerChats } from '#daemon/chats/owner-chats.ts';
import type { EventLog } from '#daemon/data/event-log.ts';
import type { Databases } from '#daemon/data/open.ts';
import { Questions } from '#daemon/data/questions.ts';
import { Automations } from '#daemon/hooks/automations.ts';
import { HookRunner } from '#daemon/hooks/runner.ts';
import { handlersOf } from '#daemon/nexus/handlers.ts';
import { standingIn } from '#daemon/nexus/standing.ts';
import type { declareHealthy } from '#daemon/phases/workspace.ts';
import { Sessions } from '#daemon/session/sessions.ts';
import type { SessionSite } from '#daemon/session/site.ts';
import { WORKER_LIMITS } from '#daemon/workers/limits.ts';
import { endLeftWork } from '#daemon/workers/settle.ts';
import { OwnCommands } from './own-commands.ts';

/** What clients of a workspace that is served reach. */
export interface Serving {
  readonly events: EventLog;
  readonly questions: Questions;
  readonly sessions: Sessions;
  readonly automations: Automations;
  readonly data: Databases['queries'];
  readonly commands: OwnCommands;
  readonly chats: ChatOffice;
  /** The adapter of a webhook; `undefined` where none has this name. */
  readonly hooks: (name: string) => Pick<Adapter, 'token' | 'bring' | 'inbox'> | undefined;
  /** Where yamo speaks first. */
  readonly ownerChats: OwnerChats;
  /** Deals with what chats bring. */
  readonly desk: ChatDesk;
  /** Its files, for who only reads them. */
  readonly workspace: Workspace;
}

/** What a workspace is served with, once it is healthy. */
interface ServingParts {
  readonly asked: OriginRequest;
  readonly healthy: Awaited<ReturnType<typeof declareHealthy>>;
  readonly events: EventLog;
  readonly manager: AdapterManager;
  readonly host: (voice: SessionVoice) => Promise<Host>;
  readonly settings: Parameters<typeof handlersOf>[0]['settings'];
  readonly environment: NodeJS.ProcessEnv;
}

/** Settles what a daemon that was killed has left open, and puts the parts together. Throws DATABASE_UNUSABLE. */
export const startServing = async ({
  asked,
  healthy: { has },
  events,
  manager,
  host,
  settings,
  environment,
}: ServingParts): Promise<{ readonly serving: Serving; readonly hooks: HookRunner }> => {
  const { databases } = has;
  const { workspace } = has.site;
  const { queries: data } = databases;
  const questions = new Questions(data.runtime, events);
  const book = new ChatBook(data);
  const originOf = (session: string) => sessions.all.find(({ id }) => id === session)?.origin;
  const ownerChats = new OwnerChats(manager, book);
  const approvals = new ChatApprovals({ ownerChats, questions, originOf });
  // What is over is said where it was asked.
  await approvals.start();
  await questions.endLeft();
  await endLeftWork(data, events);
  const automations = new Automations(data.runtime, events, has.automations);
  const hooks = new HookRunner({
    // Who is turned on or off meanwhile is so at the next hook point.
    get automations() {
      return automations.active;
    },
    handlers: handlersOf({
      workspace,
      sessions: () => sessions,
      tellOwner: tellerOf(ownerChats, { host, path: asked.path }),
      data,
      settings,
      events,
      helper: () => ({ session: site, asked }),
    }),
    runtime: data.runtime,
    events,
  });
  const site: SessionSite = {
    host,
    databases,
    events,
    questions,
    hooks,
    idleMs: IDLE_MS,
    ...(asked.layout === 'nexus' && { managers: WORKER_LIMITS, standing: standingIn(workspace) }),
  };
  const sessions: Sessions = new Sessions(site, asked);
  await hooks.tellIdle();
  const commands = new OwnCommands(environment);
  const budget = new ChatBudget(data);
  const forgetting = new ForgetMe({ workspace, questions, commands, events });
  const desk = new ChatDesk({ manager, sessions, book, approvals, events, budget, forgetting });
  const chats = new ChatOffice(data, { manager, desk });
  const serving = {
    events,
    questions,
    sessions,
    automations,
    commands,
    chats,
    ownerChats,
    hooks: (name: string) => webhookIn(manager, name),
    desk,
    workspace,
    data,
  };
  return { serving, hooks };
};

/** Nobody hears or is asked: the settings are read. */
const UNHEARD: SessionVoice = {
  human: undefined,
  signal: new AbortController().signal,
  emit: () => undefined,
  diagnostics: () => undefined,
};

/** Says it where heartbeats are told, within the hours that they keep. */
const tellerOf =
  (
    ownerChats: OwnerChats,
    { host, path }: Pick<ServingParts, 'host'> & Pick<OriginRequest, 'path'>,
  ) =>
  async (text: string): Promise<void> => {
    const now = await host(UNHEARD);
    const { chat } = now.settings.heartbeat.tell ?? {};
    if (chat === undefined) return;
    const asked = { path, byClock: true, everySeconds: undefined, zone: undefined };
    const { facts } = await peekShouldRun(asked, now);
    await ownerChats.sayWithin(chat, text, facts);
  };

const webhookIn = (manager: AdapterManager, name: string): Adapter | undefined => {
  const adapter = manager.named(name);
  return adapter?.row.program === 'webhook' ? adapter : undefined;
};
