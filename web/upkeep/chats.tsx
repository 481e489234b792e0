/** Chats, how their adapters are, and whose accounts the agent knows. */
import { either, isString, listOf, objectOf, oneOf } from '#lib/guard.ts';
import { useAsked } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Name, Nothing, TimeText } from '#web/parts/text.tsx';

const areChats = objectOf({
  adapters: listOf(
    objectOf(
      { name: isString, program: isString, state: isString, since: isString },
      { reason: isString },
    ),
  ),
  contacts: listOf(
    objectOf({
      channel: isString,
      account: isString,
      name: either(isString, oneOf(null)),
      pairedAt: either(isString, oneOf(null)),
    }),
  ),
});

export const ChatsSection = () => {
  const { asked } = useAsked('chats.list');
  return (
    <section aria-labelledby="chats">
      <h3 id="chats">Chats</h3>
      <AnswerShown asked={asked} is={areChats} waiting="Chats are being looked for…">
        {({ adapters, contacts }) => (
          <>
            {adapters.length === 0 ? <Nothing>No chat is connected.</Nothing> : null}
            <ul class="rows">
              {adapters.map(({ name, program, state, since, reason }) => (
                <li key={name}>
                  <strong>
                    <Name text={name} />
                  </strong>{' '}
                  ({program}) {state} since <TimeText at={since} />
                  {reason === undefined ? null : (
                    <>
                      : <Name text={reason} />
                    </>
                  )}
                </li>
              ))}
            </ul>
            {contacts.length === 0 ? null : <h4>Who is known there</h4>}
            <ul class="rows">
              {contacts.map(({ channel, account, name, pairedAt }) => (
                <li key={`${channel} ${account}`}>
                  <Name text={name ?? account} /> on <Name text={channel} />
                  {pairedAt === null ? (
                    ', not paired: treated as somebody else'
                  ) : (
                    <>
                      , yours since <TimeText at={pairedAt} />
                    </>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </AnswerShown>
    </section>
  );
};
