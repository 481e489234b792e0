/**
 * MEMORY.md where the agent of another program writes it (RFC-0009 §5.3), as in a session of the kernel: a write that would
 * lose most of it is denied once and explained; what is allowed stands in the journal before the host makes it; what was
 * changed otherwise is found, journaled and told. Main sessions only: in a shared one it is not opened.
 */
import type { Touch } from '#lib/hook/event.ts';
import { lossOf } from '#lib/memory/loss.ts';
import { HOOK_LOSSES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { sha256, stripBom } from '#kernel/fs/bytes.ts';
import { findSavedOver, withJournal } from '#kernel/memory/change.ts';
import { changeText, isAnnounced } from '#kernel/memory/found.ts';
import type { MemoryChange, MemoryJournal } from '#kernel/memory/journal.ts';
import { storedMemory, MEMORY, takeUntold } from '#kernel/memory/kept.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { edited } from './edited.ts';
import { ownerHome } from './machine.ts';
import { resolvePath } from './place.ts';
import { type HookWorkspace, type HookContext, refusalText } from './context.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';

/** Finds what MEMORY.md has become since it was kept. Returns why it could not, for its human. */
export const findChanges = ({ opened }: HookWorkspace): string | undefined => {
  try {
    withJournal(opened, () => undefined, { isHook: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Another kernel writes: the next event looks again.
    return error.code === 'WORKSPACE_WRITING' ? undefined : refusalText(error);
  }
};

/** What was found, of logs, too, in lines for its human, once. Throws STATE_… refusals, WORKSPACE_WRITING. */
export const tell = ({ opened }: HookWorkspace): string | undefined => {
  const untold = opened.exclusively(() => takeUntold(opened.home));
  const logs = findSavedOver(opened, opened.daily.today);
  const lines = [untold === undefined ? [] : changeText(untold), logs].flat();
  return lines.length === 0 ? undefined : lines.join('\n');
};

/**
 * Journals what a call that may be made would make of MEMORY.md, where that is known; or says that most of it would be
 * lost, once in a session for the same text. Throws STATE_… refusals, WORKSPACE_WRITING.
 */
export const announce = (
  context: HookContext,
  held: HookWorkspace,
  touches: readonly Touch[],
): Refusal | undefined => {
  const writes = touches.filter((touch) => isOfMemory(touch, context, held));
  if (writes.length === 0) return undefined;
  const changing = held.opened;
  return withJournal(
    changing,
    (journal) => {
      const { bytes: before } = storedMemory(changing.home) ?? {};
      const after = resultOf(before, writes);
      if (after === undefined || before?.equals(after) === true) return undefined;
      const change = { file: MEMORY, before, after };
      const refusal = lossIn(change, context, changing.home);
      if (refusal === undefined) note(journal, change);
      return refusal;
    },
    { isHook: true },
  );
};

const isOfMemory = (
  { does, path }: Touch,
  { machine, cwd }: HookContext,
  { opened }: HookWorkspace,
): boolean =>
  (does === 'write' || does === 'edit' || does === 'append') &&
  resolvePath(machine.disk, path, { cwd, home: ownerHome(machine) }).places.some(
    ({ root, file }) => root === opened.workspace.path && file === MEMORY,
  );

/** MEMORY.md after these writes, one after the other; `undefined` where that is not known. */
const resultOf = (before: Buffer | undefined, writes: readonly Touch[]): Buffer | undefined => {
  const first = before?.toString('utf8') ?? '';
  let text = stripBom(first);
  for (const touch of writes) {
    const after =
      touch.does === 'write'
        ? touch.text
        : touch.does === 'edit'
          ? // A tool that reads lines finds them whatever their ends are.
            (edited(text, touch.edits) ?? edited(text.replaceAll('\r\n', '\n'), touch.edits))
          : undefined;
    if (after === undefined) return undefined;
    text = after;
  }
  return Buffer.from(text);
};

/** MEMORY_LOSS, unless it was told in this session for the same text. */
const lossIn = (
  { before, after }: MemoryChange,
  { event }: HookContext,
  home: StateHome,
): Refusal | undefined => {
  const [was, is] = [before, after].map((bytes) => Buffer.from(bytes ?? []).toString('utf8'));
  const { lost, lines, isMost } = lossOf(was ?? '', is ?? '');
  if (!isMost) return undefined;
  const session = sha256(event.session ?? '');
  const hash = sha256(`${sha256(was ?? '')} ${sha256(is ?? '')}`);
  const all = stateOf(home).read(STATE.losses) ?? [];
  if (all.some((one) => one.session === session && one.hash === hash)) return undefined;
  stateOf(home).write(STATE.losses, [...all, { session, hash }].slice(-HOOK_LOSSES));
  return new Refusal('MEMORY_LOSS', { lost, lines });
};

/** A host that asks twice about one call announces one change. */
const note = (journal: MemoryJournal, change: MemoryChange): void => {
  const isThere = journal.list().some((entry) => isAnnounced(entry) && journal.isOf(entry, change));
  if (isThere) return;
  journal.begin({ kind: 'write', at: new Date().toISOString(), announced: true }, [change]);
};

/** The session is over: what was explained in it is explained again in another one. Throws STATE_UNUSABLE. */
export const forgetExplained = (home: StateHome, session: string | undefined): void => {
  const all = stateOf(home).read(STATE.losses) ?? [];
  const rest = all.filter((one) => one.session !== sha256(session ?? ''));
  if (rest.length < all.length) stateOf(home).write(STATE.losses, rest);
};
