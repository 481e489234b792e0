/**
 * Proposals for MEMORY.md that the agent of a session makes (RFC-0009 §5.3). They wait for the human, unless the owner's
 * settings let small ones be applied; what may come from outside is never among those.
 */
import { isEmpty, joined, partsOf, type Proposal } from '#lib/memory/proposal.ts';
import type { ProposalResult } from '#lib/protocol/protocol.ts';
import { CURATION_DAYS, INJECTED_CAREFUL_CHARS, LOG_REVIEW_DAYS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { daysFrom } from '#lib/text/days.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import type { Judged, JudgeParts } from '#kernel/memory/judge.ts';
import type { Keeping } from '#kernel/memory/keeping.ts';
import type { Boot } from '#kernel/run/running.ts';

const MEMORY = 'MEMORY.md';

interface CurationParts {
  readonly broker: Broker;
  readonly keeping: Keeping;
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

  /** What is proposed while `work` runs; it is for the caller, and waits nowhere. */
  async collect(work: () => Promise<unknown>): Promise<Proposal | undefined> {
    const collected: { proposal: Proposal | undefined } = { proposal: undefined };
    this.#collected = collected;
    try {
      await work();
      return collected.proposal;
    } finally {
      this.#collected = undefined;
    }
  }

  /** Throws PROPOSAL_INVALID, GATE_DENIED, GATE_CREDENTIAL, MEMORY_LOSS, FILE_… and STATE_… refusals. */
  async propose(value: unknown): Promise<ProposalResult> {
    const { kind } = this.#run.decision;
    if (kind !== 'main')
      throw new Refusal('GATE_DENIED', {
        operation: 'write',
        path: MEMORY,
        kind,
        rule: '§3.2',
        advice: 'Ask your human to do it in a main session.',
      });
    const judged = await this.#judge(value);
    const { proposal } = judged;
    if (isEmpty(proposal)) return { text: 'There is nothing in it, so nothing is to be done.' };
    if (this.#collected !== undefined) {
      const { proposal: before } = this.#collected;
      this.#collected.proposal = before === undefined ? proposal : joined(before, proposal);
      return { text: 'Your human is shown it now.' };
    }
    return await this.#take(judged);
  }

  async #judge(value: unknown): Promise<Judged> {
    const { judge } = await import('#kernel/memory/judge.ts');
    const { Origins } = await import('#kernel/memory/origins.ts');
    const { opened, bootId, recorder, journal, decision } = this.#run;
    const { broker, findCredentials } = this.#parts;
    const facts = () => ({
      kind: decision.kind,
      enforcedBy: recorder.body.agent?.enforcedBy,
      gate: journal.summary(),
      notices: recorder.notices,
    });
    const read = (file: string): string | undefined => broker.glance(file)?.text;
    const origins = new Origins(opened.home, new Map([[bootId, facts]]));
    return await judge(value, { read, origins, findCredentials });
  }

  /** Small ones are applied where the settings say so; the rest waits. */
  async #take({ proposal, before }: Judged): Promise<ProposalResult> {
    const { opened, recorder } = this.#run;
    const { plain, marked } = partsOf(proposal);
    const { applied } = await import('#kernel/memory/judge.ts');
    const small = isEmpty(plain) ? undefined : applied(plain, before);
    const isTaken = small !== undefined && (await this.#fits(small));
    if (isTaken) await this.#apply(plain);
    const rest = isTaken ? marked : proposal;
    if (isEmpty(rest)) return { text: 'It is applied.' };
    const { addProposal } = await import('#kernel/memory/proposals.ts');
    opened.exclusively(() => addProposal(opened.home, rest));
    recorder.notice('§5.3', 'A proposal for MEMORY.md waits for you: yamo memory curate');
    return {
      text: `${isTaken ? 'A part of it is applied; the rest' : 'It'} waits for your human.`,
    };
  }

  /** Do the settings let it be applied unasked, with what was applied so in the past day? */
  async #fits({ after, added, removed }: Judged): Promise<boolean> {
    const { apply, maxAdded, maxRemoved } = this.#run.host.settings.curation;
    if (apply !== 'within-limits' || after.length > INJECTED_CAREFUL_CHARS) return false;
    const { unaskedSince } = await import('#kernel/memory/change.ts');
    const { opened, host } = this.#run;
    const { workspace, home, exclusively } = opened;
    const spent = unaskedSince({ workspace, home, exclusively, uid: host.uid }, DAY_MS);
    return spent.added + added <= maxAdded && spent.removed + removed <= maxRemoved;
  }

  /** On the text that the gate gives now. */
  async #apply(proposal: Proposal): Promise<void> {
    const { broker, keeping } = this.#parts;
    const { applied, readMemory } = await import('#kernel/memory/judge.ts');
    const writes = await keeping.writes();
    const { after, added, removed } = applied(proposal, await readMemory(broker));
    const note = { kind: 'curate', unasked: true, proposal } as const;
    await writes.as(note, () => broker.write(MEMORY, after, 'caller'));
    this.#run.recorder.notice(
      '§5.3',
      `MEMORY.md was curated, as your settings allow: ${added} added, ${removed} taken out (yamo memory undo takes it back).`,
    );
  }
}

const DAY_MS = 86_400_000;
