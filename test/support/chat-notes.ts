/** Notes of sessions in chats and of others, as the kernel writes them, and who may read which. */
import type { DailyLog } from '#kernel/memory/daily-log.ts';
import { NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';
import { MAIN, seesLogs, SHARED, type SessionKind } from '#lib/spec/session-policy.ts';
import { notesFor } from '#lib/workspace/daily.ts';

import { enterWorkspace } from './kernel.ts';
import type { TempWorkspace } from './workspace.ts';

const AT = '2026-03-14T09:05';

/** By whom each was noted, and what. */
export const NOTES = {
  none: '- The lamp MERLE-1 is for the attic.',
  here: '- The bridge MERLE-2 is closed.',
  there: '- The ferry MERLE-3 is late.',
  owner: '- The doctor MERLE-4 is on Monday.',
} as const;
export type Noted = keyof typeof NOTES;

export const HERE = 'telegram:-1001';
const THERE = 'telegram:-1002';
const OWNERS = 'telegram:4711';

/** The log of a session in a chat. */
export const logIn = (temp: TempWorkspace, chat?: string, kind = SHARED): DailyLog => {
  const { daily } = enterWorkspace(temp, { start: AT });
  daily.inChat(chat, kind.name);
  return daily;
};

/** All of them in the log of one day, each twice, in turns. */
export const noteAll = (temp: TempWorkspace): void => {
  const logs = {
    none: logIn(temp),
    here: logIn(temp, HERE),
    there: logIn(temp, THERE),
    owner: logIn(temp, OWNERS, MAIN),
  } as const satisfies Record<Noted, DailyLog>;
  for (const by of ['none', 'here', 'there', 'owner', 'here', 'owner', 'there', 'none'] as const)
    logs[by].append(`${NOTES[by]}\n`);
};

/** Who reads, and what they may. */
export const READERS: readonly {
  readonly kind: SessionKind;
  readonly chat: string | undefined;
  readonly isOpen: boolean;
  readonly may: readonly Noted[];
}[] = [
  { kind: MAIN, chat: undefined, isOpen: false, may: ['none', 'here', 'there', 'owner'] },
  { kind: MAIN, chat: OWNERS, isOpen: false, may: ['none', 'here', 'there', 'owner'] },
  { kind: SHARED, chat: undefined, isOpen: false, may: [] },
  { kind: SHARED, chat: undefined, isOpen: true, may: ['none'] },
  { kind: SHARED, chat: HERE, isOpen: false, may: ['here'] },
  { kind: SHARED, chat: HERE, isOpen: true, may: ['none', 'here'] },
  { kind: SHARED, chat: THERE, isOpen: false, may: ['there'] },
  // Whoever has the account of the owner by now is somebody else.
  { kind: SHARED, chat: OWNERS, isOpen: false, may: [] },
  { kind: SHARED, chat: 'telegram:-100', isOpen: false, may: [] },
];

/** What its gate knows. */
export const readingOf = ({ kind, chat, isOpen }: (typeof READERS)[number]) => ({
  policy: { kind, seesLogs: seesLogs(kind, isOpen, chat) },
  forbidden: {
    ...NOTHING_FORBIDDEN,
    notes: notesFor(kind, { chat, ...(isOpen && { since: () => '' }) }),
  },
});

/** Which of the notes a text holds. */
export const notedIn = (text: string): readonly Noted[] =>
  (['none', 'here', 'there', 'owner'] as const).filter((by) => text.includes(NOTES[by].slice(2)));
