/** Which files a prompt reads, decided by names before one is opened; what it does not read, and why. */
import type {
  FileSection,
  LayoutDocument,
  LayoutFile,
  LayoutRole,
  OrderName,
  LayoutSection,
} from '#lib/layout/document.ts';
import { isPattern } from '#lib/layout/names.ts';
import { filledName, type Variables } from '#lib/layout/variables.ts';
import { fileSections } from '#lib/layout/sections.ts';
import type { Audience } from '#lib/spec/audience.ts';

/** What became of a file; each has one. */
export type FileStatus =
  | 'whole'
  | 'bundled'
  | 'cut'
  | 'dropped'
  | 'empty'
  | 'absent'
  | 'not for this session'
  | 'on demand';

/** For whom, when and in which order a prompt is made. */
export interface PromptContext {
  readonly audience: Audience;
  readonly heartbeat: boolean;
  readonly order: OrderName;
  readonly variables: Variables;
  /** Folders that a section asks for and in which nothing is. */
  readonly emptyFolders?: readonly string[];
  /** The owner's settings let shared sessions see the daily logs. */
  readonly dailyInShared: boolean;
}

/** A row of a layout as it applies in a context. */
export interface SelectedFile {
  readonly row: LayoutFile;
  /** With its variables filled in; as in the row where one is not known. */
  readonly name: string;
  /** Why it is not read; absent: it is. */
  readonly unread?: { readonly fate: FileStatus; readonly why: string };
  /** Only its name and description are shown. */
  readonly listed: boolean;
}

/** The sections of a prompt, in order. */
export const sectionsOf = (
  document: LayoutDocument,
  context: PromptContext,
): readonly LayoutSection[] =>
  sectionsOfOrder(document, context.order).filter(
    (section) =>
      !('whileEmpty' in section) ||
      section.whileEmpty === undefined ||
      context.emptyFolders?.includes(section.whileEmpty) === true,
  );

/** The sections of an order, whether they are shown now or not. */
export const sectionsOfOrder = (
  document: LayoutDocument,
  order: OrderName,
): readonly LayoutSection[] => {
  if (order === 'first run') return document.firstRun ?? document.order;
  if (order === 'worker') return document.worker ?? document.order;
  return order === 'automation' ? (document.automation ?? document.order) : document.order;
};

/** The document with files of the owner's choice at its end (Aletheia's `extraFiles`). */
export const withExtraFiles = (
  document: LayoutDocument,
  names: readonly string[] = [],
): LayoutDocument => {
  const known = new Set(document.files.map(({ name }) => name));
  const rows = [...new Set(names)]
    .filter((name) => !known.has(name))
    .map((name): LayoutFile => ({ name, role: 'context', priority: 10, group: 'dynamic' }));
  const sections = rows.map(({ name }) => ({ file: name, heading: `## ${name}` }));
  return {
    ...document,
    files: [...document.files, ...rows],
    order: [...document.order, ...sections],
  };
};

/** Every row of the layout, in the order of their priorities. */
export const selectFiles = (
  document: LayoutDocument,
  context: PromptContext,
): readonly SelectedFile[] => {
  const shown = new Map<string, FileSection>();
  for (const section of sectionsOf(document, context).flatMap(fileSections))
    if (!shown.has(section.file)) shown.set(section.file, section);
  return document.files
    .toSorted((one, other) => one.priority - other.priority)
    .map((row): SelectedFile => {
      const section = shown.get(row.name);
      const listed = section?.listed === true;
      const filled = filledName(row.name, context.variables);
      const isShown = section !== undefined;
      const unread = reasonNot(row, { document, context, filled, listed, isShown });
      const name = filled ?? row.name;
      return unread === undefined ? { row, name, listed } : { row, name, listed, unread };
    });
};

interface Asked {
  readonly document: LayoutDocument;
  readonly context: PromptContext;
  readonly filled: string | undefined;
  readonly listed: boolean;
  readonly isShown: boolean;
}

const reasonNot = (
  row: LayoutFile,
  { document, context, filled, listed, isShown }: Asked,
): SelectedFile['unread'] => {
  if (!isFor(row, document, context))
    return {
      fate: 'not for this session',
      why:
        row.role === 'memory'
          ? `long-term memory is for main sessions alone (RFC-0009 §4.1)`
          : `not for ${context.audience} sessions`,
    };
  if (row.when === 'heartbeat' && !context.heartbeat)
    return { fate: 'on demand', why: 'read on a heartbeat' };
  if (row.when === 'on demand' && !listed)
    return { fate: 'on demand', why: 'read when the agent asks for it' };
  if (!isShown) return { fate: 'not for this session', why: NOT_SHOWN[context.order] };
  if (filled === undefined) return { fate: 'absent', why: 'no name is known for it' };
  return undefined;
};

const NOT_SHOWN: Readonly<Record<OrderName, string>> = {
  normal: 'not part of an ordinary prompt',
  'first run': 'not part of a first run',
  automation: "not part of an automation's prompt",
  worker: "not part of a worker's prompt",
};

const isFor = (row: LayoutFile, { layout }: LayoutDocument, context: PromptContext): boolean => {
  const { audience, dailyInShared } = context;
  if (row.for === undefined || row.for.includes(audience)) return true;
  return layout === 'rfc-0009' && row.role === 'daily' && dailyInShared;
};

/** The names and patterns that are looked for, and what each is for; patterns come last. */
export const wanted = (
  selected: readonly SelectedFile[],
): readonly { readonly name: string; readonly role: LayoutRole }[] =>
  selected
    .filter(({ unread }) => unread === undefined)
    .map(({ name, row: { role } }) => ({ name, role }))
    .toSorted((one, other) => Number(isPattern(one.name)) - Number(isPattern(other.name)));
