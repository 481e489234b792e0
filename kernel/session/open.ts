/** Priority 2 of a boot: the context is assembled, the agent started, the session opened (RFC-0006 §2.3). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { IMPLEMENTED_TIER } from '#lib/spec/tiers.ts';
import { assemble } from '#lib/prompt/assemble.ts';
import { AgentConnection } from '#kernel/agent/connection.ts';
import type { Boot } from '#kernel/running.ts';
import { Broker } from '#kernel/gate/broker.ts';
import type { Hold } from '#kernel/sandbox/hold.ts';
import type { Loaded } from '#kernel/startup/load.ts';
import { forbidMemory } from '#kernel/startup/preflight.ts';
import { type FileText, type Forbidden, NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';
import { credentialFinder } from './credentials.ts';
import { FingerprintKeeper } from './fingerprint-keeper.ts';
import type { Integrity } from './integrity.ts';
import { LeakGuard } from './leak-guard.ts';
import { Session } from './session.ts';
import { sessionTerminals } from './shell.ts';
import { Speech } from './speech.ts';
import { fenceNonce, reportUntrusted, UntrustedWatch } from './untrusted.ts';
import { Withheld } from './withheld.ts';

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
  const terminals = sessionTerminals(run, hold, {
    findCredentials: credentialFinder(),
    screen: (text) => guard?.screenText(text, 'What a command printed') ?? text,
    withheld: () => withheld.credential('What a command printed'),
  });
  const speech = new Speech({ emit: host.emit, withheld, guard, secrets: [] });
  const zone = recorder.body.zone ?? '';
  const context = assemble(shown, {
    kind,
    today: loaded.today,
    zone,
    log: daily.file,
    nonce: fenceNonce(),
  });
  const watch = new UntrustedWatch(workspace.path, notice, shown);
  const agent = await recorder.stepLater('persona_activation', async () => {
    const { human, diagnostics, signal } = host;
    hold.show(shown.map(({ file, bytes }) => ({ name: file, bytes })));
    const starting = AgentConnection.start(
      { name: program.name, command: hold.agent(host) },
      { broker, terminals, watch, human, speech, diagnostics, signal },
      process.env['TZ'],
    );
    // Whoever waits for it hears of it.
    starting.catch(() => undefined);
    if (!request.strict) {
      // By the next turn of the loop the agent has all that it needs to start.
      await nextTurn();
      reportUntrusted(loaded.files, { strict: false, notice });
    }
    const started = await starting;
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
    return { value: started, detail: `${program.name}, held by ${hold.by}` };
  });
  try {
    recorder.step('serve_user', () => {
      const { startedAt } = recorder.head;
      mark.update({ bootId, kind, startedAt, log: daily.file, scratch: hold.scratch });
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
    hold,
    integrity,
    keeper,
    context,
    kind,
    bootId,
    emit: host.emit,
  });
};

/** What keeps private lines where they belong: fingerprints are taken in main sessions, and used in shared ones. */
interface Privacy {
  readonly keeper: FingerprintKeeper | undefined;
  readonly guard: LeakGuard | undefined;
  readonly withheld: Withheld;
  readonly notice: (section: string, text: string) => void;
  /** A file as this session may see it. */
  readonly screen: (file: string, text: string) => string;
  /** What was loaded, as this session may see it. */
  readonly shown: readonly Pick<FileText, 'file' | 'text' | 'bytes'>[];
}

/** Throws LEAK_GUARD_STALE, STATE_… refusals. */
const privacyOf = (
  { recorder, premises, journal, decision, request }: Boot,
  { files }: Loaded,
): Privacy => {
  const notice = (section: string, text: string): void => recorder.notice(section, text);
  const withheld = new Withheld(journal, notice);
  const isMain = decision.kind === 'main';
  const keeper = isMain ? FingerprintKeeper.open(premises, files, notice) : undefined;
  const user = files.find(({ file }) => file === 'USER.md');
  const guard = isMain
    ? undefined
    : LeakGuard.open({ premises, user, withheld, notice }, { strict: request.strict });
  const screen = (file: string, text: string): string => guard?.screenFile(file, text) ?? text;
  const shown = files.map(({ file, text, bytes }) => {
    const screened = screen(file, text);
    return { file, text: screened, bytes: screened === text ? bytes : Buffer.from(screened) };
  });
  return { keeper, guard, withheld, notice, screen, shown };
};

const brokerOf = (
  { recorder, premises, host, journal, bootId, decision: { kind }, request }: Boot,
  { files, loading }: Loaded,
  integrity: Integrity,
  { keeper, screen }: Privacy,
): Broker => {
  const { workspace, daily, exclusively } = premises;
  let { reconfigure } = request;
  return new Broker(
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
        kind === 'main' ? NOTHING_FORBIDDEN : both(loading.forbidden, forbidMemory(workspace)),
      findCredentials: credentialFinder(),
      screen,
      written: (file, bytes) => {
        integrity.written(file, bytes);
        keeper?.written(file);
        if (file !== 'SOUL.md') return;
        reconfigure = false;
        integrity.reconfigured(file);
        recorder.notice('§2.1', 'SOUL.md was reconfigured, as a human asked.');
        daily.event('soul_reconfigured', 'boot', bootId);
      },
    },
    files,
  );
};

/** MEMORY.md as it was at the start and as it is now: neither may be read under any name. */
const both = (one: Forbidden, other: Forbidden): Forbidden => ({
  memory: [...one.memory, ...other.memory],
  hardLinks: true,
});
