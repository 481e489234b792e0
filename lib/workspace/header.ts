/** The ghost header (RFC-0006 §2.1, R-22): what counts as one, and how it is put in. */
import { GHOST_HEADER } from '#lib/spec/files.ts';

/**
 * One byte order mark and blank lines may stand before it; then the line must be the header and
 * nothing else, to the letter.
 */
const HEADER = new RegExp(
  `^\\uFEFF?[ \\t\\r\\n\\f\\v]*${GHOST_HEADER}[ \\t\\f\\v]*(?:\\r\\n|\\n|\\r|$)`,
);

/** Does this text of AGENTS.md begin with the ghost header? */
export const hasGhostHeader = (text: string): boolean => HEADER.test(text);

/** The text with the header put first: byte order mark and line ends stay as they are. */
export const withGhostHeader = (text: string): string => {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const rest = text.slice(bom.length);
  const end = /\r\n|\n|\r/.exec(rest)?.[0] ?? '\n';
  return `${bom}${GHOST_HEADER}${end}${end}${rest}`;
};
