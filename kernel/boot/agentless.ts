/**
 * A session without an agent's process: a program of the owner reads and notes, with the rights of the session's kind
 * and through its gate (RFC-0009 §3, §4). It begins as a boot does, and ends in the chain of records; bootstrap instructions are
 * left where they are, since there is nobody to carry them out.
 */
import type { SearchParams, SearchResult } from '#lib/protocol/protocol.ts';
import { type Context, fenceSegment, type SessionContext } from '#lib/prompt/assemble.ts';
import { fenceResult } from '#lib/prompt/fence.ts';
import { assembleAgentless } from '#lib/prompt/agentless.ts';
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { dailyFile, dayBefore } from '#lib/text/day.ts';
import { listItem } from '#lib/text/list-item.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { type Host, PLAIN_REQUEST, triggerOf } from '#kernel/contract/boot-request.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import type { Synchronous } from '#kernel/gate/ports.ts';
import { roleOf } from '#lib/workspace/role.ts';
import { endFields } from '#kernel/run/changes.ts';
import { indexOf, MemorySearch } from '#kernel/session/search.ts';
import type { Run } from '#kernel/run/running.ts';
import { Integrity } from '#kernel/state/integrity.ts';
import type { KindDecision } from '#kernel/run/kind.ts';
import { brokerOf, type Privacy, privacyOf, sessionPolicy } from '#kernel/redact/privacy.ts';
import { fenceNonce, reportInjection, InjectionWatch } from '#kernel/redact/injection.ts';
import { enterWithoutAgent } from './open-workspace.ts';
import { runSequence } from './sequence.ts';
import { Attempt } from './attempt.ts';
import { checkAhead, type Ahead } from './check-ahead.ts';
import { loadFiles, type LoadedFiles, tellOfMemory } from './load-files.ts';
import { seal } from './seal.ts';
import { proveNone } from './take-instructions.ts';

export interface AgentlessRequest {
  readonly path: string;
  readonly decision: KindDecision;
  /** Who visits, in letters that may stand in the record. */
  readonly client: string;
}

interface AgentlessParts {
  readonly run: Run;
  readonly integrity: Integrity;
  readonly privacy: Privacy;
  readonly broker: Broker;
  readonly watch: InjectionWatch;
  readonly client: string;
}

/** There is nobody to carry them out. Throws BOOTSTRAP_LEFT, BIRTH_PENDING. */
const refuseInstructions = ({ opened }: Run, { ready: { priorUseEvidence } }: Ahead): never => {
  if (priorUseEvidence !== undefined)
    throw new Refusal('BOOTSTRAP_LEFT', { file: 'BOOTSTRAP.md', evidence: priorUseEvidence });
  throw new Refusal('BIRTH_PENDING', { path: opened.workspace.path });
};

export class AgentlessSession {
  readonly #parts: AgentlessParts;
  readonly #nonce = fenceNonce();
  readonly #redactor = new CredentialRedactor();
  readonly #memory: MemorySearch;
  #noted = false;
  #closed = false;

  private constructor(parts: AgentlessParts) {
    this.#parts = parts;
    const reading = {
      broker: parts.broker,
      redactor: this.#redactor,
      redacted: (file: string) => parts.privacy.redactions.credential(file),
      clock: parts.run.opened.clock,
    };
    this.#memory = new MemorySearch(reading, indexOf(parts.run));
  }

  /** Rejects with BIRTH_PENDING, and what a boot throws before an agent is started; that is recorded then. */
  static async open(
    { path, decision, client }: AgentlessRequest,
    host: Host,
  ): Promise<AgentlessSession> {
    const attempt = new Attempt(host);
    try {
      const run = await enterWithoutAgent(attempt, {
        path,
        decision,
        trigger: triggerOf(PLAIN_REQUEST, host),
        agent: { command: client, enforcedBy: 'no agent' },
      });
      return await AgentlessSession.#begin(run, client);
    } catch (error) {
      await attempt.abandon(error);
      throw error;
    }
  }

