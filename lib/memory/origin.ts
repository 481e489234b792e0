/** Which session wrote a line of a daily log (RFC-0009 §2.5): as the kernel's own events around it say. */
import { isEvent } from '#lib/workspace/forgeries.ts';

const OPENS = /^- (?:session_opened|bootstrap_completed);.*;boot;([^;]+);$/u;
const CLOSES = /^- session_closed;.*;boot;([^;]+);$/u;
const BLOCK = /^## /u;

/** The boot whose session wrote line `line`, from 1; `undefined` if nobody can tell. An agent cannot write such events. */
export const bootOfLine = (log: string, line: number): string | undefined => {
  let boot: string | undefined;
  for (const text of log.split(/\r?\n/u).slice(0, line)) {
    if (BLOCK.test(text)) boot = undefined;
    if (!isEvent(text)) continue;
    const opened = OPENS.exec(text)?.[1];
    if (opened !== undefined) boot = opened;
    else if (CLOSES.exec(text)?.[1] === boot) boot = undefined;
  }
  return boot;
};
