/** Lines that are nothing but a comment: a test that is commented out shows nothing. */
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*).*$/gm;

/** `it('…'`, `describe.only("…"`, and the second call of `it.each(…)(`…``. */
const TITLE = /(?:\b(?:it|test|describe)((?:\.\w+)*)|[)`])\(\s*(['"`])((?:\\.|(?!\2)[\s\S])*)\2/g;

const SWITCHED_OFF = /\.(?:skip|todo|fails)\b/;

/** A title whose id is filled in from a table of cases: `[$id]`, `[%s]`, `[${id}]`. */
const ID_FROM_CASES = /\[(?:%s|\$\w[\w.]*|\$\{[^}]*\})\]/;

const titlesOf = (source: string): string[] =>
  [...source.replaceAll(COMMENT_LINE, '').matchAll(TITLE)]
    .filter(([, modifiers = '']) => !SWITCHED_OFF.test(modifiers))
    .map(([, , , title = '']) => title);

const bracketed = (title: string): string[] =>
  [...title.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside = '']) => inside.split(/[\s,;]+/));

/**
 * Whether a test of this source carries `[id]` in its title, alone or among others in the
 * brackets. Where a title takes its id from a table of cases, the table must hold the id.
 */
export function carriesId(source: string, id: string): boolean {
  const titles = titlesOf(source);
  if (titles.some((title) => bracketed(title).includes(id))) return true;
  const fromCases = titles.some((title) => ID_FROM_CASES.test(title));
  return (
    fromCases && [`'${id}'`, `"${id}"`, `\`${id}\``].some((literal) => source.includes(literal))
  );
}
