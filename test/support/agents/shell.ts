/**
 * An agent with a shell tool: it does what the last text says, and says what came of it.
 *
 *   offered            whether the kernel offers terminals
 *   run LINE           starts a line, waits for its end, says how it ended and what it printed
 *   create JSON        starts what the request says, and says the terminal's name
 *   output|wait|kill|release NAME
 */
import { Readable, Writable } from 'node:stream';
import {
  type AgentContext,
  type CreateTerminalRequest,
  type InitializeResponse,
  type PromptRequest,
  PROTOCOL_VERSION,
  RequestError,
  agent,
  methods,
  ndJsonStream,
} from '@agentclientprotocol/sdk';

let isOffered = false;

agent({ name: 'shell' })
  .onRequest(methods.agent.initialize, ({ params }): InitializeResponse => {
    isOffered = params.clientCapabilities?.terminal ?? false;
    return { protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} };
  })
  .onRequest(methods.agent.session.new, () => ({ sessionId: 'shell-1' }))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    await say(client, params.sessionId, await answerTo(params, client));
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

async function answerTo({ prompt, sessionId }: PromptRequest, client: AgentContext) {
  const last = prompt.findLast((block) => block.type === 'text')?.text ?? '';
  const [, verb = '', rest = ''] = /^(\S+) ?(.*)$/s.exec(last.trim()) ?? [];
  try {
    return await act(client, sessionId, verb, rest);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { data } = error;
    const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : 'none';
    return `${String(code)}: ${error.message}`;
  }
}

async function act(
  client: AgentContext,
  sessionId: string,
  verb: string,
  rest: string,
): Promise<string> {
  const { terminal } = methods.client;
  const named = { sessionId, terminalId: rest };
  switch (verb) {
    case 'offered':
      return String(isOffered);
    case 'run':
      return run(client, { sessionId, command: rest });
    case 'create': {
      const request: CreateTerminalRequest = { ...JSON.parse(rest), sessionId };
      return (await client.request(terminal.create, request)).terminalId;
    }
    case 'output':
      return JSON.stringify(await client.request(terminal.output, named));
    case 'wait':
      return JSON.stringify(await client.request(terminal.waitForExit, named));
    case 'kill':
      return JSON.stringify(await client.request(terminal.kill, named));
    case 'release':
      return JSON.stringify(await client.request(terminal.release, named));
    default:
      return 'nothing';
  }
}

async function run(client: AgentContext, request: CreateTerminalRequest): Promise<string> {
  const { terminal } = methods.client;
  const { sessionId } = request;
  const { terminalId } = await client.request(terminal.create, request);
  const { exitCode, signal } = await client.request(terminal.waitForExit, {
    sessionId,
    terminalId,
  });
  const { output } = await client.request(terminal.output, { sessionId, terminalId });
  await client.request(terminal.release, { sessionId, terminalId });
  return `${exitCode ?? signal}\n${output}`;
}

async function say(client: AgentContext, sessionId: string, text: string): Promise<void> {
  await client.notify(methods.client.session.update, {
    sessionId,
    update: {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: `<<${text}>>\n` },
    },
  });
}
