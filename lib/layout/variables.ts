/** Variables in the names of layouts, and what fills them in. */

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
