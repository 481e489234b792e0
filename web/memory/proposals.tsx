/** What agents and automations want to be known, and what the owner decides. */
import { type GuardedBy, isAnything, isInteger, isString, listOf, objectOf } from '#lib/guard.ts';
import { isJsonObject } from '#lib/text/json.ts';
import { useAsked, useChanged } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Patch } from '#web/parts/patch.tsx';
import { Press } from '#web/parts/press.tsx';
import { Name, Nothing, TimeText } from '#web/parts/text.tsx';

const isProposal = objectOf({
  id: isInteger,
  kind: isString,
  payload: isAnything,
  at: isString,
  source: isString,
  trust: isString,
});

type WaitingPiece = GuardedBy<typeof isProposal>;

const areProposals = objectOf({ proposals: listOf(isProposal) });

export const ProposalsSection = () => {
  const { asked, again } = useAsked('memory.proposals');
  useChanged(again);
  return (
    <section aria-labelledby="proposals">
      <h3 id="proposals">Proposed</h3>
      <AnswerShown asked={asked} is={areProposals} waiting="Proposals are being looked for…">
        {({ proposals }) =>
          proposals.length === 0 ? (
            <Nothing>
              Nothing waits for your yes. What an agent wants to be known for good is shown here
              first.
            </Nothing>
          ) : (
            <ul class="rows">
              {proposals.map((one) => (
                <ProposalRow key={one.id} piece={one} again={again} />
              ))}
            </ul>
          )
        }
      </AnswerShown>
    </section>
  );
};

const FROM: Readonly<Record<string, string>> = {
  owner: 'your own words',
  agent: 'the agent',
  outside: 'text from outside: look twice',
};

const ProposalRow = ({
  piece: { id, kind, payload, at, source, trust },
  again,
}: {
  readonly piece: WaitingPiece;
  readonly again: () => void;
}) => (
  <li>
    <p>
      {kind}, from {FROM[trust] ?? trust} (<Name text={source} />
      ), <TimeText at={at} />
    </p>
    <Patch
      text={linesOf(payload)
        .map((line) => `+${line}`)
        .join('\n')}
      label={`What would be known, proposal ${id}`}
    />
    <div class="row-actions">
      <Press method="memory.accept" params={{ id }} told="Kept." done={again} isQuiet={false}>
        Keep it<span class="unseen">, proposal {id}</span>
      </Press>
      <Press method="memory.reject" params={{ id }} told="Left out." done={again}>
        Leave it out<span class="unseen">, proposal {id}</span>
      </Press>
    </div>
  </li>
);

const linesOf = (payload: unknown): readonly string[] =>
  isJsonObject(payload)
    ? Object.entries(payload).map(
        ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
    : [JSON.stringify(payload)];
