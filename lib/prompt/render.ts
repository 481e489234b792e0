/** From sections to pieces. Nothing here cuts. */
import type { ChoiceSection, FactName, PartsSection, LayoutSection } from '#lib/layout/document.ts';
import { factKey, factText } from './facts.ts';
import { headed, joinPieces, layoutPiece, type Piece, type Rendering } from './pieces.ts';
import { itemsFor, renderFiles } from './render-file.ts';
import { textOf } from './spans.ts';

/** The pieces of one section; none where nothing is there to be said. */
export const renderSection = (section: LayoutSection, by: Rendering): readonly Piece[] => {
  if ('file' in section) return renderFiles(section, by, renderSection);
  if ('text' in section) {
    const { id, text, group = 'static' } = section;
    return [{ text, group, source: { is: 'layout', what: id } }];
  }
  if ('fact' in section) return renderFact(section, by);
  if ('parts' in section) return renderParts(section, by);
  return (chosen(section, by)?.sections ?? []).reduce<readonly Piece[]>(
    (pieces, inner) => joinPieces(pieces, renderSection(inner, by), by.document.separator),
    [],
  );
};

/** The alternative that applies: the first of which a file is there. */
export const chosen = (
  { oneOf }: ChoiceSection,
  by: Pick<Rendering, 'items'>,
): ChoiceSection['oneOf'][number] | undefined =>
  oneOf.find(({ where, sections }) =>
    (where?.map((file): LayoutSection => ({ file })) ?? sections).some((one) => isThere(one, by)),
  );

const isThere = (section: LayoutSection, by: Pick<Rendering, 'items'>): boolean => {
  if ('file' in section) return itemsFor(section, by).length > 0;
  return 'oneOf' in section && chosen(section, by) !== undefined;
};

const renderFact = (
  section: Extract<LayoutSection, { fact: FactName }>,
  by: Rendering,
): readonly Piece[] => {
  const { fact, heading, group } = section;
  const kept = by.kept.get(factKey(fact));
  const text = kept === undefined ? factText(section, by.facts, by.audience) : textOf(kept);
  if (text === undefined) by.without(fact);
  if (text === undefined || text === '') return [];
  const fenced = text === section.default ? undefined : by.fence?.(factKey(fact), text);
  const piece: Piece = { text: fenced?.text ?? text, group, source: { is: 'fact', fact } };
  const body =
    fenced === undefined
      ? [piece]
      : [
          layoutPiece(fenced.before, group, 'fence'),
          piece,
          layoutPiece(fenced.after, group, 'fence'),
        ];
  return headed(heading, body, group, by.document.headingEnd);
};

const renderParts = (
  { heading, lead, parts, group }: PartsSection,
  by: Rendering,
): readonly Piece[] => {
  const inside = parts.reduce<readonly Piece[]>(
    (pieces, part) => joinPieces(pieces, renderSection(part, by), '\n\n'),
    [],
  );
  const isSaid = inside.length > 0 || parts.some((part) => isThere(part, by));
  if (!isSaid) return [];
  const body = lead === undefined ? [] : [layoutPiece(lead, group, 'lead')];
  return headed(heading, joinPieces(body, inside, '\n\n'), group, by.document.headingEnd);
};
