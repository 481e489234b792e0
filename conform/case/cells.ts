/** Rows for cells of the tables of access (§3.1, §3.2): one file, and what an agent does to it. */
import { mayChange, neverChanges, WRITTEN } from './access.ts';
import type { ProbeAttempt, Lab, SessionName } from './case.ts';
import type { CaseRow } from './table.ts';

const SECTION: Readonly<Record<SessionName, string>> = { main: '§3.1', shared: '§3.2' };

/** What is left open where an agent may do something. */
export const MAY =
  'a kernel that lets no agent do so breaks nothing: the case is not applicable then.';

/** What is left open where it must not. */
export const ANY_ANSWER = 'what the agent is told.';

/** How an agent tries. */
export const BY_ALL_MEANS = 'by request, by hand and by a shell';

/** `memory/DAY.md` is the log of a day. */
const onDay = (file: string, day: string): string => file.replace('DAY', day);

/** A "must not": `text` is what the agent tries to write, `section` says that it must not. */
export const neverWrites = (
  session: SessionName,
  file: string,
  requirements: readonly string[],
  more: { readonly text?: string; readonly section?: string; readonly day?: 'yesterday' } = {},
): CaseRow => ({
  session,
  title: `an agent of a ${session} session does not write ${file}`,
  requirements,
  setUp: 'a complete workspace.',
  done: `a ${session} session in which the agent tries to write and to remove it, ${BY_ALL_MEANS}.`,
  observed: `the file is as it was (${more.section ?? SECTION[session]}).`,
  leftOpen: ANY_ANSWER,
  run: (lab) => {
    const text = more.text ?? `{old}${WRITTEN}\n`;
    return neverChanges(lab, { op: 'write', file: onDay(file, lab[more.day ?? 'today']), text });
  },
});

/** A "may". */
export const mayWrite = (
  session: SessionName,
  file: string,
  requirements: readonly string[],
  text = `{old}\n- 2026-01-03 ${WRITTEN}\n`,
): CaseRow => ({
  ...may(session, requirements, (lab) => ({ op: 'write', file: onDay(file, lab.today), text })),
  title: `an agent of a ${session} session may write ${file}`,
  done: `a ${session} session in which the agent adds a line.`,
});

/** A "may" for the log of the day. */
export const mayAppend = (session: SessionName, requirements: readonly string[]): CaseRow => ({
  ...may(session, requirements, ({ today }) => {
    return { op: 'append', file: `memory/${today}.md`, text: `\n- ${WRITTEN}\n` };
  }),
  title: `an agent of a ${session} session may append to memory/DAY.md`,
  done: `a ${session} session in which the agent appends a line.`,
});

const may = (
  session: SessionName,
  requirements: readonly string[],
  attempt: (lab: Lab) => ProbeAttempt,
): Omit<CaseRow, 'title' | 'done'> => ({
  session,
  requirements,
  setUp: 'a complete workspace.',
  observed: `the line is in the file (${SECTION[session]}).`,
  leftOpen: MAY,
  run: (lab) => mayChange(lab, attempt(lab)),
});
