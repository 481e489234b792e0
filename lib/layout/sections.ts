/** The files that the sections of a layout show. */
import type { FileSection, LayoutDocument, LayoutSection } from './document.ts';
import type { LayoutFault } from './weakens.ts';

/** A section that names a file which the document has not, as a pointer; `undefined` where all are known. */
export const unknownFile = (document: LayoutDocument): LayoutFault | undefined => {
  const known = new Set(document.files.map(({ name }) => name));
  for (const order of ['order', 'firstRun', 'automation', 'worker'] as const)
    for (const [index, section] of (document[order] ?? []).entries())
      for (const { file } of fileSections(section))
        if (!known.has(file))
          return { pointer: `/${order}/${index}`, reason: `names no file of the layout` };
  return undefined;
};

/** The files that a section shows, in order, wherever in it. */
export const fileSections = (section: LayoutSection): readonly FileSection[] => {
  if ('file' in section) return [section, ...sectionsWithin(section).flatMap(fileSections)];
  if ('parts' in section) return section.parts.flatMap(fileSections);
  if ('oneOf' in section)
    return section.oneOf.flatMap(({ sections }) => sections.flatMap(fileSections));
  return [];
};

/** What is filled in, or stands instead of its own, in a file. */
export const sectionsWithin = ({
  fill = {},
  instead = {},
}: FileSection): readonly LayoutSection[] =>
  [fill, instead].flatMap((parts) => Object.values(parts).flat());

/** `## 1. SECURITY` has the title SECURITY: numbers before it are none of it. */
export const sectionTitle = (title: string): string =>
  title.replace(/^\d{1,2}[.)]?\s+/u, '').trim();
