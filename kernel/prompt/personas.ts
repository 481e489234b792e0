/** Whose session it is, in a layout whose agents have folders: decided once, from names alone (N22, N25, R-62). */
import type { LayoutDocument } from '#lib/layout/document.ts';
import { type PersonaFolder, type PersonaState, personaState } from '#lib/layout/personas.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { examine } from '#kernel/fs/examine.ts';
import type { Folders } from './folders.ts';

/** The agents of a workspace, and the one that speaks. */
export interface PersonaNow {
  readonly state: PersonaState;
  /** Whose files the session has; `undefined`: nobody's yet. */
  readonly agent: string | undefined;
  /** It is brought about in this session, by the instructions that stay for it. */
  readonly isOnboarding: boolean;
}

/** Every folder of an agent, hidden ones aside, by name. Throws FILE_UNREADABLE. */
export const personaFoldersIn = (
  folders: Folders,
  document: LayoutDocument,
): readonly PersonaFolder[] => {
  const { agent } = document.variables ?? {};
  if (agent === undefined) return [];
  return folders
    .names(agent.folder)
    .flatMap((name) =>
      name.startsWith('.') || !folders.isFolder(`${agent.folder}/${name}`)
        ? []
        : [{ name, hasIdentity: isFileIn(folders, `${agent.folder}/${name}/${agent.holds}`) }],
    );
};

/** Of the persona that is asked for, else of the first that has an identity. Throws PERSONA_UNKNOWN, FILE_UNREADABLE. */
export const personaNow = (
  folders: Folders,
  document: LayoutDocument,
  asked: string | undefined,
): PersonaNow => {
  const personas = personaFoldersIn(folders, document);
  const state = personaState(personas);
  if (asked === undefined) {
    const made = personas.find(({ hasIdentity }) => hasIdentity);
    return { state, agent: made?.name, isOnboarding: state === 'needs-bootstrap' };
  }
  const named = personas.find(({ name }) => name === asked);
  if (named === undefined && hasPersonas(document))
    throw new Refusal('PERSONA_UNKNOWN', { name: asked });
  return { state, agent: asked, isOnboarding: named?.hasIdentity === false };
};

/** Is one of the files missing that this persona has once, or its human? Throws FILE_UNREADABLE. */
export const lacksFiles = (
  folders: Folders,
  { files }: LayoutDocument,
  { agent }: PersonaNow,
): boolean =>
  files.some(
    ({ once, name }) =>
      once === true && !isFileIn(folders, name.replace('{agent}', agent ?? '{agent}')),
  );

const hasPersonas = ({ firstRunBy }: LayoutDocument): boolean =>
  firstRunBy !== undefined && 'personas' in firstRunBy;

/** Is there a regular file of this name? Throws FILE_UNREADABLE. */
export const isFileIn = (folders: Folders, file: string): boolean => {
  const place = folders.place(file);
  return place !== undefined && examine(place.directory, place.name).is === 'regular';
};
