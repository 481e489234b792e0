/** What parts of a text are, as the Bot API is told it. */
import type { Mark, MarkedText } from '#channels/marks/marked-text.ts';

const TYPES: Readonly<Record<Mark['is'], string>> = {
  bold: 'bold',
  italic: 'italic',
  struck: 'strikethrough',
  code: 'code',
  block: 'pre',
  quote: 'blockquote',
  link: 'text_link',
};

/** More are not shown. */
const ENTITIES_MAX = 100;

/** A quotation is in no other, and code in nothing that has a form of its own. */
export const entitiesOf = ({ marks }: MarkedText): readonly object[] =>
  marks
    .filter((mark, at) => !marks.slice(0, at).some((outer) => excludes(outer, mark)))
    .slice(0, ENTITIES_MAX)
    .map(({ is, from, to, url, language }) => ({
      type: TYPES[is],
      offset: from,
      length: to - from,
      url,
      language,
    }));

const excludes = (outer: Mark, inner: Mark): boolean =>
  inner.from < outer.to &&
  (outer.is === 'quote'
    ? inner.is === 'quote'
    : inner.is === 'code' || inner.is === 'block' || outer.is === inner.is);
