/**
 * The tools that work with files and memory, for the model agent and for third-party agents: what a call comes to, in words
 * for a model, bounded and fenced, since it is data of somebody else's (RFC-0009 §4). What may be done the gate decides.
 */
import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { bounded, oneLine } from '#lib/model/bounded.ts';
import type { ToolUse } from '#lib/model/conversation.ts';
import { replaceOnce } from '#lib/model/edit.ts';
import { LISTED_NAMES, TITLE_MAX_CHARS } from '#lib/model/limits.ts';
import { SEARCH_HITS } from '#lib/spec/limits.ts';
import type { RecordsParams, SearchParams, SearchResult } from '#lib/protocol/protocol.ts';
import { type ToolName, asksBeforeWriting } from '#lib/model/tools.ts';
import { fenceResult } from '#lib/prompt/fence.ts';
import type { KernelAnswer, KernelRefusal } from './kernel-answer.ts';
import { explained, placeOf, standingText } from '#lib/text/place.ts';

/** The gate, however it is reached. */
export interface FileGate {
  /** A file, or `limit` lines of it from line `line`. */
  readonly read: (file: string, line?: number, limit?: number) => Promise<KernelAnswer<string>>;
  readonly write: (file: string, content: string) => Promise<KernelAnswer<unknown>>;
  /** Adds to a log: one request, durable when it is answered (§2.5). */
  readonly append: (path: string, text: string) => Promise<KernelAnswer<unknown>>;
  /** The names in a folder. */
  readonly list: (path: string) => Promise<KernelAnswer<readonly string[]>>;
  readonly search: (params: SearchParams) => Promise<KernelAnswer<SearchResult>>;
  /** Changes of MEMORY.md, for its human to look at; what becomes of them, in a sentence. */
  readonly propose: (proposal: object) => Promise<KernelAnswer<string>>;
  /** Asks the databases of memory, or proposes something for them; the answer, in words. */
  readonly records: (params: RecordsParams) => Promise<KernelAnswer<string>>;
  /** Sends a file into the chat of the session, once its owner allows it; what became of it, in a sentence. */
  readonly sendFile: (path: string) => Promise<KernelAnswer<string>>;
  /** Notes checks as done; on a heartbeat. */
  readonly checked: (names: readonly string[]) => Promise<KernelAnswer<unknown>>;
  /** The option that a human chose; `undefined` if none was. */
  readonly permit: (
    toolCall: ToolCallUpdate,
    options: readonly PermissionOption[],
  ) => Promise<string | undefined>;
  /** A file as it is called in the workspace, whichever way the model names it. */
  readonly name: (file: string) => string;
  /** A file of the workspace as the protocol names it. */
  readonly path: (file: string) => string;
}

/** What the tools go by in a session. */
export interface FileSession {
  readonly phase: 'birth' | 'session';
  /** Is there a human who can answer? */
  readonly human: boolean;
  /** The number of the fences. */
  readonly nonce: string;
  /** The log of today. */
  readonly today: string | undefined;
  /** Files that are written without asking: a human said so for this session. */
  readonly writesAllowed: Set<string>;
}

export interface FileWork {
  readonly kernel: FileGate;
  readonly session: FileSession;
  /** What an answer may be long. */
  readonly maxChars: number;
  readonly toolCall: Pick<ToolCallUpdate, 'toolCallId' | 'title' | 'kind'>;
}

/** What a tool came to: the text for the model, and one line for the human. */
export interface Came {
  readonly failed: boolean;
  readonly text: string;
  readonly line: string;
}

export type Input = ToolUse['input'];

/** A field of a tool call that must be a text; anything else counts as an empty one. */
export const inputText = (input: Input, name: string): string => {
  const value = input[name];
  return typeof value === 'string' ? value : '';
};

const numberIn = (input: Input, name: string): number | undefined => {
  const value = input[name];
  return typeof value === 'number' ? value : undefined;
};

