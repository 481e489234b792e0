/**
 * The kernel's tools as a server of the Model Context Protocol, a process that an agent starts in its own view:
 *
 *     node bridge.js FOLDER TOOL…
 *
 * offers the tools of these names on its standard input and output, and asks the kernel for each call by a file in FOLDER
 * (kernel/wire/spool.ts). For scripts, one call with its texts in the order of the tool's fields, and the answer as it is:
 *
 *     node bridge.js FOLDER --call TOOL TEXT…
 *
 * It decides nothing and holds nothing: the kernel does what the rules allow (tool-server.ts).
 */
import { Server } from '@modelcontextprotocol/server';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { MANAGER_TOOLS } from '#lib/model/manager-tools.ts';
import { TOOL_SERVER, TOOLS, type ToolDefinition } from '#lib/model/tools.ts';
import { memberAt, textAt } from '#lib/text/json.ts';
import { askBySpool } from '#kernel/wire/spool-ask.ts';

const [folder = '', ...names] = process.argv.slice(2);

/** Nothing is lost by these: a text is replaced that the agent has seen, or a human was asked. */
const CHANGES: ReadonlySet<string> = new Set([
  'write_file',
  'edit_file',
  'append_today',
  'propose_memory',
  'memory_write',
  'checked',
  'write',
  'edit',
  'agent_send',
]);

const OVERWRITES: ReadonlySet<string> = new Set(['write_file', 'edit_file', 'write', 'edit']);

/** The library wants lists that it could change. */
const mutable = (input: ToolDefinition['input']): Tool['inputSchema'] =>
  JSON.parse(JSON.stringify(input));

const offered = ({ name, description, input }: ToolDefinition): Tool => ({
  name,
  description,
  inputSchema: mutable(input),
  annotations: {
    readOnlyHint: !CHANGES.has(name),
    destructiveHint: OVERWRITES.has(name),
    openWorldHint: false,
  },
  // Of Claude Code: models see it at once, and need not look for it first.
  _meta: { 'anthropic/alwaysLoad': true },
});

const call = async (question: object, signal: AbortSignal): Promise<CallToolResult> => {
  const answer: unknown = JSON.parse(await askBySpool(folder, JSON.stringify(question), signal));
  return {
    content: [{ type: 'text', text: textAt(answer, 'text') ?? '' }],
    isError: memberAt(answer, 'failed') !== false,
  };
};

const serverOf = (): Server => {
  const server = new Server(
    { name: TOOL_SERVER, title: 'Workspace', version: '1' },
    { capabilities: { tools: {} } },
  );
  const tools = [...TOOLS, ...MANAGER_TOOLS]
    .filter(({ name }) => names.includes(name))
    .map(offered);
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    call({ tool: params.name, input: params.arguments ?? {} }, mcpReq.signal),
  );
  return server;
};

/** Prints what a call came to; where it failed, on standard error, with exit code 1. */
const callOnce = async (name: string, texts: readonly string[]): Promise<void> => {
  const fields = TOOLS.find((tool) => tool.name === name)?.input.required ?? [];
  const input = Object.fromEntries(fields.map((field, at) => [field, texts[at] ?? '']));
  const { content, isError } = await call({ tool: name, input }, new AbortController().signal);
  const text = content.map((part) => (part.type === 'text' ? `${part.text}\n` : '')).join('');
  if (isError === true) process.exitCode = 1;
  (isError === true ? process.stderr : process.stdout).write(text);
};

const [first, tool = '', ...texts] = names;
if (first === '--call') await callOnce(tool, texts);
else serveStdio(serverOf);
