/** What a hook denies where the gate itself is not asked (RFC-0009 §3). */
import { Refusal } from '#lib/spec/refusals.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { dayBefore } from '#lib/text/day.ts';
import { printable } from '#lib/text/unseen.ts';
import { notesFor } from '#lib/workspace/daily.ts';
import type { Begun } from '#kernel/gate/files.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';

const ADVICE = {
  remove: 'What holds files of the layout is removed and renamed by their human.',
  read: 'It holds notes of chats, which are for those chats alone.',
} as const;

export const denialOf = (
  { name: kind, permissions }: SessionKind,
  operation: keyof typeof ADVICE,
  file: string,
): Refusal =>
  new Refusal('GATE_DENIED', {
    operation,
    path: printable(file),
    kind,
    rule: permissions.section,
    advice: ADVICE[operation],
  });

/** No host reads the notes of chats with others there: those sessions are the kernel's; of no chat, those of two days. */
export const begunOf = (
  kind: SessionKind,
  { clock }: Pick<OpenWorkspace, 'clock'>,
  memory: Begun['memory'],
): Begun => ({
  memory,
  forbidden: {
    ...NOTHING_FORBIDDEN,
    notes: notesFor(kind, { chat: undefined, since: () => dayBefore(clock.today()) }),
  },
});
