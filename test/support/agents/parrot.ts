/**
 * An agent that repeats all that it is shown: every text of a prompt and every document in it, as they are.
 */
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';

agent({ name: 'parrot' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: { promptCapabilities: { embeddedContext: true } },
  }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: 'parrot-1' }))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId, prompt } = params;
    const text = prompt
      .map((block) => {
        if (block.type === 'text') return block.text;
        return block.type === 'resource' && 'text' in block.resource ? block.resource.text : '';
      })
      .join('\n');
    await client.notify(methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    });
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
