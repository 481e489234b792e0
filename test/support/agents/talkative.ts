/**
 * An agent that says what it is told to say: every text of a prompt that is no document, to the letter, in pieces of
 * so many characters as the first argument says, each after as many milliseconds as the second one does.
 */
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';

const size = Number(process.argv[2] ?? '1');
const pauseMs = Number(process.argv[3] ?? '0');

agent({ name: 'talkative' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: { promptCapabilities: { embeddedContext: true } },
  }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: 'talkative-1' }))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId, prompt } = params;
    const text = prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const said = text.replaceAll(String.raw`\n`, '\n');
    for (let at = 0; at < said.length; at += size) {
      if (pauseMs > 0) await pause(pauseMs);
      const piece = { type: 'text' as const, text: said.slice(at, at + size) };
      await client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: piece },
      });
    }
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
