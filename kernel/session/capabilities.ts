/** What the agent of a session may capabilities: files through the gate, memory by search, the shell (RFC-0009 §3, §4). */
import type { SearchParams, SearchResult } from '#lib/protocol/protocol.ts';
import type { Lasting } from '#lib/prompt/lasting.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import type { Terminals } from '#kernel/host/terminals.ts';
import { InjectionWatch } from '#kernel/redact/injection.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import type { DailyLog } from '#kernel/memory/daily-log.ts';
import { MemoryWriteGuard } from '#kernel/memory/write-guard.ts';
import {
  brokerOf,
  type LoadedSession,
  type Privacy,
  privacyOf,
  sessionPolicy,
} from '#kernel/redact/privacy.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import type { Integrity } from '#kernel/state/integrity.ts';
import type { SessionPolicy } from '#lib/spec/session-policy.ts';
import type { Curation } from './curation.ts';
import type { RecallParts } from './recalled.ts';
import { indexOf, MemorySearch, type SearchParts } from './search.ts';
import { sessionTerminals } from './shell.ts';

export interface SessionCapabilities {
  readonly policy: SessionPolicy;
  readonly privacy: Privacy;
  readonly broker: Broker;
  /** Looks through what the agent reads. */
  readonly watch: InjectionWatch;
  /** How memory is searched. */
  readonly memory: MemorySearch;
  readonly search: (params: SearchParams) => Promise<SearchResult>;
  /** How its proposals for MEMORY.md are dealt with; loaded with the first of them. */
  readonly curation: () => Promise<Curation>;
  /** Why places of memory are not to be trusted. */
  readonly origins: () => Promise<RecallParts['marksOf']>;
  readonly terminals: Terminals;
  /** Where what outlasts the session may be written now. */
  readonly lasting: () => Lasting;
}

const PRINTED = 'What a command printed';

/** Throws LEAK_GUARD_STALE, STATE_… refusals. */
export const capabilitiesOf = (
  run: Boot,
  loaded: LoadedSession,
  integrity: Integrity,
  sandbox: Sandbox,
): SessionCapabilities => {
  const privacy = privacyOf(run, loaded);
  const { guard, redactions } = privacy;
  const memoryGuard = new MemoryWriteGuard(run.opened);
  const policy = sessionPolicy(run, loaded);
  const broker = brokerOf(run, policy, loaded, integrity, { ...privacy, memoryGuard });
  const parts: SearchParts = {
    broker,
    redactor: new CredentialRedactor([], credentialFinder([], run.host.signal)),
    redacted: (file) => redactions.credential(file),
    clock: run.opened.clock,
  };
  const memory = new MemorySearch(parts, indexOf(run));
  run.onFailure(() => memory.close());
  const terminals = sessionTerminals(run, sandbox, {
    screen: (text) => guard?.redactText(text, PRINTED) ?? text,
    redacted: () => redactions.credential(PRINTED),
  });
  const search = (params: SearchParams): Promise<SearchResult> => memory.search(params);
  let loading: Promise<Curation> | undefined;
  const curation = (): Promise<Curation> => {
    const given = { broker, memoryGuard, findCredentials: parts.redactor.find };
    loading ??= import('./curation.ts').then((module) => new module.Curation(run, given));
    return loading;
  };
  const { notice, shown } = privacy;
  const watch = new InjectionWatch(run.opened.workspace.path, notice, shown);
  const lasting = (): Lasting => lastingOf(broker, run.opened.daily, loaded);
  const origins = async (): Promise<RecallParts['marksOf']> => {
    const { liveFacts, marksOf } = await import('./recalled.ts');
    return marksOf(
      run.opened,
      new Map([[run.bootId, liveFacts(run)]]),
      (file) => broker.readForSearch(file)?.text,
    );
  };
  return { policy, privacy, broker, watch, memory, search, curation, origins, terminals, lasting };
};

const lastingOf = (broker: Broker, daily: DailyLog, loaded: LoadedSession): Lasting => {
  const named = loaded.step === 'load_layout' ? loaded.foreign.memory : ['MEMORY.md'];
  return {
    log: daily.isKept && broker.may('append', daily.file).allowed,
    memory: named.filter((file) => broker.may('write', file).allowed),
  };
};
