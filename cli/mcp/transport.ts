/** The transport of MCP over standard input and output, in which every request with an id is answered, batches too. */
import process from 'node:process';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { type Dialect, type Id, type Screened, screenedLines } from '#cli/io/json-rpc-lines.ts';
import { printFrame } from '#cli/io/terminal.ts';

/** The one revision whose servers must take batches (MCP 2025-03-26, Base protocol). */
const WITH_BATCHES = '2025-03-26';

/** Requests that came in one list, and what was answered so far. */
interface Batch {
  readonly open: Set<Id>;
  readonly answers: object[];
}

export class ScreenedTransport extends StdioServerTransport {
  readonly #batches = new Set<Batch>();
  #takesBatches = false;

  constructor() {
    const lines = screenedLines(
      () => ({ takesBatches: this.#takesBatches, reads }),
      (found) => this.#hear(found),
    );
    process.stdin.pipe(lines);
    super(lines);
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCResponse(message)) return super.send(message);
    if ('result' in message && 'protocolVersion' in message.result)
      this.#takesBatches = message.result['protocolVersion'] === WITH_BATCHES;
    const { id } = message;
    const batch = [...this.#batches].find(({ open }) => id !== undefined && open.has(id));
    if (batch === undefined || id === undefined) return super.send(message);
    batch.open.delete(id);
    batch.answers.push(message);
    this.#end(batch);
  }

  #hear({ answers, batch }: Screened): void {
    if (batch === undefined) {
      for (const answer of answers) printFrame(answer);
      return;
    }
    const waiting = { open: new Set(batch), answers: [...answers] };
    this.#batches.add(waiting);
    this.#end(waiting);
  }

  /** A batch of notifications is not answered at all. */
  #end(batch: Batch): void {
    if (batch.open.size > 0) return;
    this.#batches.delete(batch);
    if (batch.answers.length > 0) printFrame(batch.answers);
  }
}

const reads: Dialect['reads'] = (message) =>
  isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message);
