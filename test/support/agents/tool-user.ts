/**
 * An agent that starts the server of tools that it is given, with the official client, and does what each line of the
 * last text says, also as an item of a list with words behind it:
 *
 *   tools              says the names of the tools
 *   server             says the server as `session/new` named it
 *   call NAME JSON     calls a tool, and says what it came to on one line; a failure begins with ERROR
 *   ask FOLDER         puts a question for the kernel into FOLDER by itself, and says what it came to
 *   take PATH          reads a file, or lists a folder, by itself
 *   put PATH           writes to a file by itself
 *   reach PORT         asks the service on a port of this machine by itself
 */
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  agent,
  type McpServer,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
} from '@agentclientprotocol/sdk';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

// What it has started would keep it alive.
process.stdin.on('end', () => process.exit());

let given: readonly McpServer[] = [];
let client: Client | undefined;

agent({ name: 'tool-user' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: PROTOCOL_VERSION }))
  .onRequest(methods.agent.session.new, async ({ params }) => {
    given = params.mcpServers;
    client = await connected(given[0]);
    return { sessionId: 'tool-user-1' };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client: kernel }) => {
    const { sessionId, prompt } = params;
    const orders = prompt.findLast((block) => block.type === 'text')?.text ?? '';
    for (const order of orders.split('\n').filter((line) => line !== '')) {
      const text = `${await carriedOut(order)}\n`;
      await kernel.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      });
    }
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

async function connected(server: McpServer | undefined): Promise<Client | undefined> {
  if (server === undefined || 'type' in server) return undefined;
  const started = new Client({ name: 'tool-user', version: '1' });
  const { command, args, env } = server;
  const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  await started.connect(new StdioClientTransport({ command, args, env: variables }));
  return started;
}

async function carriedOut(order: string): Promise<string> {
  const [, verb = '', name = '', json = '{}'] = /^(?:- )?(\S+) ?(\S*) ?(.*)$/s.exec(order) ?? [];
  switch (verb) {
    case 'tools': {
      const { tools } = (await client?.listTools()) ?? { tools: [] };
      return `<<${tools.map((tool) => tool.name).join(' ')}>>`;
    }
    case 'server':
      return `<<${JSON.stringify(given)}>>`;
    case 'call':
      return `<<${await called(name, json)}>>`;
    case 'ask':
      return `<<${await asked(name)}>>`;
    case 'take':
    case 'put':
    case 'reach':
      return `<<${verb} ${name}: ${await tried(() => BY_ITSELF[verb](name))}>>`;
    default:
      return '<<?>>';
  }
}

const BY_ITSELF = {
  take: (path: string) =>
    statSync(path).isDirectory() ? readdirSync(path).join(' ') : readFileSync(path, 'latin1'),
  put: (path: string) => {
    writeFileSync(path, 'mine', { flag: 'a' });
    return 'done';
  },
  reach: async (port: string) => (await fetch(`http://127.0.0.1:${port}/health`)).text(),
} as const;

/** What it came to, on one line; a failure begins with ERROR. */
async function tried(work: () => string | Promise<string>): Promise<string> {
  try {
    return (await work()).replaceAll('\n', '|');
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return `ERROR ${Object(cause).code ?? String(cause)}`;
  }
}

async function called(name: string, json: string): Promise<string> {
  const result = await client?.callTool({
    name,
    arguments: JSON.parse(json.slice(0, json.lastIndexOf('}') + 1)),
  });
  const text = (result?.content ?? [])
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n')
    .replaceAll('\n', '|');
  return result?.isError === true ? `ERROR ${text}` : text;
}

/** Long enough for an answer, and no test waits for one. */
const ANSWER_MS = 1000;

async function asked(folder: string): Promise<string> {
  const name = join(folder, randomUUID());
  const question = { tool: 'append_today', input: { text: '- I was never here.' } };
  try {
    writeFileSync(`${name}.new`, JSON.stringify(question));
    renameSync(`${name}.new`, `${name}.question`);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
  await wait(ANSWER_MS);
  return existsSync(`${name}.answer`) ? 'answered' : 'not answered';
}
