/** What an agent may do in its first boot (RFC-0009 §6.2): it creates, and fills in gaps; nothing that is whole is written over. */
import { gateFor, unredacted } from '#kernel/redact/gate-for.ts';
import { MAIN, type FilePolicy, policyOf } from '#lib/spec/session-policy.ts';
import type { Answers } from '#lib/workspace/first-answers.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { type Host, DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { Notify } from '#kernel/contract/events.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import { searchMemory } from './search.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import type { BootstrapInstructions } from '#kernel/startup/guard.ts';
import type { FileText } from '#kernel/startup/read.ts';
import { keepCopy } from '#kernel/state/copies.ts';
import type { AgentHost } from '#kernel/host/requests.ts';
import { agentHostOf, type Starting } from '#kernel/host/agent-host.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import { hasGaps } from './identity-gaps.ts';
import { firstBootTerminals } from './shell.ts';
import { Speech } from '#kernel/redact/speech.ts';
import { InjectionWatch } from '#kernel/redact/injection.ts';
import { RedactionLog } from '#kernel/redact/redaction-log.ts';

/** What a first boot works with. */
export interface FirstBoot extends Pick<
  Boot,
  'opened' | 'host' | 'program' | 'journal' | 'bootId' | 'meter'
> {
  readonly sandbox: Sandbox;
  /** The zone of the agent's process; `undefined`: that of the machine. */
  readonly zone: string | undefined;
  /** Hears of USER.md when it is written: from then on the log is in its human's zone. */
  readonly lives: (user: string) => void;
  /** The instructions by name, size and hash. */
  readonly described: string;
  /** What the human said before they were taken. */
  readonly answers: Answers;
}

/** How far a first boot has come. */
export interface FirstBootProgress {
  tries: number;
  /** Why the newest try did not do. */
  reason: string;
}

/** Tells the owner, as a boot does. */
export const noticeTo =
  ({ emit }: Host) =>
  (...[section, text, weight]: Parameters<Notify>): void =>
    emit({ event: 'notice', section, text, ...(weight === 'minor' && { minor: true }) });

/** What one process works with. */
export interface FirstBootTry {
  readonly orders: readonly BootstrapInstructions[];
  readonly names: FilePolicy;
  /** Files that are there, and have gaps. */
  readonly shown: readonly FileText[];
  /** Values in the instructions that are redacted wherever they stand. */
  readonly secrets: readonly string[];
  /** The hashes of what it may write over, by file: what it wrote itself, and gaps that it fills in. */
  readonly written: Map<string, string>;
  readonly progress: FirstBootProgress;
  /** The number of the fences. */
  readonly nonce: string;
}

/** The same with its gate. */
export interface GatedFirstBoot extends FirstBootTry {
  readonly broker: Broker;
}

/** The gate of a first boot: it creates, and fills in gaps. */
export const firstBootBroker = (
  firstBoot: FirstBoot,
  { names, shown, secrets, written }: FirstBootTry,
): Broker => {
  const { opened, journal } = firstBoot;
  const { workspace } = opened;
  const policy = policyOf({
    kind: MAIN,
    attended: true,
    trigger: 'human',
    firstBoot: true,
    layout: names,
    settings: DEFAULT_SETTINGS,
  });
  const { signal } = firstBoot.host;
  const ports: Parameters<typeof gateFor>[2] = {
    signal,
    redactor: {
      redact: unredacted,
      credentialsIn: credentialFinder(secrets, signal),
    },
    guard: {
      mayReplace: (current) => {
        if (written.get(current.file) === current.sha256) return true;
        if (!hasGaps(workspace, current.file, current.text)) return false;
        keepTemplate(firstBoot, current);
        // Asked again about the same text, it is known.
        written.set(current.file, current.sha256);
        return true;
      },
    },
    observer: {
      note: (entry) => journal.note(entry),
      written: (file, bytes) => {
        written.set(file, sha256(bytes));
        if (file === 'USER.md') firstBoot.lives(Buffer.from(bytes).toString('utf8'));
      },
    },
  };
  return gateFor(policy, opened, ports, { loaded: shown });
};

/** Who answers what the agent asks for. */
export const servingOf = (
  { host, journal, opened }: FirstBoot,
  start: Starting,
  { secrets, broker }: GatedFirstBoot,
): AgentHost => {
  const notice = noticeTo(host);
  const redactions = new RedactionLog(journal, notice);
  const redactor = new CredentialRedactor(secrets, credentialFinder(secrets));
  const memory = {
    broker,
    redactor,
    redacted: (file: string) => redactions.credential(file),
  };
  return agentHostOf(start, {
    broker,
    terminals: firstBootTerminals({ host, journal }, redactor),
    watch: new InjectionWatch(opened.workspace.path, notice),
    root: opened.workspace.path,
    notice,
    speech: new Speech({ emit: host.emit, redactions, guard: undefined, secrets }),
    search: (params) => searchMemory(memory, params),
    propose: () =>
      Promise.reject(new Refusal('PROPOSAL_INVALID', { reason: 'this is a first boot' })),
    // A first boot is never resumed: its instructions are gone.
    keep: () => undefined,
  });
};

const keepTemplate = ({ opened, host }: FirstBoot, { file, bytes }: FileText): void => {
  const kept = keepCopy(opened.home, 'birth', file, bytes);
  noticeTo(host)(
    '§6.2',
    `${file} had gaps, which the first boot fills in. The file as it was is kept: ${kept}`,
  );
};
