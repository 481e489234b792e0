/** What parts of a text are, as a block of rich text of Slack, in which nothing is a mention and nothing a mark. */
import type { Mark, MarkedText } from '#channels/marks/marked-text.ts';

const STYLES: Readonly<Partial<Record<Mark['is'], string>>> = {
  bold: 'bold',
  italic: 'italic',
  struck: 'strike',
  code: 'code',
};

/** The blocks of a message. */
export const richTextOf = ({ text, marks }: MarkedText): readonly object[] => {
  const elements: object[] = [];
  const section = (from: number, to: number): void => {
    const runs = runsOf({ text, marks }, from, to);
    if (runs.length > 0) elements.push({ type: 'rich_text_section', elements: runs });
  };
  let at = 0;
  for (const { is, from, to } of marks) {
    if ((is !== 'block' && is !== 'quote') || from < at) continue;
    section(at, from);
    elements.push(
      is === 'block'
        ? {
            type: 'rich_text_preformatted',
            elements: [{ type: 'text', text: text.slice(from, to) }],
          }
        : { type: 'rich_text_quote', elements: runsOf({ text, marks }, from, to) },
    );
    at = to;
  }
  section(at, text.length);
  return [{ type: 'rich_text', elements }];
};

/** Between two places, without the blank lines at its ends: a part for each way that it looks. */
const runsOf = ({ text, marks }: MarkedText, begin: number, end: number): readonly object[] => {
  const part = text.slice(begin, end);
  const from = begin + part.length - part.replace(/^\n+/u, '').length;
  const to = begin + part.trimEnd().length;
  const within = marks.filter((mark) => mark.from < to && mark.to > from);
  const places = within.flatMap((mark) => [mark.from, mark.to]);
  const ends = [...new Set([...places.filter((place) => place > from && place < to), to])];
  let at = from;
  return ends
    .toSorted((one, other) => one - other)
    .flatMap((next) => {
      const [first, last] = [at, next];
      at = next;
      if (first >= last) return [];
      const here = within.filter((mark) => mark.from <= first && last <= mark.to);
      const styles = here.flatMap(({ is }) => STYLES[is] ?? []);
      const url = here.find(({ is }) => is === 'link')?.url;
      return {
        type: url === undefined ? 'text' : 'link',
        url,
        text: text.slice(first, last),
        style:
          styles.length === 0 ? undefined : Object.fromEntries(styles.map((one) => [one, true])),
      };
    });
};
