/**
 * The model agent: it thinks with the model that its owner has. It speaks the Agent Client Protocol on its standard
 * input and output, runs under Node's permission model, and touches nothing by itself: files, commands and the key come
 * by requests to the kernel, and its provider is reached by a channel that the kernel serves. Nothing but the protocol
 * is ever printed.
 */
import process from 'node:process';
import { RequestError, methods } from '@agentclientprotocol/sdk';
import type { AgentContext, PromptRequest, PromptResponse } from '@agentclientprotocol/sdk';
import { type UserBlock, textBlock } from '#lib/model/conversation.ts';
import { AGENT_METHOD, type AgentCapabilitiesMeta } from '#lib/protocol/protocol.ts';
import { membersOf } from '#lib/text/json.ts';
import { messageStream } from '#kernel/wire/message-stream.ts';
import { textAt } from '#lib/text/json.ts';
import type { AskParts } from './ask.ts';
import { compact } from './compact.ts';
import { sentenced } from './failure.ts';
import { flush } from './flush.ts';
import { TurnCancelled } from '#agents/acp/answer.ts';
import { AgentSessions, running } from '#agents/acp/session.ts';
import { Kernel } from './kernel.ts';
import {
  type ModelSession,
  nextTurnTime,
  sessionOf,
  setupIn,
  summaryMessage,
  useModel,
} from './session.ts';
import { resume } from './transcript.ts';
import { tryModel } from './trial.ts';
import { trust } from './trust.ts';
import { Tunnels } from '#kernel/wire/tunnel.ts';
import { takeTurn } from './turn.ts';

const CAPABILITIES: AgentCapabilitiesMeta = {
  refresh: true,
  model: true,
  compact: true,
  writeDown: true,
};

const sessions = new AgentSessions<ModelSession>('model');
const tunnels = new Tunnels(Number(process.env['YAMO_CHANNEL']));
let runsCommands = false;

const connection = sessions
  .agent(
    'Model agent',
    ({ terminal }) => {
      runsCommands = terminal === true;
    },
    { _meta: { yamo: CAPABILITIES } },
  )
  .onRequest(methods.agent.session.new, ({ params }) => {
    const session = sessions.open(params, (one) => sessionOf(one, params, runsCommands));
    prepare(session);
    return { sessionId: session.id };
  })
  .onRequest(methods.agent.session.prompt, ({ params, client, signal }) =>
    prompt(params, client, signal),
  )
  .onRequest(AGENT_METHOD.model, membersOf, ({ params }) => {
    const setup = setupIn(params['setup']);
    if (setup === undefined)
      throw RequestError.invalidParams({ expected: 'setup: how a model is reached' });
    const session = sessions.get(textAt(params, 'sessionId'));
    useModel(session, setup);
    prepare(session);
    return {};
  })
  .onRequest(AGENT_METHOD.compact, membersOf, async ({ params, client, signal }) => {
    const session = sessions.get(textAt(params, 'sessionId'));
    await thinking(session, client, signal, (parts) => compactNow(parts, textAt(params, 'focus')));
    return {};
  })
  .onRequest(AGENT_METHOD.writeDown, membersOf, async ({ params, client, signal }) => {
    const session = sessions.get(textAt(params, 'sessionId'));
    await thinking(session, client, signal, (parts) => flush(parts, 'end'));
    return {};
  })
  .onRequest(AGENT_METHOD.trial, membersOf, async ({ params, client, signal }) => {
    const session = sessions.get(textAt(params, 'sessionId'));
    return { ...(await thinking(session, client, signal, tryModel)) };
  })
  .connect(messageStream(process.stdout, process.stdin));

// The channel would keep the process alive.
void connection.closed.finally(() => tunnels.close());

/** Loads what the first turn needs, while the human is still thinking. What fails here fails there, and is said there. */
function prepare({ model }: ModelSession): void {
  trust(model?.authorities);
  const library = model?.wire === 'openai' ? import('./openai.ts') : import('./anthropic.ts');
  Promise.all([library, import('./checks.ts'), import('#kernel/wire/tool-input.ts')]).catch(
    () => undefined,
  );
}

/** Runs what needs a model, and only one can run of at a time in a session. */
async function thinking<Value>(
  session: ModelSession,
  client: AgentContext,
  requestSignal: AbortSignal,
  work: (parts: AskParts) => Promise<Value>,
): Promise<Value> {
  return running(session, requestSignal, async (signal) => {
    const { model: setup, id: sessionId, cwd } = session;
    if (setup === undefined) throw RequestError.invalidRequest(undefined, 'no model is set up');
    const kernel = new Kernel({ client, sessionId, cwd, signal });
    try {
      return await work({ session, setup, kernel, tunnels });
    } finally {
      await kernel.settle();
    }
  });
}

async function prompt(
  params: PromptRequest,
  client: AgentContext,
  signal: AbortSignal,
): Promise<PromptResponse> {
  const session = sessions.get(params.sessionId);
  const end = await thinking(session, client, signal, async (parts) => {
    try {
      await goOnFromEarlier(parts);
      return await takeTurn(contentOf(params, session), parts);
    } catch (error) {
      if (error instanceof TurnCancelled) return 'cancelled' as const;
      throw error;
    }
  });
  return end === 'failed' || end === 'budget'
    ? { stopReason: 'end_turn', _meta: { yamo: { ended: end } } }
    : { stopReason: end };
}

/** What the model is shown of a prompt: the time, the files that changed, what the human said. */
function contentOf(params: PromptRequest, session: ModelSession): readonly UserBlock[] {
  const now = nextTurnTime(session, params);
  const { words, beside } = session.files.take(params.prompt);
  const texts = [...(now === undefined ? [] : [now]), ...beside, ...(words === '' ? [] : [words])];
  return texts.length === 0 ? [textBlock('(The human said nothing.)')] : texts.map(textBlock);
}

async function goOnFromEarlier({ session, kernel }: AskParts): Promise<void> {
  const entries = session.resumed;
  session.resumed = [];
  if (entries.length === 0) return;
  const { isEntry } = await import('./checks.ts');
  const { messages, broken } = resume(entries, isEntry, (text) => summaryMessage(text, session));
  session.messages = [...messages];
  if (broken > 0)
    await kernel.status(
      `${broken} of ${entries.length} entries of the earlier session cannot be read and are left out.`,
    );
}

async function compactNow(parts: AskParts, focus: string | undefined): Promise<void> {
  const { kernel } = parts;
  await goOnFromEarlier(parts);
  const compaction = await compact(parts, focus);
  if (compaction.kind === 'nothing') await kernel.status('There is too little to summarise.');
  if (compaction.kind === 'budget') await kernel.status(compaction.sentence);
  if (compaction.kind === 'failed')
    await kernel.status(
      `The conversation was not summarised: ${sentenced(compaction.failure.what)}`,
    );
  if (compaction.kind === 'cancelled')
    await kernel.status('The conversation was not summarised: you stopped it.');
}
