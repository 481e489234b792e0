/** Credentials, by name alone. */
import { isBoolean, isString, listOf, objectOf } from '#lib/guard.ts';
import { useAsked } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Name, Nothing, TimeText } from '#web/parts/text.tsx';

const areKeys = objectOf({
  keys: listOf(
    objectOf(
      { name: isString, kind: isString, use: isString, how: isString },
      { provider: isString, expiresAt: isString, expired: isBoolean },
    ),
  ),
});

const USES: Readonly<Record<string, string>> = {
  now: 'is used',
  import: 'is used once you import it',
  consent: 'is used once you say so, in words of your own',
  no: 'is not used',
};

export const KeysSection = () => {
  const { asked } = useAsked('keys.list');
  return (
    <section aria-labelledby="keys">
      <h3 id="keys">Keys</h3>
      <AnswerShown asked={asked} is={areKeys} waiting="Keys are being looked for…">
        {({ keys }) =>
          keys.length === 0 ? (
            <Nothing>
              No key can be seen from here. Give one over: <code>yamo credentials import</code>.
            </Nothing>
          ) : (
            <ul class="rows">
              {keys.map(({ name, kind, use, how, provider, expiresAt, expired }, at) => (
                <li key={at}>
                  <strong>
                    <Name text={name} />
                  </strong>{' '}
                  ({provider === undefined ? kind : `${provider}, ${kind}`}){' '}
                  {expired === true ? 'has expired' : (USES[use] ?? use)}
                  {expiresAt === undefined || expired === true ? null : (
                    <>
                      , until <TimeText at={expiresAt} />
                    </>
                  )}
                  <p class="note">
                    <Name text={how} />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </AnswerShown>
      <p class="note">Values are never shown, here or anywhere.</p>
    </section>
  );
};
