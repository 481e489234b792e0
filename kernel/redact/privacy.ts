/** What a session may read, write and say: its gate, and what keeps private lines where they belong (RFC-0009 §3, §4). */
import { gateFor } from './gate-for.ts';
import type { ThirdPartyLayout } from '#kernel/startup/third-party-layout.ts';
import { policyOf, type SessionPolicy } from '#lib/spec/session-policy.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';
import { isAttended, triggerOf } from '#kernel/contract/boot-request.ts';
import type { Notify } from '#kernel/contract/events.ts';
import type { Boot } from '#kernel/run/running.ts';
import { examine } from '#kernel/fs/examine.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import { archiveOf } from '#kernel/memory/archive.ts';
import type { MemoryWriteGuard } from '#kernel/memory/write-guard.ts';
import type { Loaded } from '#kernel/startup/load.ts';
import type { LayoutLoaded } from '#kernel/startup/load-layout.ts';
import { type FileText } from '#kernel/startup/read.ts';
import { credentialFinder } from './credentials.ts';
import { FingerprintKeeper } from './fingerprint-store.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { Integrity } from '#kernel/state/integrity.ts';
import { LeakGuard } from './leak-guard.ts';
import { workFiles } from './work-files.ts';
import { RedactionLog } from './redaction-log.ts';

/** What was loaded for a session: the sequence of RFC-0009, or the files of another layout. */
export type LoadedSession = Loaded | LayoutLoaded;

/** What of a boot a session continues with, with an agent or without. */
export type ServedBoot = Pick<
  Boot,
  'recorder' | 'opened' | 'host' | 'journal' | 'bootId' | 'decision' | 'request'
>;

/** What keeps private lines where they belong: fingerprints are taken in main sessions, and used in shared ones. */
export interface Privacy {
  readonly keeper: FingerprintKeeper | undefined;
  readonly guard: LeakGuard | undefined;
  readonly redactions: RedactionLog;
  readonly notice: Notify;
  /** A file as this session may see it. */
  readonly screen: (file: string, text: string) => string;
  /** What was loaded, as this session may see it. */
  readonly shown: readonly Pick<FileText, 'file' | 'text' | 'bytes'>[];
}

/** Throws LEAK_GUARD_STALE, STATE_… refusals. */
export const privacyOf = (
  { recorder, opened, journal, decision, request }: ServedBoot,
  { files }: LoadedSession,
): Privacy => {
  const notice: Notify = (...said) => recorder.notice(...said);
  const redactions = new RedactionLog(journal, notice);
  const { privateLines } = decision.kind.permissions;
  const keeper =
    privateLines === 'learned' ? FingerprintKeeper.open(opened, files, notice) : undefined;
  const user = files.find(({ file }) => file === 'USER.md');
  const guard =
    privateLines === 'guarded'
      ? LeakGuard.open({ opened, user, redactions, notice }, { strict: request.strict })
      : undefined;
  const screen = (file: string, text: string): string => guard?.redactFile(file, text) ?? text;
  const shown = files.map(({ file, text, bytes }) => {
    const redacted = screen(file, text);
    return { file, text: redacted, bytes: redacted === text ? bytes : Buffer.from(redacted) };
  });
  return { keeper, guard, redactions, notice, screen, shown };
};

const foreignOf = (loaded: LoadedSession): ThirdPartyLayout | undefined =>
  loaded.step === 'load_layout' ? loaded.foreign : undefined;

/** Of a session whose files are loaded. */
export const sessionPolicy = (
  { host, decision: { kind }, request }: ServedBoot,
  loaded: LoadedSession,
): SessionPolicy =>
  policyOf({
    kind,
    chat: request.chat,
    attended: isAttended(request, host),
    trigger: triggerOf(request, host),
    firstBoot: false,
    layout: foreignOf(loaded) ?? OWN_NAMES,
    settings: host.settings,
  });

/** The gate of a session: what its agent, or its human, may do with files. */
export const brokerOf = (
  { recorder, opened, host, journal, bootId, request }: ServedBoot,
  policy: SessionPolicy,
  loaded: LoadedSession,
  integrity: Integrity,
  { keeper, screen, memoryGuard }: Privacy & { readonly memoryGuard?: MemoryWriteGuard },
): Broker => {
  const { workspace, daily } = opened;
  const { files, loading } = loaded;
  const foreign = foreignOf(loaded);
  const { names } = policy;
  const orders = files.find(({ file }) => names.roleOf(file) === 'bootstrap')?.file;
  const isFirstBoot = foreign !== undefined && recorder.body.orders !== undefined;
  /** Kept instructions say who the agent is to be, as long as they are there; taken ones, in this session. */
  const isFirstRun = (): boolean =>
    isFirstBoot ||
    (orders !== undefined &&
      foreign?.document.bootstrap !== 'permanent' &&
      isThere(workspace, orders));
  /** Files of the identity that were written as a human asked: each may be once, and what a first run writes does not count. */
  const rewritten = new Set<string>();
  const reconfigures = (file: string): boolean => request.reconfigure && !rewritten.has(file);
  daily.onRepeated((lines) =>
    recorder.notice(
      '§2.5',
      `The agent added ${lines} lines to ${daily.file} that stood there already: they stand there twice.`,
    ),
  );
  return gateFor(
    policy,
    opened,
    {
      ...(foreign === undefined && {
        archive: archiveOf(workspace),
        workFiles: (what) => workFiles(workspace, what),
      }),
      signal: host.signal,
      reconfigures: (file) => isFirstRun() || reconfigures(file),
      redactor: { redact: screen, credentialsIn: credentialFinder([], host.signal) },
      ...(memoryGuard !== undefined && { guard: memoryGuard }),
      observer: {
        note: (entry) => journal.note(entry),
        regrouped: (file) =>
          recorder.notice(
            '§4.4',
            `${file} has your own group now, which has no rights to it: the system does not let yamo keep a group that you are not in.`,
          ),
        written: (file, bytes) => {
          integrity.written(file, bytes);
          keeper?.written(file);
          const role = names.roleOf(file);
          if ((role !== 'soul' && role !== 'identity') || isFirstRun() || !reconfigures(file))
            return;
          rewritten.add(file);
          integrity.reconfigured(file);
          recorder.notice('§2.1', `${file} was reconfigured, as a human asked.`);
          if (role === 'soul') daily.event('soul_reconfigured', 'boot', bootId);
        },
      },
    },
    { loaded: files, memory: foreign?.memory, forbidden: loading.forbidden },
  );
};

const isThere = (workspace: Workspace, file: string): boolean => {
  const place = workspace.place(file);
  return place !== undefined && examine(place.directory, place.name).is === 'regular';
};
