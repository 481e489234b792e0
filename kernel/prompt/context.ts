/** What a prompt is made for: the session, the day, the agent, and whether it is the first. */
import type { LayoutDocument, OrderName } from '#lib/layout/document.ts';
import { personaState } from '#lib/layout/personas.ts';
import type { PromptFacts } from '#lib/prompt/facts.ts';
import { type PromptContext, sectionsOfOrder } from '#lib/prompt/select.ts';
import type { Audience } from '#lib/spec/audience.ts';
import { dayBefore } from '#lib/text/day.ts';
import { isZone } from '#lib/text/zones.ts';
import { timezoneOf } from '#lib/workspace/profile.ts';
import { Clock } from '#kernel/process/clock.ts';
import { readAt } from '#kernel/startup/read.ts';
import { examine } from '#kernel/fs/examine.ts';
import type { Folders } from './folders.ts';
import { forbiddenFor } from './read-layout.ts';

/** What the owner asks of a prompt. */
export interface PromptOptions {
  readonly audience: Audience;
  readonly heartbeat: boolean;
  readonly firstRun: boolean;
  readonly date: string | undefined;
  readonly zone: string | undefined;
  readonly dailyInShared: boolean;
}

/** A context, and what is to be said of it. */
interface Found {
  readonly context: PromptContext;
  /** Of "today", by name; `undefined`: the machine's. */
  readonly zone: string | undefined;
  readonly notes: readonly string[];
}

/** Looks at names, and for a zone into USER.md. Throws FILE_… refusals. */
export const promptContextOf = (
  folders: Folders,
  document: LayoutDocument,
  facts: PromptFacts,
  { audience, heartbeat, firstRun, date, zone: said, dailyInShared }: PromptOptions,
): Found => {
  const zone = document.utcDays === true ? 'UTC' : (said ?? zoneIn(folders, document, audience));
  const today = Clock.start(date, zone).today();
  const agent = facts.agent ?? agentOf(folders, document);
  const first = firstRunIn(folders, document);
  const order = orderOf(document, facts, { audience, isFirst: firstRun || first.is });
  const { automation } = facts;
  return {
    context: {
      audience,
      heartbeat,
      order,
      dailyInShared,
      variables: {
        today,
        yesterday: dayBefore(today),
        ...(agent === undefined ? {} : { agent }),
        ...(automation === undefined ? {} : { automation }),
      },
      emptyFolders: agent === undefined ? [] : emptyFolders(folders, document, order),
    },
    zone,
    notes: first.notes,
  };
};

/** Those that a section asks for; hidden files are nothing. */
const emptyFolders = (
  folders: Folders,
  document: LayoutDocument,
  order: OrderName,
): readonly string[] =>
  sectionsOfOrder(document, order)
    .flatMap((section) => ('whileEmpty' in section ? (section.whileEmpty ?? []) : []))
    .filter((folder) => folders.names(folder).every((name) => name.startsWith('.')));

/** As a boot has it: what USER.md says, if it is one. */
const zoneIn = (
  folders: Folders,
  document: LayoutDocument,
  audience: Audience,
): string | undefined => {
  const user = document.files.find(({ role }) => role === 'user')?.name;
  if (user !== 'USER.md') return undefined;
  const forbidden = forbiddenFor(folders, document, audience);
  const text = readAt(() => folders.place(user), user, forbidden)?.text;
  const zone = text === undefined ? undefined : timezoneOf(text);
  return zone !== undefined && isZone(zone) ? zone : undefined;
};

const orderOf = (
  { automation, firstRun, worker }: LayoutDocument,
  facts: PromptFacts,
  { audience, isFirst }: { readonly audience: Audience; readonly isFirst: boolean },
): OrderName => {
  if (facts.automation !== undefined && automation !== undefined) return 'automation';
  if (audience === 'subagent' && worker !== undefined) return 'worker';
  return isFirst && firstRun !== undefined ? 'first run' : 'normal';
};

/** The first folder of a name that is no hidden one in which the file of an agent is. */
const agentOf = (folders: Folders, { variables }: LayoutDocument): string | undefined => {
  const agent = variables?.agent;
  if (agent === undefined) return undefined;
  return personasIn(folders, agent.folder, agent.holds).find(({ hasIdentity }) => hasIdentity)
    ?.name;
};

const personasIn = (
  folders: Folders,
  folder: string,
  holds: string,
): readonly { readonly name: string; readonly hasIdentity: boolean }[] =>
  folders
    .names(folder)
    .flatMap((name) =>
      name.startsWith('.') || !folders.isFolder(`${folder}/${name}`)
        ? []
        : [{ name, hasIdentity: isFile(folders, `${folder}/${name}/${holds}`) }],
    );

const isFile = (folders: Folders, file: string): boolean => {
  const place = folders.place(file);
  return place !== undefined && examine(place.directory, place.name).is === 'regular';
};

const NOT_FIRST = { is: false, notes: [] } as const;

const firstRunIn = (
  folders: Folders,
  { firstRunBy, layout }: LayoutDocument,
): { readonly is: boolean; readonly notes: readonly string[] } => {
  if (firstRunBy === undefined) return layout === 'rfc-0009' ? awaiting(folders) : NOT_FIRST;
  if ('file' in firstRunBy) return { is: isFile(folders, firstRunBy.file), notes: [] };
  const { personas } = firstRunBy;
  const state = personaState(personasIn(folders, personas, 'IDENTITY.md'));
  return {
    is: state === 'needs-bootstrap',
    notes:
      state === 'incomplete'
        ? [
            `A folder in ${personas}/ has no IDENTITY.md: the agent was begun and not finished, so it has no identity and no onboarding.`,
          ]
        : [],
  };
};

/** A first boot takes its instructions from the disk, and has a prompt of its own. */
const awaiting = (folders: Folders): { readonly is: false; readonly notes: readonly string[] } => ({
  is: false,
  notes: isFile(folders, 'BOOTSTRAP.md')
    ? [
        'BOOTSTRAP.md waits for the first boot, whose prompt --first-run shows. This is the one after it.',
      ]
    : [],
});
