/** What of a daily log is the kernel's, and what only looks like it (RFC-0009 §2.5). */
import { CONTROL, LIKE_A_BLOCK, LIKE_AN_EVENT } from './agent-lines.ts';
import { LOG_EVENTS } from './daily.ts';

const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
const END_OF_TIME = 'Z;';
const EVENT = new RegExp(`^- (${LOG_EVENTS.join('|')});${TIME};(?:[^;]*;)*$`, 'u');
const BLOCK = /^## Session \[\d\d:\d\d\]$/u;

/** Is this line, without its end, an event as the kernel writes it? */
export const isEvent = (line: string): boolean => EVENT.test(line);

/** What passes for the kernel's in a log, and where. */
export interface Forgery {
  /** From 1. */
  readonly line: number;
  readonly what: 'heading' | 'event' | 'control' | 'twice';
}

const OPENS_OR_ENDS = /^- session(_opened)?(?:_closed)?;.*;boot;([^;]+);$/u;

/**
 * What stands in a log from the kernel's first event on and is neither the kernel's nor what `asAgentLines` lets an agent
 * add: headings, events in another form, control characters, and a session that opens or ends a second time.
 */
export const forgeriesIn = (text: string): readonly Forgery[] => {
  // Every event has a time, and most logs have none.
  if (!text.includes(END_OF_TIME)) return [];
  const lines = text.split(/\r?\n/u);
  const from = lines.findIndex(isEvent);
  if (from < 0) return [];
  const told = new Set<string>();
  return lines.slice(from).flatMap((content, at): readonly Forgery[] => {
    const what = isEvent(content) ? repeats(content, told) : guiseOf(content);
    return what === undefined ? [] : [{ line: from + at + 1, what }];
  });
};

const repeats = (event: string, told: Set<string>): 'twice' | undefined => {
  const [, opens = '', boot] = OPENS_OR_ENDS.exec(event) ?? [];
  if (boot === undefined) return undefined;
  const key = `${opens};${boot}`;
  if (told.has(key)) return 'twice';
  told.add(key);
  return undefined;
};

const guiseOf = (line: string): Forgery['what'] | undefined => {
  if (BLOCK.test(line)) return undefined;
  if (line.search(CONTROL) >= 0) return 'control';
  if (LIKE_A_BLOCK.test(line)) return 'heading';
  return LIKE_AN_EVENT.test(line) ? 'event' : undefined;
};
