/**
 * memory/heartbeat-state.json (RFC-0009 §2.9): an agent says which checks it did, and the kernel writes when, by its own
 * clock, the whole file or nothing. A broken file is set aside, and what can be read of it is kept.
 */
import { readChecklist } from '#lib/heartbeat/checklist.ts';
import { faultInNames, HEARTBEAT_STATE, readChecks, withChecked } from '#lib/heartbeat/checks.ts';
import { CHECKS_MAX } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, errnoOf } from '#kernel/fs/disk.ts';
import { createFile, replaceFile } from '#kernel/fs/replace.ts';
import type { Exclusively } from '#kernel/memory/daily-log.ts';
import type { Clock } from '#kernel/process/clock.ts';
import { type FileText, readFile } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

const NAME = 'heartbeat-state.json';
const ASIDE = `${NAME}.damaged`;

/** What the journal of the session has of it. */
interface Noted {
  readonly operation: 'write';
  readonly file: string;
  readonly answer: 'done';
  readonly bytes: number;
  readonly sha256: string;
}

interface Site {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly exclusively: Exclusively;
}

/**
 * Notes these checks as done now. Throws CHECKS_INVALID, GATE_FAILED, FILE_… refusals, MEMORY_DIR_UNUSABLE,
 * WORKSPACE_WRITING.
 */
export const noteChecks = (
  { workspace, clock, exclusively }: Site,
  names: readonly string[],
  journal: (entry: Noted) => void,
  notice: (text: string) => void,
): void => {
  exclusively(() => {
    try {
      const now = Math.floor(clock.now().getTime() / 1000);
      const before = readState(workspace);
      const listed = listedIn(workspace, before?.text, now);
      const fault = faultInNames(names, listed);
      if (fault !== undefined) throw new Refusal('CHECKS_INVALID', { reason: fault });
      const text = withChecked(before?.text, names, now, listed);
      if (text === undefined)
        throw new Refusal('CHECKS_INVALID', { reason: `there are ${CHECKS_MAX} checks already` });
      const directory = workspace.ensureMemory();
      const isBroken =
        before !== undefined &&
        (before.text === undefined || readChecks(before.text, now).isBroken);
      if (isBroken) {
        setAside(directory);
        notice(
          `${HEARTBEAT_STATE} was broken: it lies beside it as ${ASIDE}, and the times that could be read of it are kept.`,
        );
      }
      const bytes = Buffer.from(text);
      store(directory, bytes, before);
      journal({
        operation: 'write',
        file: HEARTBEAT_STATE,
        answer: 'done',
        bytes: bytes.byteLength,
        sha256: sha256(bytes),
      });
    } catch (error) {
      throw asRefusal(
        error,
        (errno) => new Refusal('GATE_FAILED', { operation: 'write', path: HEARTBEAT_STATE, errno }),
      );
    }
  });
};

/** The checks of HEARTBEAT.md, and those of the state that have never run (Y77). Throws FILE_… refusals. */
const listedIn = (
  workspace: Workspace,
  state: string | undefined,
  now: number,
): readonly string[] => {
  const list = readFile(workspace, 'HEARTBEAT.md');
  const items = list === undefined ? [] : readChecklist(list.text).items;
  const known = state === undefined ? [] : [...readChecks(state, now).last];
  return [
    ...items.flatMap(({ name }) => name ?? []),
    ...known.flatMap(([name, time]) => (time === null ? name : [])),
  ];
};

interface Present {
  /** `undefined`: it is no text. */
  readonly text: string | undefined;
  readonly stat?: FileText['stat'];
}

/** The file; `undefined` if there is none. Throws FILE_… refusals, but none for what is no text. */
const readState = (workspace: Workspace): Present | undefined => {
  try {
    return readFile(workspace, HEARTBEAT_STATE);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'FILE_NOT_TEXT') return { text: undefined };
    throw error;
  }
};

/** Its second name is that of what lies aside; the one of before goes. Throws errors of calls. */
const setAside = (directory: Directory): void => {
  const { disk } = directory;
  try {
    disk.unlink(directory.at(ASIDE));
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
  disk.link(directory.at(NAME), directory.at(ASIDE));
};

const store = (directory: Directory, bytes: Buffer, before: Present | undefined): void => {
  if (before === undefined) createFile(directory, NAME, bytes);
  else replaceFile(directory, { name: NAME, bytes, previous: before.stat });
};
