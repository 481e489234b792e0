/** Priority 2 of a boot: the context is assembled, the agent started, the session opened (RFC-0006 §2.3). */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { SearchParams, SearchResult } from '#lib/protocol/protocol.ts';
import { COMMANDS_WAIT_MS } from '#lib/spec/limits.ts';
import { IMPLEMENTED_TIER } from '#lib/spec/tiers.ts';
import { assemble, type Scene } from '#lib/prompt/assemble.ts';
import { eventLine } from '#lib/workspace/daily.ts';
import { AgentConnection, serveTools } from '#kernel/host/connection.ts';
import { Secrets } from '#kernel/redact/terminal-withhold.ts';
import type { KernelEvent, OfferedCommand } from '#kernel/contract/events.ts';
import { searchMemory } from './search.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Hold } from '#kernel/sandbox/hold.ts';
import type { Loaded } from '#kernel/startup/load.ts';
import { agentHostOf, startableOf } from './agent-host.ts';
import { withOwnNames } from './commands.ts';
import { rulesOf, ShownContext } from './context.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import type { Integrity } from '#kernel/state/integrity.ts';
import { brokerOf, privacyOf } from '#kernel/redact/privacy.ts';
import { Session } from './session.ts';
import { sessionTerminals } from './shell.ts';
import { Speech } from '#kernel/redact/speech.ts';
import { Transcription } from './transcription.ts';
import { fenceNonce, reportInjection, InjectionWatch } from '#kernel/redact/injection.ts';

/** Throws AGENT_… refusals, DAILY_LOG_UNWRITABLE, LEAK_GUARD_STALE, STATE_… refusals. */
export const openSession = async (
  run: Boot,
  loaded: Loaded,
  integrity: Integrity,
  hold: Hold,
): Promise<Session> => {
  const { recorder, premises, host, journal, bootId, decision, mark, request, program } = run;
  const { kind, reason } = decision;
  const { workspace, daily } = premises;
  const privacy = privacyOf(run, loaded);
  const { shown, guard, keeper, withheld, notice } = privacy;
  const broker = brokerOf(run, loaded, integrity, privacy);
  const memory = {
    broker,
    findCredentials: credentialFinder([], host.signal),
    secrets: new Secrets(),
    withheld: (file: string) => withheld.credential(file),
  };
  const search = (params: SearchParams): Promise<SearchResult> => searchMemory(memory, params);
  const terminals = sessionTerminals(run, hold, {
    findCredentials: credentialFinder([], host.signal),
    screen: (text) => guard?.screenText(text, 'What a command printed') ?? text,
    withheld: () => withheld.credential('What a command printed'),
  });
  const { transcript, resumed, thinking } = run;
  const transcription = new Transcription(
    host.settings.transcriptDays > 0 ? transcript : undefined,
    bootId,
    notice,
  );
  let offered: readonly OfferedCommand[] = [];
  const announcing = Promise.withResolvers<undefined>();
  // The model agent has none of its own.
  if (program.model !== undefined) announcing.resolve(undefined);
  const emit = (said: KernelEvent): void => {
    const event = said.event === 'commands' ? withOwnNames(said) : said;
    if (event.event === 'commands') {
      offered = event.commands;
      announcing.resolve(undefined);
    }
    transcription.hear(event);
    host.emit(event);
  };
  const speech = new Speech({ emit, withheld, guard, secrets: [] });
  const zone = recorder.body.zone ?? '';
  const nonce = fenceNonce();
  const hasTools = !program.builtIn;
  const scene = (): Scene => ({
    kind,
    today: daily.today,
    zone,
    log: daily.file,
    nonce,
    workFolders: host.settings.workFolders,
    hasTools,
  });
  const context = assemble(shown, { ...scene(), today: loaded.today });
  const watch = new InjectionWatch(workspace.path, notice, shown);
  const agent = await recorder.stepLater('persona_activation', async () => {
    hold.show(shown.map(({ file, bytes }) => ({ name: file, bytes })));
    const start = { host, hold, program, thinking };
    const serving = agentHostOf(start, {
      broker,
      terminals,
      watch,
      root: workspace.path,
      notice,
      speech,
      search,
      keep: (entry) => transcription.keep(entry),
      behind: () => transcription.behind,
    });
    const starting = AgentConnection.start(startableOf(start), serving, process.env['TZ']);
    // Whoever waits for it hears of it.
    starting.catch(() => undefined);
    if (!request.strict) {
      // By the next turn of the loop the agent has all that it needs to start.
      await nextTurn();
      reportInjection(loaded.files, { strict: false, notice });
    }
    const started = await starting;
    try {
      const meta = {
        kind,
        phase: 'session',
        human: host.human !== undefined,
        today: daily.file,
        nonce,
        search: program.builtIn && broker.mayReadLogs,
        ...(thinking === undefined ? {} : { model: thinking.setup }),
        ...(resumed === undefined ? {} : { resumed }),
      } as const;
      await started.open(workspace.path, meta, {
        system: started.takesSystemPrompt ? rulesOf(context) : [],
        tools: hasTools
          ? await serveTools({
              host: serving,
              meta,
              scratch: hold.scratch,
              log: () => daily.file,
              search: broker.mayReadLogs ? search : undefined,
            })
          : undefined,
      });
    } catch (error) {
      await started.close();
      throw error;
    }
    return { value: started, detail: `${program.name}, held by ${hold.by}` };
  });
  try {
    recorder.step('serve_user', () => {
      const { startedAt } = recorder.head;
      const { scratch } = hold;
      const note = { bootId, kind, startedAt, scratch, transcript: transcript.head.id };
      mark.update({ ...note, log: daily.file });
      daily.openLater(() => {
        mark.update({ ...note, log: daily.file, spoken: true });
        const now = premises.clock.now().toISOString();
        return eventLine('session_opened', now, 'kind', kind, 'boot', bootId);
      });
      return { value: undefined, detail: `${kind} session: ${reason}` };
    });
  } catch (error) {
    await agent.close();
    throw error;
  }
  const log = daily.file;
  host.emit({
    event: 'ready',
    implements: IMPLEMENTED_TIER,
    kind,
    reason,
    agent: program.name,
    log,
    zone,
  });
  if (run.before !== undefined) host.emit(run.before);
  if (program.advice !== undefined) emit({ event: 'status', text: program.advice });
  if (resumed?.length === 0)
    notice(
      '§5',
      `${program.name} kept nothing of the session that this one goes on with: it begins anew. What was said in it: yamo sessions --show ${transcript.head.id}`,
    );
  return new Session({
    premises,
    recorder,
    journal,
    mark,
    agent,
    hold,
    integrity,
    keeper,
    broker,
    host,
    thinking,
    transcription,
    id: transcript.head.id,
    log,
    offered: () => offered,
    announced: async () => {
      await Promise.race([
        announcing.promise,
        agent.ended,
        delay(COMMANDS_WAIT_MS, undefined, { ref: false }),
      ]);
      announcing.resolve(undefined);
    },
    shown: new ShownContext({
      context,
      hasRules: agent.takesSystemPrompt,
      files: shown,
      scene,
      broker,
      mayAppear: () =>
        kind === 'main'
          ? [daily.file, 'MEMORY.md']
          : host.settings.dailyLogsInShared
            ? [daily.file]
            : [],
    }),
    memory,
    answered: (text) => speech.answered(text),
    kind,
    bootId,
    emit,
  });
};
