/** The pieces of files: under their headings, in their fences, with what is filled in, or as a list. */
import type { FileSection, LayoutRole, LayoutSection } from '#lib/layout/document.ts';
import { sectionsWithin, sectionTitle } from '#lib/layout/sections.ts';
import { kindOfAudience } from '#lib/spec/session-policy.ts';
import { scanLines } from '#lib/text/lines.ts';
import { PRIVATE_NOTE } from './assemble.ts';
import type { FileItem } from './items.ts';
import {
  type Fence,
  headed,
  joinPieces,
  layoutPiece,
  type Piece,
  type Rendering,
} from './pieces.ts';
import { lineOf, skillLine, skillOf } from './skill.ts';
import { type TextSpan, textOf } from './spans.ts';

/** The pieces of a section inside of another. */
export type Inner = (section: LayoutSection, by: Rendering) => readonly Piece[];

/** The files of a section that are there to be shown. */
export const itemsFor = (
  { file }: FileSection,
  { items }: Pick<Rendering, 'items'>,
): readonly FileItem[] => items.filter(({ row, isShown }) => isShown && row.name === file);

/** The files of a section, in order. */
export const renderFiles = (
  section: FileSection,
  by: Rendering,
  inner: Inner,
): readonly Piece[] => {
  if (section.listed === true) return renderList(section, by);
  const shown = itemsFor(section, by).filter(({ name }) => by.kept.get(name)?.length !== 0);
  const [first] = shown;
  if (first === undefined) return [];
  const body = shown.reduce<readonly Piece[]>(
    (pieces, item) => joinPieces(pieces, renderFile(item, section, by, inner), '\n\n'),
    [],
  );
  return headed(section.heading, body, first.row.group, by.document.headingEnd);
};

/** Skills by name, those of the workspace before those of the same name that all have; how many are left out is said. */
const renderList = (section: FileSection, by: Rendering): readonly Piece[] => {
  const shown = itemsFor(section, by);
  const left = by.items.filter(({ row, fate }) => row.name === section.file && fate === 'dropped');
  const names = new Set([...shown, ...left].map(({ name }) => skillOf(name)));
  const lines = [
    ...shown.map(({ name, spans }) => [skillOf(name), skillLine(name, textOf(spans))] as const),
    ...(by.facts.skills ?? [])
      .filter(({ name }) => !names.has(name))
      .map(({ name, description = '' }) => {
        const file = section.file.replace('*', name);
        return [name, lineOf(name, description, file)] as const;
      }),
  ].toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (lines.length === 0) return [];
  const list = [
    lines.map(([, line]) => line).join('\n'),
    ...(left.length === 0
      ? []
      : [`Left out: ${left.length} that cannot be read, or that require what no machine has.`]),
  ];
  const piece = layoutPiece(list.join('\n\n'), 'semi-static', 'list of skills');
  return headed(section.heading, [piece], 'semi-static', by.document.headingEnd);
};

const renderFile = (
  item: FileItem,
  section: FileSection,
  by: Rendering,
  inner: Inner,
): readonly Piece[] => {
  const { name, row } = item;
  const spans = by.kept.get(name) ?? item.spans;
  const heading = section.each?.replace('{name}', name);
  const note = isPrivate(row.role, by)
    ? [layoutPiece(`(${PRIVATE_NOTE})\n\n`, row.group, 'note')]
    : [];
  const body =
    by.fence === undefined
      ? spans.flatMap((span) => filled(span, item, section, by, inner))
      : sectionsWithin(section).length === 0
        ? fenced(by.fence, item, spans, by)
        : fencedAround(
            by.fence,
            item,
            spans.flatMap((span) => filled(span, item, section, by, inner)),
          );
  return headed(
    heading,
    textOf(spans) === '' ? body : [...note, ...body],
    row.group,
    by.document.headingEnd,
  );
};

/** May be read to work with, and not be passed on; in fences that is said there. */
const isPrivate = (role: LayoutRole, { audience, fence }: Rendering): boolean =>
  !kindOfAudience(audience).permissions.isPrivate &&
  fence === undefined &&
  (role === 'user' || role === 'daily');

const pieceOf = (
  { text, at }: TextSpan,
  { name, fate, row: { group } }: FileItem,
  by: Rendering,
): Piece => ({
  text,
  group,
  source:
    at === undefined
      ? fate === 'bundled'
        ? { is: 'layout', what: 'bundled' }
        : { is: 'marker', file: name }
      : { is: 'file', file: name, sha256: by.sha256(name), from: at, to: at + text.length },
});

