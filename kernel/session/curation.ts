/**
 * Proposals for MEMORY.md that the agent of a session makes (RFC-0009 §5.3). Their human is asked, there or later, unless
 * the owner's settings let small ones be applied; what may come from outside is never among those.
 */
import {
  isEmptyProposal,
  mergeProposals,
  splitProposal,
  type Proposal,
} from '#lib/memory/proposal.ts';
import type { ProposalResult } from '#lib/protocol/protocol.ts';
import { CURATION_DAYS, INJECTED_CAREFUL_CHARS, LOG_REVIEW_DAYS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { inOneLine } from '#lib/text/list-item.ts';
import { daysFrom } from '#lib/text/days.ts';
import type { Choice, Human } from '#kernel/contract/events.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import type { JudgedProposal, JudgeParts } from '#kernel/memory/judge.ts';
import type { MemoryWriteGuard } from '#kernel/memory/write-guard.ts';
import type { Boot } from '#kernel/run/running.ts';
import { bootsOf } from '#kernel/state/transcripts.ts';

const MEMORY = 'MEMORY.md';

interface CurationParts {
  readonly broker: Broker;
  readonly memoryGuard: MemoryWriteGuard;
  readonly findCredentials: JudgeParts['findCredentials'];
}

/** The proposals of one session. What it needs is loaded with the first of them. */
export class Curation {
  readonly #run: Boot;
  readonly #parts: CurationParts;
  /** What was proposed since somebody asked for it. */
  #collected: { proposal: Proposal | undefined } | undefined;

  constructor(run: Boot, parts: CurationParts) {
    this.#run = run;
    this.#parts = parts;
  }

  /** The logs of the past days, the oldest first. Throws MEMORY_DIR_UNUSABLE, FILE_UNREADABLE. */
  logs(): Promise<readonly string[]> {
    return this.#logs((age) => age >= 0 && age < CURATION_DAYS);
  }

  /** Those that should have been reviewed, and are not put away (§5.2). Throws as `logs`. */
  oldLogs(): Promise<readonly string[]> {
    return this.#logs((age) => age > LOG_REVIEW_DAYS);
  }

  async #logs(isMeant: (age: number) => boolean): Promise<readonly string[]> {
    const { logsOf } = await import('#kernel/memory/logs.ts');
    const { workspace, daily } = this.#run.opened;
    return logsOf(workspace)
      .filter(({ day, isArchived }) => !isArchived && isMeant(daysFrom(day, daily.today)))
      .map(({ file }) => file);
  }

  /**
   * What is proposed while `work` runs, and in which lines of MEMORY.md these logs contradict it for sure, without what the
   * owner gave up before; it is for the caller, and waits nowhere.
   */
  async collect(
    logs: readonly string[],
    work: () => Promise<unknown>,
  ): Promise<Proposal | undefined> {
    const collected: { proposal: Proposal | undefined } = { proposal: undefined };
    this.#collected = collected;
    try {
      await work();
      await this.#proposeConflicts(logs, collected.proposal?.remove ?? []);
      const { notGivenUp } = await import('#kernel/memory/proposals.ts');
      return collected.proposal && notGivenUp(this.#run.opened.home, collected.proposal);
    } finally {
      this.#collected = undefined;
    }
  }

  /** What the agent says of a line counts. A conflict that cannot be proposed is told, and keeps nobody from the others. */
  async #proposeConflicts(logs: readonly string[], said: Proposal['remove']): Promise<void> {
    const { conflictsIn } = await import('#lib/memory/conflicts.ts');
    const { broker } = this.#parts;
    const textOf = (file: string): string => broker.readForSearch(file)?.text ?? '';
    const notes = logs.map((file) => ({ file, text: textOf(file) }));
    for (const conflict of conflictsIn(textOf(MEMORY), notes)) {
      if (said.some(({ line }) => line === conflict.remove[0]?.line)) continue;
      try {
        await this.propose(conflict);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        this.#run.recorder.notice('§5.3', error.message);
      }
    }
  }

  /** Throws PROPOSAL_INVALID, GATE_DENIED, GATE_CREDENTIAL, MEMORY_LOSS, FILE_… and STATE_… refusals. */
  async propose(value: unknown): Promise<ProposalResult> {
    const { kind } = this.#run.decision;
    if (!kind.permissions.curatesMemory)
      throw new Refusal('GATE_DENIED', {
        operation: 'write',
        path: MEMORY,
        kind: kind.name,
        rule: '§3.2',
        advice: 'Ask your human to do it in a main session.',
      });
    const judged = await this.#judge(value);
    const { proposal } = judged;
    if (isEmptyProposal(proposal))
      return { text: 'There is nothing in it, so nothing is to be done.' };
    if (this.#collected !== undefined) {
      const { proposal: before } = this.#collected;
      this.#collected.proposal = before === undefined ? proposal : mergeProposals(before, proposal);
      return { text: 'Your human is shown it now.' };
    }
    return await this.#take(judged);
  }

  async #judge(value: unknown): Promise<JudgedProposal> {
    const { judgeProposal: judge } = await import('#kernel/memory/judge.ts');
    const { Origins } = await import('#kernel/memory/origins.ts');
    const { liveFacts } = await import('./recalled.ts');
    const { opened, bootId, resumed, transcript } = this.#run;
    const { broker, findCredentials } = this.#parts;
    const read = (file: string): string | undefined => broker.readForSearch(file)?.text;
    const origins = new Origins(opened.home, new Map([[bootId, liveFacts(this.#run)]]));
    // What it read in earlier boots its agent still has before it.
    const earlier = resumed === undefined ? [] : bootsOf(opened.home, transcript.head.id);
    const proposer = origins.marksOfProposer([...earlier, bootId]);
    return await judge(value, { read, origins, proposer, findCredentials });
  }

  /** Small ones are applied where the settings say so; about the rest the human is asked, or it waits. */
  async #take(judged: JudgedProposal): Promise<ProposalResult> {
    const { proposal, before } = judged;
    const { plain, marked } = splitProposal(proposal);
    const { applied } = await import('#kernel/memory/judge.ts');
    const small = isEmptyProposal(plain) ? undefined : applied(plain, before);
    const isTaken = small !== undefined && (await this.#fits(small));
    if (isTaken) await this.#apply(plain, true);
    const rest = isTaken ? marked : proposal;
    if (isEmptyProposal(rest)) return { text: 'It is applied.' };
    const subject = isTaken ? 'A part of it is applied; the rest' : 'It';
    return { text: `${subject} ${await this.#ask(rest)}.` };
  }

  /** The human's answer, carried out. Nobody there, or no answer: it waits. */
  async #ask(proposal: Proposal): Promise<string> {
    const { opened, recorder, host } = this.#run;
    const human = recorder.body.trigger === 'human' ? host.human : undefined;
    const answer = human && (await this.#answerOf(human, proposal));
    if (answer === 'apply') {
      await this.#apply(proposal, false);
      return 'is applied: your human agreed';
    }
    const { addProposal, giveUpProposal, PROPOSAL_WAITS } =
      await import('#kernel/memory/proposals.ts');
    if (answer === 'drop') {
      await opened.exclusivelyLater(host.signal, () => giveUpProposal(opened.home, proposal));
      recorder.notice('§5.3', 'A proposal for MEMORY.md: refused.');
      return 'is refused by your human: do not propose it again';
    }
    await opened.exclusivelyLater(host.signal, () => addProposal(opened.home, proposal));
    recorder.notice('§5.3', PROPOSAL_WAITS);
    return 'waits for your human';
  }

  /** Shown as what it comes to now, with where each entry is from. */
  async #answerOf(human: Human, proposal: Proposal): Promise<string | undefined> {
    const { broker } = this.#parts;
    const { applied, readMemory } = await import('#kernel/memory/judge.ts');
    const { before, after } = applied(proposal, await readMemory(broker));
    const diffs = [{ file: MEMORY, before: before === '' ? undefined : before, after }];
    return human.choose(questionOf(proposal), ANSWERS, { diffs }, this.#run.host.signal);
  }

  /** Do the settings let it be applied unasked, with what was applied so in the past day? */
  async #fits({ after, added, removed }: JudgedProposal): Promise<boolean> {
    const { apply, maxAdded, maxRemoved } = this.#run.host.settings.curation;
    if (apply !== 'within-limits' || after.length > INJECTED_CAREFUL_CHARS) return false;
    const { unaskedSince } = await import('#kernel/memory/change.ts');
    const { opened, host } = this.#run;
    const spent = await opened.exclusivelyLater(host.signal, () => unaskedSince(opened, DAY_MS));
    return spent.added + added <= maxAdded && spent.removed + removed <= maxRemoved;
  }

  /** On the text that the gate gives now. */
  async #apply(proposal: Proposal, unasked: boolean): Promise<void> {
    const { broker, memoryGuard } = this.#parts;
    const { applied, readMemory } = await import('#kernel/memory/judge.ts');
    const writes = await memoryGuard.writes();
    const { after, added, removed } = applied(proposal, await readMemory(broker));
    const note = { kind: 'curate', ...(unasked && { unasked }), proposal } as const;
    await writes.as(note, () => broker.write(MEMORY, after, 'caller'));
    const { recorder, host, opened } = this.#run;
    recorder.notice(
      '§5.3',
      `MEMORY.md was curated, as ${unasked ? 'your settings allow' : 'you agreed'}: ${added} added, ${removed} taken out (yamo memory undo takes it back).`,
    );
    if (!host.settings.curation.commit || writes.written === undefined) return;
    const { commitChanges, curationOf } = await import('#kernel/memory/commit.ts');
    const done = await commitChanges(
      opened.workspace,
      [writes.written],
      curationOf({ added, removed }),
      host.environment,
    );
    if ('reason' in done)
      recorder.notice('§5.3', `The curation of MEMORY.md is not committed: ${done.reason}.`);
  }
}

const DAY_MS = 86_400_000;

const ANSWERS: readonly Choice[] = [
  { id: 'apply', label: 'Apply it', kind: 'allow_once' },
  { id: 'drop', label: 'No', kind: 'reject_once' },
];

/** The question, and below it each entry with its place and what speaks against it. */
const questionOf = ({ add, remove }: Proposal): string =>
  [
    'The agent proposes this for MEMORY.md. Without an answer it waits: yamo memory curate.',
    ...add.flatMap(({ text, source, marks = [] }) => [
      `+ ${inOneLine(text)} (${source})`,
      ...marks.map((mark) => `  ! ${mark}`),
    ]),
    ...remove.flatMap(({ line, why, marks = [] }) => [
      `- line ${line}: ${inOneLine(why)}`,
      ...marks.map((mark) => `  ! ${mark}`),
    ]),
  ].join('\n');
