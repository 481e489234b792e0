/** What a tool call touches, by the shape of the tool. What its input does not say as it should is untold. */
import { namedIn, readCommand, SHELL } from './command.ts';
import { isDeletion } from './deletions.ts';
import type { TextEdit, ToolTouches, ToolCall, Touch } from './event.ts';
import type { HostDocument, ToolShape } from './host.ts';
import { readPatch } from './patch.ts';
import {
  HOOK_EDITS,
  HOOK_OUTPUT_DEPTH,
  HOOK_PATHS,
  HOOK_TEXT_CHARS,
  HOOK_TEXTS,
  NAME_MAX_CHARS,
  PATH_MAX_CHARS,
} from '#lib/spec/limits.ts';
import { isJsonObject, type JsonObject, membersOf } from '#lib/text/json.ts';

const UNREADABLE = 'its input is not what such a tool takes';
const AMBIGUOUS = 'two fields of its input say different things';

/** Can a file have this name, on any system? */
export const isPath = (text: string): boolean =>
  text.length <= PATH_MAX_CHARS &&
  !text.includes('\0') &&
  (text.length <= NAME_MAX_CHARS || text.split('/').every((name) => name.length <= NAME_MAX_CHARS));

/** What the call touches. */
export const touchesOf = ({ tools }: HostDocument, { name, input }: ToolCall): ToolTouches => {
  const shape = Object.hasOwn(tools, name) ? tools[name] : undefined;
  const read =
    shape === undefined
      ? { ...unknownTool(input, isDeletion(name)), isUnknown: true }
      : readShape(shape, input);
  const reading =
    read.touches.length > HOOK_PATHS ? { ...read, touches: once(read.touches) } : read;
  if (reading.touches.length > HOOK_PATHS) {
    const touches = reading.touches.slice(0, HOOK_PATHS).map(bare);
    return { untold: 'it names too many files', tooMany: true, ...reading, touches };
  }
  if (charsOf(reading.touches) <= HOOK_TEXT_CHARS) return reading;
  return { untold: 'it writes too much', ...reading, touches: reading.touches.map(bare) };
};

const once = (touches: readonly Touch[]): readonly Touch[] => [
  ...new Map(touches.map((touch) => [JSON.stringify(touch, unsaid), touch])).values(),
];

/** What a command says is the same for all that it touches. */
const unsaid = (name: string, value: unknown): unknown => (name === 'said' ? undefined : value);

const charsOf = (touches: readonly Touch[]): number => {
  let chars = 0;
  for (const touch of touches) {
    if (touch.does === 'write') chars += touch.text?.length ?? 0;
    // What a command says is looked through for each file that it may be written to.
    if (touch.does === 'write' || touch.does === 'append') chars += touch.said?.length ?? 0;
    if (touch.does === 'edit') for (const edit of touch.edits) chars += edit.new.length;
  }
  return chars;
};

/** Where it writes, without what. */
const bare = (touch: Touch): Touch => {
  const { does, path } = touch;
  if (does === 'append') return { does, path };
  return does === 'write' || does === 'edit' ? { does: 'write', path, text: undefined } : touch;
};

const readShape = (shape: ToolShape, fields: unknown): ToolTouches => {
  if (shape.does === 'nothing') return { touches: [] };
  if (typeof fields === 'string' && shape.does === 'patch') return readPatch(fields);
  if (!isJsonObject(fields)) return unread(fields, UNREADABLE);
  if (shape.does !== 'command' && shape.does !== 'patch') return readFields(shape, fields);
  if (isAmbiguous(fields, shape.text)) return unread(fields, AMBIGUOUS);
  const text = commandIn(fields, shape.text);
  if (text === undefined) return unread(fields, UNREADABLE);
  return shape.does === 'patch' ? readPatch(text) : readLine(text, shape, fields);
};

/** What its fields name may be touched, whatever they are for. */
const unread = (input: unknown, why: string): ToolTouches => ({
  untold: why,
  ...unknownTool(input, false),
});

/** A line for the shell, with the folder and the variables that the tool starts it in. */
const readLine = (
  line: string,
  { folder = [], variables = '', shell = '' }: Extract<ToolShape, { readonly does: 'command' }>,
  fields: JsonObject,
): ToolTouches => {
  if (isAmbiguous(fields, folder)) return unread(fields, AMBIGUOUS);
  if (!isShell(fields[shell])) return unread(fields, 'another program than a shell reads it');
  const reading = readCommand(line, textIn(fields, folder));
  const given = fields[variables];
  const isPlain = typeof given !== 'object' || given === null || Object.keys(given).length === 0;
  if (isPlain || reading.tooLarge !== undefined) return reading;
  const { texts = [] } = unknownTool(fields, false);
  return { untold: 'it sets variables of its programs', ...reading, texts };
};

const isShell = (program: unknown): boolean =>
  program === undefined || (typeof program === 'string' && SHELL.test(program));

