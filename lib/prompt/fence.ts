/**
 * Marks around what an agent is shown, so that no text can pass for something else: each carries a number that is drawn
 * anew for every session and that no file can know. Pure: the number is handed in.
 */
import { revealed } from '#lib/injection/characters.ts';

/** What stands between the marks: the kernel's own word, a file of the workspace, what a command printed, what others said. */
type Fenced = 'briefing' | 'document' | 'result' | 'message';

/** The kernel's own words. `nonce` is of hexadecimal digits. */
export const fenceBriefing = (text: string, nonce: string): string =>
  between('briefing', '', text, nonce);

/** A file, under its name; `note` is the kernel's word on how to use it. What is invisible in it is made visible. */
export const fenceDocument = (
  { file, text, note }: { readonly file: string; readonly text: string; readonly note?: string },
  nonce: string,
): string =>
  between(
    'document',
    ` file="${file}"${note === undefined ? '' : ` note="${note}"`}`,
    inert(text, nonce),
    nonce,
  );

/** What a tool or a command gave back. What is invisible in it is made visible. */
export const fenceResult = (text: string, nonce: string): string =>
  between('result', '', inert(text, nonce), nonce);

/** What others said; `from` and `note` are the kernel's word on it. What is invisible in it is made visible. */
export const fenceMessage = (
  { from, text, note }: { readonly from: string; readonly text: string; readonly note: string },
  nonce: string,
): string => between('message', ` from="${from}" note="${note}"`, inert(text, nonce), nonce);

/** A text that holds the number has it from this session; it is broken up, so that the end stays the end. */
const inert = (text: string, nonce: string): string =>
  revealed(text).replaceAll(nonce, `${nonce.slice(0, 4)}…`);

const between = (what: Fenced, about: string, text: string, nonce: string): string =>
  `<${what}-${nonce}${about}>\n${text}\n</${what}-${nonce}>`;

const FENCE = /^<(briefing|document|result|message)-([\da-f]+)[^\n]*>\n/u;

/** What stands between the marks that begin and end a text; the text itself where there are none. */
export const unfenced = (text: string): string => {
  const open = FENCE.exec(text);
  if (open === null) return text;
  const end = `\n</${open[1]}-${open[2]}>`;
  return text.endsWith(end) ? text.slice(open[0].length, -end.length) : text;
};
