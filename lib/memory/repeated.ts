/** What an agent sends to a log again, such as the whole day before its conversation is summed up (RFC-0009 §2.5). */

/**
 * How many lines of `added` stand in the log already, in runs of two lines and more that follow each other there as well;
 * blank lines do not count, and one line alone may happen twice in a day. Linear in both.
 */
export const repeatedLines = (log: string, added: string): number => {
  const written = linesOf(log);
  const pairs = new Set<string | undefined>(
    written.slice(1).map((line, index) => pairOf(written[index], line)),
  );
  const lines = linesOf(added);
  return lines.filter(
    (line, index) =>
      pairs.has(pairOf(lines[index - 1], line)) || pairs.has(pairOf(line, lines[index + 1])),
  ).length;
};

/** Lines that say something, without the blanks that editors take away and agents leave. */
const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');

const pairOf = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || other === undefined ? undefined : `${one}\n${other}`;
