/** In which state a workspace of another layout is (RFC-0009 §6.1, R-07, R-62): by its own rule for a first run. */
import type { LayoutDocument } from '#lib/layout/document.ts';
import { agentIdentity } from '#lib/layout/identity.ts';
import { isLayoutFile } from '#lib/layout/membership.ts';
import { type PersonaState, personaState } from '#lib/layout/personas.ts';
import { dayOf } from '#lib/text/day.ts';
import type { Item, Snapshot } from '#lib/workspace/snapshot.ts';

/** RFC-0009 §6.1, R-84. */
export type State = 'uninitialised' | 'bootstrap-pending' | 'initialised';

type Items = Snapshot['items'];

/** Where it has none of its files it is none; a first run waits as long as the layout says that it does. */
export const layoutState = (layout: LayoutDocument, items: Items): State => {
  if (![...items.keys()].some((name) => isLayoutFile(layout, name))) return 'uninitialised';
  const personas = personasIn(layout, items);
  if (personas !== undefined)
    return personas === 'needs-bootstrap' ? 'bootstrap-pending' : 'initialised';
  const waits = layout.bootstrap === 'agent' && items.has('BOOTSTRAP.md') && !isMade(items);
  return waits ? 'bootstrap-pending' : 'initialised';
};

/** The state of a layout whose agent is a folder of its own; `undefined` in others. */
export const personasIn = (
  { firstRunBy, variables }: LayoutDocument,
  items: Items,
): PersonaState | undefined => {
  if (firstRunBy === undefined || 'file' in firstRunBy) return undefined;
  const prefix = `${firstRunBy.personas}/`;
  const holds = variables?.agent?.holds ?? 'IDENTITY.md';
  const folders = [...items.values()].flatMap(({ name, type }: Item) => {
    const own = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    return type !== 'directory' || own === '' || own.includes('/')
      ? []
      : [{ name: own, hasIdentity: items.get(`${name}/${holds}`)?.type === 'file' }];
  });
  return personaState(folders);
};

/** Has an agent been made here: does it say who it is, or has it kept a log? */
const isMade = (items: Items): boolean => {
  if ([...items.keys()].some((name) => dayOf(name) !== undefined)) return true;
  const content = items.get('IDENTITY.md')?.content;
  const { name, emoji } = agentIdentity(content?.is === 'text' ? content.text : '');
  return name !== undefined && emoji !== undefined;
};
