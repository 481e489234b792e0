/**
 * The prompt of any layout, pure: which pieces it has, where each comes from, what became of every file, and what it
 * takes of the budget.
 */
import type {
  FactName,
  FactSection,
  FileSection,
  LayoutDocument,
  LayoutSection,
} from '#lib/layout/document.ts';
import { fileSections, sectionsWithin } from '#lib/layout/sections.ts';
import { type Cut, cutItems, type CuttableItem } from './cut.ts';
import { ESTIMATE } from './estimators.ts';
import { factKey, factText, type PromptFacts } from './facts.ts';
import { promptFileOf, faultsOf, type PromptFile, type PromptFault } from './file-status.ts';
import { type FileItem, itemsOf, type SeenFile } from './items.ts';
import { type Fence, joinPieces, type Piece, type Rendering } from './pieces.ts';
import { chosen, renderSection } from './render.ts';
import { type PromptContext, sectionsOf, selectFiles } from './select.ts';
import { textOf } from './spans.ts';

/** What a prompt is planned from. */
export interface PlanRequest {
  readonly document: LayoutDocument;
  readonly context: PromptContext;
  readonly facts: PromptFacts;
  /** What was read, by name. */
  readonly files: ReadonlyMap<string, SeenFile>;
  /** In tokens, before that of the layout. */
  readonly budget?: number | undefined;
  readonly fence?: Fence | undefined;
  /** The kernel's own words, which stand first. */
  readonly briefing?: string | undefined;
}

export interface PromptPlan {
  readonly pieces: readonly Piece[];
  readonly files: readonly PromptFile[];
  /** Facts that the layout would show, and that nobody gave. */
  readonly without: readonly FactName[];
  readonly warnings: readonly string[];
  readonly faults: readonly PromptFault[];
  /** Of the whole prompt. */
  readonly tokens: number;
  /** In tokens, and what the files take of it. */
  readonly budget?: { readonly tokens: number; readonly spent: number };
}

/** The prompt of a plan. */
export const promptText = ({ pieces }: Pick<PromptPlan, 'pieces'>): string =>
  pieces.map(({ text }) => text).join('');

/** The same request gives the same plan. */
export const planPrompt = (request: PlanRequest): PromptPlan => {
  const { document, context, facts, files, briefing } = request;
  const estimate = ESTIMATE[document.estimator];
  const sections = sectionsOf(document, context);
  const all = itemsOf(selectFiles(document, context), {
    files,
    verbatim: document.fenced === true,
    query: facts.query,
    filtered: filteredFiles(sections),
    nodes: facts.runtime?.nodes,
  });
  const { files: applying, warnings } = applied(sections, { items: all });
  const items = onlyApplied(all, applying);
  const without = new Set<FactName>();
  const rendering = (kept: Rendering['kept']): Rendering => ({
    document,
    audience: context.audience,
    facts,
    items,
    kept,
    sha256: (file) => files.get(file)?.sha256 ?? '',
    fence: request.fence,
    without: (fact) => without.add(fact),
  });
  const render = (some: readonly LayoutSection[], kept: Rendering['kept']): readonly Piece[] =>
    some.reduce<readonly Piece[]>(
      (pieces, section) =>
        joinPieces(pieces, renderSection(section, rendering(kept)), document.separator),
      [],
    );
  const tokens = new Map(items.map(({ name, spans }) => [name, estimate(textOf(spans))]));
  const budget = request.budget ?? document.budget;
  const frameOf = (section: FileSection | FactSection): number =>
    section.tier === undefined ? 0 : frameTokens(section, document, estimate);
  const cuttable = [
    ...items.flatMap((item) => fileItem(item, tokens.get(item.name) ?? 0, sections, frameOf)),
    ...sections.flatMap((section) => factItem(section, request, estimate, frameOf)),
  ];
  const isTiered = document.cut.by === 'tiers';
  const cuts = cutItems(document.cut, cuttable, {
    budget,
    estimate,
    base: isTiered ? estimate(glue(render(sections.filter(isBase), new Map()))) : 0,
    conversation: facts.conversationTokens ?? 0,
  });
  const body = render(sections, new Map([...cuts].map(([key, { spans }]) => [key, spans])));
  const pieces = joinPieces(lead(briefing), body, document.separator);
  const statuses = items.map((item) => {
    const shown = tokens.get(item.name) ?? 0;
    const whole = item.fate === 'cut' ? estimate(files.get(item.name)?.text ?? '') : shown;
    return promptFileOf(item, cuts.get(item.name), { shown, whole }, estimate);
  });
  const spent = statuses.reduce((sum, { shown }) => sum + shown, 0);
  return {
    pieces,
    files: statuses,
    without: [...without],
    warnings: [...warnings, ...sections.flatMap((section) => factWarning(section, cuts))],
    faults: faultsOf(document, items, statuses, budget),
    tokens: estimate(glue(pieces)),
    ...(budget === undefined ? {} : { budget: { tokens: budget, spent } }),
  };
};

