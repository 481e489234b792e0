/** What of a text is no content: the byte order mark and the line ends that somebody's editor wrote (Y3). */

/** `text` with the mark of the file that it replaces, and with CRLF where all lines of that end so. */
export const inFormOf = (old: string, text: string): string => {
  const isCrlf = old.includes('\r\n') && !/(?<!\r)\n/.test(old);
  const lines = isCrlf ? text.replaceAll(/\r?\n/g, '\r\n') : text;
  return old.startsWith('\uFEFF') && !text.startsWith('\uFEFF') ? `\uFEFF${lines}` : lines;
};
