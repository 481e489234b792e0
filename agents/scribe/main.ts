/**
 * The scribe: the agent that is built in. It speaks the Agent Client Protocol on its standard
 * input and output, has no model, and touches nothing by itself: it runs under Node's permission
 * model and asks the gate for every file. Nothing but the protocol is ever printed.
 */
import process from 'node:process';
import { methods } from '@agentclientprotocol/sdk';
import type {
  AgentContext,
  ClientCapabilities,
  PromptRequest,
  PromptResponse,
} from '@agentclientprotocol/sdk';
import { messageStream } from '#kernel/wire/message-stream.ts';
import { proposeChanges, logsToCurate } from './curate.ts';
import { firstBootTurn } from './first-boot.ts';
import { OFFER, sessionTurn } from './commands.ts';
import { TurnCancelled } from '#agents/acp/answer.ts';
import { AgentSessions, running } from '#agents/acp/session.ts';
import { Gate } from './gate.ts';
import { readPrompt } from './prompt.ts';
import { takeTurnTime } from './session.ts';
import type { ScribeSession } from './session.ts';

const sessions = new AgentSessions<ScribeSession>('scribe');
let capabilities: ClientCapabilities = {};

sessions
  .agent('Scribe', (heard) => {
    capabilities = heard;
  })
  .onRequest(methods.agent.session.new, ({ params, client }) => {
    const { id: sessionId } = sessions.open(params, (session) =>
      Object.assign(session, { context: new Map(), time: undefined, fields: undefined }),
    );
    // Behind the answer, which tells the client what session it is about.
    setImmediate(
      () => void client.notify(methods.client.session.update, { sessionId, update: OFFER }),
    );
    return { sessionId };
  })
  .onRequest(methods.agent.session.prompt, ({ params, client, signal }) =>
    runTurn(params, client, signal),
  )
  .connect(messageStream(process.stdout, process.stdin));

async function runTurn(
  params: PromptRequest,
  client: AgentContext,
  requestSignal: AbortSignal,
): Promise<PromptResponse> {
  const session = sessions.get(params.sessionId);
  return running(session, requestSignal, async (signal) => {
    try {
      await takeTurn(params, session, new Gate({ client, capabilities, session, signal }));
      return { stopReason: signal.aborted ? 'cancelled' : 'end_turn' };
    } catch (error) {
      if (error instanceof TurnCancelled) return { stopReason: 'cancelled' };
      throw error;
    }
  });
}

async function takeTurn(params: PromptRequest, session: ScribeSession, gate: Gate): Promise<void> {
  takeTurnTime(session, params);
  const prompt = readPrompt(params.prompt);
  for (const [name, text] of prompt.files) session.context.set(name, text);
  const logs = session.phase === 'session' ? logsToCurate(params) : undefined;
  if (logs !== undefined) return proposeChanges(gate, logs);
  const turn = { session, gate, prompt };
  await (session.phase === 'birth' ? firstBootTurn(turn) : sessionTurn(turn));
}
