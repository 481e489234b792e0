/** Where a layout looks besides its files: folders of agents, what says that it is the first run, folders that may be empty. */
import type { LayoutDocument, LayoutSection } from './document.ts';
import { INSIDE, type LayoutFault } from './weakens.ts';

/** The first place outside of the workspace; `undefined` where there is none. */
export const placeOutside = (document: LayoutDocument): LayoutFault | undefined => {
  const { variables, firstRunBy, budgetSetting } = document;
  const places: readonly (readonly [string, string | undefined])[] = [
    ['/variables/agent/folder', variables?.agent?.folder],
    ['/variables/agent/holds', variables?.agent?.holds],
    ['/budgetSetting/file', budgetSetting?.file],
    ...Object.entries(firstRunBy ?? {}).map(
      ([by, name]: readonly [string, string]) => [`/firstRunBy/${by}`, name] as const,
    ),
    ...(['order', 'firstRun', 'automation', 'worker'] as const).flatMap((order) =>
      (document[order] ?? []).map(
        (section, index) => [`/${order}/${index}/whileEmpty`, whileEmptyOf(section)] as const,
      ),
    ),
  ];
  const fault = places.find(([, name]) => name !== undefined && !INSIDE.test(name));
  return fault && { pointer: fault[0], reason: 'leads out of the workspace, or is hidden' };
};

const whileEmptyOf = (section: LayoutSection): string | undefined =>
  'whileEmpty' in section ? section.whileEmpty : undefined;
