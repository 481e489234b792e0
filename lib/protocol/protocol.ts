/**
 * What the kernel and its model agent say to each other beside the Agent Client Protocol: methods that begin with
 * `_yamo/`, and `_meta.yamo`. Types and names only; what comes from the other side is checked where it arrives.
 */
import type { KindName } from '#lib/spec/access.ts';
import type { FilePlace } from '#lib/text/place.ts';

/** Requests of the agent to the kernel; notifications where it is said. */
export const METHOD = {
  /** `AppendParams` -> {}: adds lines to the log of today. */
  append: '_yamo/append',
  /** `{ path }` -> `{ entries: string[] }`. */
  list: '_yamo/list',
  /** `SearchParams` -> `SearchResult`: what the session may read of MEMORY.md and the logs, by words. */
  search: '_yamo/search',
  /** A proposal for MEMORY.md (lib/memory/proposal.ts) -> `ProposalResult`. */
  propose: '_yamo/propose',
  /** `SendParams` -> `WorkerReports`: of a manager, to its workers. */
  agentSend: '_yamo/agent-send',
  /** `WaitParams` -> `WorkerReports`: when they are done, or the time is over. */
  wait: '_yamo/wait',
  /** `CheckedParams` -> {}: on a heartbeat, which checks were done; the time is the kernel's. */
  checked: '_yamo/checked',
  /** `RecordsParams` -> `{ text }`: what whoever serves the workspace keeps in databases is asked, or added to. */
  records: '_yamo/records',
  /** `SendFileParams` -> `{ text }`: a file of a work folder into the chat of the session, with its owner's consent. */
  sendFile: '_yamo/send-file',
  /** `CredentialParams` -> `CredentialResult`: the key of the provider, asked for when it is needed. */
  credential: '_yamo/credential',
  /** Notification, `UsageReport`: after every answer of the provider. */
  usage: '_yamo/usage',
  /** {} -> `BudgetAnswer`: before the provider is asked again in the same turn. */
  budget: '_yamo/budget',
  /** Notification, `KeepParams`: one entry of what a later session resumes from; in the kernel's state, mode 0600. */
  keep: '_yamo/keep',
  /** Notification, `StatusParams`: one line for the human, such as what is tried again and when. */
  status: '_yamo/status',
} as const;

/** Requests of the kernel to the agent. */
export const AGENT_METHOD = {
  /** `ModelParams` -> {}: another model from the next turn on. */
  model: '_yamo/model',
  /** `CompactParams` -> {}: summarise the conversation now. */
  compact: '_yamo/compact',
  /** {} -> {}: write down what must outlast the session, which ends. */
  writeDown: '_yamo/write-down',
  /** {} -> `TrialAnswer`: ask the model for one call of a tool, to see whether it can. */
  trial: '_yamo/trial',
} as const;

/** A question to the databases of memory, or a proposal for them, as the tools of these names take it. */
export type RecordsParams =
  | { readonly tool: 'memory_query'; readonly sql: string }
  | { readonly tool: 'memory_write'; readonly kind: string; readonly row: string };

/** A file as the agent names it. */
export interface SendFileParams {
  readonly path: string;
}

/** What the agent says of itself, in `agentCapabilities._meta.yamo` of its answer to `initialize`. */
export interface AgentCapabilitiesMeta {
  /** Files of the context may come again in a later prompt, when they changed; the newest holds. */
  readonly refresh?: boolean;
  readonly model?: boolean;
  readonly compact?: boolean;
  readonly writeDown?: boolean;
}

/**
 * Where a document stands in the system prompt, which is made of all of one prompt that say so, in their order, and stays as
 * it is until another prompt brings such ones: a part of its own, or right behind the one before.
 */
export type SystemPlace = 'part' | 'continued';

/**
 * How long a part of the context stays the same: `static` for a session, `semi-static` until somebody curates it,
 * `dynamic` from turn to turn. In `_meta.yamo.group` of a resource of a prompt (Aletheia's cache groups).
 */
export type CacheGroup = 'static' | 'semi-static' | 'dynamic';

/** How to reach a model, and what it can take; in `_meta.yamo.model` of `session/new`. Never a key. */
export interface ModelSetup {
  /** As the owner names it: `PROVIDER/MODEL`. */
  readonly name: string;
  readonly wire: Wire;
  /** Absolute, without a slash at its end. */
  readonly baseUrl: string;
  readonly model: string;
  /** Does the provider want a key? Local servers do not. */
  readonly needsKey: boolean;
  readonly limits: ModelLimits;
  /** Headers that the owner adds to every request; no credential. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Certificates, as PEM, of authorities that are trusted beside Node's own. */
  readonly authorities?: readonly string[];
  /** The longest pause of a stream before it is taken for dead. */
  readonly idleSeconds: number;
  /** How often a request is tried in all. */
  readonly tries: number;
}

/** The wire of the Messages API, or that of the Chat Completions API. */
export type Wire = 'anthropic' | 'openai';

/** Tokens, and characters for one of them. */
export interface ModelLimits {
  readonly contextTokens: number;
  readonly outputTokens: number;
  /** A shorter prefix is not cached, and nobody says so. */
  readonly cacheMinTokens: number;
  readonly charsPerToken: number;
}

/** What an agent looks for in memories and logs. */
export interface SearchParams {
  readonly query: string;
  /** Hits at most. */
  readonly limit?: number;
  /** Notes of these days alone, both included, as `YYYY-MM-DD`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** What held on this day. */
  readonly asOf?: string | undefined;
}

