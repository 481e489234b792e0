/** Where an event of a host takes place, and what an answer comes to. */
import type { HookEvent, HookVerdict } from '#lib/hook/event.ts';
import type { Refusal } from '#lib/spec/refusals.ts';
import type { JournalEntry } from '#kernel/gate/journal.ts';
import { decideHookKind, type KindDecision } from '#kernel/run/kind.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import type { TakenFile } from '#lib/workspace/bootstrap-record.ts';
import type { Machine } from './machine.ts';
import type { HookRecord } from './record.ts';

/** A workspace that is open, and its record. */
export interface HookWorkspace {
  readonly opened: OpenWorkspace;
  readonly record: HookRecord;
}

/** Where an event takes place: the folder of its project, the workspace around it, and the kind of session that follows. */
export interface HookContext {
  readonly event: HookEvent;
  readonly machine: Machine;
  readonly cwd: string;
  readonly held: HookWorkspace | undefined;
  readonly decision: KindDecision;
}

/** What an answer adds to its record. */
export interface HookOutcome {
  readonly verdict: HookVerdict;
  readonly code?: string | undefined;
  readonly entries?: readonly JournalEntry[];
  readonly withheld?: number;
  readonly orders?: readonly TakenFile[];
}

/** The hook has no opinion. */
export const PASS: HookOutcome = { verdict: { is: 'pass' } };

/** A refusal, as a host shows it. */
export const refusalText = ({ message, remedy, code, section }: Refusal): string =>
  `${message} ${remedy} (${code}, ${section.startsWith('RFC-') ? section : `RFC-0009 ${section}`})`;

/** What is denied by a refusal. */
export const denied = (refusal: Refusal): HookOutcome => ({
  verdict: { is: 'deny', reason: refusalText(refusal) },
  code: refusal.code,
});

/** Main or shared, as the event says who is there; `folder`: the workspace, or where one is about to be. */
export const kindAt = (
  folder: string,
  { participants, channel }: HookEvent,
  machine: Machine,
): KindDecision => {
  const isMainProject = mainProjects(machine).includes(folder);
  return decideHookKind({ participants, channel, isMainProject }, machine.settings);
};

const mainProjects = ({ settings, disk, environment }: Machine): readonly string[] =>
  settings.hook.mainProjects.map((folder) => {
    const full = folder.replace(/^~(?=\/|$)/, environment['HOME'] ?? '~');
    try {
      return disk.realpath(full);
    } catch {
      // It is not there now.
      return full;
    }
  });
