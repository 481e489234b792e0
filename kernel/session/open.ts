/** Priority 2 of a boot: the context is assembled, the agent started, the session opened (RFC-0006 §2.3). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { IMPLEMENTED_TIER } from '#lib/spec/tiers.ts';
import { oneLine } from '#lib/model/bounded.ts';
import { ERROR_MAX_CHARS } from '#lib/model/limits.ts';
import { assemble, type Context, type SessionContext } from '#lib/prompt/assemble.ts';
import { layoutNames } from '#lib/prompt/layout-context.ts';
import { eventLine } from '#lib/workspace/daily.ts';
import { AgentConnection } from '#kernel/host/connection.ts';
import type { AgentHost } from '#kernel/host/requests.ts';
import { fenceNonce, reportInjection } from '#kernel/redact/injection.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import type { LoadedSession } from '#kernel/redact/privacy.ts';
import { takeUntoldMessages } from '#kernel/state/heartbeat-said.ts';
import type { Integrity } from '#kernel/state/integrity.ts';
import { agentHostOf, serveTools, startableOf, type Starting } from '#kernel/host/agent-host.ts';
import { maySearch } from './search.ts';
import { rulesOf, ShownContext } from './context.ts';
import { type SessionCapabilities, capabilitiesOf } from './capabilities.ts';
import { Session } from './session.ts';
import { SessionOutput } from './output.ts';

type Asked = readonly [SessionContext, SessionCapabilities, string | undefined];

/** How the prompt of another layout is put together, from files as the session may see them. */
export interface LayoutPrompt {
  /** Throws PROMPT_FAULTY. */
  readonly context: (session: SessionContext, capabilities: SessionCapabilities) => Context;
  /** The same from the files as they are now. Throws as loading does. */
  readonly replan: (session: SessionContext, capabilities: SessionCapabilities) => Promise<Context>;
  /** Of layouts whose dynamic sections are made for what is asked; returns `undefined` where they cannot be made now. */
  readonly renew: ((...asked: Asked) => Promise<Context | undefined>) | undefined;
  /** Is it another agent's by now than it was put together for? Throws FILE_UNREADABLE. */
  readonly isStale: () => boolean;
  /** Its instructions that go when the human says so. */
  readonly orders: string | undefined;
}

/** Throws AGENT_… refusals, DAILY_LOG_UNWRITABLE, LEAK_GUARD_STALE, STATE_… refusals. */
export const openSession = async (
  run: Boot,
  loaded: LoadedSession,
  integrity: Integrity,
  sandbox: Sandbox,
  layoutPrompt?: LayoutPrompt,
): Promise<Session> => {
  const { opened, host } = run;
  const capabilities = await opened.exclusivelyLater(host.signal, () =>
    capabilitiesOf(run, loaded, integrity, sandbox),
  );
  const output = new SessionOutput(run, capabilities.privacy);
  const prompt = promptOf(run, loaded, capabilities, layoutPrompt);
  const agent = await activate(run, loaded, { sandbox, capabilities, output, prompt });
  await opened.exclusivelyLater(host.signal, () => markOpen(run, sandbox));
  const log = opened.daily.file;
  greet(run, output);
  const shown = shownOf(run, capabilities, prompt, agent.takesSystemPrompt, layoutPrompt);
  return new Session({
    run,
    sandbox,
    integrity,
    capabilities,
    output,
    agent,
    shown,
    log,
    orders: layoutPrompt?.orders,
  });
};

/** What the agent is told at the beginning, and of each turn. */
interface Prompt {
  readonly context: Context;
  /** Of the turn that begins: midnight brings another log. */
  readonly session: () => SessionContext;
  readonly nonce: string;
  /** An agent that is not ours has the kernel's tools by another protocol. */
  readonly hasTools: boolean;
}

