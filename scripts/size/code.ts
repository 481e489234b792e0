/** Lines of code: what is left of a file without its comments and empty lines, at one width. */
import { extname } from 'node:path';

import { format } from 'oxfmt';
import { parseSync } from 'oxc-parser';

import style from '../../.oxfmtrc.json' with { type: 'json' };

/** Characters of a line, whatever the formatter of the repository is set to: two counts of different years compare. */
const WIDTH = 100;

/** The kinds of files that are counted. */
const CODE: ReadonlySet<string> = new Set(['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json']);

/** Is a file of this name counted? What npm writes about its packages is not. */
export const isCode = (path: string): boolean =>
  CODE.has(extname(path)) && !path.endsWith('package-lock.json');

/** Lines of a file's code. Throws where it does not parse. */
export const linesOfCode = async (path: string, source: string): Promise<number> => {
  const { code, errors } = await format(path, source, { ...style, printWidth: WIDTH });
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const said = path.endsWith('.json') ? code : withoutComments(path, code);
  return said.split('\n').filter((line) => line.trim() !== '').length;
};

/** The parser says where the comments are; the line ends in them stay. */
const withoutComments = (path: string, code: string): string => {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of parseSync(path, code).comments) {
    parts.push(code.slice(at, start), code.slice(start, end).replaceAll(/[^\n]/gu, ''));
    at = end;
  }
  return parts.concat(code.slice(at)).join('');
};
