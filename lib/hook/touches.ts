/** What a tool call touches, by the shape of the tool. What its input does not say as it should is untold. */
import { readCommand } from './command.ts';
import type { Edit, Reading, ToolCall, Touch } from './event.ts';
import type { HostDocument, ToolShape } from './host.ts';
import { readPatch } from './patch.ts';
import { HOOK_PATHS, HOOK_TEXT_CHARS, PATH_MAX_CHARS } from '#lib/spec/limits.ts';

type Fields = Readonly<Record<string, unknown>>;

const UNREADABLE: Reading = { touches: [], untold: 'its input is not what such a tool takes' };
const AMBIGUOUS: Reading = { touches: [], untold: 'two fields of its input say different things' };

/** Texts of the input of a tool that is not known; more are not looked at, and that is said. */
const UNKNOWN_TEXTS = 1000;

/** Can a file have this name, on any system? */
export const isPath = (text: string): boolean =>
  text.length <= PATH_MAX_CHARS && !text.includes('\0');

/** What the call touches. */
export const touchesOf = ({ tools }: HostDocument, { name, input }: ToolCall): Reading => {
  const shape = Object.hasOwn(tools, name) ? tools[name] : undefined;
  const reading = shape === undefined ? unknownTool(input) : readShape(shape, input);
  if (reading.touches.length > HOOK_PATHS) {
    const touches = reading.touches.slice(0, HOOK_PATHS).map(bare);
    return { untold: 'it names too many files', ...reading, touches };
  }
  if (charsOf(reading.touches) <= HOOK_TEXT_CHARS) return reading;
  return { untold: 'it writes too much', ...reading, touches: reading.touches.map(bare) };
};

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

const readShape = (shape: ToolShape, input: unknown): Reading => {
  if (shape.does === 'nothing') return { touches: [] };
  if (typeof input === 'string' && shape.does === 'patch') return readPatch(input);
  if (typeof input !== 'object' || input === null) return UNREADABLE;
  const fields = Object.fromEntries(Object.entries(input));
  if (shape.does !== 'command' && shape.does !== 'patch') return readFields(shape, fields);
  if (isAmbiguous(fields, shape.text)) return AMBIGUOUS;
  const text = commandIn(fields, shape.text);
  if (text === undefined) return UNREADABLE;
  return shape.does === 'patch' ? readPatch(text) : readLine(text, shape, fields);
};

/** A line for the shell, with the folder and the variables that the tool starts it in. */
const readLine = (
  line: string,
  { folder = [], variables }: Extract<ToolShape, { readonly does: 'command' }>,
  fields: Fields,
): Reading => {
  if (isAmbiguous(fields, folder)) return AMBIGUOUS;
  const reading = readCommand(line, textIn(fields, folder));
  const given = variables === undefined ? undefined : fields[variables];
  const isPlain = typeof given !== 'object' || given === null || Object.keys(given).length === 0;
  return isPlain ? reading : { untold: 'it sets variables of its programs', ...reading };
};

/** Different things under two names of one field: it is not known which of them the tool takes. */
const isAmbiguous = (fields: Fields, names: readonly string[]): boolean => {
  const given = names.map((name) => fields[name]).filter((value) => value !== undefined);
  return new Set(given.map((value) => JSON.stringify(value))).size > 1;
};

type FileShape = Exclude<ToolShape, { readonly does: 'nothing' | 'command' | 'patch' }>;

const readFields = (shape: FileShape, fields: Fields): Reading => {
  if (isAmbiguous(fields, shape.path)) return AMBIGUOUS;
  const path = textIn(fields, shape.path);
  // A folder that is not named is the one that the session is in.
  if (shape.does === 'list' || shape.does === 'search')
    return { touches: [{ does: shape.does, path: path ?? '.' }] };
  if (path === undefined || path === '') return UNREADABLE;
  if (shape.does === 'write') {
    const text = fields[shape.text];
    if (typeof text !== 'string') return { touches: [{ does: 'any', path }] };
    return { touches: [{ does: 'write', path, text }] };
  }
  if (shape.does !== 'edit') return { touches: [{ does: shape.does, path }] };
  const many = shape.many === undefined ? undefined : fields[shape.many];
  const edits = (Array.isArray(many) ? many : [fields]).map((one: unknown) => editIn(one, shape));
  const known = edits.filter((edit) => edit !== undefined);
  // It writes to the file, whatever it is that cannot be read.
  const touch: Touch =
    known.length === edits.length
      ? { does: 'edit', path, edits: known }
      : { does: 'write', path, text: undefined };
  return { touches: [touch] };
};

const editIn = (
  value: unknown,
  shape: Extract<ToolShape, { readonly does: 'edit' }>,
): Edit | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields: Fields = Object.fromEntries(Object.entries(value));
  const before = fields[shape.old];
  const after = fields[shape.new];
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  return { old: before, new: after, all: shape.all !== undefined && fields[shape.all] === true };
};

const textIn = (fields: Fields, names: readonly string[]): string | undefined => {
  const found = names.map((name) => fields[name]).find((value) => value !== undefined);
  return typeof found === 'string' ? found : undefined;
};

/** Some hosts give a command as its words; what a shell is handed with `-c` is a line. */
const commandIn = (fields: Fields, names: readonly string[]): string | undefined => {
  const found = names.map((name) => fields[name]).find((value) => value !== undefined);
  if (typeof found === 'string') return found;
  if (!Array.isArray(found) || !found.every((word) => typeof word === 'string')) return undefined;
  const [shell, option, line] = found;
  if (found.length === 3 && /(?:^|\/)(?:ba|z)?sh$/.test(shell ?? '') && /^-l?c$/.test(option ?? ''))
    return line;
  return found.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
};

/** What it does cannot be told: it may do anything to the paths that it names. */
const unknownTool = (input: unknown): Reading => {
  const texts: string[] = [];
  const waiting: unknown[] = [input];
  while (waiting.length > 0 && texts.length < UNKNOWN_TEXTS) {
    const value = waiting.pop();
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const one of Object.values(value)) waiting.push(one);
  }
  const named = texts.filter((text) => /[./]/.test(text));
  const paths = named.filter((text) => isPath(text) && !text.includes('\n'));
  return {
    touches: paths.map((path) => ({ does: 'any', path: path.replace(/^file:\/\//, '') })),
    // A program, or a message: either may name a file somewhere.
    ...(paths.length < named.length && { untold: 'it is not known what it does with its text' }),
    ...(waiting.length > 0 && { untold: 'its input is too large' }),
  };
};
