/** The days of a memory as a picture: how much was said, noted and decided on each. */
import { useSignal } from '@preact/signals';
import {
  either,
  type GuardedBy,
  isBoolean,
  isInteger,
  isString,
  listOf,
  objectOf,
  oneOf,
} from '#lib/guard.ts';
import { useAsked, useChanged } from '#web/app/asked.ts';
import { hrefOf } from '#web/app/route.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Nothing } from '#web/parts/text.tsx';

const isDay = objectOf({
  day: isString,
  said: isInteger,
  noted: isInteger,
  decided: isInteger,
  isArchived: isBoolean,
});

type Day = GuardedBy<typeof isDay>;

const isTimeline = objectOf({
  today: isString,
  days: listOf(isDay),
  oldest: either(isString, oneOf(null)),
});

const KINDS = ['said', 'noted', 'decided'] as const;
/** Widths of a bar are in so many parts. */
const PARTS = 100;

/** `shown`: the day that is looked at. */
export const TimelineSection = ({ shown }: { readonly shown: string }) => {
  const to = useSignal<string | undefined>(undefined);
  const { asked, again } = useAsked(
    'memory.timeline',
    to.value === undefined ? {} : { to: to.value },
  );
  useChanged(again);
  return (
    <section aria-labelledby="days">
      <h3 id="days">Days</h3>
      <AnswerShown asked={asked} is={isTimeline} waiting="Days are being read…">
        {({ days, oldest, today }) => (
          <>
            {days.length === 0 ? (
              <Nothing>
                {oldest === null ? (
                  <>
                    Nothing was said or written down yet. <a href={hrefOf('chat')}>Say something</a>
                    : what matters of it is noted in the log of the day.
                  </>
                ) : (
                  'Nothing was said or written down in this month.'
                )}
              </Nothing>
            ) : (
              <Days days={days} shown={shown} />
            )}
            <p class="answers">
              {oldest !== null && oldest < firstOf(to.value ?? today) ? (
                <button
                  type="button"
                  onClick={() => {
                    to.value = dayBefore(firstOf(to.peek() ?? today));
                  }}
                >
                  Earlier days
                </button>
              ) : null}
              {to.value === undefined ? null : (
                <button
                  type="button"
                  onClick={() => {
                    to.value = undefined;
                  }}
                >
                  Back to today
                </button>
              )}
            </p>
          </>
        )}
      </AnswerShown>
    </section>
  );
};

const DAYS = 30;
const DAY_MS = 86_400_000;

const dayBefore = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS)
    .toISOString()
    .slice(0, 'YYYY-MM-DD'.length);

/** Of the days up to `last`. */
const firstOf = (last: string): string => dayBefore(last, DAYS - 1);

const Days = ({ days, shown }: { readonly days: readonly Day[]; readonly shown: string }) => {
  const most = Math.max(1, ...days.map(({ said, noted, decided }) => said + noted + decided));
  return (
    <>
      <p class="legend" aria-hidden="true">
        {KINDS.map((kind) => (
          <span key={kind} class={`key key-${kind}`}>
            {kind}
          </span>
        ))}
      </p>
      <ol class="days">
        {days.map((day) => (
          <li key={day.day}>
            <a
              href={hrefOf('memory', day.day)}
              {...(day.day === shown && { 'aria-current': 'true' })}
            >
              <span class="day">{day.day}</span>
              <Bar day={day} most={most} />
              <span class="facts">
                {KINDS.filter((kind) => day[kind] > 0)
                  .map((kind) => `${day[kind]} ${kind}`)
                  .join(', ')}
                {day.isArchived ? ', archived' : null}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </>
  );
};

/** What it shows stands beside it in words. */
const Bar = ({ day, most }: { readonly day: Day; readonly most: number }) => {
  let at = 0;
  return (
    <svg class="bar" viewBox={`0 0 ${PARTS} 10`} preserveAspectRatio="none" aria-hidden="true">
      {KINDS.map((kind) => {
        const from = at;
        const width = (day[kind] / most) * PARTS;
        at += width;
        return <rect key={kind} class={`fill-${kind}`} x={from} width={width} height={10} />;
      })}
    </svg>
  );
};
