/** Where the rules of a workspace stand: in AGENTS.md, or under the name that one host of coding agents reads. */
import type { Snapshot } from '#lib/workspace/snapshot.ts';

/** The name that RFC-0009 gives them. */
const AGENTS = 'AGENTS.md';
const CLAUDE = 'CLAUDE.md';

export type AgentsFile = typeof AGENTS | typeof CLAUDE;

/** CLAUDE.md beside SOUL.md, and no AGENTS.md: its text is what AGENTS.md would be, and is judged as that. */
export const agentsFileOf = ({ items }: Pick<Snapshot, 'items'>): AgentsFile =>
  items.has('SOUL.md') && !items.has(AGENTS) && items.get(CLAUDE)?.type === 'file'
    ? CLAUDE
    : AGENTS;

/** The snapshot with these rules under the name of RFC-0009. */
export const withAgents = (snapshot: Snapshot, file: AgentsFile): Snapshot => {
  const item = snapshot.items.get(file);
  if (file === AGENTS || item === undefined) return snapshot;
  const renamed = <Value>(map: ReadonlyMap<string, Value>, value: Value): Map<string, Value> =>
    new Map([...[...map].filter(([name]) => name !== file), [AGENTS, value] as const]);
  const keys = snapshot.providerKeys.get(file);
  return {
    ...snapshot,
    items: renamed(snapshot.items, { ...item, name: AGENTS }),
    ...(keys !== undefined && { providerKeys: renamed(snapshot.providerKeys, keys) }),
  };
};
