/**
 * Runs the tools that a model calls: each through the kernel, each shown as it goes, and each answer bounded and fenced,
 * since it is data of somebody else's (RFC-0009 §4).
 */
import type { ToolCallContent, ToolKind, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { oneLine } from '#lib/model/bounded.ts';
import { type ToolResult, type ToolUse, resultOf } from '#lib/model/conversation.ts';
import { COMMAND_OUTPUT_MAX_BYTES, TITLE_MAX_CHARS } from '#lib/model/limits.ts';
import type { ToolName } from '#lib/model/tools.ts';
import {
  ALLOW,
  ALLOW_SESSION,
  type Came,
  done,
  failed,
  fenced,
  FILE_WORK,
  type Input,
  optionsFor,
  refusalResult,
  inputText,
} from '#kernel/wire/file-tools.ts';
import { WORKER_WORK } from '#kernel/wire/worker-tools.ts';
import type { Kernel } from './kernel.ts';
import type { ModelSession } from './session.ts';

interface ToolParts {
  readonly session: ModelSession;
  readonly kernel: Kernel;
  /** What an answer may be long. */
  readonly maxChars: number;
}

/** A call as it is shown. */
interface Shown {
  readonly title: string;
  readonly kind: ToolKind;
  /** A file of the workspace. */
  readonly file?: string;
}

/** Runs a call whose input fits its schema. Throws TurnCancelled. */
export const runTool = async (call: ToolUse, parts: ToolParts): Promise<ToolResult> => {
  const { session, kernel } = parts;
  session.toolCalls += 1;
  const toolCallId = `${session.id}-call-${session.toolCalls}`;
  const name = nameOf(call);
  const { title, kind, file } = shownOf(name, call.input, session);
  await kernel.update({
    sessionUpdate: 'tool_call',
    toolCallId,
    title,
    kind,
    status: 'in_progress',
    ...(file !== undefined && { locations: [{ path: kernel.path(file) }] }),
  });
  let came: Came | undefined;
  try {
    came = await WORK[name](call.input, {
      ...parts,
      toolCall: { toolCallId, title, kind },
    });
    return resultOf(call.id, came.text, came.failed);
  } finally {
    await kernel.update({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: came?.failed === false ? 'completed' : 'failed',
      content: [content(came?.line ?? 'cancelled')],
    });
  }
};

/** Shows a call that was not run, and why not: its human would wonder why nothing comes of it. */
export const showFault = async (
  { name }: ToolUse,
  fault: string,
  { session, kernel }: Pick<ToolParts, 'session' | 'kernel'>,
): Promise<void> => {
  session.toolCalls += 1;
  await kernel.update({
    sessionUpdate: 'tool_call',
    toolCallId: `${session.id}-call-${session.toolCalls}`,
    title: `Call ${oneLine(name, TITLE_MAX_CHARS)}`,
    kind: 'other',
    status: 'failed',
    content: [content(fault)],
  });
};

const content = (text: string): ToolCallContent => ({
  type: 'content',
  content: { type: 'text', text: oneLine(text, TITLE_MAX_CHARS) },
});

const nameOf = ({ name }: ToolUse): ToolName => {
  if (!isTool(name)) throw new Error('a tool that was not offered');
  return name;
};

const isTool = (name: string): name is ToolName => Object.hasOwn(WORK, name);

interface Work extends ToolParts {
  readonly toolCall: Pick<ToolCallUpdate, 'toolCallId' | 'title' | 'kind'>;
}

const shownOf = (name: ToolName, input: Input, session: ModelSession): Shown => {
  const path = inputText(input, 'path');
  const label = oneLine(path, TITLE_MAX_CHARS);
  const today = session.today ?? 'the log of today';
  switch (name) {
    case 'read':
    case 'read_file':
      return { title: `Read ${label}`, kind: 'read', file: path };
    case 'write':
    case 'write_file':
      return { title: `Write ${label}`, kind: 'edit', file: path };
    case 'edit':
    case 'edit_file':
      return { title: `Edit ${label}`, kind: 'edit', file: path };
    case 'append_today':
      return { title: `Append to ${today}`, kind: 'edit', file: session.today ?? '' };
    case 'list_files':
      return { title: `List ${label === '' ? 'the workspace' : label}`, kind: 'read' };
    case 'search_memory':
      return { title: 'Search memory', kind: 'search' };
    case 'propose_memory':
      return { title: 'Propose changes of MEMORY.md', kind: 'edit' };
    case 'checked':
      return { title: 'Note what was checked', kind: 'other' };
    case 'memory_query':
      return { title: 'Ask the databases of memory', kind: 'search' };
    case 'memory_write':
      return { title: 'Propose to remember something', kind: 'other' };
    case 'send_file':
      return { title: `Send ${label}`, kind: 'read', file: path };
    case 'agent_send':
      return { title: `Workers: ${inputText(input, 'op')}`, kind: 'other' };
    case 'wait':
      return { title: 'Wait for workers', kind: 'other' };
    case 'ask_permission':
      return { title: 'Ask for permission', kind: 'other' };
    case 'run_command':
      return {
        title: `Run ${oneLine(inputText(input, 'command'), TITLE_MAX_CHARS)}`,
        kind: 'execute',
      };
  }
};

const askPermission = async (input: Input, { kernel, toolCall }: Work): Promise<Came> => {
  const question = oneLine(inputText(input, 'question'), QUESTION_MAX_CHARS);
  const chosen = await kernel.permit({ ...toolCall, title: question }, [
    { optionId: ALLOW, name: 'Yes', kind: 'allow_once' },
    { optionId: 'reject', name: 'No', kind: 'reject_once' },
  ]);
  return chosen === ALLOW
    ? done('Your human said yes.', 'allowed')
    : failed('Your human did not say yes: do not do it.', 'not allowed');
};

/** A question is read by a human as a whole, so it may be longer than a title. */
const QUESTION_MAX_CHARS = 500;

const runCommand = async (input: Input, work: Work): Promise<Came> => {
  const { kernel, session, toolCall } = work;
  const command = inputText(input, 'command');
  if (!session.commandsAllowed) {
    const chosen = await kernel.permit(
      {
        ...toolCall,
        title: `Run the command ${oneLine(command, QUESTION_MAX_CHARS)}`,
        rawInput: { command },
      },
      optionsFor('commands'),
    );
    if (chosen !== ALLOW && chosen !== ALLOW_SESSION)
      return failed('Your human did not allow this command; it was not run.', 'not allowed');
    session.commandsAllowed = chosen === ALLOW_SESSION;
  }
  const answer = await kernel.run(command, COMMAND_OUTPUT_MAX_BYTES);
  if (!answer.ok) return refusalResult(answer.refusal, work);
  const { output, truncated, how } = answer.value;
  const note = truncated ? ' The beginning of its output is not shown.' : '';
  const text = `It ended with ${how}.${note}\n${fenced(output, work, 'Have the command print less.')}`;
  return how === 'exit code 0' ? done(text, how) : failed(text, how);
};

const WORK: Readonly<Record<ToolName, (input: Input, work: Work) => Promise<Came>>> = {
  ...FILE_WORK,
  ...WORKER_WORK,
  ask_permission: askPermission,
  run_command: runCommand,
};
