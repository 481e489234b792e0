/** Names in the documents of layouts: which files fit one, whatever its variables are filled in with. */

/** Do several files fit this name? */
export const isPattern = (name: string): boolean => name.includes('*');

/** Does a file fit a pattern? `*` is any one name and no hidden one, `**` any folders. */
export const fitsPattern = (pattern: string, file: string): boolean => {
  const parts = file.split('/');
  /** From which parts on the file fits what was gone through of the pattern, from its end. */
  let fitting: readonly boolean[] = [...parts.map(() => false), true];
  for (const one of pattern.split('/').toReversed()) {
    const last = one === '**' ? fitting.lastIndexOf(true) : -1;
    fitting = fitting.map(
      (_, at) => at <= last || (fitting[at + 1] === true && fitsPart(one, parts[at] ?? '')),
    );
  }
  return fitting[0] === true;
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
  const plain = /^[^*{]*/u.exec(name)?.[0] ?? '';
  if (plain === name || !`${file}/`.startsWith(plain)) return name === file;
  const day = /\d{4}-\d{2}-\d{2}/u.exec(file)?.[0] ?? '\0';
  return fitsPattern(
    name.replace(/\{(?:today|yesterday)\}/u, day).replaceAll(/\{\w+\}/gu, '*'),
    file,
  );
};
