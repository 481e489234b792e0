/**
 * Runs the tools that a model calls: each through the kernel, each shown as it goes, and each answer bounded and fenced,
 * since it is data of somebody else's (RFC-0009 §4).
 */
import type {
  PermissionOption,
  ToolCallContent,
  ToolKind,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { bounded, oneLine } from '#lib/model/bounded.ts';
import { type ToolResult, type ToolUse, resultOf } from '#lib/model/conversation.ts';
import { replaceOnce } from '#lib/model/edit.ts';
import {
  COMMAND_OUTPUT_MAX_BYTES,
  LISTED_NAMES,
  SEARCH_HITS,
  TITLE_MAX_CHARS,
} from '#lib/model/limits.ts';
import { type ToolName, asksBeforeWriting } from '#lib/model/tools.ts';
import { fenceResult } from '#lib/prompt/fence.ts';
import type { Answer, Kernel, KernelRefusal } from './kernel.ts';
import type { Session } from './session.ts';

interface ToolParts {
  readonly session: Session;
  readonly kernel: Kernel;
  /** What an answer may be long. */
  readonly maxChars: number;
}

/** What a tool came to: the text for the model, and one line for the human. */
interface Came {
  readonly failed: boolean;
  readonly text: string;
  readonly line: string;
}

/** A call as it is shown. */
interface Shown {
  readonly title: string;
  readonly kind: ToolKind;
  /** A file of the workspace. */
  readonly file?: string;
}

type Input = ToolUse['input'];

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

const textIn = (input: Input, name: string): string => {
  const value = input[name];
  return typeof value === 'string' ? value : '';
};

const numberIn = (input: Input, name: string): number | undefined => {
  const value = input[name];
  return typeof value === 'number' ? value : undefined;
};

const shownOf = (name: ToolName, input: Input, session: Session): Shown => {
  const path = textIn(input, 'path');
  const label = oneLine(path, TITLE_MAX_CHARS);
  const today = session.today ?? 'the log of today';
  switch (name) {
    case 'read_file':
      return { title: `Read ${label}`, kind: 'read', file: path };
    case 'write_file':
      return { title: `Write ${label}`, kind: 'edit', file: path };
    case 'edit_file':
      return { title: `Edit ${label}`, kind: 'edit', file: path };
    case 'append_today':
      return { title: `Append to ${today}`, kind: 'edit', file: session.today ?? '' };
    case 'list_files':
      return { title: `List ${label === '' ? 'the workspace' : label}`, kind: 'read' };
    case 'search_memory':
      return { title: 'Search memory', kind: 'search' };
    case 'ask_permission':
      return { title: 'Ask for permission', kind: 'other' };
    case 'run_command':
      return {
        title: `Run ${oneLine(textIn(input, 'command'), TITLE_MAX_CHARS)}`,
        kind: 'execute',
      };
  }
};

const done = (text: string, line = text): Came => ({ failed: false, text, line });
const failed = (text: string, line = text): Came => ({ failed: true, text, line });

/** A refusal as a model and a human are told it; what a changed file holds now is data. */
const refused = ({ text, current, merged }: KernelRefusal, { session }: Work): Came => {
  const now =
    current === undefined ? '' : `\nIt holds now:\n${fenceResult(current, session.nonce)}`;
  const both =
    merged === undefined
      ? ''
      : `\nBoth changes together would be:\n${fenceResult(merged, session.nonce)}`;
  return failed(`${text}${now}${both}`, text);
};

const fenced = (text: string, { session, maxChars }: Work, remedy: string): string =>
  fenceResult(bounded(text, maxChars, remedy), session.nonce);

const lines = (text: string): string => {
  const count = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return `${count} ${count === 1 ? 'line' : 'lines'}`;
};

const readFile = async (input: Input, work: Work): Promise<Came> => {
  const answer = await work.kernel.read(
    textIn(input, 'path'),
    numberIn(input, 'from_line'),
    numberIn(input, 'lines'),
  );
  if (!answer.ok) return refused(answer.refusal, work);
  const text = fenced(answer.value, work, 'Read on with from_line and lines.');
  return done(answer.value === '' ? 'The file is empty.' : text, lines(answer.value));
};

const writeFile = async (input: Input, work: Work): Promise<Came> =>
  written(textIn(input, 'path'), textIn(input, 'text'), work, undefined);

const editFile = async (input: Input, work: Work): Promise<Came> => {
  const path = textIn(input, 'path');
  const current = await work.kernel.read(path);
  if (!current.ok) return refused(current.refusal, work);
  const edited = replaceOnce(current.value, textIn(input, 'old'), textIn(input, 'new'));
  return edited.ok ? written(path, edited.text, work, current) : failed(edited.reason);
};

/** Writes, where the human agrees if that is asked; `before`: the file as it was just read. */
const written = async (
  path: string,
  text: string,
  work: Work,
  before: Answer<string> | undefined,
): Promise<Came> => {
  const { kernel, session } = work;
  const name = kernel.name(path);
  if (
    session.phase === 'session' &&
    session.human &&
    asksBeforeWriting(name) &&
    !session.writesAllowed.has(name)
  ) {
    const current = before ?? (await kernel.read(path));
    if (!current.ok && !current.refusal.absent) return refused(current.refusal, work);
    const agreed = await agreesToWrite(name, current.ok ? current.value : undefined, text, work);
    if (!agreed)
      return failed('Your human did not allow this change; the file is as it was.', 'not allowed');
  }
  const answer = await kernel.write(path, text);
  return answer.ok
    ? done(`Written: ${path}, ${lines(text)}.`, lines(text))
    : refused(answer.refusal, work);
};

const ALLOW = 'allow';
const ALLOW_SESSION = 'allow-session';

const optionsFor = (what: string): readonly PermissionOption[] => [
  { optionId: ALLOW, name: 'Allow once', kind: 'allow_once' },
  { optionId: ALLOW_SESSION, name: `Allow ${what} for this session`, kind: 'allow_always' },
  { optionId: 'reject', name: 'No', kind: 'reject_once' },
];

const agreesToWrite = async (
  path: string,
  oldText: string | undefined,
  newText: string,
  { kernel, session, toolCall }: Work,
): Promise<boolean> => {
  const name = oneLine(path, TITLE_MAX_CHARS);
  const chosen = await kernel.permit(
    {
      ...toolCall,
      title: `Change ${name}?`,
      locations: [{ path: kernel.path(path) }],
      content: [{ type: 'diff', path: kernel.path(path), oldText: oldText ?? null, newText }],
    },
    optionsFor(`changes of ${name}`),
  );
  if (chosen === ALLOW_SESSION) session.writesAllowed.add(path);
  return chosen === ALLOW || chosen === ALLOW_SESSION;
};

const appendToday = async (input: Input, work: Work): Promise<Came> => {
  const { today } = work.session;
  if (today === undefined) return failed('It is not known which log is that of today.');
  const text = textIn(input, 'text');
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  const answer = await work.kernel.append(today, whole);
  return answer.ok
    ? done(`Appended to ${today}: ${lines(whole)}.`, lines(whole))
    : refused(answer.refusal, work);
};

const listFiles = async (input: Input, work: Work): Promise<Came> => {
  const answer = await work.kernel.list(textIn(input, 'path'));
  if (!answer.ok) return refused(answer.refusal, work);
  const names = answer.value.slice(0, LISTED_NAMES);
  const missing = answer.value.length - names.length;
  const note = missing === 0 ? '' : `\n[${missing} more names are not shown.]`;
  const count = `${answer.value.length} ${answer.value.length === 1 ? 'name' : 'names'}`;
  return names.length === 0
    ? done('The folder is empty.')
    : done(fenced(names.join('\n') + note, work, 'List a folder below this one.'), count);
};

const searchMemory = async (input: Input, work: Work): Promise<Came> => {
  const limit = numberIn(input, 'limit') ?? SEARCH_HITS;
  const answer = await work.kernel.search({ query: textIn(input, 'query'), limit });
  if (!answer.ok) return refused(answer.refusal, work);
  const { hits, more } = answer.value;
  if (hits.length === 0) return done('Nothing was found.');
  const found = hits.map(({ file, line, text }) => `${file}:${line}: ${text}`);
  const note = more > 0 ? `\n[${more} more lines were found.]` : '';
  return done(
    fenced(found.join('\n') + note, work, 'Search for more words, or ask for fewer lines.'),
    `${hits.length} ${hits.length === 1 ? 'line' : 'lines'}`,
  );
};

const askPermission = async (input: Input, { kernel, toolCall }: Work): Promise<Came> => {
  const question = oneLine(textIn(input, 'question'), QUESTION_MAX_CHARS);
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
  const command = textIn(input, 'command');
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
  if (!answer.ok) return refused(answer.refusal, work);
  const { output, truncated, how } = answer.value;
  const note = truncated ? ' The beginning of its output is not shown.' : '';
  const text = `It ended with ${how}.${note}\n${fenced(output, work, 'Have the command print less.')}`;
  return how === 'exit code 0' ? done(text, how) : failed(text, how);
};

const WORK: Readonly<Record<ToolName, (input: Input, work: Work) => Promise<Came>>> = {
  read_file: readFile,
  write_file: writeFile,
  edit_file: editFile,
  append_today: appendToday,
  list_files: listFiles,
  search_memory: searchMemory,
  ask_permission: askPermission,
  run_command: runCommand,
};
