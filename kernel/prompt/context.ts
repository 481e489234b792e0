/** What a prompt is made for: the session, the day, the agent, and whether it is the first. */
import type { LayoutDocument, OrderName } from '#lib/layout/document.ts';
import type { PromptFacts } from '#lib/prompt/facts.ts';
import { type PromptContext, sectionsOfOrder } from '#lib/prompt/select.ts';
import type { Audience } from '#lib/spec/audience.ts';
import { dayBefore } from '#lib/text/day.ts';
import { isZone } from '#lib/text/zones.ts';
import { timezoneOf } from '#lib/workspace/profile.ts';
import { Clock } from '#kernel/process/clock.ts';
import { readAt } from '#kernel/startup/read.ts';
import type { Folders } from './folders.ts';
import { isFileIn, type PersonaNow, personaNow } from './personas.ts';
import { forbiddenFor } from './read-layout.ts';

/** What the owner asks of a prompt. */
export interface PromptOptions {
  readonly audience: Audience;
  readonly heartbeat: boolean;
  readonly firstRun: boolean;
  readonly date: string | undefined;
  readonly zone: string | undefined;
  readonly dailyInShared: boolean;
  /** What is said once, as long as a folder is empty, was said. */
  readonly isReminded: boolean;
}

/** A context, and what is to be said of it. */
interface Found {
  readonly context: PromptContext;
  /** Of "today", by name; `undefined`: the machine's. */
  readonly zone: string | undefined;
  readonly persona: PersonaNow;
  readonly notes: readonly string[];
}

/** Looks at names, and for a zone into USER.md. Throws FILE_… refusals, PERSONA_UNKNOWN. */
export const promptContextOf = (
  folders: Folders,
  document: LayoutDocument,
  facts: PromptFacts,
  { audience, heartbeat, firstRun, date, zone: said, dailyInShared, isReminded }: PromptOptions,
): Found => {
  const zone = document.utcDays === true ? 'UTC' : (said ?? zoneIn(folders, document, audience));
  const today = Clock.start(date, zone).today();
  const persona = personaNow(folders, document, facts.agent);
  const { agent } = persona;
  const first = firstRunIn(folders, document, persona);
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
      emptyFolders: agent === undefined || isReminded ? [] : emptyFolders(folders, document, order),
    },
    zone,
    persona,
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

/** As a boot has it (R-32): what USER.md says, if it is one. */
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

const NOT_FIRST = { is: false, notes: [] } as const;

const firstRunIn = (
  folders: Folders,
  { firstRunBy, layout }: LayoutDocument,
  { state, agent, isOnboarding }: PersonaNow,
): { readonly is: boolean; readonly notes: readonly string[] } => {
  if (firstRunBy === undefined) return layout === 'rfc-0009' ? awaiting(folders) : NOT_FIRST;
  if ('file' in firstRunBy) return { is: isFileIn(folders, firstRunBy.file), notes: [] };
  const isBegun = state === 'incomplete' && !isOnboarding;
  return {
    is: isOnboarding,
    notes: isBegun ? [begunNote(firstRunBy.personas, agent)] : [],
  };
};

const begunNote = (folder: string, agent: string | undefined): string =>
  `${agent === undefined ? `A folder in ${folder}/` : `${folder}/${agent}/`} has no IDENTITY.md: the agent was begun and not finished, so it has no identity and no onboarding. --persona NAME takes its onboarding up again.`;

/** A first boot takes its instructions from the disk, and has a prompt of its own. */
const awaiting = (folders: Folders): { readonly is: false; readonly notes: readonly string[] } => ({
  is: false,
  notes: isFileIn(folders, 'BOOTSTRAP.md')
    ? [
        'BOOTSTRAP.md waits for the first boot, whose prompt --first-run shows. This is the one after it.',
      ]
    : [],
});
