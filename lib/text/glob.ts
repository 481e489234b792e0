/** Patterns of paths as ignore files have them: `*` and `?` within a name, `**` for any number of folders. */

/**
 * Does a path match? A pattern without a slash matches a name at any depth, and a folder all that is in it. Takes no
 * more steps than the product of both lengths, whatever a stranger has written.
 */
export const matchesPath = (pattern: string, path: string): boolean => {
  const bare = pattern.replace(/^\.?\//u, '').replace(/\/$/u, '');
  const parts = bare.includes('/') ? bare.split('/') : ['**', bare];
  return matchesAll([...parts, '**'], path.split('/'), matchesName, '**');
};

const matchesName = (pattern: string, name: string): boolean =>
  matchesAll(
    Array.from(pattern),
    Array.from(name),
    (one, char) => one === '?' || one === char,
    '*',
  );

/**
 * Wildcards over a list: the last one that was met takes one more whenever nothing else fits. Takes no more steps than the
 * product of both lengths.
 */
export const matchesAll = (
  patterns: readonly string[],
  items: readonly string[],
  fits: (pattern: string, item: string) => boolean,
  wildcard: string,
): boolean => {
  let at = 0;
  let item = 0;
  let retryAt = -1;
  let retryItem = 0;
  while (item < items.length) {
    const pattern = patterns[at];
    if (pattern === wildcard) {
      retryAt = at;
      retryItem = item;
      at += 1;
    } else if (pattern !== undefined && fits(pattern, items[item] ?? '')) {
      at += 1;
      item += 1;
    } else if (retryAt >= 0) {
      at = retryAt + 1;
      retryItem += 1;
      item = retryItem;
    } else return false;
  }
  return patterns.slice(at).every((pattern) => pattern === wildcard);
};
