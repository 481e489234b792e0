/** Words looked for in what was said, in every session that was kept. */
import { useSignal } from '@preact/signals';
import { either, isInteger, isString, listOf, objectOf, oneOf } from '#lib/guard.ts';
import { textAt } from '#lib/text/json.ts';
import { useAsked } from '#web/app/asked.ts';
import { goTo, hrefOf } from '#web/app/route.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Press } from '#web/parts/press.tsx';
import { SearchForm } from '#web/parts/search-form.tsx';
import { Name, Nothing, TimeText } from '#web/parts/text.tsx';

const areFound = objectOf({
  sessions: listOf(
    objectOf({
      id: isString,
      title: isString,
      name: either(isString, oneOf(null)),
      updatedAt: isString,
      hits: listOf(objectOf({ by: isString, text: isString })),
      more: isInteger,
    }),
  ),
});

export const SaidSearch = () => {
  const query = useSignal('');
  return (
    <details>
      <summary>Search in what was said</summary>
      <SearchForm
        label="Words that were said"
        search={(words) => {
          query.value = words;
        }}
      />
      {query.value === '' ? null : <Found query={query.value} />}
    </details>
  );
};

const Found = ({ query }: { readonly query: string }) => {
  const { asked } = useAsked('sessions.search', { query });
  return (
    <AnswerShown asked={asked} is={areFound} waiting="What was said is being searched…">
      {({ sessions }) =>
        sessions.length === 0 ? (
          <Nothing>Nobody said that in a session that is kept.</Nothing>
        ) : (
          <ul class="rows">
            {sessions.map(({ id, title, name, updatedAt, hits, more }) => (
              <li key={id}>
                <div class="row-head">
                  <strong>
                    <Name text={name ?? title} />
                  </strong>
                  <TimeText at={updatedAt} />
                  <Press
                    method="sessions.resume"
                    params={{ id }}
                    told="Opened."
                    done={(answer) => goTo(hrefOf('chat', textAt(answer, 'session')))}
                  >
                    Go on with it<span class="unseen">: {name ?? title}</span>
                  </Press>
                </div>
                <ul>
                  {hits.map(({ by, text }, at) => (
                    <li key={at} dir="auto">
                      {by === 'human' ? 'You: ' : 'Agent: '}
                      <Name text={text} />
                    </li>
                  ))}
                </ul>
                {more > 0 ? <p class="note">And {more} more lines.</p> : null}
              </li>
            ))}
          </ul>
        )
      }
    </AnswerShown>
  );
};
