/** What an agent printed last, kept to be told where it fails: most say there why. */
import { oneLine } from '#lib/model/bounded.ts';
import {
  DIAGNOSTICS_LINE_MAX_CHARS,
  DIAGNOSTICS_TAIL_CHARS,
  DIAGNOSTICS_TAIL_LINES,
} from '#lib/spec/limits.ts';

/** More is not kept of it, whatever it prints. */
const KEPT_CHARS = DIAGNOSTICS_TAIL_LINES * DIAGNOSTICS_LINE_MAX_CHARS;

export class StderrTail {
  #kept = '';

  hear(text: string): void {
    this.#kept = (this.#kept + text.slice(-KEPT_CHARS)).slice(-KEPT_CHARS);
  }

  /** The last lines, each of them short, with whatever is no letter in them made visible; empty where there are none. */
  get lines(): readonly string[] {
    return this.#kept
      .split(/[\r\n]+/)
      .filter((line) => line.trim() !== '')
      .slice(-DIAGNOSTICS_TAIL_LINES)
      .map((line) =>
        oneLine(withoutStyles(line).replaceAll(/[^\P{Cc}\t]/gu, SIGN), DIAGNOSTICS_TAIL_CHARS),
      );
  }
}

const SIGN = '\u{FFFD}';

/** Colours, which many print, are left out (ECMA-48 SGR). */
const withoutStyles = (line: string): string => {
  const [first = '', ...rest] = line.split('\u{1B}[');
  return rest.reduce((text, part) => {
    const plain = part.replace(/^[\d;]{0,20}m/, '');
    return text + (plain === part ? `${SIGN}[${part}` : plain);
  }, first);
};
