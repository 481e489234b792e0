/**
 * An agent that wants out: it does what the last text says, by itself, and says what came of it.
 *
 *   fetch URL          with what Node does by the environment
 *   tcp HOST PORT      a socket of its own
 *   udp HOST PORT      a datagram of its own
 *   run LINE           through the kernel's shell
 */
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { Readable, Writable } from 'node:stream';
import {
  type AgentContext,
  PROTOCOL_VERSION,
  agent,
  methods,
  ndJsonStream,
} from '@agentclientprotocol/sdk';

const sessionId = 'network-1';

agent({ name: 'network' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: {},
  }))
  .onRequest(methods.agent.session.new, () => ({ sessionId }))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const last = params.prompt.findLast((block) => block.type === 'text')?.text ?? '';
    const [, verb = '', rest = ''] = /^(\S+) ?(.*)$/s.exec(last.trim()) ?? [];
    await say(client, await act(client, verb, rest).catch(codeOf));
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

async function act(client: AgentContext, verb: string, rest: string): Promise<string> {
  const [host = '', port = ''] = rest.split(' ');
  switch (verb) {
    case 'fetch':
      return (await fetch(rest)).text();
    case 'tcp':
      return byStream(host, Number(port));
    case 'udp':
      return byDatagram(host, Number(port));
    case 'run':
      return run(client, rest);
    default:
      return 'nothing';
  }
}

function byStream(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port }, () => {
      socket.destroy();
      resolve('connected');
    });
    socket.once('error', reject);
  });
}

function byDatagram(host: string, port: number): Promise<string> {
  const socket = createSocket('udp4');
  return new Promise<string>((resolve, reject) => {
    socket.send('x', port, host, (error) => (error === null ? resolve('sent') : reject(error)));
  }).finally(() => socket.close());
}

async function run(client: AgentContext, command: string): Promise<string> {
  const { terminal } = methods.client;
  const { terminalId } = await client.request(terminal.create, { sessionId, command });
  await client.request(terminal.waitForExit, { sessionId, terminalId });
  const { output } = await client.request(terminal.output, { sessionId, terminalId });
  return output.trim();
}

/** The code of an error, or that of what caused it; what it says where there is none. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.message : codeOf(error.cause);
}

async function say(client: AgentContext, text: string): Promise<void> {
  await client.notify(methods.client.session.update, {
    sessionId,
    update: {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: `<<${text}>>\n` },
    },
  });
}
