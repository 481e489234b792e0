/** What runs by itself: on or off, and its last runs. */
import { either, isInteger, isString, listOf, objectOf, oneOf } from '#lib/guard.ts';
import { useAsked } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Press } from '#web/parts/press.tsx';
import { Name, Nothing, TimeText } from '#web/parts/text.tsx';

const isRun = objectOf({
  id: isInteger,
  started_at: isString,
  outcome: either(isString, oneOf(null)),
  note: either(isString, oneOf(null)),
});

const areAutomations = objectOf({
  automations: listOf(
    objectOf({
      name: isString,
      status: isString,
      hook_point: isString,
      last: either(isRun, oneOf(null)),
    }),
  ),
});

const areRuns = objectOf({ runs: listOf(isRun) });
const RUNS_SHOWN = 10;

export const AutomationList = () => {
  const { asked, again } = useAsked('automations.list');
  return (
    <section aria-labelledby="automations">
      <h3 id="automations">Automations</h3>
      <AnswerShown asked={asked} is={areAutomations} waiting="Automations are being looked for…">
        {({ automations }) =>
          automations.length === 0 ? (
            <Nothing>
              None runs here. A workspace of Nexus comes with some:{' '}
              <code>yamo init DIR --layout nexus</code>.
            </Nothing>
          ) : (
            <ul class="rows">
              {automations.map(({ name, status, hook_point: point, last }) => {
                const isOn = status === 'active';
                return (
                  <li key={name}>
                    <p>
                      <strong>
                        <Name text={name} />
                      </strong>{' '}
                      {isOn ? 'runs' : 'is off; it would run'} at {point}.{' '}
                      {last === null ? 'It has not run yet.' : <LastRun run={last} />}
                    </p>
                    <div class="row-actions">
                      <Press
                        method={isOn ? 'automations.disable' : 'automations.enable'}
                        params={{ name }}
                        told={isOn ? 'Turned off.' : 'Turned on.'}
                        done={again}
                      >
                        Turn {isOn ? 'off' : 'on'}
                        <span class="unseen"> {name}</span>
                      </Press>
                      {last === null ? null : <Runs name={name} />}
                    </div>
                  </li>
                );
              })}
            </ul>
          )
        }
      </AnswerShown>
    </section>
  );
};

type Run = Parameters<typeof LastRun>[0]['run'];

const LastRun = ({
  run: { started_at: at, outcome, note },
}: {
  readonly run: {
    readonly started_at: string;
    readonly outcome: string | null;
    readonly note: string | null;
  };
}) => (
  <span {...((outcome === 'failed' || outcome === 'late') && { class: 'status-failed' })}>
    <TimeText at={at} /> {outcome ?? 'runs now'}
    {note === null ? null : (
      <>
        : <Name text={note} />
      </>
    )}
  </span>
);

const Runs = ({ name }: { readonly name: string }) => (
  <details>
    <summary>
      Last runs<span class="unseen"> of {name}</span>
    </summary>
    <RunList name={name} />
  </details>
);

const RunList = ({ name }: { readonly name: string }) => {
  const { asked } = useAsked('automations.runs', { name });
  return (
    <AnswerShown asked={asked} is={areRuns} waiting="Runs are being looked for…">
      {({ runs }) => (
        <ul>
          {runs.slice(0, RUNS_SHOWN).map((run: Run & { readonly id: number }) => (
            <li key={run.id}>
              <LastRun run={run} />
            </li>
          ))}
        </ul>
      )}
    </AnswerShown>
  );
};
