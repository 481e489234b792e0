/** What holds an agent on this machine: tried when somebody asks, since that takes a moment. */
import { useSignal } from '@preact/signals';
import { either, isBoolean, isString, listOf, objectOf, oneOf } from '#lib/guard.ts';
import { useAsked } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Name } from '#web/parts/text.tsx';

const isDiagnosis = objectOf(
  {
    system: isString,
    main: isString,
    shared: isString,
    sandboxes: listOf(
      objectOf({ what: isString, holds: isBoolean }, { reason: isString, cure: isString }),
    ),
  },
  { takes: either(isString, oneOf(null)) },
);

const ISOLATION: Readonly<Record<string, string>> = {
  held: 'are held',
  accepted: 'are not held; you have accepted that',
  refused: 'are refused, since nothing here would hold them',
};

export const MachineSection = () => {
  const isAsked = useSignal(false);
  return (
    <section aria-labelledby="machine">
      <h3 id="machine">What holds here</h3>
      {isAsked.value ? (
        <Tried />
      ) : (
        <p>
          <button
            type="button"
            onClick={() => {
              isAsked.value = true;
            }}
          >
            Try what holds an agent on this machine
          </button>
        </p>
      )}
    </section>
  );
};

const Tried = () => {
  const { asked } = useAsked('trust.machine');
  return (
    <AnswerShown
      asked={asked}
      is={isDiagnosis}
      waiting="It is being tried; this takes some seconds…"
    >
      {({ system, main, shared, sandboxes }) => (
        <>
          <p>
            On <Name text={system} />, main sessions {ISOLATION[main] ?? main}; shared ones{' '}
            {ISOLATION[shared] ?? shared}.
          </p>
          <ul>
            {sandboxes.map(({ what, holds, reason, cure }) => (
              <li key={what}>
                {what}: {holds ? 'works here' : 'does not work'}
                {reason === undefined ? null : (
                  <>
                    , <Name text={reason} />
                  </>
                )}
                {cure === undefined ? null : (
                  <p class="note">
                    <Name text={cure} />
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </AnswerShown>
  );
};