/** One line that was found, or several. */
export interface SearchHit extends FilePlace {
  readonly text: string;
  /** Of several lines, the last one. */
  readonly to?: number;
  /** Where an index found it: what it is known by there (RFC-0011 §1.1), what is above it, and how well it answers. */
  readonly id?: string;
  readonly headings?: readonly string[];
  readonly score?: number;
  /** What the score is the sum of. */
  readonly parts?: Readonly<Record<string, number>>;
  /** Where a newer note replaces it, and since when; `isSure`: that note says so. */
  readonly newer?: FilePlace & {
    readonly day: string;
    readonly isSure: boolean;
    readonly why: string;
  };
}

/** What a search found, best first. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** How many more there are. */
  readonly more: number;
  /** Files that could not be searched: no text, or too much of it; absent for none. */
  readonly skipped?: number;
  /** Why it was searched otherwise than the owner wants, in a sentence. */
  readonly note?: string;
}

/** What became of a proposal for MEMORY.md, in a sentence. */
export interface ProposalResult {
  readonly text: string;
}

/** What a manager has its workers do. */
export interface SendParams {
  readonly op: 'dispatch' | 'message' | 'cancel' | 'list';
  readonly text?: string | undefined;
  readonly worker?: string | undefined;
}

/** Which workers a manager waits for, all that work where none is named, and for how long. */
export interface WaitParams {
  readonly workers?: readonly string[] | undefined;
  readonly seconds?: number | undefined;
}

/** How a worker is. */
export interface WorkerReport {
  readonly worker: string;
  readonly state: 'working' | 'ended';
  /** `done`, `cancelled`, the limit that ended it, or why it could not work. */
  readonly ending?: string;
  /** Why, in a sentence, where it is not done. */
  readonly why?: string;
  /** What it said: words of another agent. */
  readonly result?: string;
}

/** How workers are, in the order in which they were started. */
export interface WorkerReports {
  readonly workers: readonly WorkerReport[];
}

/** Checks that the agent has done (RFC-0009 §2.9), by their names. */
export interface CheckedParams {
  readonly checks: readonly string[];
}

export interface CredentialParams {
  /** The provider did not accept the last one. */
  readonly refused?: boolean;
}

export interface CredentialResult {
  readonly value: string;
  /** How it is sent: `Authorization: Bearer`, or `x-api-key`. */
  readonly scheme: 'bearer' | 'x-api-key';
  /** What the requests must say beside it, as for the token of a login; no credential. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Tokens of one answer, as the provider counts them; `input` without what was read from or written to its cache. */
export interface Tokens {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  readonly output: number;
}

/** What one request of the model agent cost, as it tells the kernel. */
export interface UsageReport extends Tokens {
  /** As the provider names it. */
  readonly model: string;
  readonly purpose: 'turn' | 'flush' | 'compaction' | 'trial';
}

/** What the kernel says of a budget before a request is made. */
export interface BudgetAnswer {
  /** A budget is used up: no further request is to be made; the sentence says which and what to do. */
  readonly stop?: string;
}

export interface KeepParams {
  readonly entry: unknown;
}

export interface StatusParams {
  readonly text: string;
}

export interface ModelParams {
  readonly setup: ModelSetup;
}

export interface CompactParams {
  /** What the human wants the summary to keep. */
  readonly focus?: string;
}

export interface TrialAnswer {
  /** Why the model does not answer, as part of a sentence; absent where it does. */
  readonly failed?: string;
  /** What it does in place of calling the tool, as part of a sentence; absent where it calls it. */
  readonly unfit?: string;
}

/** `_meta.yamo` of `session/new`. */
export interface SessionMeta {
  readonly kind: KindName;
  readonly phase: 'birth' | 'session';
  /** Is there a human who can answer? */
  readonly human: boolean;
  /** The log of today, relative to the workspace. */
  readonly today: string;
  /** The layout has no logs by day: nothing is appended. */
  readonly log?: false;
  /** Files of long-term memory that the session may change. */
  readonly memory?: readonly string[];
  /** The number of this session's fences. */
  readonly nonce: string;
  readonly model?: ModelSetup;
  /** Its agent has workers do things, and has the tools of a manager alone. */
  readonly manager?: true;
  /** The clock began the session: checks may be noted as done. */
  readonly heartbeat?: true;
  /** May memory be searched? */
  readonly search: boolean;
  /** Changes of MEMORY.md may be proposed (§5.3): nobody attends, or the owner wants it. */
  readonly propose?: true;
  /** Databases may be asked, and knowledge proposed. */
  readonly records?: true;
  /** It is the session of a chat that takes files. */
  readonly files?: true;
  /** What was kept, in order, of the session that this one resumes. */
  readonly resumed?: readonly unknown[];
}

/** `_meta.yamo.ended` of an answer to `session/prompt` whose stop reason is `end_turn`: there was none, or a budget was used up. */
export type TurnMetaEnd = 'failed' | 'budget';

/** `_meta.yamo` of `session/prompt`. */
export interface TurnMeta {
  /** The log of today, relative to the workspace. */
  readonly today: string;
  /** `HH:MM`, where the human lives. */
  readonly time: string;
  /** The kernel asks for a proposal for MEMORY.md, from these logs (§5.3). */
  readonly curate?: readonly string[];
}
