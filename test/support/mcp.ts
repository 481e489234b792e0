/** The official client of the Model Context Protocol, connected to `yamo mcp` as it is published. */
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll } from 'vitest';

import { type Place, YAMO } from './yamo.ts';
import { freshPath } from './workspace.ts';

export interface McpOptions {
  /** Of `yamo mcp`, beside the workspace. */
  readonly args?: readonly string[];
  /** As it names itself. */
  readonly name?: string;
  readonly client?: ClientOptions;
  readonly env?: Readonly<Record<string, string>>;
  /** Put before the program: `['strace', …]`. */
  readonly wrapper?: readonly string[];
}

const open = new Set<McpClient>();
afterAll(async () => {
  for (const one of open) await one.close();
});

/** Nothing of the developer's own settings, and UTC as the zone of the machine. */
export const environmentFor = ({ stateHome, configHome }: Place): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: configHome,
  TZ: 'UTC',
  XDG_STATE_HOME: stateHome,
  XDG_CONFIG_HOME: configHome,
  XDG_CACHE_HOME: freshPath('cache'),
});

export class McpClient {
  readonly client: Client;
  readonly #transport: StdioClientTransport;
  #stderr = '';

  private constructor(
    place: Place,
    { args = [], name = 'trial', client, env, wrapper = [] }: McpOptions,
  ) {
    const words = [...wrapper, process.execPath, YAMO, 'mcp', ...args, place.path];
    const [command = '', ...rest] = words;
    this.#transport = new StdioClientTransport({
      command,
      args: rest,
      env: { ...environmentFor(place), ...env },
      cwd: '/',
      stderr: 'pipe',
    });
    this.#transport.stderr?.on('data', (part: Buffer) => (this.#stderr += part.toString('utf8')));
    this.client = new Client({ name, version: '1' }, client);
  }

  static async connect(place: Place, options: McpOptions = {}): Promise<McpClient> {
    const one = new McpClient(place, options);
    open.add(one);
    await one.client.connect(one.#transport);
    return one;
  }

  get pid(): number {
    return this.#transport.pid ?? 0;
  }

  /** What the server said about itself so far. */
  get stderr(): string {
    return this.#stderr;
  }

  /** The text of a file. Rejects with the server's error. */
  async read(file: string): Promise<string> {
    const { contents } = await this.client.readResource({ uri: `yamo:///${file}` });
    const [first] = contents;
    return first !== undefined && 'text' in first ? first.text : '';
  }

  async files(): Promise<readonly string[]> {
    return (await this.client.listResources()).resources.map(({ name }) => name);
  }

  async prompt(name: string): Promise<string> {
    const { messages } = await this.client.getPrompt({ name });
    return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
  }

  /** What a tool says; an error begins with a mark. */
  async tool(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { content, isError } = await this.client.callTool({ name, arguments: { ...given } });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    return isError === true ? `ERROR ${text}` : text;
  }

  /** Ends the connection as clients do: end of input, then it waits. */
  async close(): Promise<void> {
    open.delete(this);
    await this.client.close();
  }
}