const fenced = (
  fence: Fence,
  item: FileItem,
  spans: readonly TextSpan[],
  by: Rendering,
): readonly Piece[] => {
  const { name, row } = item;
  const text = textOf(spans);
  const inside = fence(name, text);
  const body: readonly Piece[] =
    inside.text === text
      ? spans.map((span) => pieceOf(span, item, by))
      : [
          {
            text: inside.text,
            group: row.group,
            source: {
              is: 'file',
              file: name,
              sha256: by.sha256(name),
              from: 0,
              to: text.length,
              altered: true,
            },
          },
        ];
  return [
    layoutPiece(inside.before, row.group, 'fence'),
    ...body,
    layoutPiece(inside.after, row.group, 'fence'),
  ];
};

/** A file with others in it, which stand in fences of their own. */
const fencedAround = (
  fence: Fence,
  { name, row: { group } }: FileItem,
  body: readonly Piece[],
): readonly Piece[] => {
  const { before, after } = fence(name, '');
  return [
    layoutPiece(before, group, 'fence'),
    ...body.map((piece): Piece => {
      const { source } = piece;
      if (source.is !== 'file' || source.file !== name) return piece;
      const { text } = fence(name, piece.text);
      return text === piece.text ? piece : { ...piece, text, source: { ...source, altered: true } };
    }),
    layoutPiece(after, group, 'fence'),
  ];
};

/**
 * A part of a file, with what is filled in and what stands instead of its own sections: in one pass, so that nothing that
 * is put in is looked at again.
 */
const filled = (
  span: TextSpan,
  item: FileItem,
  section: FileSection,
  by: Rendering,
  inner: Inner,
): readonly Piece[] => {
  const { text, at } = span;
  if (at === undefined && item.fate !== 'bundled') return [pieceOf(span, item, by)];
  const pieces: Piece[] = [];
  const keep = (from: number, to: number): void => {
    const part = { text: text.slice(from, to), ...(at === undefined ? {} : { at: at + from }) };
    if (to > from) pieces.push(pieceOf(part, item, by));
  };
  let last = 0;
  for (const { from, to, sections, lead } of gapsIn(text, section)) {
    const inside = sections.reduce<readonly Piece[]>(
      (before, one) => joinPieces(before, inner(one, by), '\n\n'),
      [],
    );
    // A section stays as it is where nothing is there to stand instead.
    if (from < last || (inside.length === 0 && lead !== undefined)) continue;
    keep(last, from);
    const { group } = item.row;
    if (lead !== undefined && lead !== '') pieces.push(layoutPiece(lead, group, 'lead'));
    for (const { text: words, source } of inside) pieces.push({ text: words, source, group });
    last = to;
  }
  keep(last, text.length);
  return pieces;
};

/** Where something else stands than the file says. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly sections: readonly LayoutSection[];
  /** Of a section alone: what its new text needs before it. */
  readonly lead?: string;
}

/** In order; what has no place of its own comes last. */
const gapsIn = (text: string, { fill = {}, instead = {} }: FileSection): readonly Gap[] => {
  const placeholders = [...text.matchAll(/\{\{([A-Z_]+)\}\}/gu)].flatMap(
    ({ 0: all, 1: name = '', index }): readonly Gap[] =>
      Object.hasOwn(fill, name)
        ? [{ from: index, to: index + all.length, sections: fill[name] ?? [] }]
        : [],
  );
  const bodies = Object.entries(instead).map(([title, sections]): Gap => {
    const { from, to } = bodyOf(text, title);
    const lead = /(?:^|\n)[^\S\n]*$/u.test(text.slice(0, from)) ? '' : '\n\n';
    return { from, to, sections, lead };
  });
  return [...bodies, ...placeholders].toSorted((one, other) => one.from - other.from);
};

/** What stands under a heading, without white space around it; the end of the text where there is none of this title. */
const bodyOf = (text: string, title: string): { readonly from: number; readonly to: number } => {
  const headings = [...scanLines(text)].filter(
    (line) => line.kind === 'heading' && line.level <= SECTION_LEVEL,
  );
  const index = headings.findIndex(
    (line) => line.kind === 'heading' && sectionTitle(line.title) === title,
  );
  const heading = headings[index];
  if (heading === undefined) return { from: text.length, to: text.length };
  const start = heading.at + heading.text.length;
  const body = text.slice(start, headings[index + 1]?.at ?? text.length);
  const from = start + body.length - body.trimStart().length;
  return body.trim() === '' ? { from: start, to: start } : { from, to: from + body.trim().length };
};

const SECTION_LEVEL = 2;
