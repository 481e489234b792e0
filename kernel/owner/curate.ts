/** Proposals for MEMORY.md in the hands of their owner (RFC-0009 §5.3): looked at, applied through the gate, or given up. */
import { splitProposal, type Proposal } from '#lib/memory/proposal.ts';
import { commitChanges, type Committed, curationOf } from '#kernel/memory/commit.ts';
import { applied, judgeProposal, type JudgedProposal, readMemory } from '#kernel/memory/judge.ts';
import { readMemoryFile } from '#kernel/memory/logs.ts';
import { Origins } from '#kernel/memory/origins.ts';
import { type Changing, refuseLoss, withJournal } from '#kernel/memory/change.ts';
import {
  addProposal,
  giveUpProposal,
  settleProposal,
  waitingProposal,
  withWaiting,
} from '#kernel/memory/proposals.ts';
import { MemoryWrites } from '#kernel/memory/writes.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { ownersGate } from './gate.ts';

const MEMORY = 'MEMORY.md';

/** A proposal on the MEMORY.md of now. Throws PROPOSAL_INVALID, FILE_… refusals. */
export const onMemoryOf = ({ workspace }: OpenWorkspace, proposal: Proposal): JudgedProposal =>
  applied(proposal, readMemoryFile(workspace, MEMORY)?.text ?? '');

/** A proposal that the owner brings, looked at as an agent's is. Throws PROPOSAL_INVALID, GATE_CREDENTIAL, FILE_… and STATE_… refusals. */
export const judgeFor = (
  { workspace, home }: OpenWorkspace,
  value: unknown,
): Promise<JudgedProposal> =>
  judgeProposal(value, {
    read: (file) => readMemoryFile(workspace, file)?.text,
    origins: new Origins(home),
    findCredentials: credentialFinder(),
  });

/** What waits for the owner, and not what a kill left waiting after it was applied. Throws STATE_… refusals, WORKSPACE_WRITING. */
export const waitingIn = (changing: Changing): Proposal | undefined =>
  withJournal(changing, () => waitingProposal(changing.home));

/** Lets a proposal wait, with what waits already. Throws PROPOSAL_INVALID, STATE_… refusals, WORKSPACE_WRITING. */
export const letWait = ({ home, exclusively }: OpenWorkspace, proposal: Proposal): void =>
  void exclusively(() => addProposal(home, proposal));

/** What would be refused is refused, and nothing is changed. Throws PROPOSAL_INVALID, MEMORY_LOSS, STATE_… refusals. */
export const rehearse = (
  { home }: OpenWorkspace,
  { proposal, before, after }: JudgedProposal,
  { consent }: Pick<Agreement, 'consent'>,
): void => {
  withWaiting(home, proposal);
  if (!consent)
    refuseLoss([{ file: MEMORY, before: Buffer.from(before), after: Buffer.from(after) }]);
};

/** What was decided waits no longer; returns what still does, also what came meanwhile. Throws STATE_… refusals, WORKSPACE_WRITING. */
const endWait = ({ home, exclusively }: OpenWorkspace, decided: Proposal): Proposal | undefined =>
  exclusively(() => settleProposal(home, decided));

/** What the owner does not want waits no longer, and is not proposed again; returns what still waits. Throws as `endWait`. */
export const giveUp = (
  { home, exclusively }: OpenWorkspace,
  decided: Proposal,
): Proposal | undefined => exclusively(() => giveUpProposal(home, decided));

/** How far the owner agrees. */
interface Agreement {
  /** Marked entries were seen, too. */
  readonly seen: boolean;
  /** Also where most of MEMORY.md goes. */
  readonly consent: boolean;
  /** The change is committed in the owner's repository, too. */
  readonly commit: boolean;
  readonly environment: Environment;
}

/** What was applied, and what still waits. */
export interface Curated {
  readonly added: number;
  readonly removed: number;
  readonly waiting: Proposal | undefined;
  /** Where a commit was asked for. */
  readonly committed?: Committed;
}

/**
 * Applies a proposal through the gate; what the owner has not seen of it waits on. Throws PROPOSAL_INVALID, MEMORY_LOSS,
 * GATE_…, FILE_… and STATE_… refusals, WORKSPACE_WRITING.
 */
export const applyThroughGate = async (
  opened: OpenWorkspace,
  proposal: Proposal,
  { seen, consent, commit, environment }: Agreement,
): Promise<Curated> => {
  const plain = seen ? proposal : splitProposal(proposal).plain;
  const writes = new MemoryWrites(opened, { consent });
  const broker = ownersGate(opened, {
    findCredentials: credentialFinder(),
    guard: { before: (file) => Promise.resolve(file === MEMORY ? writes.retain : undefined) },
  });
  const { after, added, removed } = applied(plain, await readMemory(broker));
  const note = { kind: 'curate', proposal: plain } as const;
  if (added + removed > 0) await writes.as(note, () => broker.write(MEMORY, after, 'caller'));
  const waiting = endWait(opened, plain);
  const { written } = writes;
  if (!commit || written === undefined) return { added, removed, waiting };
  const committed = await commitChanges(
    opened.workspace,
    [written],
    curationOf({ added, removed }),
    environment,
  );
  return { added, removed, waiting, committed };
};
