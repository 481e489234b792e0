/** What the model agent knows about one session: the kernel's facts, the files it was shown, and the conversation. */
import { randomBytes } from 'node:crypto';
import type { NewSessionRequest, PromptRequest } from '@agentclientprotocol/sdk';
import { type Message, textBlock, withoutThinking } from '#lib/model/conversation.ts';
import { Calibration } from '#lib/model/estimate.ts';
import type { CredentialResult, ModelSetup } from '#lib/protocol/protocol.ts';
import type { Prefix, PrefixPart } from '#lib/model/request.ts';
import { turnWords } from '#lib/model/tool-rules.ts';
import type { ToolDefinition } from '#lib/model/tools.ts';
import { toolsFor } from '#lib/model/tools-for.ts';
import { fenceBriefing, fenceResult } from '#lib/prompt/fence.ts';
import { systemParts } from '#lib/prompt/system.ts';
import type { Lasting } from '#lib/prompt/lasting.ts';
import { type AgentSession, todayIn } from '#agents/acp/session.ts';
import { memberAt, textAt } from '#lib/text/json.ts';
import { ShownFiles } from './context.ts';
import type { Reached } from './providers.ts';

/** A session of this process. It changes with every turn. */
export interface ModelSession extends AgentSession {
  readonly human: boolean;
  /** The number of the fences. */
  readonly nonce: string;
  readonly tools: readonly ToolDefinition[];
  /** Where it may write what outlasts it. */
  readonly lasting: Lasting;
  readonly files: ShownFiles;
  readonly calibration: Calibration;
  /** What stood before the conversation in the newest request. */
  prefix: (Prefix & { readonly of: readonly PrefixPart[] }) | undefined;
  model: ModelSetup | undefined;
  credential: CredentialResult | undefined;
  /** How the newest request went out. */
  reached: Reached | undefined;
  messages: Message[];
  /** Entries of an earlier session, until they were read. */
  resumed: readonly unknown[];
  /** Runs commands without asking: a human said so for this session. */
  commandsAllowed: boolean;
  /** Files that are written without asking: a human said so for this session. */
  readonly writesAllowed: Set<string>;
  /** Was it said that a part of the prompt is too short for the provider's cache? */
  cacheExplained: boolean;
}

/** A session with what its kernel said of it. `commands`: does the client run commands? */
export const sessionOf = (
  session: AgentSession,
  { _meta: meta }: NewSessionRequest,
  commands: boolean,
): ModelSession => {
  const { kind, phase } = session;
  const human = memberAt(meta, 'yamo', 'human') === true;
  const nonce = textAt(meta, 'yamo', 'nonce') ?? '';
  const resumed = memberAt(meta, 'yamo', 'resumed');
  const memory = memberAt(meta, 'yamo', 'memory');
  const log = memberAt(meta, 'yamo', 'log') !== false;
  return {
    ...session,
    human,
    nonce: /^[\da-f]+$/.test(nonce) ? nonce : randomBytes(NONCE_BYTES).toString('hex'),
    tools: toolsFor({
      kind,
      phase,
      human,
      search: memberAt(meta, 'yamo', 'search') === true,
      commands,
      log,
      heartbeat: memberAt(meta, 'yamo', 'heartbeat') === true,
      propose: memberAt(meta, 'yamo', 'propose') === true,
      records: memberAt(meta, 'yamo', 'records') === true,
      files: memberAt(meta, 'yamo', 'files') === true,
      manager: memberAt(meta, 'yamo', 'manager') === true,
    }),
    lasting: { log, memory: Array.isArray(memory) ? memory.map(String) : [] },
    files: new ShownFiles(),
    calibration: new Calibration(),
    prefix: undefined,
    model: setupIn(memberAt(meta, 'yamo', 'model')),
    credential: undefined,
    reached: undefined,
    messages: [],
    resumed: Array.isArray(resumed) ? resumed : [],
    commandsAllowed: false,
    writesAllowed: new Set(),
    cacheExplained: false,
  };
};

const NONCE_BYTES = 8;

const NUMBERS = ['contextTokens', 'outputTokens', 'cacheMinTokens', 'charsPerToken'] as const;

/** A setup as the kernel gives it; `undefined` for what is none. */
export const setupIn = (value: unknown): ModelSetup | undefined =>
  isSetup(value) ? value : undefined;

const isSetup = (value: unknown): value is ModelSetup => {
  const wire = textAt(value, 'wire');
  const limits = memberAt(value, 'limits');
  return (
    (wire === 'anthropic' || wire === 'openai') &&
    textAt(value, 'baseUrl') !== undefined &&
    textAt(value, 'model') !== undefined &&
    textAt(value, 'name') !== undefined &&
    isNumber(value, 'idleSeconds') &&
    isNumber(value, 'tries') &&
    NUMBERS.every((name) => isNumber(limits, name))
  );
};

const isNumber = (of: unknown, name: string): boolean => {
  const number = memberAt(of, name);
  return typeof number === 'number' && number >= 0;
};

/** Another model: what the one before thought is of no use to it, and its key may be another one's. */
export const useModel = (session: ModelSession, setup: ModelSetup): void => {
  session.model = setup;
  session.credential = undefined;
  session.cacheExplained = false;
  session.messages = [...withoutThinking(session.messages)];
};

/** Time passes during a session, and midnight with it: the newest prompt knows best. What the model is told of it. */
export const nextTurnTime = (
  session: ModelSession,
  { _meta: meta }: PromptRequest,
): string | undefined => {
  session.today = todayIn(meta) ?? session.today;
  const time = textAt(meta, 'yamo', 'time');
  if (time === undefined || session.today === undefined) return undefined;
  const writes = session.tools.some(({ name }) => name === 'append_today');
  return fenceBriefing(turnWords(time, writes ? session.today : undefined), session.nonce);
};

/** What stands before the conversation in a request: the same until the kernel tells the whole context anew. */
export const prefixOf = (session: ModelSession): Prefix => {
  const { files, tools, nonce, prefix } = session;
  const { system } = files;
  if (prefix?.of === system) return prefix;
  session.prefix = { of: system, parts: systemParts(system, nonce), tools };
  return session.prefix;
};

/** The message that stands for a part of the conversation that was summarised. */
export const summaryMessage = (summary: string, { nonce, files }: ModelSession): Message => ({
  role: 'user',
  content: [
    ...files.later.map(textBlock),
    textBlock(
      `${fenceBriefing('The conversation up to here was summarised, by yourself, to make room. What follows is that summary; go on from it.', nonce)}\n${fenceResult(summary, nonce)}`,
    ),
  ],
});
