/**
 * The trial of an agent before its first boot: §6.3 has the instructions deleted before an agent runs, so whether one can
 * work at all must be known before that. The program is started in the view that it will have, but for the workspace;
 * it agrees on the protocol, opens a session in an empty folder, its model calls a tool, and it is ended.
 */
import { oneLine } from '#lib/model/bounded.ts';
import { ERROR_MAX_CHARS } from '#lib/model/limits.ts';
import type { CredentialParams, CredentialResult } from '#lib/protocol/protocol.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Acp } from '#kernel/host/acp.ts';
import { AgentConnection, type AcpClient } from '#kernel/host/connection.ts';
import { serveModel } from '#kernel/host/model-requests.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { Journal } from '#kernel/run/journal.ts';
import { MAIN } from '#lib/spec/session-policy.ts';
import { startableOf, type Starting } from '#kernel/host/agent-host.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { loadAhead } from './load-ahead.ts';
import { firstBootTerminals } from './shell.ts';
import { Speech } from '#kernel/redact/speech.ts';
import type { UsageMeter } from '#kernel/run/usage-meter.ts';
import { fenceNonce } from '#kernel/redact/injection.ts';
import { RedactionLog } from '#kernel/redact/redaction-log.ts';

export interface Trying extends Starting {
  readonly journal: Journal;
  /** The log of today. */
  readonly today: string;
  readonly zone: string | undefined;
}

/** Proof that the agent can work, and that all that a first boot needs of the kernel is loaded. */
export class AgentReady {
  readonly program: Starting['program'];

  private constructor({ program }: Starting) {
    this.program = program;
  }

  /**
   * Tries the agent. Throws AGENT_UNAVAILABLE, AGENT_FAILED, AGENT_LOST, AGENT_NEEDS_LOGIN, MODEL_SILENT,
   * MODEL_UNFIT, PROGRAM_INCOMPLETE, INTERRUPTED, and what `UsageMeter` throws.
   */
  static async prove(trying: Trying): Promise<AgentReady> {
    const loading = loadAhead();
    // Whoever waits for it is notified; what the trial says comes first.
    loading.catch(() => undefined);
    try {
      await tryAgent(trying);
    } catch (error) {
      if (trying.host.signal.aborted) throw new Refusal('INTERRUPTED', {});
      // What is no refusal may be a part that could not be loaded.
      if (!(error instanceof Refusal)) await loading;
      throw error;
    }
    await loading;
    return new AgentReady(trying);
  }
}

const silent = (): void => undefined;

const tryAgent = async (trying: Trying): Promise<void> => {
  const { host, sandbox, meter, journal, today, zone } = trying;
  const redactions = new RedactionLog(journal, silent);
  const speech = new Speech({ emit: silent, redactions, guard: undefined, secrets: [] });
  const terminals = firstBootTerminals({ host, journal }, new CredentialRedactor());
  const account = meter && new TriedAccount(meter);
  const { human, signal, diagnostics } = host;
  const startable = { ...startableOf(trying), command: sandbox.trial(host) };
  const agent = await AgentConnection.startWith(
    startable,
    { human, signal, diagnostics, terminals, speech, own: sandbox.own },
    { zone, client: (acp) => clientOf(acp, host, account) },
  );
  try {
    const meta = {
      kind: MAIN.name,
      phase: 'birth',
      human: human !== undefined,
      today,
      nonce: fenceNonce(),
      search: false,
      ...(meter === undefined ? {} : { model: meter.setup }),
    } as const;
    await agent.open(sandbox.scratch, meta, { system: [], tools: undefined });
    if (account !== undefined) await account.refuseUnfit(agent);
  } finally {
    // What fails at its end is no reason for anything.
    await agent.close().catch(() => undefined);
  }
};

/** The account of a model while it is tried: what is refused there is the reason, and not what the agent makes of it. */
class TriedAccount {
  readonly meter: UsageMeter;
  #refusal: Refusal | undefined;

  constructor(meter: UsageMeter) {
    this.meter = meter;
  }

  async credential(params: CredentialParams): Promise<CredentialResult> {
    try {
      return await this.meter.credential(params);
    } catch (error) {
      if (error instanceof Refusal) this.#refusal = error;
      throw error;
    }
  }

  /** Throws MODEL_SILENT, MODEL_UNFIT, and what was refused. */
  async refuseUnfit(agent: AgentConnection): Promise<void> {
    const { meter } = this;
    const before = meter.overBudget();
    const { failed, unfit } = before === undefined ? await agent.tryModel() : { failed: before };
    const why = failed ?? meter.overBudget();
    const { name: model } = meter.setup;
    if (why !== undefined) {
      if (this.#refusal !== undefined) throw this.#refusal;
      throw new Refusal('MODEL_SILENT', { model, reason: reasonOf(why) });
    }
    if (unfit !== undefined) throw new Refusal('MODEL_UNFIT', { model, reason: reasonOf(unfit) });
  }
}

const reasonOf = (text: string): string => oneLine(text, ERROR_MAX_CHARS).replace(/\.$/, '');

/** Answers what an agent asks for before anybody has spoken to it: there is nothing to be read or written. */
const clientOf = (acp: Acp, host: Host, account: TriedAccount | undefined): AcpClient => {
  const nothing = (): never => {
    throw acp.RequestError.resourceNotFound();
  };
  const client = acp
    .client({ name: 'yamo' })
    .onNotification(acp.methods.client.session.update, () => undefined)
    .onRequest(acp.methods.client.fs.readTextFile, nothing)
    .onRequest(acp.methods.client.fs.writeTextFile, nothing)
    .onRequest(acp.methods.client.session.requestPermission, () => ({
      outcome: { outcome: 'cancelled' as const },
    }));
  if (account === undefined) return client;
  const { meter } = account;
  const served = {
    search: async () => ({ hits: [], more: 0 }),
    propose: () => Promise.reject(new Refusal('PROPOSAL_INVALID', { reason: 'this is a trial' })),
    keep: () => undefined,
    status: (text: string) => host.emit({ event: 'status', text: oneLine(text, ERROR_MAX_CHARS) }),
    account: {
      credential: (params: CredentialParams) => account.credential(params),
      used: meter.used.bind(meter),
      budget: () => meter.budget(),
    },
  };
  serveModel(client, acp, served, (work) => work.catch((error: unknown) => said(acp, error)));
  return client;
};

/** A refusal in the words of the protocol. */
const said = (acp: Acp, error: unknown): never => {
  if (!(error instanceof Refusal)) throw error;
  throw new acp.RequestError(-32000, error.message, { code: error.code, section: error.section });
};
