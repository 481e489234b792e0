/**
 * An agent that shows what reaches it: at each turn it says, as one line of JSON, the blocks of the prompt and the whole
 * answer to reading TOOLS.md, or why there is none. With the argument `embeds` it takes embedded documents.
 */
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';

let workspace = '';

agent({ name: 'echo' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: { promptCapabilities: { embeddedContext: process.argv[2] === 'embeds' } },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    workspace = params.cwd;
    return { sessionId: 'echo-1' };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId, prompt } = params;
    const path = `${workspace}/TOOLS.md`;
    const read = await client
      .request(methods.client.fs.readTextFile, { sessionId, path })
      .catch((error: unknown) => String(error));
    const text = `${JSON.stringify({ prompt, read })}\n`;
    await client.notify(methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    });
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
