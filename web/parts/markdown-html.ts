/** Markdown to what is shown of it. A model has written it that reads what strangers write: none of its HTML is HTML here. */
import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { escapeUnseen } from '#lib/text/unseen.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/gu, (char) => ENTITIES[char] ?? char);

const parser = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escaped(text),
    // Nothing is fetched because somebody wrote an address down.
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(`picture: ${text}`)}</a>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
});

const TAGS =
  'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul'.split(
    ' ',
  );
const ATTRIBUTES = ['href', 'start'];
const RULES = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/iu,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

const TARGET_MAX_CHARS = 120;

/** A link says where it leads, and leads to a tab that knows nothing of this one. */
const finish = (fragment: DocumentFragment): DocumentFragment => {
  for (const link of fragment.querySelectorAll('a')) {
    const href = link.getAttribute('href');
    if (href === null) continue;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    const shown = escapeUnseen(href).slice(0, TARGET_MAX_CHARS);
    if (link.textContent === href) continue;
    const target = document.createElement('span');
    target.className = 'target';
    target.textContent = ` (${shown})`;
    link.append(target);
  }
  for (const wide of fragment.querySelectorAll('pre, table')) {
    wide.setAttribute('tabindex', '0');
    wide.setAttribute('dir', wide.tagName === 'PRE' ? 'ltr' : 'auto');
  }
  for (const block of fragment.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, blockquote'))
    block.setAttribute('dir', 'auto');
  return fragment;
};

/** What it becomes. */
export const renderedMarkdown = (text: string): DocumentFragment =>
  finish(DOMPurify.sanitize(parser.parse(text, { async: false }), RULES));
