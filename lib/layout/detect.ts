/**
 * Which system a folder belongs to. Systems of Markdown agents share names of files, and what one deletes another
 * one keeps for good; so before anything changes it is decided whose folder this is: from names, and from headings and
 * labels, which a copy takes along. By which, the documents of the layouts say.
 */
import { LAYOUTS } from './bundled.ts';
import type { Marker } from './document.ts';
import type { LayoutName } from '#lib/spec/layouts.ts';
import { markOf } from './marks.ts';
import { spokenFor, type FileTexts } from './speech.ts';

/** Layouts whose files yamo would damage, or whose rules it does not know. The gravest loss comes first. */
export const OTHER_LAYOUTS = ['nexus', 'aletheia', 'gsv', 'osa'] as const;

type OtherLayout = (typeof OTHER_LAYOUTS)[number];

/** What has to be looked for, each once. */
export const LAYOUT_PROBES: readonly string[] = [
  ...new Set(
    [...OTHER_LAYOUTS, 'rfc-0009' as const, 'openclaw' as const].flatMap((layout) =>
      (LAYOUTS[layout].markers ?? []).flatMap(({ paths }) => paths),
    ),
  ),
];

/** Files whose text is looked at. Bootstrap instructions are not among them: the guard reads them (§6.3). */
export const SPEAKING_FILES = ['AGENTS.md', 'IDENTITY.md'] as const;

/** What there is of a folder. */
export interface FolderFacts {
  /** Those of `LAYOUT_PROBES` that are there. */
  readonly present: ReadonlySet<string>;
  /** The name of the folder and of those above it, the innermost first. */
  readonly within: readonly string[];
  /** Those of `SPEAKING_FILES` that are there. */
  readonly texts: FileTexts;
}

/** A layout, with the names that speak for it. */
interface Evidence<Layout extends LayoutName = LayoutName> {
  readonly layout: Layout;
  /** In words: `state/agents/ and state/config.json`. */
  readonly evidence: string;
}

/** Which system a folder belongs to, and by what that was told. */
export type Detected =
  /** OpenClaw's files have our names and our meaning; `evidence`: what is said in them. */
  | { readonly is: 'ours'; readonly layout: 'rfc-0009' | 'openclaw'; readonly evidence?: string }
  /** `kept`: the kernel remembers it, whatever the names say by now. */
  | ({ readonly is: 'other'; readonly kept?: true } & Evidence<OtherLayout>)
  | { readonly is: 'unclear'; readonly candidates: readonly Evidence[] };

/** Marks of two systems are a tie, which nobody here breaks: the owner says. What a file says counts for more than a place. */
export const detectLayout = (around: FolderFacts): Detected => {
  const spoken = spokenForOne('openclaw', around.texts);
  const others = OTHER_LAYOUTS.flatMap((layout) => {
    const said = spokenForOne(layout, around.texts);
    if (said.length > 0) return said;
    // OpenClaw has the same names as GSV.
    return layout === 'gsv' && spoken.length > 0 ? [] : evidenceOf(layout, around);
  });
  const [first] = others;
  if (first === undefined) {
    const isOpenClaw = evidenceOf('openclaw', around).length > 0;
    if (spoken[0] !== undefined) return { is: 'ours', ...spoken[0] };
    return { is: 'ours', layout: isOpenClaw ? 'openclaw' : 'rfc-0009' };
  }
  // Many systems took headings over from OpenClaw: they say nothing against the names of another one.
  const isSaid = OTHER_LAYOUTS.some((layout) => spokenForOne(layout, around.texts).length > 0);
  const candidates = [...others, ...(isSaid ? spoken : []), ...evidenceOf('rfc-0009', around)];
  return candidates.length === 1 ? { is: 'other', ...first } : { is: 'unclear', candidates };
};

/** Whose bootstrap instructions these are by their text; `undefined` where they are ours, or nobody's. */
export const ownerOfInstructions = (texts: FileTexts): Evidence | undefined =>
  [...OTHER_LAYOUTS, 'openclaw' as const].flatMap((layout) => spokenForOne(layout, texts))[0];

const spokenForOne = <Layout extends LayoutName>(
  layout: Layout,
  texts: FileTexts,
): readonly Evidence<Layout>[] => {
  const evidence = spokenFor(LAYOUTS[layout], texts);
  return evidence === undefined ? [] : [{ layout, evidence }];
};

/** The first of its marks that fits; none where none does. */
const evidenceOf = <Layout extends LayoutName>(
  layout: Layout,
  { present, within }: FolderFacts,
): readonly Evidence<Layout>[] => {
  const mark = markOf(LAYOUTS[layout], { has: (path) => present.has(path), within });
  return mark === undefined ? [] : [{ layout, evidence: inWords(mark) }];
};

const inWords = ({ paths, within }: Marker): string => {
  const place = within
    ?.filter((name) => name !== '*')
    .toReversed()
    .join('/');
  return [...paths, ...(place === undefined ? [] : [`its place in ${place}/`])].join(' and ');
};

/** What `--layout` may say where a workspace of another system is to be taken for one of RFC-0009. */
export type SaidLayout = 'rfc-0009';
