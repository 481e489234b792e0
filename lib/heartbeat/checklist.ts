/**
 * HEARTBEAT.md (RFC-0009 §2.7): whether anything is in it, and which checks its items name. Linear, and never throws.
 */
import { CHECK_NAME_MAX_CHARS } from '#lib/spec/limits.ts';
import { scanLines } from '#lib/text/lines.ts';
import { isPlaceholder } from '#lib/text/placeholder.ts';
import { secondsIn } from './duration.ts';

/** One thing to look at. */
interface Item {
  /** What the check is called; `undefined` for text that is no item of a list. */
  readonly name: string | undefined;
  /** How often it is to be done; `undefined`: on every heartbeat. */
  readonly everySeconds: number | undefined;
}

/** The file as a heartbeat takes it. */
export interface Checklist {
  /** Nothing in it is anything to do, by the rules of all who know such a file. */
  readonly isEmpty: boolean;
  readonly items: readonly Item[];
}

/**
 * What one of the known readers takes for nothing: a heading with text or without, a rule of dashes or equals signs, an
 * item or a box with nothing behind it, the mark of a fence, the line that begins a list of tasks.
 */
const NOTHING =
  /^(?:#{1,6}(?:\s.*)?|-{3,}|={3,}|\*{3,}|_{3,}|(?:[-*+]|\d{1,9}[.)])(?:\s+\[[\sxX]?\])?|`{3,}.*|~{3,}.*|tasks:)$/u;
const ITEM = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(?:\[[\s]?\]\s+)?(.*)$/u;
/** Done: a box that is ticked, or words that are struck out. */
const DONE = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[xX]\]\s|(?:\[\s?\]\s+)?~~.+~~[\s.]*$)/u;
const BOX = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[\s?\]/u;
const HEADING = /^#{1,6}\s+(.*?)[\s#]*$/u;
/** Below these headings templates say where to read on: there a bare link is nothing to do. */
const READ_ON = /^(?:related|see also|references?|further reading|learn more|links)\b/iu;
const BARE_LINK = /^!?\[[^\]]*\]\([^()\s]*\)$/u;
const CADENCE = /\((?:every\s+)?([^()]{1,40})\)/iu;
const INTERVAL = /^interval:\s*["']?([^"'#]{1,40})/iu;
/** A map: what stands in brackets may be any word, also one that objects have a member of. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['hourly', '1h'],
  ['daily', '1d'],
  ['weekly', '1w'],
  ['hour', '1h'],
  ['day', '1d'],
  ['week', '1w'],
]);

interface Draft {
  name: string | undefined;
  everySeconds: number | undefined;
  readonly isDone?: boolean;
}

/** Reads the file. */
export const readChecklist = (text: string): Checklist => {
  const items: Draft[] = [];
  let open: Draft | undefined;
  let isLoose = false;
  let readsOn = false;
  for (const line of withoutComments(withoutFrontMatter(text)).split(/\r\n?|\n/)) {
    const said = line.trim();
    const [, heading] = HEADING.exec(said) ?? [];
    if (heading !== undefined) readsOn = READ_ON.test(heading);
    if (said === '' || NOTHING.test(said)) {
      isLoose = true;
      continue;
    }
    const [, indent = '', body] = ITEM.exec(line) ?? [];
    if ((readsOn && BARE_LINK.test(body ?? said)) || isPlaceholder(body ?? said)) continue;
    const isDone = DONE.test(line);
    // What is open below a task that is done is a task of its own.
    const isPart =
      open !== undefined &&
      (body === undefined ? !isLoose : indent.length >= 2 && !(open.isDone && BOX.test(line)));
    if (open !== undefined && (isPart || (body === undefined && /^\s{2,}/.test(line)))) {
      open.everySeconds ??= cadenceIn(INTERVAL.exec(said)?.[1]);
    } else {
      open = body === undefined ? undefined : { ...itemOf(body), isDone };
      items.push(open ?? { name: undefined, everySeconds: undefined });
    }
    isLoose = false;
  }
  const left = items.filter((item) => item.isDone !== true);
  return { isEmpty: left.length === 0, items: left };
};

/** Two rules around text that is no YAML are no front matter: what somebody wants done is not overlooked. */
const withoutFrontMatter = (text: string): string => {
  let isYaml = false;
  for (const { kind, at, text: line } of scanLines(text)) {
    if (kind !== 'front matter') return isYaml ? text.slice(at) : text;
    isYaml ||= /^[\w-]+\s*:/.test(line);
  }
  return isYaml ? '' : text;
};

/** Comments of Markdown are for people; one that is not closed swallows the rest, as it does where Markdown is shown. */
const withoutComments = (text: string): string => {
  let left = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('<!--', from);
    if (start < 0) return left + text.slice(from);
    left += text.slice(from, start);
    const end = text.indexOf('-->', start + '<!--'.length);
    if (end < 0) return left;
    from = end + '-->'.length;
  }
};

const itemOf = (body: string): Draft => {
  const [whole = '', told] = CADENCE.exec(body) ?? [];
  const everySeconds = cadenceIn(told);
  const words = (everySeconds === undefined ? body : body.replace(whole, ' ')).replaceAll(
    /[*`]/g,
    '',
  );
  const [, task] = /^name:\s*["']?([^"']+)/iu.exec(words) ?? [];
  const [before = ''] = (task ?? words).split(/:(?:\s|$)/u, 1);
  return { name: nameOf(before) ?? nameOf(words.replace(/^[\s:]+/u, '')), everySeconds };
};

/** A name that fits on a line; `undefined` for nothing. */
const nameOf = (text: string): string | undefined => {
  const name = text.trim().replaceAll(/\s+/gu, ' ').slice(0, CHECK_NAME_MAX_CHARS).trim();
  return name === '' ? undefined : name;
};

const cadenceIn = (told: string | undefined): number | undefined => {
  if (told === undefined) return undefined;
  const span = told.trim().toLowerCase();
  return secondsIn(WORDS.get(span) ?? span);
};
