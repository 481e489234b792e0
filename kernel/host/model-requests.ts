/**
 * What agents of the kernel's own may ask beside the protocol (lib/protocol/protocol.ts): memory to search, what a later
 * session resumes from, and for a model its key and its account. What they send is looked at before it is used.
 */
import {
  type BudgetAnswer,
  type CheckedParams,
  type CredentialParams,
  type CredentialResult,
  type KeepParams,
  METHOD,
  type ProposalResult,
  type RecordsParams,
  type SearchParams,
  type SearchResult,
  type SendFileParams,
  type SendParams,
  type StatusParams,
  type UsageReport,
  type WaitParams,
} from '#lib/protocol/protocol.ts';
import { membersOf } from '#lib/text/json.ts';
import type { SessionRecords } from '#kernel/contract/session-records.ts';
import { SEND_OPERATIONS } from '#lib/model/manager-tools.ts';
import type { ManagedWorkers } from '#kernel/contract/events.ts';
import type { Acp } from './acp.ts';

export interface ModelHost {
  readonly search: (params: SearchParams) => Promise<SearchResult>;
  /** Looks through what it is given. Throws PROPOSAL_INVALID, GATE_… refusals. */
  readonly propose: (proposal: unknown) => Promise<ProposalResult>;
  /** Notes checks as done; on a heartbeat. */
  readonly checked?: ((names: readonly string[]) => Promise<void>) | undefined;
  /** What is kept in databases. Throws QUERY_REFUSED, KNOWLEDGE_INVALID. */
  readonly records?: SessionRecords | undefined;
  /** In the session of a chat: what became of a file, in a sentence. Throws FILE_UNSENT. */
  readonly sendFile?: ((path: string) => Promise<string>) | undefined;
  /** Does not throw. */
  readonly keep: (entry: unknown) => void;
  readonly status: (text: string) => void;
  /** Of a manager: it searches and proposes nothing itself. */
  readonly workers?: ManagedWorkers | undefined;
  /** For the model agent alone. */
  readonly account?: {
    readonly credential: (params: CredentialParams) => Promise<CredentialResult>;
    /** Does not throw. */
    readonly used: (report: UsageReport) => void;
    readonly budget: () => BudgetAnswer;
  };
}

type Client = ReturnType<Acp['client']>;

/** Adds the requests to those that `client` answers; `answered` says a refusal as the protocol does. */
export const serveModel = (
  client: Client,
  acp: Acp,
  { search, propose, checked: noteChecked, records, sendFile, keep, ...others }: ModelHost,
  answered: <Value>(work: Promise<Value>) => Promise<Value>,
): void => {
  const { status, account, workers } = others;
  const checked =
    <Value>(read: (value: Fields) => Value | undefined) =>
    (value: unknown): Value => {
      const found = read(membersOf(value));
      if (found === undefined)
        throw acp.RequestError.invalidParams({ expected: 'the fields of the method' });
      return found;
    };
  client.onNotification(METHOD.keep, checked(keepParams), ({ params }) => keep(params.entry));
  if (account !== undefined)
    client
      .onNotification(METHOD.usage, checked(usageReport), ({ params }) => account.used(params))
      .onRequest(METHOD.budget, checked(noParams), async () => ({
        ...(await answered(later(() => account.budget()))),
      }))
      .onRequest(METHOD.credential, checked(credentialParams), async ({ params }) => ({
        ...(await answered(account.credential(params))),
      }));
  if (noteChecked !== undefined)
    client.onRequest(METHOD.checked, checked(checkedParams), async ({ params }) => {
      await answered(noteChecked(params.checks));
      return {};
    });
  client.onNotification(METHOD.status, checked(statusParams), ({ params }) => status(params.text));
  if (workers !== undefined) {
    client
      .onRequest(METHOD.agentSend, checked(sendParams), async ({ params }) => ({
        ...(await answered(workers.send(params))),
      }))
      .onRequest(METHOD.wait, checked(waitParams), async ({ params, signal }) => ({
        ...(await answered(workers.wait(params, signal))),
      }));
    return;
  }
  if (records !== undefined)
    client.onRequest(METHOD.records, checked(recordsParams), async ({ params }) => ({
      text: await answered(askRecords(records, params)),
    }));
  if (sendFile !== undefined)
    client.onRequest(METHOD.sendFile, checked(sendFileParams), async ({ params }) => ({
      text: await answered(sendFile(params.path)),
    }));
  client
    .onRequest(METHOD.search, checked(searchParams), async ({ params }) => ({
      ...(await answered(search(params))),
    }))
    .onRequest(METHOD.propose, checked(proposalParams), async ({ params }) => ({
      ...(await answered(propose(params))),
    }));
};

