/** Names in the documents of layouts: which files fit one, whatever its variables are filled in with. */

/** Do several files fit this name? */
export const isPattern = (name: string): boolean => name.includes('*');

/** Does a file fit a pattern? `*` is any one name and no hidden one, `**` any folders. */
export const fitsPattern = (pattern: string, file: string): boolean =>
  fits(pattern.split('/'), file.split('/'));

const fits = (pattern: readonly string[], file: readonly string[]): boolean => {
  const [first, ...rest] = pattern;
  const [name, ...names] = file;
  if (first === undefined) return name === undefined;
  if (first === '**') return fits(rest, file) || (name !== undefined && fits(pattern, names));
  return name !== undefined && fitsPart(first, name) && fits(rest, names);
};

const fitsPart = (pattern: string, name: string): boolean => {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === name;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return (
    !name.startsWith('.') &&
    name.length > before.length + after.length &&
    name.startsWith(before) &&
    name.endsWith(after)
  );
};

/** Does a file fit a name of a layout? A variable is any one name, and one that stands for a day a day. */
export const fitsName = (name: string, file: string): boolean => {
  const day = /\d{4}-\d{2}-\d{2}/u.exec(file)?.[0] ?? '\0';
  return fitsPattern(
    name.replace(/\{(?:today|yesterday)\}/u, day).replaceAll(/\{\w+\}/gu, '*'),
    file,
  );
};
