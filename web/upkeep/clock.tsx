/** Heartbeats: the last, the next, and all that stands for and against one now. */
import { either, isBoolean, isInteger, isString, listOf, objectOf, oneOf } from '#lib/guard.ts';
import { useAsked, useChanged } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Name, TimeText } from '#web/parts/text.tsx';

const isClock = objectOf({
  status: objectOf(
    { next: isString, wakes: isBoolean, everySeconds: isInteger },
    {
      last: objectOf({ endedAt: isString, outcome: isString }),
      skipped: objectOf({ at: isString, reason: isString }),
      said: listOf(objectOf({ at: isString, text: isString })),
      clock: objectOf({ timers: listOf(isString) }, { daemon: either(objectOf({}), oneOf(null)) }),
    },
  ),
  why: objectOf({
    conditions: listOf(objectOf({ reason: isString, stops: isBoolean, text: isString })),
  }),
});

const OUTCOMES: Readonly<Record<string, string>> = {
  ok: 'had nothing to tell',
  said: 'said something',
  failed: 'failed',
  died: 'was killed',
};

const SKIPPED: Readonly<Record<string, string>> = {
  'not-yet': 'it was not yet time',
  'no-checklist': 'there is no HEARTBEAT.md',
  empty: 'HEARTBEAT.md asks for nothing',
  'first-boot': 'the first boot was still to come',
  'outside-hours': 'it was outside the hours of the settings',
  'nothing-due': 'nothing was due',
  budget: 'the budget was used up',
  busy: 'a session was at work',
  running: 'another heartbeat was running',
  'no-model': 'there was no model to think',
  served: 'the daemon keeps the clock',
};

export const ClockSection = () => {
  const { asked, again } = useAsked('clock.show');
  useChanged(again);
  return (
    <section aria-labelledby="clock">
      <h3 id="clock">Clock</h3>
      <AnswerShown asked={asked} is={isClock} waiting="The clock is being looked at…">
        {({ status: { next, wakes, everySeconds, last, skipped, said = [], clock }, why }) => (
          <>
            {clock?.daemon == null && clock?.timers.length === 0 ? (
              <p>
                Nothing wakes this agent. To have it look after a list by itself, write HEARTBEAT.md
                and run <code>yamo heartbeat --every 30m</code>.
              </p>
            ) : (
              <p>
                The next heartbeat is due <TimeText at={next} />, then every{' '}
                {Math.round(everySeconds / 60)} minutes.
              </p>
            )}
            <p>
              {last === undefined ? (
                'There was none yet.'
              ) : (
                <>
                  The last one, <TimeText at={last.endedAt} />,{' '}
                  {OUTCOMES[last.outcome] ?? last.outcome}.
                </>
              )}
              {skipped === undefined ? null : (
                <>
                  {' '}
                  One was left out <TimeText at={skipped.at} />:{' '}
                  {SKIPPED[skipped.reason] ?? skipped.reason}.
                </>
              )}
            </p>
            {said.map(({ at, text }) => (
              <p key={at} class="note" dir="auto">
                <TimeText at={at} /> <Name text={text} />
              </p>
            ))}
            <details>
              <summary>
                {wakes ? 'One would wake the agent now' : 'One would be left out now'}
              </summary>
              <ul>
                {why.conditions.map(({ reason, stops, text }) => (
                  <li key={reason} {...(stops && { class: 'status-failed' })}>
                    {stops ? 'Stops it: ' : null}
                    <Name text={text} />
                  </li>
                ))}
              </ul>
            </details>
          </>
        )}
      </AnswerShown>
    </section>
  );
};
