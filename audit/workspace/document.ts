/** A Markdown file of the workspace as rules read it: lines and headings, found once and only when asked for. */
import { type LabelledCredential, labelledCredentials } from '#lib/secrets/credential.ts';
import { credentialNamedBy } from '#lib/secrets/credential-file.ts';
import { scanLines } from '#lib/text/lines.ts';
import type { Line } from '#lib/text/lines.ts';
import { suspectsIn } from '#lib/injection/characters.ts';

/** A line that is a heading, with its level and its title. */
export type HeadingLine = Extract<Line, { kind: 'heading' }>;

/** The lines under a heading, down to the next one of its level or above. */
export interface Section {
  readonly heading: HeadingLine;
  /** Without the heading itself; deeper headings are among them. */
  readonly lines: readonly Line[];
}

/**
 * A function of the name and the text of a document, and of nothing else, asked once: its answer is kept as long as
 * somebody has the content, so that an untouched file is not looked through again.
 */
export const once = <Value>(of: (document: Document) => Value): ((document: Document) => Value) => {
  const known = new WeakMap<object, { readonly name: string; readonly value: Value }>();
  return (document) => {
    const { name, content } = document;
    const before = known.get(content);
    if (before?.name === name) return before.value;
    const value = of(document);
    known.set(content, { name, value });
    return value;
  };
};

/** A Markdown file under audit: its lines, headings, sections and labelled credentials, each found once. */
export class Document {
  readonly name: string;
  readonly content: { readonly text: string };
  #lines: readonly Line[] | undefined;
  #headings: readonly HeadingLine[] | undefined;

  constructor(name: string, content: { readonly text: string }) {
    this.name = name;
    this.content = content;
  }

  /** As read: with its byte order mark, if it has one. Offsets of lines point into it. */
  get text(): string {
    return this.content.text;
  }

  get lines(): readonly Line[] {
    this.#lines ??= [...scanLines(this.text)];
    return this.#lines;
  }

  get headings(): readonly HeadingLine[] {
    this.#headings ??= this.lines.filter((line) => line.kind === 'heading');
    return this.#headings;
  }

  /** The first heading of level one. What follows it is not looked at. */
  get title(): HeadingLine | undefined {
    for (const line of this.#lines ?? scanLines(this.text))
      if (line.kind === 'heading' && line.level === 1) return line;
    return undefined;
  }

  /** Every section with this heading, at this level, spelled exactly so. */
  sections(title: string, level = 2): readonly Section[] {
    return this.headings.flatMap((heading, index) =>
      heading.level === level && heading.title === title ? [this.#section(heading, index)] : [],
    );
  }

  /** What stands under one of this document's headings. */
  sectionAt(heading: HeadingLine): Section {
    return this.#section(heading, this.headings.indexOf(heading));
  }

  #section(heading: HeadingLine, index: number): Section {
    // From the heading on, not from the top: a file of nothing but headings is read once.
    let at = index + 1;
    while ((this.headings[at]?.level ?? 0) > heading.level) at += 1;
    const end = this.headings[at]?.line ?? Infinity;
    return { heading, lines: this.lines.slice(heading.line, end - 1) };
  }

  /** Is there a control, or a character that may be hidden? In most documents there is none. */
  get hasSuspects(): boolean {
    return hasSuspects(this);
  }

  /** Credentials that people labelled, if only by the name of the file. */
  get labelled(): readonly LabelledCredential[] {
    return labelledIn(this);
  }

  /** Is there anything in it but blanks and a byte order mark? */
  get isEmpty(): boolean {
    return !/[^\s\uFEFF]/u.test(this.text);
  }
}

const hasSuspects = once(({ text }) => suspectsIn(text).next().done !== true);

const labelledIn = once(({ name, text }): readonly LabelledCredential[] => [
  ...labelledCredentials(text),
  ...credentialNamedBy(name, text),
]);

/** Text that says something: no blank line, heading, comment or front matter. */
export const isContent = ({ kind, text }: Line): boolean =>
  (kind === 'text' || kind === 'code') && text.trim() !== '';
