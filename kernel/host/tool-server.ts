/**
 * The kernel's tools for a third-party agent: a server of the Model Context Protocol that the agent starts in its view (the
 * bridge), which passes each call on to here. A call does what a request of the agent's for a file does, through the same
 * gate, and asks the same human.
 */
import { join } from 'node:path';
import type { McpServer } from '@agentclientprotocol/sdk';
import { RESULT_MAX_CHARS } from '#lib/model/limits.ts';
import type {
  ProposalResult,
  SearchParams,
  SearchResult,
  SessionMeta,
} from '#lib/protocol/protocol.ts';
import { TOOL_SERVER, type ToolDefinition } from '#lib/model/tools.ts';
import { toolsFor } from '#lib/model/tools-for.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import { asRefusal, type Disk, disk, OPEN } from '#kernel/fs/disk.ts';
import { writeAll } from '#kernel/fs/bytes.ts';
import { Spool } from '#kernel/wire/spool.ts';
import { relativeTo } from '#kernel/gate/decide.ts';
import { bridgeProgram } from '#kernel/programs/bridge-program.ts';
import type { KernelAnswer } from '#kernel/wire/kernel-answer.ts';
import {
  FILE_WORK,
  type FileGate,
  type FileSession,
  type FileTool,
  type Input,
} from '#kernel/wire/file-tools.ts';
import { WORKER_WORK, type WorkerGate } from '#kernel/wire/worker-tools.ts';
import { kindNamed, SHARED } from '#lib/spec/session-policy.ts';
import { membersOf, parsedJson } from '#lib/text/json.ts';
import type { SessionRecords } from '#kernel/contract/session-records.ts';
import { askRecords } from './model-requests.ts';
import { permit } from './permission.ts';
import { type AgentHost, humanOf, readForAgent, whatIsThere } from './requests.ts';
import { ToolCalls } from './tool-calls.ts';

type Asked = Pick<
  AgentHost,
  | 'broker'
  | 'watch'
  | 'human'
  | 'asker'
  | 'root'
  | 'own'
  | 'notice'
  | 'speech'
  | 'diagnostics'
  | 'checked'
  | 'workers'
  | 'sendFile'
  | 'signal'
>;

export interface ToolServerParts {
  readonly host: Asked;
  readonly meta: Pick<SessionMeta, 'kind' | 'phase' | 'nonce' | 'propose' | 'records' | 'log'>;
  /** A folder of the session that its view shows, to be written to. */
  readonly scratch: string;
  /** The log of today. */
  readonly log: () => string;
  /** May the memory be searched, and how. */
  readonly search?: ((params: SearchParams) => Promise<SearchResult>) | undefined;
  readonly propose?: ((proposal: unknown) => Promise<ProposalResult>) | undefined;
  readonly records?: SessionRecords | undefined;
}

/** What a call came to, for the model. */
interface Told {
  readonly text: string;
  readonly failed: boolean;
}

/** A call as it stands in a question. */
interface Call {
  readonly tool: ToolDefinition;
  readonly input: Input;
}

/** Answers tool calls that an agent of others makes through files of its scratch folder. */
export class ToolServer {
  readonly #parts: ToolServerParts;
  readonly #tools: readonly ToolDefinition[];
  readonly #spool: Spool;
  readonly #session: FileSession;
  #calls = 0;
  #closed = false;

  /** Serves until it is closed. Throws SCRATCH_UNUSABLE. */
  constructor(parts: ToolServerParts) {
    const { host, meta, scratch, log, search } = parts;
    const { phase, nonce } = meta;
    this.#parts = parts;
    this.#tools = toolsFor({
      kind: kindNamed(meta.kind) ?? SHARED,
      phase,
      human: false,
      search: search !== undefined,
      commands: false,
      log: meta.log !== false,
      heartbeat: host.checked !== undefined,
      propose: meta.propose === true,
      records: meta.records === true,
      files: host.sendFile !== undefined,
      manager: host.workers !== undefined,
    });
    this.#session = {
      phase,
      nonce,
      human: host.human !== undefined,
      writesAllowed: new Set(),
      get today() {
        return log();
      },
    };
    this.#spool = Spool.open(disk, scratch, async (question) =>
      JSON.stringify(await this.#answer(question)),
    );
    const commands = this.#tools.filter(({ name }) => COMMANDS.has(name));
    if (commands.length > 0) writeCommands(disk, scratch, this.#spool.path, commands);
  }

  /** As `session/new` names it. */
  get server(): McpServer {
    const { entry } = bridgeProgram();
    const names = this.#tools.map(({ name }) => name);
    return {
      name: TOOL_SERVER,
      command: process.execPath,
      args: [entry, this.#spool.path, ...names],
      env: [],
    };
  }

  /** `flooded` hears, with what, that the agent has filled the folder of its questions. */
  onFlood(flooded: (what: string) => void): void {
    this.#spool.onFlood(flooded);
  }

  /** The agent has ended, or is about to: nothing is done for it any more. */
  close(): void {
    this.#closed = true;
    this.#spool.close();
  }

  /** Never rejects. */
  async #answer(question: string): Promise<Told> {
    try {
      const { tool, input } = callIn(question, this.#tools);
      const { inputFault: faultOf } = await import('#kernel/wire/tool-input.ts');
      const fault = faultOf(tool, input);
      return fault === undefined ? await this.#run(tool, input) : { text: fault, failed: true };
    } catch (error) {
      if (error instanceof UnknownTool) return { text: 'There is no such tool.', failed: true };
      this.#parts.host.diagnostics(`${String(error)}\n`);
      return { text: 'This is a bug in yamo: the call was not carried out.', failed: true };
    }
  }

  async #run({ name }: ToolDefinition, input: Input): Promise<Told> {
    this.#calls += 1;
    const toolCall = { toolCallId: `yamo-${this.#calls}`, title: name, kind: 'edit' } as const;
    const { text, failed } = await workOf(name)(input, {
      kernel: gateOf(this.#parts, () => this.#closed),
      session: this.#session,
      maxChars: RESULT_MAX_CHARS,
      toolCall,
    });
    return { text, failed };
  }
}