const promptOf = (
  { recorder, opened, host, decision, program }: Boot,
  loaded: LoadedSession,
  capabilities: SessionCapabilities,
  layoutPrompt: LayoutPrompt | undefined,
): Prompt => {
  const { broker, privacy } = capabilities;
  const { today } = loaded;
  const { daily } = opened;
  const { workFolders } = host.settings;
  const zone = recorder.body.zone ?? '';
  const nonce = fenceNonce();
  const hasTools = !program.builtIn;
  const session = (): SessionContext => ({
    kind: decision.kind,
    today: daily.today,
    zone,
    log: daily.file,
    nonce,
    may: (operation, file) => broker.may(operation, file),
    workFolders,
    hasTools,
    ...(loaded.step === 'load_layout' && layoutNames(loaded.foreign, loaded.foreign.document)),
  });
  const first = { ...session(), today };
  const context = layoutPrompt?.context(first, capabilities) ?? assemble(privacy.shown, first);
  return { context, session, nonce, hasTools };
};

interface Activation {
  readonly sandbox: Sandbox;
  readonly capabilities: SessionCapabilities;
  readonly output: SessionOutput;
  readonly prompt: Prompt;
}

/** Starts the agent in its view, and opens its session. */
const activate = async (
  run: Boot,
  { files }: LoadedSession,
  { sandbox, capabilities, output, prompt }: Activation,
): Promise<AgentConnection> => {
  const { recorder, host, program, meter, request, onFailure } = run;
  const { shown, notice } = capabilities.privacy;
  const done = recorder.begin('persona_activation');
  sandbox.show(shown.map(({ file, bytes }) => ({ name: file, bytes })));
  const start = { host, sandbox, program, meter };
  const serving = servingOf(run, start, capabilities, output);
  const starting = AgentConnection.start(startableOf(start), serving, run.opened.clock.zone);
  // Whoever waits for it is notified.
  starting.catch(() => undefined);
  if (!request.strict) {
    // By the next turn of the loop the agent has all that it needs to start.
    await nextTurn();
    reportInjection(files, { strict: false, notice });
  }
  const agent = await starting;
  onFailure(() => agent.close());
  await introduce(run, agent, serving, { sandbox, capabilities, prompt });
  return done(agent, { detail: `${program.name}, sandboxed by ${sandbox.by}` });
};

/** Who answers what the agent asks for. */
const servingOf = (
  run: Boot,
  start: Starting,
  { policy, broker, terminals, search, curation, watch, privacy: { notice } }: SessionCapabilities,
  { speech, transcription }: SessionOutput,
): AgentHost =>
  agentHostOf(start, {
    broker,
    terminals,
    watch,
    root: run.opened.workspace.path,
    notice,
    speech,
    search,
    propose: async (proposal) => (await curation()).propose(proposal),
    sends: { workspace: run.opened.workspace, policy },
    checked: policy.notesChecks ? (names) => noteChecked(run, names) : undefined,
    keep: (entry) => transcription.keep(entry),
    behind: () => transcription.behind,
  });

/** Which checks the agent did, by the kernel's clock; loaded on a heartbeat alone. */
const noteChecked = async (
  { opened, journal, recorder, host }: Boot,
  names: readonly string[],
): Promise<void> => {
  const { noteChecks } = await import('#kernel/memory/heartbeat-state.ts');
  await opened.exclusivelyLater(host.signal, () =>
    noteChecks(
      opened,
      names,
      (entry) => journal.note(entry),
      (text) => recorder.notice('§2.9', text),
    ),
  );
};

/** Opens the agent's own session, with its rules where it takes some, and with the kernel's tools. */
const introduce = async (
  run: Boot,
  agent: AgentConnection,
  serving: AgentHost,
  { sandbox, capabilities, prompt }: Omit<Activation, 'output'>,
): Promise<void> => {
  const { opened, host, decision, program, meter, resumed } = run;
  const { policy, broker, search, curation } = capabilities;
  const { workspace, daily } = opened;
  const meta = {
    kind: decision.kind.name,
    phase: 'session',
    human: host.human !== undefined,
    today: daily.file,
    nonce: prompt.nonce,
    search: program.builtIn && maySearch(broker, daily),
    ...(!daily.isKept && { log: false as const }),
    memory: capabilities.lasting().memory,
    ...(policy.notesChecks && { heartbeat: true as const }),
    ...(policy.proposes && { propose: true as const }),
    ...(host.records !== undefined && { records: true as const }),
    ...(host.files !== undefined && { files: true as const }),
    ...(host.workers !== undefined && { manager: true as const }),
    ...(meter === undefined ? {} : { model: meter.setup }),
    ...(resumed === undefined ? {} : { resumed }),
  } as const;
  await agent.open(workspace.path, meta, {
    system: agent.takesSystemPrompt ? rulesOf(prompt.context) : [],
    tools: prompt.hasTools
      ? await serveTools({
          host: serving,
          meta,
          scratch: sandbox.scratch,
          log: () => daily.file,
          search: maySearch(broker, daily) ? search : undefined,
          propose: async (proposal) => (await curation()).propose(proposal),
          records: host.records,
        })
      : undefined,
  });
};

