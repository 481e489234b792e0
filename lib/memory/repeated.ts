/** What an agent sends to a log again, such as the whole day before its conversation is summed up (RFC-0009 §2.5). */

/** What is left to add, and how many lines of it stand in the log already. */
export interface News {
  readonly text: string;
  readonly repeated: number;
}

/**
 * `added` without the runs of two lines and more that follow each other in the log as well; blank lines do not count. One
 * line alone may happen twice in a day. Linear in both.
 */
export const newsFor = (log: string, added: string): News => {
  const written = linesOf(log);
  const pairs = new Set<string | undefined>(
    written.slice(1).map((line, index) => pairOf(written[index], line)),
  );
  const lines = linesOf(added);
  const isRepeated = lines.map(
    (line, index) =>
      pairs.has(pairOf(lines[index - 1], line)) || pairs.has(pairOf(line, lines[index + 1])),
  );
  const repeated = isRepeated.filter(Boolean).length;
  if (repeated === 0) return { text: added, repeated };
  let at = -1;
  const kept = added.split('\n').filter((line) => {
    if (line.trim() !== '') at += 1;
    return isRepeated[at] !== true;
  });
  const text = kept.join('\n').trimEnd();
  return { text: text === '' ? '' : `${text}\n`, repeated };
};

/** Lines that say something, without the blanks that editors take away and agents leave. */
const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');

const pairOf = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || other === undefined ? undefined : `${one}\n${other}`;
