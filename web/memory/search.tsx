/** Words looked for in MEMORY.md and all logs, and how they are found. */
import { useSignal } from '@preact/signals';
import { isInteger, isString, listOf, objectOf } from '#lib/guard.ts';
import { useAsked } from '#web/app/asked.ts';
import { hrefOf } from '#web/app/route.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { SearchForm } from '#web/parts/search-form.tsx';
import { Name, Nothing } from '#web/parts/text.tsx';

const isFound = objectOf({
  hits: listOf(objectOf({ file: isString, line: isInteger, text: isString })),
  more: isInteger,
  unread: listOf(objectOf({ what: isString })),
});

export const SearchSection = () => {
  const query = useSignal('');
  return (
    <section aria-labelledby="search">
      <h3 id="search">Search</h3>
      <SearchForm
        label="Words in memory"
        placeholder="Words, or “words that stand so”"
        search={(words) => {
          query.value = words;
        }}
      />
      {query.value === '' ? null : <Found query={query.value} />}
    </section>
  );
};

const Found = ({ query }: { readonly query: string }) => {
  const { asked } = useAsked('memory.search', { query });
  return (
    <AnswerShown asked={asked} is={isFound} waiting="Memory is being searched…">
      {({ hits, more, unread }) => (
        <>
          <details>
            <summary>
              {hits.length === 0 ? 'Nothing was found' : 'Why these, in this order'}
            </summary>
            <p>
              Lines with all your words come first, then those with the others close by, then those
              with some; the newest day first. A word finds what begins with it; capitals and
              accents make no difference; what stands in quotation marks is found as it stands.
            </p>
          </details>
          {hits.length === 0 ? <Nothing>Try fewer words, or the beginning of one.</Nothing> : null}
          <ul class="rows">
            {hits.map(({ file, line, text }) => (
              <li key={`${file}:${line}`} dir="auto">
                <a href={hrefOf('memory', /\d{4}-\d{2}-\d{2}/u.exec(file)?.[0] ?? '')}>
                  <Name text={`${file}:${line}`} />
                </a>{' '}
                <Name text={text} />
              </li>
            ))}
          </ul>
          {more > 0 ? <p class="note">And {more} more.</p> : null}
          {unread.map(({ what }, at) => (
            <p key={at} class="note">
              <Name text={what} />
            </p>
          ))}
        </>
      )}
    </AnswerShown>
  );
};
