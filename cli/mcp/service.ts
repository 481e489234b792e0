/** What the resources, prompts and tools of a server are made of. */
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { Client } from './client.ts';

export interface McpService {
  readonly server: McpServer;
  readonly client: Client;
  /** Runs the work of one request: the client is met first, and its session does not end meanwhile. */
  readonly serve: <Value>(context: ServerContext, work: () => Promise<Value>) => Promise<Value>;
  /** `--settings`. */
  readonly settings: string | undefined;
}
