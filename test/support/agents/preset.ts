/**
 * A stand-in for an agent that people use, to be started by a preset's name. Each has one behaviour, named by the first
 * argument:
 *
 *   tell [plain]       says which files came by the system prompt and which by the prompt; plain: it takes no system prompt
 *   environment        says the names in its environment, and its login folder
 *   login METHOD       opens a session only after `authenticate` with METHOD
 *   closed             answers every turn with a wish for a login
 *   ask KIND PATH      asks for permission to do KIND to PATH in the workspace, and says what it chose
 */
import process from 'node:process';
import { Readable, Writable } from 'node:stream';
import {
  type AgentContext,
  PROTOCOL_VERSION,
  type NewSessionRequest,
  type PromptRequest,
  RequestError,
  type ToolKind,
  agent,
  methods,
  ndJsonStream,
} from '@agentclientprotocol/sdk/unstable';

const [behaviour = '', first = '', second = ''] = process.argv.slice(2);
let system = '';
let workspace = '';
let isIn = behaviour !== 'login';

const systemIn = ({ systemPrompt }: NewSessionRequest): string =>
  (systemPrompt?.content ?? [])
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n');

agent({ name: 'preset' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: {
      promptCapabilities: { embeddedContext: true },
      sessionCapabilities: behaviour === 'tell' && first !== 'plain' ? { systemPrompt: {} } : {},
    },
    authMethods: [{ id: 'api-key', name: 'A key' }],
  }))
  .onRequest(methods.agent.authenticate, ({ params }) => {
    isIn = params.methodId === first;
    return {};
  })
  .onRequest(methods.agent.session.new, ({ params }) => {
    if (!isIn) throw RequestError.authRequired();
    workspace = params.cwd;
    system = systemIn(params);
    return { sessionId: 'preset-1' };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    if (behaviour === 'closed') throw RequestError.authRequired();
    await say(client, params.sessionId, await answerTo(params, client));
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

async function answerTo(prompt: PromptRequest, client: AgentContext): Promise<string> {
  switch (behaviour) {
    case 'tell':
      return `by system prompt: ${namesIn(system)}; by prompt: ${namesIn(textOf(prompt))}`;
    case 'environment':
      return `names: ${Object.keys(process.env).toSorted().join(' ')}; login: ${process.env['CODEX_HOME']}`;
    case 'ask':
      return ask(client, prompt.sessionId);
    default:
      return 'I am here.';
  }
}

/** The briefing, and the files, each as often as it is there. */
const namesIn = (text: string): string =>
  [...text.matchAll(/<briefing-[0-9a-f]+>\n|<document-[0-9a-f]+ file="([^"]+)"/g)]
    .map(([, file]) => file ?? 'briefing')
    .join(' ');

const textOf = ({ prompt }: PromptRequest): string =>
  prompt
    .map((block) => {
      if (block.type === 'text') return block.text;
      return block.type === 'resource' && 'text' in block.resource ? block.resource.text : '';
    })
    .join('\n');

async function ask(client: AgentContext, sessionId: string): Promise<string> {
  const kinds: readonly ToolKind[] = ['edit', 'delete', 'move', 'execute'];
  const { outcome } = await client.request(methods.client.session.requestPermission, {
    sessionId,
    toolCall: {
      toolCallId: 'call-1',
      title: 'Do something',
      kind: kinds.find((kind) => kind === first) ?? 'other',
      locations: [{ path: second.startsWith('/') ? second : `${workspace}/${second}` }],
    },
    options: [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  });
  return `chosen: ${outcome.outcome === 'selected' ? outcome.optionId : 'nothing'}`;
}

async function say(client: AgentContext, sessionId: string, text: string): Promise<void> {
  await client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${text}\n` } },
  });
}
