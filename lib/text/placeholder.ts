/** What stands where somebody was to write something, and emphasis around what was written. */
import { hasLetter } from './letters.ts';

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

/** A value without the marks of emphasis, code or quotation around the whole of it. */
export function stripEmphasis(value: string): string {
  let bare = value.trim();
  for (const mark of ['***', '**', '__', '*', '_', '`', '"', "'"]) {
    const isAround = bare.length > 2 * mark.length && bare.startsWith(mark) && bare.endsWith(mark);
    if (isAround) bare = bare.slice(mark.length, -mark.length).trim();
  }
  return bare.replace(/^[“„«](.*)[”“»]$/u, '$1');
}