/** Different things under two names of one field: it is not known which of them the tool takes. */
const isAmbiguous = (fields: JsonObject, names: readonly string[]): boolean => {
  const given = names.map((name) => fields[name]).filter((value) => value !== undefined);
  return new Set(given.map((value) => JSON.stringify(value))).size > 1;
};

type FileShape = Exclude<ToolShape, { readonly does: 'nothing' | 'command' | 'patch' }>;

const readFields = (shape: FileShape, fields: JsonObject): ToolTouches => {
  if (isAmbiguous(fields, shape.path)) return unread(fields, AMBIGUOUS);
  const path = textIn(fields, shape.path);
  // A folder that is not named is the one that the session is in.
  if (shape.does === 'list' || shape.does === 'search')
    return { touches: [{ does: shape.does, path: path ?? '.' }] };
  if (path === undefined || path === '') return unread(fields, UNREADABLE);
  if (shape.does === 'write') {
    const text = fields[shape.text];
    if (typeof text !== 'string') return { touches: [{ does: 'any', path }] };
    return { touches: [{ does: 'write', path, text }] };
  }
  if (shape.does !== 'edit') return { touches: [{ does: shape.does, path }] };
  const many = shape.many === undefined ? undefined : fields[shape.many];
  const edits = (Array.isArray(many) ? many : [fields]).map((one: unknown) => editIn(one, shape));
  const known = edits.filter((edit) => edit !== undefined);
  // It writes to the file, whatever it is that cannot be read, or is too much to try.
  const touch: Touch =
    known.length === edits.length && edits.length <= HOOK_EDITS
      ? { does: 'edit', path, edits: known }
      : { does: 'write', path, text: undefined };
  return { touches: [touch] };
};

const editIn = (
  value: unknown,
  shape: Extract<ToolShape, { readonly does: 'edit' }>,
): TextEdit | undefined => {
  const fields = membersOf(value);
  const before = fields[shape.old];
  const after = fields[shape.new];
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  return { old: before, new: after, all: shape.all !== undefined && fields[shape.all] === true };
};

const textIn = (fields: JsonObject, names: readonly string[]): string | undefined => {
  const found = names.map((name) => fields[name]).find((value) => value !== undefined);
  return typeof found === 'string' ? found : undefined;
};

/** Some hosts give a command as its words; what a shell is handed with `-c` is a line. */
const commandIn = (fields: JsonObject, names: readonly string[]): string | undefined => {
  const found = names.map((name) => fields[name]).find((value) => value !== undefined);
  if (typeof found === 'string') return found;
  if (!Array.isArray(found) || !found.every((word) => typeof word === 'string')) return undefined;
  const [shell, option, line] = found;
  if (found.length === 3 && SHELL.test(shell ?? '') && /^-l?c$/.test(option ?? '')) return line;
  return found.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
};

/** What it does cannot be told: it may do anything to the paths that it names, with its keys or with its values. */
const unknownTool = (input: unknown, deletes: boolean): ToolTouches => {
  const texts = new Set<string>();
  const lines: string[] = [];
  let chars = 0;
  let layer: readonly unknown[] = [input];
  for (let depth = 0; layer.length > 0; depth += 1) {
    if (depth > HOOK_OUTPUT_DEPTH) return tooLarge(`it is deeper than ${HOOK_OUTPUT_DEPTH} levels`);
    const next: unknown[] = [];
    for (const value of layer) {
      if (typeof value === 'string') {
        texts.add(value);
        chars += value.length;
      } else if (Array.isArray(value)) {
        texts.add(typed(value));
        for (const one of value) next.push(one);
      } else if (typeof value === 'object' && value !== null)
        for (const [key, one] of Object.entries(value)) {
          next.push(key, one);
          // What is called a command is read as one.
          if (/^(?:command|cmd)$/i.test(key) && typeof one === 'string')
            for (const path of namedIn(one)) lines.push(path);
        }
    }
    layer = next;
    if (texts.size > HOOK_TEXTS) return tooLarge(`it has more than ${HOOK_TEXTS} texts`);
    if (chars > HOOK_TEXT_CHARS) return tooLarge(`it has more than ${HOOK_TEXT_CHARS} characters`);
  }
  // A text with a blank in it is no path, and what is in it is looked for all the same.
  const paths = [...texts].filter((text) => text !== '' && isPath(text) && !/\s/.test(text));
  return {
    touches: [...paths.slice(0, HOOK_PATHS), ...lines].map((path): Touch =>
      deletes ? { does: 'any', path, deletes } : { does: 'any', path },
    ),
    texts: [...texts],
    ...(deletes && { deletes }),
  };
};

/** Keys that are pressed one by one, or bytes. */
const typed = (keys: readonly unknown[]): string =>
  keys.filter((key) => typeof key === 'string' && key.length <= 2).join('');

const tooLarge = (why: string): ToolTouches => ({ touches: [], tooLarge: why });