const glue = (pieces: readonly Piece[]): string => promptText({ pieces });

const lead = (briefing: string | undefined): readonly Piece[] =>
  briefing === undefined
    ? []
    : [{ text: briefing, group: 'static', source: { is: 'fact', fact: 'briefing' } }];

const filteredFiles = (sections: readonly LayoutSection[]): ReadonlySet<string> =>
  new Set(sections.flatMap(fileSections).flatMap(({ file, filtered }) => (filtered ? [file] : [])));

/** What of the sections applies: the files that they show, and what is to be said of it. */
const applied = (
  sections: readonly LayoutSection[],
  by: Pick<Rendering, 'items'>,
): { readonly files: readonly string[]; readonly warnings: readonly string[] } => {
  const parts = sections.map((section) => {
    if ('file' in section) {
      const inside = applied(sectionsWithin(section), by);
      return { ...inside, files: [section.file, ...inside.files] };
    }
    if (!('oneOf' in section))
      return { files: fileSections(section).map(({ file }) => file), warnings: [] };
    const taken = chosen(section, by);
    const inside = applied(taken?.sections ?? [], by);
    const warning = taken?.warning;
    return {
      ...inside,
      warnings: [...(warning === undefined ? [] : [warning]), ...inside.warnings],
    };
  });
  return {
    files: parts.flatMap(({ files }) => files),
    warnings: parts.flatMap(({ warnings }) => warnings),
  };
};

/** Files of alternatives that do not apply are not shown, and that is said. */
const onlyApplied = (items: readonly FileItem[], files: readonly string[]): readonly FileItem[] => {
  const shown = new Set(files);
  return items.map((item) =>
    item.isShown && !shown.has(item.row.name)
      ? {
          ...item,
          isShown: false,
          spans: [],
          fate: 'dropped',
          why: 'the prompt is made of other files',
        }
      : item,
  );
};

const fileItem = (
  { name, row, spans, isShown, listed }: FileItem,
  tokens: number,
  sections: readonly LayoutSection[],
  frameOf: (section: FileSection) => number,
): readonly CuttableItem[] => {
  if (!isShown || listed) return [];
  const section = sections.find(
    (one): one is FileSection => 'file' in one && one.file === row.name,
  );
  return [
    {
      key: name,
      spans,
      tokens,
      frame: section === undefined ? 0 : frameOf(section),
      required: row.required === true,
      isFile: true,
      policy: row.policy === true,
      ...(section?.tier === undefined ? {} : { tier: section.tier }),
      ...(row.cap === undefined ? {} : { cap: row.cap }),
    },
  ];
};

const factItem = (
  section: LayoutSection,
  { facts, context }: PlanRequest,
  estimate: (text: string) => number,
  frameOf: (section: FactSection) => number,
): readonly CuttableItem[] => {
  if (!('fact' in section) || section.tier === undefined) return [];
  const text = factText(section, facts, context.audience);
  if (text === undefined || text === '') return [];
  const { fact, tier } = section;
  return [
    {
      key: factKey(fact),
      spans: [{ text }],
      tokens: estimate(text),
      frame: frameOf(section),
      required: false,
      isFile: false,
      policy: false,
      tier,
    },
  ];
};

/** Files have a status each; of facts it is said only where they are not whole. */
const factWarning = (section: LayoutSection, cuts: ReadonlyMap<string, Cut>): readonly string[] => {
  const cut = 'fact' in section ? cuts.get(factKey(section.fact)) : undefined;
  return cut === undefined || !('fact' in section)
    ? []
    : [`The fact "${section.fact}" is ${cut.fate}: ${cut.why}.`];
};

/** One more than estimated: two texts, each rounded down by less than half, are at most one token more when they are one. */
const frameTokens = (
  { heading }: FileSection | FactSection,
  { separator, headingEnd }: LayoutDocument,
  estimate: (text: string) => number,
): number => estimate(`${separator}${heading === undefined ? '' : `${heading}${headingEnd}`}`) + 1;

const isBase = (section: LayoutSection): boolean =>
  !('tier' in section) || section.tier === undefined;
