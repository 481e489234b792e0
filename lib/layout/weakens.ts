/**
 * What no document of a layout may say, whoever wrote it: it chooses files and their order, and never gives what
 * RFC-0009 withholds (§2.4, §4.1).
 */
import type { FileSection, LayoutDocument, LayoutFile, Section } from './document.ts';
import { fitsPattern } from './names.ts';

/** A place of a document as a JSON pointer, and what is wrong with it, as part of a sentence. */
export interface LayoutFault {
  readonly pointer: string;
  readonly reason: string;
}

/** A relative name that stays inside the workspace and is no hidden one. */
const INSIDE = /^(?:[^./\\\0][^/\\\0]*)(?:\/[^./\\\0][^/\\\0]*)*$/u;
/** What the kernel keeps, or writes on its way to a file. */
const OF_KERNEL = /(?:^|\/)[^/]*\.yamo-tmp$/iu;
const MEMORY = 'memory.md';

/** The first thing by which a document would weaken the kernel's rules; `undefined` where there is none. */
export const weakens = ({ files }: LayoutDocument): LayoutFault | undefined => {
  const seen = new Set<string>();
  for (const [index, file] of files.entries()) {
    const pointer = `/files/${index}`;
    const fault = faultOfName(file) ?? faultOfMemory(file);
    if (fault !== undefined) return { ...fault, pointer: `${pointer}${fault.pointer}` };
    const name = file.name.toLowerCase();
    if (seen.has(name)) return { pointer: `${pointer}/name`, reason: 'is named twice' };
    seen.add(name);
  }
  return undefined;
};

const faultOfName = ({ name }: LayoutFile): LayoutFault | undefined => {
  if (!INSIDE.test(name))
    return { pointer: '/name', reason: 'leads out of the workspace, or is hidden' };
  if (OF_KERNEL.test(name)) return { pointer: '/name', reason: 'is a name of the kernel' };
  return undefined;
};

/** MEMORY.md is long-term memory by any spelling and pattern, and that is for main sessions alone. */
const faultOfMemory = (file: LayoutFile): LayoutFault | undefined => {
  const isMemory = fitsPattern(file.name.toLowerCase(), MEMORY);
  if (isMemory && file.role !== 'memory')
    return { pointer: '/role', reason: 'makes MEMORY.md something else than long-term memory' };
  if (file.role !== 'memory') return undefined;
  const isMainOnly = file.for?.length === 1 && file.for[0] === 'main';
  return isMainOnly
    ? undefined
    : { pointer: '/for', reason: 'gives long-term memory to shared sessions' };
};

/** A section that names a file which the document has not, as a pointer; `undefined` where all are known. */
export const unknownFile = (document: LayoutDocument): LayoutFault | undefined => {
  const known = new Set(document.files.map(({ name }) => name));
  for (const order of ['order', 'firstRun', 'automation'] as const)
    for (const [index, section] of (document[order] ?? []).entries())
      for (const { file } of fileSections(section))
        if (!known.has(file))
          return { pointer: `/${order}/${index}`, reason: `names no file of the layout` };
  return undefined;
};

/** The files that a section shows, in order, wherever in it. */
export const fileSections = (section: Section): readonly FileSection[] => {
  if ('file' in section)
    return [
      section,
      ...Object.values(section.fill ?? {}).flatMap((inner) => inner.flatMap(fileSections)),
    ];
  if ('parts' in section) return section.parts.flatMap(fileSections);
  if ('oneOf' in section)
    return section.oneOf.flatMap(({ sections }) => sections.flatMap(fileSections));
  return [];
};
