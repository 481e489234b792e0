/**
 * What an agent may do with which file, in words for a model. Nothing here decides: each sentence is made of the answers
 * of the gate, and the table of access says under which condition it gives them (RFC-0009 §3).
 */
import type { Operation, AccessRight } from '#lib/spec/access.ts';
import { FILES, MEMORY_DIR, type OtherRole, type Role } from '#lib/spec/files.ts';
import type { FilePolicy, SessionKind } from '#lib/spec/session-policy.ts';
import { dailyFile, dayBefore } from '#lib/text/day.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';

/** What the gate answers. */
interface Answer {
  readonly allowed: boolean;
  /** Only where there is none yet, or one with gaps (§6.2). */
  readonly creates?: boolean;
  /** Why not: it would be allowed if a human attended. */
  readonly as?: string;
}

/** What the rights of a session are described by. */
export interface RightsContext {
  readonly kind: SessionKind;
  readonly today: string;
  /** Asks the gate, without a trace in the record. */
  readonly may: (operation: Operation, file: string) => Answer;
  /** Of another layout: its files, and what they are for. */
  readonly names?: FilePolicy | undefined;
  readonly files?: readonly { readonly name: string; readonly role: Role | OtherRole }[];
  /** Folders in which the owner lets an agent write files of its own. */
  readonly workFolders?: readonly string[];
}

/** A file that RFC-0009 §1 does not name: the gate answers for all of them alike. */
const OTHER = 'notes.md';

/** The sentences for these operations, one a line. What no sentence allows is denied. */
export const describeRights = (
  session: RightsContext,
  operations: readonly Operation[] = ['read', 'write', 'append', 'list'],
): readonly string[] => {
  const says = (operation: Operation): boolean => operations.includes(operation);
  return [
    ...(says('read') ? [sentence('You may read', which(session, 'read', isAllowed))] : []),
    ...(says('write') ? aboutWriting(session) : []),
    ...(says('append') ? [sentence('You may append to', which(session, 'append', isAllowed))] : []),
    ...(says('list') ? [sentence('You may list', folders(session))] : []),
    ...(says('read') && says('list') ? aboutOthers(session) : []),
    sentence('You have no access to', denied(session, operations)),
    'The kernel denies everything else.',
  ].filter((line) => line !== '');
};

type Picks = (answer: Answer, verdict: AccessRight) => boolean;

const isAllowed: Picks = ({ allowed }) => allowed;

const aboutWriting = (session: RightsContext): readonly string[] => {
  const writing = (picks: Picks): string => which(session, 'write', picks);
  return [
    sentence(
      'You may write',
      writing(({ allowed, creates }, verdict) => allowed && !creates && verdict !== 'reconfigure'),
    ),
    sentence(
      'You may write once in this session, because your human opened it for that',
      writing(({ allowed, creates }, verdict) => allowed && !creates && verdict === 'reconfigure'),
    ),
    sentence(
      'You may create, or fill in while it has gaps',
      writing(({ allowed, creates }) => allowed && creates === true),
    ),
    sentence(
      'You may not write, because no human attends this session',
      writing(({ as }) => as === 'unattended'),
    ),
  ];
};

/** Files whose answer is picked, by the names that RFC-0009 §1 gives them. */
const which = (
  { kind, today, may, names = OWN_NAMES, files = FILES }: RightsContext,
  operation: 'read' | 'write' | 'append',
  picks: Picks,
): string => {
  const isPicked = (file: string): boolean => {
    const rights = names.rightsTo(kind, file);
    return rights !== undefined && picks(may(operation, file), rights[operation]);
  };
  return files
    .flatMap(({ name, role }) => {
      if (role !== 'daily') return isPicked(onDay(name, today)) ? [name] : [];
      if (!isPicked(dailyFile(today))) return [];
      return isPicked(dailyFile(dayBefore(today))) ? [name] : [dailyFile(today)];
    })
    .join(', ');
};

/** One of the files that such a name stands for. */
const onDay = (name: string, day: string): string => name.replace('YYYY-MM-DD', day);

const folders = ({ may, files = FILES }: RightsContext): string =>
  [
    may('list', '').allowed ? 'the workspace itself' : [],
    files.some(({ name }) => name.startsWith(`${MEMORY_DIR}/`)) && may('list', MEMORY_DIR).allowed
      ? `${MEMORY_DIR}/`
      : [],
  ]
    .flat()
    .join(', ');

/** The files that were not loaded. */
const aboutOthers = ({ may, workFolders = [] }: RightsContext): readonly string[] => {
  if (!may('read', OTHER).allowed) return [];
  const writable = workFolders.filter((folder) => may('write', `${folder}/${OTHER}`).allowed);
  return [
    'The kernel did not load the other text files of the workspace (notes, skills, projects). You may read, list and search them when you need them.',
    writable.length === 0
      ? 'You may write none of them.'
      : sentence(
          'You may write such files in these folders only',
          writable.map((folder) => `${folder}/`).join(', '),
        ),
  ];
};

/** Files that an agent may do nothing with. */
const denied = (
  { may, today, files = FILES }: RightsContext,
  operations: readonly Operation[],
): string =>
  files
    .filter(
      ({ name, role }) =>
        role !== 'daily' &&
        !operations.some((operation) => may(operation, onDay(name, today)).allowed),
    )
    .map(({ name }) => name)
    .join(', ');

const sentence = (opening: string, names: string): string =>
  names === '' ? '' : `${opening}: ${names}.`;
