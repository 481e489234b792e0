/** What was refused in the last days, by rule. */
import { either, isInteger, isString, listOf, objectOf, oneOf } from '#lib/guard.ts';
import { useAsked } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Name, TimeText } from '#web/parts/text.tsx';

const areRefusals = objectOf({
  refusals: listOf(
    objectOf({
      code: isString,
      operation: either(isString, oneOf(null)),
      count: isInteger,
      lastAt: isString,
      file: either(isString, oneOf(null)),
    }),
  ),
});

export const RefusalsSection = () => {
  const { asked } = useAsked('trust.refusals');
  return (
    <section aria-labelledby="refusals">
      <h3 id="refusals">Refused in the last thirty days</h3>
      <AnswerShown asked={asked} is={areRefusals} waiting="Refusals are being counted…">
        {({ refusals }) =>
          refusals.length === 0 ? (
            <p>Nothing was refused: no agent has asked for what it may not have.</p>
          ) : (
            <ul class="rows">
              {refusals.map(({ code, operation, count, lastAt, file }) => (
                <li key={`${code} ${operation}`}>
                  <strong>{count}</strong> × <code>{code}</code>
                  {operation === null ? null : `, ${operation}`}
                  {file === null ? null : (
                    <>
                      , last <Name text={file} />
                    </>
                  )}{' '}
                  <TimeText at={lastAt} />
                </li>
              ))}
            </ul>
          )
        }
      </AnswerShown>
    </section>
  );
};