/** Throws QUERY_REFUSED, KNOWLEDGE_INVALID. */
export const askRecords = (records: SessionRecords, params: RecordsParams): Promise<string> =>
  params.tool === 'memory_query'
    ? records.query(params.sql)
    : records.propose(params.kind, params.row);

const later = async <Value>(work: () => Value): Promise<Value> => work();

type Fields = Readonly<Record<string, unknown>>;

const noParams = (): object => ({});

const searchParams = ({ query, limit, from, to, asOf }: Fields): SearchParams | undefined => {
  if (typeof query !== 'string' || !isText(from) || !isText(to) || !isText(asOf)) return undefined;
  return typeof limit === 'number' ? { query, limit, from, to, asOf } : { query, from, to, asOf };
};

const sendParams = ({ op, text, worker }: Fields): SendParams | undefined => {
  const known = SEND_OPERATIONS.find((one) => one === op);
  return known && isText(text) && isText(worker) ? { op: known, text, worker } : undefined;
};

const waitParams = ({ workers, seconds }: Fields): WaitParams | undefined => {
  if (seconds !== undefined && typeof seconds !== 'number') return undefined;
  if (workers === undefined) return { seconds };
  return Array.isArray(workers) && workers.every((one) => typeof one === 'string')
    ? { workers, seconds }
    : undefined;
};

const isText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

const checkedParams = ({ checks }: Fields): CheckedParams | undefined =>
  Array.isArray(checks) && checks.every((one) => typeof one === 'string') ? { checks } : undefined;

const recordsParams = ({ tool, sql, kind, row }: Fields): RecordsParams | undefined => {
  if (tool === 'memory_query') return typeof sql === 'string' ? { tool, sql } : undefined;
  const isWhole = typeof kind === 'string' && typeof row === 'string';
  return tool === 'memory_write' && isWhole ? { tool, kind, row } : undefined;
};

const sendFileParams = ({ path }: Fields): SendFileParams | undefined =>
  typeof path === 'string' ? { path } : undefined;

const keepParams = ({ entry }: Fields): KeepParams | undefined =>
  entry === undefined ? undefined : { entry };

const statusParams = ({ text }: Fields): StatusParams | undefined =>
  typeof text === 'string' ? { text } : undefined;

/** The session is the protocol's. */
const proposalParams = ({ add, remove }: Fields): object => ({ add, remove });

const credentialParams = ({ refused }: Fields): CredentialParams => ({ refused: refused === true });

const PURPOSES = ['turn', 'flush', 'compaction', 'trial'] as const;

const usageReport = (fields: Fields): UsageReport | undefined => {
  const { model } = fields;
  const purpose = PURPOSES.find((one) => one === fields['purpose']);
  const count = (name: string): number | undefined => {
    const value = fields[name];
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
      ? value
      : undefined;
  };
  const [input, cacheRead, cacheWritten, output] = [
    count('input'),
    count('cacheRead'),
    count('cacheWritten'),
    count('output'),
  ];
  if (typeof model !== 'string' || purpose === undefined) return undefined;
  if (input === undefined || output === undefined) return undefined;
  if (cacheRead === undefined || cacheWritten === undefined) return undefined;
  return { model, purpose, input, cacheRead, cacheWritten, output };
};
