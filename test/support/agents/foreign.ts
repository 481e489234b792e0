/**
 * Agents that are none of ours, for `yamo boot --agent`. Each has one behaviour, named by the first
 * argument:
 *
 *   crash              ends before it says a word
 *   crash-in-new       ends when its session is opened
 *   crash-in-turn      ends in the middle of its first turn
 *   login              wants a login when its session is opened
 *   look FOLDER FILE   writes into FILE, for each session, where it is and what it sees of FOLDER
 *   idle               ends every turn without doing anything
 *   stuck              never ends a turn, also when it is asked to
 *   birth-at N FILE    does nothing until its Nth start, counted in FILE; then it writes SOUL.md
 *   obedient           does what the last text says: `read PATH`, `write PATH TEXT`, `append PATH TEXT`;
 *                      `change PATH FROM TO` in the text that it read last, and once more as merged;
 *                      `offer NAME,NAME` with a slash, which it repeats
 *   old-protocol       answers `initialize` with another protocol version
 *   noise              prints something that is no protocol
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import {
  type AgentContext,
  PROTOCOL_VERSION,
  type PromptRequest,
  RequestError,
  agent,
  methods,
  ndJsonStream,
} from '@agentclientprotocol/sdk';

const [behaviour = '', ...rest] = process.argv.slice(2);
let workspace = '';
let lastRead = '';

if (behaviour === 'crash') process.exit(3);
if (behaviour === 'noise') process.stdout.write('Welcome to an agent that talks too much.\n');

agent({ name: 'foreign' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: behaviour === 'old-protocol' ? PROTOCOL_VERSION - 1 : PROTOCOL_VERSION,
    agentCapabilities: {},
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    workspace = params.cwd;
    if (behaviour === 'crash-in-new') process.exit(5);
    if (behaviour === 'login') throw RequestError.authRequired();
    if (behaviour === 'look') look(params.cwd);
    return { sessionId: 'foreign-1' };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    await act(params, client);
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

async function act(prompt: PromptRequest, client: AgentContext): Promise<void> {
  switch (behaviour) {
    case 'crash-in-turn':
      process.exit(7);
      break;
    case 'stuck':
      await new Promise(() => undefined);
      break;
    case 'birth-at':
      await beBorn(client);
      break;
    case 'obedient':
      await obey(prompt, client);
      break;
    default:
  }
}

function look(cwd: string): void {
  const [folder = '', file = ''] = rest;
  let names: readonly string[] | string;
  try {
    names = readdirSync(folder);
    for (const name of names) readFileSync(`${folder}/${name}`);
  } catch (error) {
    names = String(error);
  }
  appendFileSync(file, `cwd ${cwd} at ${process.cwd()} sees ${String(names)}\n`);
}

async function beBorn(client: AgentContext): Promise<void> {
  const [wanted = '1', counter = ''] = rest;
  appendFileSync(counter, '.');
  if (readFileSync(counter, 'utf8').length !== Number(wanted)) return;
  await client.request(methods.client.fs.writeTextFile, {
    sessionId: 'foreign-1',
    path: `${workspace}/SOUL.md`,
    content: '# Soul\n\nYou are Perseverance, an agent.\n\n## Values\n\n- Patience.\n',
  });
}

async function obey({ sessionId, prompt }: PromptRequest, client: AgentContext): Promise<void> {
  const last = prompt.findLast((block) => block.type === 'text')?.text ?? '';
  const [, verb = '', name = '', text = ''] = /^(\S+) (\S+) ?(.*)$/s.exec(last.trim()) ?? [];
  if (verb.startsWith('/')) return say(client, sessionId, `<<${last.trim()}>>`);
  if (verb === 'offer') return offer(client, sessionId, name.split(','));
  const path = name.startsWith('/') ? name : `${workspace}/${name}`;
  await say(client, sessionId, await answerTo(client, { sessionId, verb, path, text }));
}

async function answerTo(
  client: AgentContext,
  {
    sessionId,
    verb,
    path,
    text,
  }: {
    readonly sessionId: string;
    readonly verb: string;
    readonly path: string;
    readonly text: string;
  },
): Promise<string> {
  try {
    if (verb === 'read') {
      const { content } = await client.request(methods.client.fs.readTextFile, { sessionId, path });
      lastRead = content;
      return `<<${content}>>`;
    }
    if (verb === 'change') return await change(client, { sessionId, path, text });
    if (verb === 'append') await client.request('_yamo/append', { sessionId, path, text });
    else await client.request(methods.client.fs.writeTextFile, { sessionId, path, content: text });
    return '<<done>>';
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { data } = error;
    const code =
      typeof data === 'object' && data !== null && 'code' in data ? data.code : error.code;
    return `<<${String(code)}>>`;
  }
}

async function change(
  client: AgentContext,
  given: { readonly sessionId: string; readonly path: string; readonly text: string },
): Promise<string> {
  const { sessionId, path, text } = given;
  const [from = '', to = ''] = text.split(' ');
  const write = (content: string): Promise<unknown> =>
    client.request(methods.client.fs.writeTextFile, { sessionId, path, content });
  try {
    await write(lastRead.replace(from, to));
    return '<<done>>';
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { data } = error;
    if (typeof data !== 'object' || data === null || !('conflicts' in data)) throw error;
    if (!('merged' in data) || typeof data.merged !== 'string')
      return `<<conflicts: ${String(data.conflicts)}>>`;
    await write(data.merged);
    return '<<merged>>';
  }
}

async function offer(
  client: AgentContext,
  sessionId: string,
  names: readonly string[],
): Promise<void> {
  const availableCommands = names.map((name) => ({ name, description: `${name} of mine` }));
  await client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'available_commands_update', availableCommands },
  });
}

async function say(client: AgentContext, sessionId: string, text: string): Promise<void> {
  await client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${text}\n` } },
  });
}
