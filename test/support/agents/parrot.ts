/**
 * An agent that repeats all that it is shown: every text of a prompt and every document in it, as they are; in as many pieces as
 * the first argument says, each after as many milliseconds as the second one does.
 */
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';

const pieces = Number(process.argv[2] ?? '1');
const pauseMs = Number(process.argv[3] ?? '0');

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
    const size = Math.max(1, Math.ceil(text.length / pieces));
    for (let at = 0; at < text.length; at += size) {
      if (pauseMs > 0) await pause(pauseMs);
      const content = { type: 'text' as const, text: text.slice(at, at + size) };
      const update = { sessionUpdate: 'agent_message_chunk' as const, content };
      await client.notify(methods.client.session.update, { sessionId, update });
    }
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
