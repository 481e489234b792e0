/** Names in the documents of layouts: variables that are filled in, and patterns that several files fit. */

/** What fills in names; what is not known makes the names that need it absent. */
export interface Variables {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly yesterday: string;
  readonly agent?: string;
  readonly automation?: string;
}

const VARIABLE = /\{(today|yesterday|agent|automation)\}/gu;

/** One name of a folder, which leads nowhere else. */
const NAME = /^[^./\\\0{}*][^/\\\0{}*]*$/u;

/** The name with its variables filled in; `undefined` where one of them is not known, or is no name. */
export const filledName = (name: string, variables: Variables): string | undefined => {
  let isWhole = true;
  const filled = name.replaceAll(VARIABLE, (_, variable: keyof Variables) => {
    const value = variables[variable];
    isWhole &&= value !== undefined && NAME.test(value);
    return value ?? '';
  });
  return isWhole ? filled : undefined;
};

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
  return name !== undefined && fitsName(first, name) && fits(rest, names);
};

const fitsName = (pattern: string, name: string): boolean => {
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
