/**
 * Which system a folder belongs to. Systems of Markdown agents share names of files, and what one deletes another
 * one keeps for good; so before anything changes it is decided from names alone whose folder this is.
 */
import type { LayoutName } from './document.ts';

/** Layouts whose files yamo would damage, or whose rules it does not know. OpenClaw's has our names and our meaning. */
export type OtherLayout = Exclude<LayoutName, 'rfc-0009' | 'openclaw'>;

interface Marker<Layout extends LayoutName> {
  readonly layout: Layout;
  /** All of these are there, seen from the folder; a name that ends in `/` is a folder. */
  readonly paths: readonly string[];
  /** The names of the folder and of those above it, the innermost first; `*` is any name. */
  readonly within?: readonly string[];
}

const FOREIGN: readonly Marker<OtherLayout>[] = [
  { layout: 'nexus', paths: ['state/agents/', 'state/config.json'] },
  // Its folders of agents and of automations, and the one in which its bootstrap instructions stay for good.
  { layout: 'nexus', paths: ['../config.json'], within: ['agents', 'state'] },
  { layout: 'nexus', paths: ['../../config.json'], within: ['*', 'agents', 'state'] },
  { layout: 'nexus', paths: ['../../config.json'], within: ['*', 'workspace', 'state'] },
  { layout: 'aletheia', paths: ['PROSOCHE.md'] },
  { layout: 'aletheia', paths: ['IDENTITY.md', 'GOALS.md'] },
  { layout: 'aletheia', paths: ['IDENTITY.md', 'CONTEXT.md'] },
  { layout: 'gsv', paths: ['IDENTITY.md', 'skills/'], within: ['*', 'agents'] },
  { layout: 'gsv', paths: ['IDENTITY.md', 'HEARTBEAT.md'], within: ['*', 'agents'] },
  { layout: 'osa', paths: ['prompts/SYSTEM.md'] },
  { layout: 'osa', paths: ['priv/prompts/'] },
  { layout: 'osa', paths: ['SOUL.md'], within: ['.osa'] },
];

/** What speaks against another system than ours: nobody else writes it. */
const OWN: readonly Marker<'rfc-0009'>[] = [{ layout: 'rfc-0009', paths: ['BOOTSTRAP.yamo'] }];

/** What a set-up of OpenClaw leaves beside the files that RFC-0009 has as well. */
const SHARED: readonly Marker<'openclaw'>[] = [
  { layout: 'openclaw', paths: ['IDENTITY.md'] },
  { layout: 'openclaw', paths: ['DREAMS.md'] },
  { layout: 'openclaw', paths: ['BOOT.md'] },
];

/** What has to be looked for, each once. */
export const LAYOUT_PROBES: readonly string[] = [
  ...new Set([...FOREIGN, ...OWN, ...SHARED].flatMap(({ paths }) => paths)),
];

/** What there is of a folder, by names. */
export interface Surroundings {
  /** Those of `LAYOUT_PROBES` that are there. */
  readonly present: ReadonlySet<string>;
  /** The name of the folder and of those above it, the innermost first. */
  readonly within: readonly string[];
}

/** A layout, with the names that speak for it. */
interface Evidence<Layout extends LayoutName = LayoutName> {
  readonly layout: Layout;
  /** In words: `state/agents/ and state/config.json`. */
  readonly evidence: string;
}

/** Which system a folder belongs to, and by what that was told. */
export type Detected =
  | { readonly is: 'ours'; readonly layout: 'rfc-0009' | 'openclaw' }
  /** `kept`: the kernel remembers it, whatever the names say by now. */
  | ({ readonly is: 'other'; readonly kept?: true } & Evidence<OtherLayout>)
  | { readonly is: 'unclear'; readonly candidates: readonly Evidence[] };

/** Markers of two systems are a tie, which nobody here breaks: the owner says. */
export const detectLayout = (around: Surroundings): Detected => {
  const foreign = evidenceIn(FOREIGN, around);
  const [first] = foreign;
  if (first === undefined) {
    const layout = evidenceIn(SHARED, around).length > 0 ? 'openclaw' : 'rfc-0009';
    return { is: 'ours', layout };
  }
  const candidates = [...foreign, ...evidenceIn(OWN, around)];
  return candidates.length === 1 ? { is: 'other', ...first } : { is: 'unclear', candidates };
};

/** The first marker of each layout that fits. */
const evidenceIn = <Layout extends LayoutName>(
  markers: readonly Marker<Layout>[],
  around: Surroundings,
): readonly Evidence<Layout>[] => {
  const found = new Map<Layout, string>();
  for (const marker of markers)
    if (!found.has(marker.layout) && fits(marker, around))
      found.set(marker.layout, inWords(marker));
  return [...found].map(([layout, evidence]) => ({ layout, evidence }));
};

const fits = ({ paths, within = [] }: Marker<LayoutName>, around: Surroundings): boolean =>
  within.every((name, index) => name === '*' || around.within[index] === name) &&
  paths.every((path) => around.present.has(path));

const inWords = ({ paths, within }: Marker<LayoutName>): string => {
  const place = within
    ?.filter((name) => name !== '*')
    .toReversed()
    .join('/');
  return [...paths, ...(place === undefined ? [] : [`its place in ${place}/`])].join(' and ');
};

/** What `--layout` may say: the only layout that yamo works with so far. */
export type SaidLayout = 'rfc-0009';
