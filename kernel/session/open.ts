/** Priority 2 of a boot: the context is assembled, the agent started, the session opened (RFC-0006 §2.3). */
import { IMPLEMENTED_TIER } from '#lib/spec/tiers.ts';
import { assemble } from '#lib/prompt/assemble.ts';
import { AgentConnection } from '#kernel/agent/connection.ts';
import type { AgentProgram } from '#kernel/agent/program.ts';
import type { Boot } from '#kernel/running.ts';
import { Broker } from '#kernel/gate/broker.ts';
import type { Loaded } from '#kernel/startup/load.ts';
import { forbidMemory } from '#kernel/startup/preflight.ts';
import { type Forbidden, NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';
import { credentialFinder } from './credentials.ts';
import type { Integrity } from './integrity.ts';
import { Session } from './session.ts';

/** Throws AGENT_… refusals, DAILY_LOG_UNWRITABLE. */
export const openSession = async (
  run: Boot,
  loaded: Loaded,
  integrity: Integrity,
  program: AgentProgram,
): Promise<Session> => {
  const { recorder, premises, host, journal, bootId, decision, mark, request } = run;
  const { kind, reason } = decision;
  const { workspace, daily, exclusively } = premises;
  let reconfigure = request.reconfigure;
  const atStart = loaded.loading.forbidden;

  const broker = new Broker(
    {
      workspace,
      daily,
      journal,
      exclusively,
      standing: () => ({
        kind,
        today: daily.today,
        dailyInShared: host.settings.dailyLogsInShared,
        reconfigure,
        birth: false,
      }),
      forbidden: (): Forbidden =>
        kind === 'main' ? NOTHING_FORBIDDEN : both(atStart, forbidMemory(workspace)),
      findCredentials: credentialFinder(),
      written: (file, bytes) => {
        integrity.written(file, bytes);
        if (file !== 'SOUL.md') return;
        reconfigure = false;
        integrity.reconfigured(file);
        recorder.notice('§2.1', 'SOUL.md was reconfigured, as a human asked.');
        daily.event('soul_reconfigured', 'boot', bootId);
      },
    },
    loaded.files,
  );

  const zone = recorder.body.zone ?? '';
  const context = assemble(loaded.files, { kind, today: loaded.today, zone, log: daily.file });
  const agent = await recorder.stepLater('persona_activation', async () => {
    const { human, emit, diagnostics, signal } = host;
    const started = await AgentConnection.start(
      program,
      { broker, human, emit, diagnostics, signal },
      process.env['TZ'],
    );
    try {
      await started.open(workspace.path, {
        kind,
        phase: 'session',
        human: human !== undefined,
        today: daily.file,
      });
    } catch (error) {
      await started.close();
      throw error;
    }
    return { value: started, detail: `${program.name}, held by ${program.enforcedBy}` };
  });
  try {
    recorder.step('serve_user', () => {
      mark.update({ bootId, kind, startedAt: recorder.head.startedAt, log: daily.file });
      daily.event('session_opened', 'kind', kind, 'boot', bootId);
      return { value: undefined, detail: `${kind} session: ${reason}` };
    });
  } catch (error) {
    await agent.close();
    throw error;
  }
  host.emit({
    event: 'ready',
    implements: IMPLEMENTED_TIER,
    kind,
    reason,
    agent: program.name,
    log: daily.file,
    zone,
  });
  return new Session({
    premises,
    recorder,
    journal,
    mark,
    agent,
    integrity,
    context,
    kind,
    bootId,
    emit: host.emit,
  });
};

/** MEMORY.md as it was at the start and as it is now: neither may be read under any name. */
const both = (one: Forbidden, other: Forbidden): Forbidden => ({
  memory: [...one.memory, ...other.memory],
  hardLinks: true,
});