  static #begin(run: Run, client: string): Promise<AgentlessSession> {
    const { opened, host } = run;
    const locked = <Value>(work: Synchronous<Value>): Promise<Value> =>
      opened.exclusivelyLater(host.signal, work);
    return runSequence({
      checkAhead: () => {
        const ahead = checkAhead(run);
        if (ahead.ready.firstBoot) refuseInstructions(run, ahead);
        return ahead;
      },
      holdAgent: () => undefined,
      seal: (_held, ahead) => locked(() => seal(run, ahead)),
      // Instructions that came since are refused before the first of them is deleted.
      takeInstructions: (sealed, _held, ahead) =>
        proveNone(run, sealed, ahead, () => refuseInstructions(run, ahead)),
      carryOut: (_gone, _held, ahead) => refuseInstructions(run, ahead),
      load: (gone, _held, ahead) => locked(() => loadFiles(run, gone, ahead)),
      serve: (files) => AgentlessSession.#serve(run, files, client),
    });
  }

  static async #serve(
    run: Run,
    { loaded, drifted }: LoadedFiles,
    client: string,
  ): Promise<AgentlessSession> {
    const { opened, host } = run;
    await tellOfMemory(run, loaded.file('MEMORY.md'));
    const privacy = await opened.exclusivelyLater(host.signal, () => privacyOf(run, loaded));
    const { notice, shown } = privacy;
    reportInjection(loaded.files, { strict: false, notice });
    const integrity = new Integrity(loaded.files, drifted);
    const broker = brokerOf(run, sessionPolicy(run, loaded), loaded, integrity, privacy);
    const watch = new InjectionWatch(opened.workspace.path, notice, shown);
    opened.giveLeaseBack();
    return new AgentlessSession({ run, integrity, privacy, broker, watch, client });
  }

  get kind(): SessionKind {
    return this.#parts.run.decision.kind;
  }

  /** The log of today, by name. */
  get log(): string {
    return this.#parts.run.opened.daily.file;
  }

  /** The files of the layout that are there and that this session may read. Throws GATE_… refusals. */
  async files(): Promise<readonly string[]> {
    const { broker } = this.#parts;
    const names = [...(await broker.list('')), ...(await broker.list(MEMORY_DIR))];
    return names.filter((name) => roleOf(name) !== undefined);
  }

  /**
   * A file as it may leave the machine: private lines are redacted in a shared session, credentials in every one
   * (§3.2, §4.2). Throws what `Broker.read` throws.
   */
  async read(file: string): Promise<string> {
    const { broker, watch } = this.#parts;
    const text = await broker.read(file);
    watch.look(file, text);
    return this.#withoutCredentials(text, file);
  }

  /** A file between marks that no text can imitate, for a model to read. Throws as `read`. */
  async document(file: string): Promise<string> {
    return fenceSegment({ file, text: await this.read(file) }, this.#session()).text;
  }

  /** What anything else gave that a model reads, between such marks. */
  result(text: string): string {
    return fenceResult(text, this.#nonce);
  }

  /** Throws SEARCH_EMPTY, GATE_DENIED, STATE_… refusals. */
  search(params: SearchParams): Promise<SearchResult> {
    return this.#memory.search(params);
  }

  /** What an agent is shown when a session begins, as the files are now. Throws as `read`. */
  async orientation(): Promise<Context> {
    const { today } = this.#parts.run.opened.daily;
    const there = await this.files();
    const names = [
      'AGENTS.md',
      'SOUL.md',
      'USER.md',
      dailyFile(dayBefore(today)),
      dailyFile(today),
    ];
    const files: { readonly file: string; readonly text: string }[] = [];
    for (const file of [...names, 'MEMORY.md'])
      if (there.includes(file)) files.push({ file, text: await this.read(file) });
    return assembleAgentless(files, this.#session());
  }

  /** Adds an item to the log of today; returns the name of the log. Throws GATE_… refusals and DAILY_LOG_UNWRITABLE. */
  async note(text: string): Promise<string> {
    const { broker, run } = this.#parts;
    const { opened, host } = run;
    const { clock, daily } = opened;
    const { file } = daily;
    if (!this.#noted) await opened.exclusivelyLater(host.signal, () => this.#openBlock());
    await broker.append(file, listItem(`${clock.time()} `, text));
    return file;
  }

  /**
   * Ends the session: the block in the log if there is one, baseline, record. What fails on the way does not keep the
   * rest from being closed; the first failure is thrown at the end.
   */
  close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    // It ends with this process at the latest: nobody asks it any more.
    void this.#memory.close();
    const { run, integrity, privacy } = this.#parts;
    const { opened, recorder, journal, mark, bootId, host } = run;
    const failures: unknown[] = [];
    const attempt = (work: () => void): boolean => {
      try {
        work();
        return true;
      } catch (error) {
        failures.push(error);
        return false;
      }
    };
    const isSettled =
      !this.#noted ||
      attempt(() =>
        opened.daily.event('session_closed', ...endFields(reason, run.changes.text, bootId)),
      );
    if (this.kind.permissions.curatesMemory)
      attempt(() => opened.exclusively(() => integrity.keep(opened.home)));
    attempt(() => privacy.keeper?.keep());
    attempt(() => {
      const ending = { end: 'closed', reason } as const;
      opened.seal(recorder.finish(ending, new Date().toISOString(), journal.summary()));
    });
    // A block that could not be closed stays marked: the next boot closes it.
    if (isSettled) attempt(() => mark.remove());
    attempt(() => opened.close());
    host.emit({ event: 'closed', reason });
    if (failures.length > 0) throw failures[0];
  }

  #session(): SessionContext {
    const { recorder, opened } = this.#parts.run;
    const { today, file } = opened.daily;
    const zone = recorder.body.zone ?? '';
    const { broker } = this.#parts;
    const may: SessionContext['may'] = (operation, name) => broker.may(operation, name);
    return { kind: this.kind, today, zone, log: file, nonce: this.#nonce, may };
  }

  /** Who only reads leaves no line in the log: the record of the kernel has it. */
  #openBlock(): void {
    if (this.#noted) return;
    const { run, client } = this.#parts;
    const { mark, bootId, opened, recorder } = run;
    const { daily } = opened;
    const { startedAt } = recorder.head;
    const kind = this.kind.name;
    mark.update({ bootId, kind, startedAt, log: daily.file, spoken: true });
    daily.event('session_opened', 'kind', kind, 'visitor', client, 'boot', bootId);
    this.#noted = true;
  }

  async #withoutCredentials(text: string, where: string): Promise<string> {
    const clean = await this.#redactor.redact(text);
    if (clean !== text) this.#parts.privacy.redactions.credential(where);
    return clean;
  }
}
