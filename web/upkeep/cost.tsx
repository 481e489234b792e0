/** What models cost, by day and model. */
import { type GuardedBy, isInteger, isNumber, isString, listOf, objectOf } from '#lib/guard.ts';
import { useAsked } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { usdText } from '#web/parts/numbers.ts';
import { Name, Nothing } from '#web/parts/text.tsx';

const isDayCost = objectOf({
  day: isString,
  model: isString,
  turns: isInteger,
  input: isInteger,
  cacheRead: isInteger,
  cacheWritten: isInteger,
  output: isInteger,
  usd: isNumber,
  unpriced: isInteger,
});

type DayCost = GuardedBy<typeof isDayCost>;

const isCost = objectOf({
  days: listOf(isDayCost),
  machine: objectOf({ day: isString, tokens: isNumber, usd: isNumber }),
});

/** Widths of a bar are in so many parts. */
const PARTS = 100;

export const CostSection = () => {
  const { asked } = useAsked('cost.days');
  return (
    <section aria-labelledby="cost">
      <h3 id="cost">Cost</h3>
      <AnswerShown asked={asked} is={isCost} waiting="Cost is being added up…">
        {({ days, machine }) => (
          <>
            <p>
              All your agents on this machine cost {usdText(machine.usd)} today (UTC), for{' '}
              {machine.tokens.toLocaleString()} tokens.
            </p>
            {days.length === 0 ? (
              <Nothing>
                No model was asked in a session of this daemon in the last thirty days.
              </Nothing>
            ) : (
              <CostTable days={days} />
            )}
          </>
        )}
      </AnswerShown>
    </section>
  );
};

const CostTable = ({ days }: { readonly days: readonly DayCost[] }) => {
  const most = Math.max(...days.map(({ usd }) => usd), Number.MIN_VALUE);
  return (
    <div class="table" tabIndex={0} role="group" aria-label="Cost by day and model">
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Model</th>
            <th scope="col">Turns</th>
            <th scope="col">Tokens</th>
            <th scope="col">Cost</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, model, turns, usd, unpriced, ...tokens }) => (
            <tr key={`${day} ${model}`}>
              <th scope="row">{day}</th>
              <td>
                <Name text={model} />
              </td>
              <td>{turns}</td>
              <td>
                {(
                  tokens.input +
                  tokens.cacheRead +
                  tokens.cacheWritten +
                  tokens.output
                ).toLocaleString()}
              </td>
              <td>
                {usdText(usd)}
                {unpriced === 0 ? null : ` and ${unpriced} without a known price`}
              </td>
              <td>
                <svg
                  class="bar"
                  viewBox={`0 0 ${PARTS} 10`}
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect class="fill-said" width={(usd / most) * PARTS} height={10} />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