/** What a tool call came to that did its work. */
export const done = (text: string, line = text): Came => ({ failed: false, text, line });

/** What a tool call came to that did not. */
export const failed = (text: string, line = text): Came => ({ failed: true, text, line });

/** A refusal as a model and a human are told it; what a changed file holds now is data. */
export const refusalResult = (
  { text, current, merged }: KernelRefusal,
  { session }: FileWork,
): Came => {
  const now =
    current === undefined ? '' : `\nIt holds now:\n${fenceResult(current, session.nonce)}`;
  const both =
    merged === undefined
      ? ''
      : `\nBoth changes together would be:\n${fenceResult(merged, session.nonce)}`;
  return failed(`${text}${now}${both}`, text);
};

export const fenced = (text: string, { session, maxChars }: FileWork, remedy: string): string =>
  fenceResult(bounded(text, maxChars, remedy), session.nonce);

const lines = (text: string): string => {
  const count = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return `${count} ${count === 1 ? 'line' : 'lines'}`;
};

const readFile = async (input: Input, work: FileWork): Promise<Came> => {
  const answer = await work.kernel.read(
    inputText(input, 'path'),
    numberIn(input, 'from_line'),
    numberIn(input, 'lines'),
  );
  if (!answer.ok) return refusalResult(answer.refusal, work);
  const text = fenced(answer.value, work, 'Read on with from_line and lines.');
  return done(answer.value === '' ? 'The file is empty.' : text, lines(answer.value));
};

const writeFile = async (input: Input, work: FileWork): Promise<Came> =>
  written(inputText(input, 'path'), inputText(input, 'text'), work, undefined);

const editFile = async (input: Input, work: FileWork): Promise<Came> => {
  const path = inputText(input, 'path');
  const current = await work.kernel.read(path);
  if (!current.ok) return refusalResult(current.refusal, work);
  const edited = replaceOnce(current.value, inputText(input, 'old'), inputText(input, 'new'));
  return edited.ok ? written(path, edited.text, work, current) : failed(edited.reason);
};

/** Writes, where the human agrees if that is asked; `before`: the file as it was just read. */
const written = async (
  path: string,
  text: string,
  work: FileWork,
  before: KernelAnswer<string> | undefined,
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
    if (!current.ok && !current.refusal.absent) return refusalResult(current.refusal, work);
    const agreed = await agreesToWrite(name, current.ok ? current.value : undefined, text, work);
    if (!agreed)
      return failed('Your human did not allow this change; the file is as it was.', 'not allowed');
  }
  const answer = await kernel.write(path, text);
  return answer.ok
    ? done(`Written: ${path}, ${lines(text)}.`, lines(text))
    : refusalResult(answer.refusal, work);
};

export const ALLOW = 'allow';
export const ALLOW_SESSION = 'allow-session';

export const optionsFor = (what: string): readonly PermissionOption[] => [
  { optionId: ALLOW, name: 'Allow once', kind: 'allow_once' },
  { optionId: ALLOW_SESSION, name: `Allow ${what} for this session`, kind: 'allow_always' },
  { optionId: 'reject', name: 'No', kind: 'reject_once' },
];

