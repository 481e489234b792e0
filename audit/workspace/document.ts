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

/** A Markdown file under audit: its lines, headings, sections and labelled credentials, each found once. */
export class Document {
  readonly name: string;
  /** As read: with its byte order mark, if it has one. Offsets of lines point into it. */
  readonly text: string;
  #lines: readonly Line[] | undefined;
  #headings: readonly HeadingLine[] | undefined;
  #hasSuspects: boolean | undefined;
  #labelled: readonly LabelledCredential[] | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
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
    this.#hasSuspects ??= suspectsIn(this.text).next().done !== true;
    return this.#hasSuspects;
  }

  /** Credentials that people labelled, if only by the name of the file. */
  get labelled(): readonly LabelledCredential[] {
    this.#labelled ??= [
      ...labelledCredentials(this.text),
      ...credentialNamedBy(this.name, this.text),
    ];
    return this.#labelled;
  }

  /** Is there anything in it but blanks and a byte order mark? */
  get isEmpty(): boolean {
    return !/[^\s\uFEFF]/u.test(this.text);
  }
}

/** Text that says something: no blank line, heading, comment or front matter. */
export const isContent = ({ kind, text }: Line): boolean =>
  (kind === 'text' || kind === 'code') && text.trim() !== '';
