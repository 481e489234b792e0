/** How things are written down: list items, one per thing (RFC-0009 §2.4, §2.5). */

const LINE_END = /\r\n|[\n\r\u{85}\u{2028}\u{2029}]/u;

/** The text as one line, its line ends drawn: what is shown as one line cannot pass for several. */
export const inOneLine = (text: string): string =>
  text.trim().replaceAll(/\r\n|[\n\r\v\f\u{85}\u{2028}\u{2029}]/gu, '⏎');

const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;

/**
 * One list item that begins with `label`. Further lines are indented, so that no line of what a
 * human said can become a heading of the file.
 */
export function listItem(label: string, text: string): string {
  const [first = '', ...more] = text.split(LINE_END);
  const continued = more.map((line) => (line.trim() === '' ? '\n' : `\n  ${line}`));
  return `- ${label}${first}${continued.join('')}\n`;
}

/** `text` with `item` as its last list item; what is there stays byte for byte. */
export function withItem(text: string, item: string): string {
  if (text.trim() === '') return `# Memory\n\n${item}`;
  const ended = text.endsWith('\n') ? text : `${text}\n`;
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  const joins = LIST_ITEM.test(last) || ended.endsWith('\n\n');
  return `${ended}${joins ? '' : '\n'}${item}`;
}