const agreesToWrite = async (
  path: string,
  oldText: string | undefined,
  newText: string,
  { kernel, session, toolCall }: FileWork,
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

const appendToday = async (input: Input, work: FileWork): Promise<Came> => {
  const { today } = work.session;
  if (today === undefined) return failed('It is not known which log is that of today.');
  const text = inputText(input, 'text');
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  const answer = await work.kernel.append(today, whole);
  return answer.ok
    ? done(`Appended to ${today}: ${lines(whole)}.`, lines(whole))
    : refusalResult(answer.refusal, work);
};

const listFiles = async (input: Input, work: FileWork): Promise<Came> => {
  const answer = await work.kernel.list(inputText(input, 'path'));
  if (!answer.ok) return refusalResult(answer.refusal, work);
  const names = answer.value.slice(0, LISTED_NAMES);
  const missing = answer.value.length - names.length;
  const note = missing === 0 ? '' : `\n[${missing} more names are not shown.]`;
  const count = `${answer.value.length} ${answer.value.length === 1 ? 'name' : 'names'}`;
  return names.length === 0
    ? done('The folder is empty.')
    : done(fenced(names.join('\n') + note, work, 'List a folder below this one.'), count);
};

const searchMemory = async (input: Input, work: FileWork): Promise<Came> => {
  const limit = numberIn(input, 'limit') ?? SEARCH_HITS;
  const query = inputText(input, 'query');
  const [from, to, asOf] = ['from', 'to', 'as_of'].map(
    (name) => inputText(input, name) || undefined,
  );
  const answer = await work.kernel.search({ query, limit, from, to, asOf });
  if (!answer.ok) return refusalResult(answer.refusal, work);
  const { hits, more, note: said } = answer.value;
  const behind = said === undefined ? '' : `\n[${said}]`;
  if (hits.length === 0) return done(`Nothing was found.${behind}`);
  const found = hits.map((hit) => {
    const why = input['explain'] === true ? explained(hit) : '';
    const notes = [standingText(hit), why].filter((note) => note !== '').join('; ');
    return `${placeOf(hit)}${notes === '' ? '' : ` (${notes})`}: ${hit.text}`;
  });
  const note = `${more > 0 ? `\n[${more} more were found.]` : ''}${behind}`;
  return done(
    fenced(found.join('\n') + note, work, 'Search for more words, or ask for fewer lines.'),
    `${hits.length} ${hits.length === 1 ? 'line' : 'lines'}`,
  );
};

const proposeMemory = (input: Input, work: FileWork): Promise<Came> =>
  inWords(work.kernel.propose(input), work);

/** What the kernel itself says of it. */
const inWords = async (asked: Promise<KernelAnswer<string>>, work: FileWork): Promise<Came> => {
  const answer = await asked;
  return answer.ok ? done(answer.value) : refusalResult(answer.refusal, work);
};

const noteChecked = async (input: Input, work: FileWork): Promise<Came> => {
  const { checks } = input;
  const names = Array.isArray(checks) ? checks.map(String) : [];
  const answer = await work.kernel.checked(names);
  if (!answer.ok) return refusalResult(answer.refusal, work);
  return done(
    'Noted, with the time of now.',
    names.length === 1 ? '1 check' : `${names.length} checks`,
  );
};

const queryMemory = async (input: Input, work: FileWork): Promise<Came> => {
  const sql = inputText(input, 'sql');
  const answer = await work.kernel.records({ tool: 'memory_query', sql });
  if (!answer.ok) return refusalResult(answer.refusal, work);
  return done(fenced(answer.value, work, 'Ask for fewer rows.'), lines(answer.value));
};

const writeMemory = (input: Input, work: FileWork): Promise<Came> => {
  const [kind, row] = [inputText(input, 'kind'), inputText(input, 'row')];
  return inWords(work.kernel.records({ tool: 'memory_write', kind, row }), work);
};

const sendFile = (input: Input, work: FileWork): Promise<Came> =>
  inWords(work.kernel.sendFile(inputText(input, 'path')), work);

/** The tools of this kind. */
export type FileTool = Exclude<ToolName, 'ask_permission' | 'run_command' | 'agent_send' | 'wait'>;

/** Each runs with an input that fits its schema. */
export const FILE_WORK: Readonly<
  Record<FileTool, (input: Input, work: FileWork) => Promise<Came>>
> = {
  read_file: readFile,
  write_file: writeFile,
  edit_file: editFile,
  append_today: appendToday,
  list_files: listFiles,
  search_memory: searchMemory,
  propose_memory: proposeMemory,
  checked: noteChecked,
  memory_query: queryMemory,
  memory_write: writeMemory,
  send_file: sendFile,
  read: readFile,
  write: writeFile,
  edit: editFile,
};