/** Tools that scripts of the workspace call, too (N36), as programs in `.yamo-bin` of the agent's home. */
const COMMANDS: ReadonlySet<string> = new Set(['memory_query', 'memory_write']);

/** Whoever may write there calls with no more rights by another program. Throws SCRATCH_UNUSABLE. */
const writeCommands = (
  to: Disk,
  scratch: string,
  spool: string,
  tools: readonly ToolDefinition[],
): void => {
  const folder = join(scratch, '.yamo-bin');
  try {
    to.mkdir(folder, 0o700);
    for (const { name } of tools) {
      const words = [process.execPath, bridgeProgram().entry, spool, '--call', name];
      const text = `#!/bin/sh\nexec ${words.map(shellWord).join(' ')} "$@"\n`;
      const fd = to.open(join(folder, name), OPEN.create, 0o700);
      try {
        writeAll(to, fd, Buffer.from(text));
      } finally {
        to.close(fd);
      }
    }
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('SCRATCH_UNUSABLE', { path: scratch, errno }));
  }
};

class UnknownTool extends Error {}

/** Throws UnknownTool. */
const callIn = (question: string, tools: readonly ToolDefinition[]): Call => {
  const given = membersOf(parsedJson(question));
  const tool = tools.find(({ name }) => name === given['tool']);
  if (tool === undefined) throw new UnknownTool();
  return { tool, input: membersOf(given['input']) };
};

const workOf = (name: string) => {
  if (name === 'agent_send' || name === 'wait') return WORKER_WORK[name];
  if (!isFileTool(name)) throw new UnknownTool();
  return FILE_WORK[name];
};

const isFileTool = (name: string): name is FileTool => Object.hasOwn(FILE_WORK, name);

/** The gate of the session, as the requests of the protocol reach it. */
const gateOf = (
  { host, search, propose, records }: ToolServerParts,
  isOver: () => boolean,
): FileGate & WorkerGate => {
  const { broker, root } = host;
  return {
    read: (path, line, limit) =>
      answered(readForAgent(host, { path, line, limit }).then(({ content }) => content)),
    write: (path, text) => answered(broker.write(path, text)),
    append: (path, text) => answered(broker.append(path, text)),
    list: (path) => answered(broker.list(path)),
    search: (params) =>
      search === undefined ? Promise.reject(new UnknownTool()) : answered(search(params)),
    propose: (proposal) =>
      propose === undefined
        ? Promise.reject(new UnknownTool())
        : answered(propose(proposal).then(({ text }) => text)),
    records: (params) =>
      records === undefined
        ? Promise.reject(new UnknownTool())
        : answered(askRecords(records, params)),
    sendFile: (path) =>
      host.sendFile === undefined
        ? Promise.reject(new UnknownTool())
        : answered(host.sendFile(path)),
    checked: (names) =>
      host.checked === undefined
        ? Promise.reject(new UnknownTool())
        : answered(host.checked(names)),
    agentSend: (params) =>
      host.workers === undefined
        ? Promise.reject(new UnknownTool())
        : answered(host.workers.send(params)),
    wait: (params) =>
      host.workers === undefined
        ? Promise.reject(new UnknownTool())
        : answered(host.workers.wait(params, host.signal)),
    permit: async (toolCall, options) => {
      const asking = { ...host, human: humanOf(host), calls: new ToolCalls() };
      const { outcome } = await permit({ sessionId: '', toolCall, options: [...options] }, asking);
      return outcome.outcome === 'selected' && !isOver() ? outcome.optionId : undefined;
    },
    name: (file) => relativeTo(root, file) ?? file,
    path: (file) => (file.startsWith('/') ? file : `${root}/${file}`),
  };
};

/** A refusal as a value, with what a changed file holds now. */
const answered = async <Value>(work: Promise<Value>): Promise<KernelAnswer<Value>> => {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { current, merged } = await whatIsThere(error);
    const text = `${error.message} ${error.remedy}`;
    return { ok: false, refusal: { text, current, merged, absent: error.code === 'GATE_ABSENT' } };
  }
};
