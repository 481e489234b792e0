/** What stands where somebody was to write something, and emphasis around what was written. */
import { hasLetter } from './ascii.ts';

const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'tbd',
  'tba',
  'todo',
  'n/a',
  'none',
  'unknown',
  'unset',
  'not set',
  'not known yet',
  'xxx',
  'none known yet.',
  'none known yet',
  'your name',
  'your name here',
  'to be decided',
  'empty',
  'to be determined',
  'prefer ...',
  'optional',
  'fill in',
  'nothing more was said at first boot.',
]);

/** Whether a value says nothing yet: `[Name]`, `<name>`, `{{name}}`, `_(pick something)_`, `TBD`, `...`, empty. */
export function isPlaceholder(value: string): boolean {
  const bare = stripEmphasis(value);
  if (!hasLetter(bare)) return true;
  if (/^(?:\[[^\]]*\]|<[^>]*>|\{.*\}|\([^()]*\))[.!]?$/u.test(bare)) return true;
  return PLACEHOLDERS.has(bare.toLowerCase());
}

/** The placeholders of the example in §2.1, and those of templates. A link of such a text is none. */
export const PLACEHOLDER =
  /\[(?:Name|role|Nom|Nombre|Nome|Имя|名前|名字|姓名|Rolle|rôle|rol|função|роль|役割|角色|user\/team|Who you are, your personality, your purpose|Core principles you operate by|What you can do)\](?![(:[])|\{\{[ \t]{0,4}[A-Za-z][\w. -]{0,40}\}\}/gu;

/** Is something left to fill in, in the middle of a line? */
export function holdsPlaceholder(line: string): boolean {
  return line.search(PLACEHOLDER) >= 0;
}

/** A value without the marks of emphasis, code or quotation around the whole of it. */
export function stripEmphasis(value: string): string {
  let bare = value.trim();
  for (const mark of ['***', '**', '__', '*', '_', '`', '"', "'"]) {
    const isAround = bare.length > 2 * mark.length && bare.startsWith(mark) && bare.endsWith(mark);
    if (isAround) bare = bare.slice(mark.length, -mark.length).trim();
  }
  return bare.replace(/^[“„«](.*)[”“»]$/u, '$1');
}
