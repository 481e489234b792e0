/** Whose a file says that it is: headings and labels of templates, which a copy keeps wherever it is put. */
import { outline } from '#lib/text/outline.ts';
import type { LayoutDocument, TextMark } from './document.ts';

/** Texts by name; what is not there, or cannot be read, is left out. */
export type FileTexts = ReadonlyMap<string, string>;

/** What speaks for the layout, in words of ours; `undefined` where nothing does. */
export const spokenFor = (
  { speech = [] }: LayoutDocument,
  texts: FileTexts,
): string | undefined => {
  for (const one of speech) {
    const text = texts.get(one.file);
    const found = text === undefined ? undefined : saidIn(text, one);
    if (found !== undefined) return `${found} in ${one.file}`;
  }
  return undefined;
};

const saidIn = (text: string, { headings = [], labels = [], words = [] }: TextMark) => {
  const titles = outline(text).map(({ title }) => plain(title));
  const heading = headings.find((name) =>
    titles.some((title) => `${title} `.startsWith(`${name} `)),
  );
  if (heading !== undefined) return `the heading "${heading}"`;
  const said = new Set([...text.matchAll(LABEL)].map(([, label = '']) => plain(label)));
  const label = labels.find((name) => said.has(name));
  if (label !== undefined) return `the label "${label}"`;
  const word = words.find((one) => text.includes(one));
  return word === undefined ? undefined : `the word "${word}"`;
};

const LABEL = /^(?:[-*] )?\*{0,2}([A-Za-z]{1,20})(?::\*{0,2}|\*{0,2}:)/gmu;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, ' ')
    .trim();