/** The session is served from here on; its block in the daily log waits for the first word. */
const markOpen = (run: Boot, { scratch }: Sandbox): void => {
  const { recorder, opened, bootId, decision, mark, transcript, changes } = run;
  const { reason } = decision;
  const kind = decision.kind.name;
  const { daily } = opened;
  const done = recorder.begin('serve_user');
  const { startedAt } = recorder.head;
  const note = { bootId, kind, startedAt, scratch, transcript: transcript.head.id };
  mark.update({ ...note, log: daily.file });
  changes.onChange(() => mark.update({ changed: changes.text }));
  daily.onNoted((lines) => changes.noted(lines));
  daily.openLater(() => {
    mark.update({ log: daily.file, spoken: true });
    const now = opened.clock.now().toISOString();
    return eventLine('session_opened', now, 'kind', kind, 'boot', bootId);
  });
  done(undefined, { detail: `${kind} session: ${reason}` });
};

/** What the human is told when the session is open. */
const greet = (run: Boot, { emit }: SessionOutput): void => {
  const { recorder, opened, host, decision, program, transcript, resumed, before } = run;
  const { kind, reason } = decision;
  const { zone = '' } = recorder.body;
  const agent = program.name;
  const log = opened.daily.isKept ? { log: opened.daily.file } : {};
  const index = host.settings.mesh.search;
  host.emit({
    event: 'ready',
    implements: IMPLEMENTED_TIER,
    kind,
    reason,
    agent,
    ...log,
    zone,
    index,
  });
  if (before !== undefined) host.emit(before);
  if (kind.permissions.isPrivate && recorder.body.trigger !== 'heartbeat') tellSaid(run);
  if (program.advice !== undefined) emit({ event: 'status', text: program.advice });
  if (resumed?.length === 0)
    recorder.notice(
      '§5',
      `${agent} kept nothing of the session that this one resumes: it begins anew. What was said in it: yamo sessions --show ${transcript.head.id}`,
    );
};

/** What heartbeats said since the last session of their human (§2.7): to this one alone, and into no record. */
const tellSaid = ({ opened: { home }, host }: Boot): void => {
  for (const { run, at, text } of takeUntoldMessages(home)) {
    const when = `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    host.emit({
      event: 'status',
      text: oneLine(`Heartbeat ${run}, ${when}: ${text}`, ERROR_MAX_CHARS),
    });
  }
};

/** What the agent has been shown, and what of it is shown again when it changes. */
const shownOf = (
  { opened: { daily } }: Boot,
  capabilities: SessionCapabilities,
  { context, session }: Prompt,
  hasRules: boolean,
  layoutPrompt: LayoutPrompt | undefined,
): ShownContext => {
  const { broker, privacy, watch } = capabilities;
  const mayAppear = (): readonly string[] =>
    [daily.file, 'MEMORY.md'].filter((file) => broker.may('read', file).allowed);
  const replan = layoutPrompt && (() => layoutPrompt.replan(session(), capabilities));
  const renewing = layoutPrompt?.renew;
  const renew = renewing && ((asks: string | undefined) => renewing(session(), capabilities, asks));
  const parts = { context, hasRules, files: privacy.shown, session, broker, watch, mayAppear };
  return new ShownContext({ ...parts, replan, renew, isStale: layoutPrompt?.isStale });
};
