/** What an agent proposes for MEMORY.md, shown as the change that it is, with its sources and marks. */
import { isInteger, isString, listOf, objectOf } from '#lib/guard.ts';
import { useAsked, useChanged } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Patch } from '#web/parts/patch.tsx';
import { Press } from '#web/parts/press.tsx';
import { Name, Nothing } from '#web/parts/text.tsx';

const MARKS = { marks: listOf(isString) };

const isCuration = objectOf({
  add: listOf(objectOf({ text: isString, source: isString }, MARKS)),
  remove: listOf(objectOf({ line: isInteger, text: isString, why: isString }, MARKS)),
  patch: isString,
});

export const CurationSection = () => {
  const { asked, again } = useAsked('memory.curation');
  useChanged(again);
  return (
    <section aria-labelledby="curation">
      <h3 id="curation">For MEMORY.md</h3>
      <AnswerShown asked={asked} is={isCuration} waiting="Proposals are being looked for…">
        {({ add, remove, patch }) =>
          patch === '' ? (
            <Nothing>
              Nothing is proposed for MEMORY.md. <code>yamo memory curate</code> asks the agent what
              of the past week should last.
            </Nothing>
          ) : (
            <>
              <Patch text={patch} label="How MEMORY.md would change" />
              <ul class="rows">
                {add.map(({ text, source, marks }) => (
                  <ProposedLine key={text} said={text} from={source} marks={marks} />
                ))}
                {remove.map(({ line, text, why, marks }) => (
                  <ProposedLine key={line} said={`Without: ${text}`} from={why} marks={marks} />
                ))}
              </ul>
              <div class="row-actions">
                {DECISIONS.map(({ decide, label, told }) => (
                  <Press
                    key={decide}
                    method="memory.curation"
                    params={{ decide, seen: patch }}
                    told={told}
                    done={again}
                    isQuiet={decide !== 'apply'}
                  >
                    {label}
                  </Press>
                ))}
              </div>
            </>
          )
        }
      </AnswerShown>
    </section>
  );
};

const DECISIONS = [
  { decide: 'apply', label: 'Apply it', told: 'Applied.' },
  { decide: 'give up', label: 'Give it up', told: 'Given up.' },
] as const;

const ProposedLine = ({
  said,
  from,
  marks = [],
}: {
  readonly said: string;
  readonly from: string;
  readonly marks: readonly string[] | undefined;
}) => (
  <li>
    <p dir="auto">
      <Name text={said} /> <span class="note">({from})</span>
    </p>
    {marks.map((mark) => (
      <p key={mark} class="note">
        Look twice: {mark}
      </p>
    ))}
  </li>
);
