/**
 * What of RFC-0009 a workspace of another layout can never meet, whatever its owner writes: told from the document of
 * the layout, and for what no document says, from a table.
 */
import type { LayoutDocument, LayoutFile, LayoutRole } from './document.ts';
import type { LayoutName } from '#lib/spec/layouts.ts';
import { RFC_0009 } from './rfc-0009.ts';

/** Requirements that are never met, and why, as part of a sentence. */
export interface NeverMet {
  /** Rows of RFC-0009.md: `Y23`. */
  readonly requirements: readonly string[];
  readonly why: string;
}

/** In the order of the requirements; none for RFC-0009 itself. */
export const neverMet = (layout: LayoutDocument): readonly NeverMet[] => {
  if (layout.layout === RFC_0009.layout) return [];
  const isNamed = ({ own }: Departure): boolean => own.some((name) => name === layout.layout);
  return [
    ...WANTED.filter(({ isMet }) => !isMet(layout)),
    ...DEPARTURES.filter(isNamed),
    { requirements: ['K5', 'K6', 'K19'], why: 'no ghost header is looked for at a start' },
  ].map(({ requirements, why }) => ({ requirements, why }));
};

/** The files that every start of a main session reads, what is kept longest first. */
const atStart = ({ files }: LayoutDocument): readonly LayoutFile[] =>
  files
    .filter(({ when }) => when === undefined)
    .toSorted((one, other) => one.priority - other.priority);

const isRead = (layout: LayoutDocument, role: LayoutRole): boolean =>
  atStart(layout).some((file) => file.role === role);

const hasRole = ({ files }: LayoutDocument, role: LayoutRole): boolean =>
  files.some((file) => file.role === role);

/** The roles whose order RFC-0009 rules, in the order of this layout, each once. */
const startOf = (layout: LayoutDocument): readonly LayoutRole[] => [
  ...new Set(
    atStart(layout)
      .map(({ role }) => role)
      .filter((role) => RULED.has(role)),
  ),
];

const RULED: ReadonlySet<LayoutRole> = new Set(
  atStart(RFC_0009).flatMap(({ role }) => (role === 'bootstrap' ? [] : [role])),
);

interface Wanted extends NeverMet {
  readonly isMet: (layout: LayoutDocument) => boolean;
}

const WANTED: readonly Wanted[] = [
  {
    requirements: ['Y22', 'Y106'],
    why: 'a start without SOUL.md is not refused',
    isMet: ({ files }) => files.some(({ name, required }) => name === 'SOUL.md' && required),
  },
  {
    requirements: ['Y23'],
    why: 'AGENTS.md is not what a start reads first',
    isMet: (layout) => atStart(layout)[0]?.role === 'agents',
  },
  {
    requirements: ['Y24', 'Y25', 'Y26', 'Y27', 'Y28', 'Y81', 'Y87'],
    why: 'no AGENTS.md gives the rules',
    isMet: (layout) => hasRole(layout, 'agents'),
  },
  {
    requirements: ['Y34'],
    why: 'a start has another order',
    isMet: (layout) => String(startOf(layout)) === String(startOf(RFC_0009)),
  },
  {
    requirements: ['Y39', 'Y82', 'Y88'],
    why: 'no start reads USER.md',
    isMet: (layout) => isRead(layout, 'user'),
  },
  {
    requirements: ['Y47', 'Y83'],
    why: 'there is no long-term memory',
    isMet: (layout) => hasRole(layout, 'memory'),
  },
  {
    requirements: ['Y55', 'Y84'],
    why: 'no start reads the logs of today and yesterday',
    isMet: (layout) => isRead(layout, 'daily'),
  },
  {
    requirements: ['Y58', 'Y60', 'Y63'],
    why: 'there are no daily logs',
    isMet: (layout) => hasRole(layout, 'daily'),
  },
  {
    requirements: ['Y70', 'Y85'],
    why: 'HEARTBEAT.md is part of every start',
    isMet: (layout) => !isRead(layout, 'heartbeat'),
  },
  {
    requirements: ['Y74'],
    why: 'TOOLS.md is part of every start',
    isMet: (layout) => !isRead(layout, 'tools'),
  },
  {
    requirements: ['Y66', 'Y97', 'K1', 'K2'],
    why: 'bootstrap instructions stay for good',
    isMet: ({ bootstrap }) => bootstrap !== 'permanent',
  },
  {
    requirements: ['Y111', 'Y112', 'Y113'],
    why: 'the agent is to delete bootstrap instructions, and no kernel does',
    isMet: ({ bootstrap }) => bootstrap !== 'agent',
  },
];

interface Departure extends NeverMet {
  readonly own: readonly LayoutName[];
}

/** What systems do that their files do not show. */
const DEPARTURES: readonly Departure[] = [
  {
    own: ['gsv', 'openclaw'],
    requirements: ['Y16', 'Y80'],
    why: 'the agent changes SOUL.md by itself',
  },
  {
    own: ['aletheia', 'osa'],
    requirements: ['Y37', 'Y44', 'Y89', 'Y94', 'Y116'],
    why: 'MEMORY.md is read in every session',
  },
];
