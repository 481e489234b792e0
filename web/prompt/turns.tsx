/** What the last turns cost, and what of each a provider had kept. */
import { either, isInteger, isNumber, isString, listOf, objectOf, oneOf } from '#lib/guard.ts';
import { useAsked } from '#web/app/asked.ts';
import { hrefOf } from '#web/app/route.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { usdText } from '#web/parts/numbers.ts';
import { Name, Nothing, TimeText } from '#web/parts/text.tsx';

const isNothing = oneOf(null);

const areTurns = objectOf({
  turns: listOf(
    objectOf({
      id: isInteger,
      at: isString,
      session: either(isString, isNothing),
      model: isString,
      input: isInteger,
      cacheRead: isInteger,
      cacheWritten: isInteger,
      output: isInteger,
      usd: either(isNumber, isNothing),
      contextUsed: either(isNumber, isNothing),
    }),
  ),
});

export const TurnsSection = () => {
  const { asked } = useAsked('prompt.turns');
  return (
    <section aria-labelledby="turns">
      <h3 id="turns">Turns</h3>
      <AnswerShown asked={asked} is={areTurns} waiting="Turns are being counted…">
        {({ turns }) =>
          turns.length === 0 ? (
            <Nothing>
              No model was asked yet. With the next turn it stands here what it cost, and how much
              of the prompt the provider had kept from before.
            </Nothing>
          ) : (
            <div class="table" tabIndex={0} role="group" aria-label="The last turns">
              <table>
                <thead>
                  <tr>
                    <th scope="col">When</th>
                    <th scope="col">Model</th>
                    <th scope="col">Kept from before</th>
                    <th scope="col">In</th>
                    <th scope="col">Out</th>
                    <th scope="col">Window</th>
                    <th scope="col">Cost</th>
                  </tr>
                </thead>
                <tbody>
                  {turns.map(({ id, at, session, model, usd, contextUsed, ...tokens }) => {
                    const { input, cacheRead, cacheWritten, output } = tokens;
                    const whole = input + cacheRead + cacheWritten;
                    return (
                      <tr key={id}>
                        <th scope="row">
                          {session === null ? (
                            <TimeText at={at} />
                          ) : (
                            <a href={hrefOf('chat', session)}>
                              <TimeText at={at} />
                            </a>
                          )}
                        </th>
                        <td>
                          <Name text={model} />
                        </td>
                        <td>{whole === 0 ? '' : percent(cacheRead / whole)}</td>
                        <td>{whole.toLocaleString()}</td>
                        <td>{output.toLocaleString()}</td>
                        <td>{contextUsed === null ? '' : percent(contextUsed)}</td>
                        <td>{usd === null ? 'price not known' : usdText(usd)}</td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </div>
          )
        }
      </AnswerShown>
    </section>
  );
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;
