/**
 * An agent for the tests of `yamo acp`. It does what the first word of the human's text says:
 *
 *   say TEXT     says TEXT
 *   repeat       says the whole text that it got
 *   tool         tells a call of a tool, and how it ended
 *   permit       asks for permission to change USER.md, and says what was chosen
 *   form         asks its human for a colour, and says it
 *   wait         goes on until it is asked to stop
 *   stuck        goes on, also when it is asked to stop
 *   die          ends in the middle of the turn
 *   die-later    ends after the turn
 *
 * In a first boot it asks for a name, and writes SOUL.md with it.
 */
import { Readable, Writable } from 'node:stream';
import {
  type AgentContext,
  agent,
  type ContentBlock,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
} from '@agentclientprotocol/sdk';

const SESSION = 'editor-1';
let workspace = '';
let isFirstBoot = false;
let stop = new AbortController();

agent({ name: 'editor' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: {},
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    workspace = params.cwd;
    isFirstBoot = JSON.stringify(params['_meta']).includes('"phase":"birth"');
    return { sessionId: SESSION };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    stop = new AbortController();
    await (isFirstBoot ? beBorn(client) : act(wordsOf(params.prompt), client));
    return { stopReason: stop.signal.aborted ? 'cancelled' : 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, () => stop.abort())
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

/** What the human said comes last. */
const wordsOf = (prompt: readonly ContentBlock[]): string => {
  const last = prompt.at(-1);
  return last?.type === 'text' ? last.text : '';
};

async function act(words: string, client: AgentContext): Promise<void> {
  const [, what = '', text = ''] = /^(\S*)\s*(.*)$/su.exec(words) ?? [];
  switch (what) {
    case 'say':
      return say(client, text);
    case 'repeat':
      return say(client, words);
    case 'tool':
      await client.notify(methods.client.session.update, {
        sessionId: SESSION,
        update: {
          sessionUpdate: 'tool_call',
          toolCallId: 'tool-1',
          title: 'Look around',
          status: 'in_progress',
        },
      });
      return client.notify(methods.client.session.update, {
        sessionId: SESSION,
        update: {
          sessionUpdate: 'tool_call_update',
          toolCallId: 'tool-1',
          status: 'completed',
          content: [{ type: 'content', content: { type: 'text', text: 'nothing to see' } }],
        },
      });
    case 'permit': {
      const { outcome } = await client.request(methods.client.session.requestPermission, {
        sessionId: SESSION,
        toolCall: {
          toolCallId: 'tool-2',
          title: 'Write USER.md',
          kind: 'edit',
          locations: [{ path: `${workspace}/USER.md` }],
          content: [{ type: 'diff', path: `${workspace}/USER.md`, oldText: 'old', newText: 'new' }],
        },
        options: [
          { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
          { optionId: 'no', name: 'Reject', kind: 'reject_once' },
        ],
      });
      return say(client, `answer: ${outcome.outcome === 'selected' ? outcome.optionId : 'none'}`);
    }
    case 'form':
      return say(client, `colour: ${(await ask(client, 'Colour')) ?? 'none'}`);
    case 'wait':
      await say(client, 'waiting\n');
      return new Promise((resolve) => {
        stop.signal.addEventListener('abort', () => resolve());
      });
    case 'stuck':
      await say(client, 'stuck\n');
      return new Promise(() => undefined);
    case 'die':
      return process.exit(7);
    case 'die-later':
      setTimeout(() => process.exit(7), 50);
      return say(client, 'soon');
    default:
      return say(client, `not understood: ${words}`);
  }
}

async function beBorn(client: AgentContext): Promise<void> {
  await say(client, 'Something wakes.\n');
  const name = await ask(client, 'Name');
  if (name === undefined) return;
  await client.request(methods.client.fs.writeTextFile, {
    sessionId: SESSION,
    path: `${workspace}/SOUL.md`,
    content: `# SOUL\n\n**Name:** ${name}\n**Role:** guide\n\n## Values\n\n- Patience.\n`,
  });
  await client.request(methods.client.fs.writeTextFile, {
    sessionId: SESSION,
    path: `${workspace}/USER.md`,
    content: '# User\n\n**Name:** Ada\n',
  });
}

const say = (client: AgentContext, text: string): Promise<void> =>
  client.notify(methods.client.session.update, {
    sessionId: SESSION,
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  });

/** One field of a form; `undefined` if it is not filled in. */
const ask = async (client: AgentContext, title: string): Promise<string | undefined> => {
  const answer = await client.request(methods.client.elicitation.create, {
    mode: 'form',
    sessionId: SESSION,
    message: 'Please say.',
    requestedSchema: { type: 'object', properties: { it: { type: 'string', title } } },
  });
  const content = 'content' in answer ? answer.content : undefined;
  const it: unknown = typeof content === 'object' && content !== null && Reflect.get(content, 'it');
  return typeof it === 'string' ? it : undefined;
};
