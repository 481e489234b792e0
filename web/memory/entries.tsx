/** MEMORY.md, entry by entry: where each is from, and forgetting it. */
import {
  either,
  type GuardedBy,
  isInteger,
  isString,
  listOf,
  objectOf,
  oneOf,
} from '#lib/guard.ts';
import { textAt } from '#lib/text/json.ts';
import { useAsked, useChanged } from '#web/app/asked.ts';
import { hrefOf } from '#web/app/route.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { PressTwice } from '#web/parts/press.tsx';
import { Name, Nothing } from '#web/parts/text.tsx';
import { withoutMark } from './day.tsx';

const isEntry = objectOf({
  line: isInteger,
  text: isString,
  heading: isString,
  hash: isString,
  sources: listOf(
    objectOf({
      file: isString,
      line: isInteger,
      text: either(isString, oneOf(null)),
      is: isString,
    }),
  ),
});

type Entry = GuardedBy<typeof isEntry>;

const isEntries = objectOf({ entries: listOf(isEntry) });

export const EntriesSection = () => {
  const { asked, again } = useAsked('memory.entries');
  useChanged(again);
  return (
    <section aria-labelledby="entries">
      <h3 id="entries">What it remembers (MEMORY.md)</h3>
      <AnswerShown asked={asked} is={isEntries} waiting="MEMORY.md is being read…">
        {({ entries }) =>
          entries.length === 0 ? (
            <Nothing>
              Nothing is remembered yet. What is worth keeping comes here from the logs: ask your
              agent to curate its memory, or run <code>yamo memory curate</code>.
            </Nothing>
          ) : (
            [...Map.groupBy(entries, ({ heading }) => heading)].map(([heading, group]) => (
              <div key={heading}>
                {heading === '' ? null : (
                  <h4 dir="auto">
                    <Name text={heading} />
                  </h4>
                )}
                <ul class="rows">
                  {group.map((entry) => (
                    <EntryRow key={entry.line} entry={entry} again={again} />
                  ))}
                </ul>
              </div>
            ))
          )
        }
      </AnswerShown>
    </section>
  );
};

const EntryRow = ({ entry, again }: { readonly entry: Entry; readonly again: () => void }) => (
  <li>
    <p dir="auto">
      <Name text={withoutMark(entry.text)} />
    </p>
    <div class="row-actions">
      <Sources entry={entry} />
      <PressTwice
        method="memory.forget"
        params={{ file: 'MEMORY.md', line: entry.line }}
        agree={(seen) => ({ hash: textAt(seen, 'hash') })}
        label={
          <>
            Forget<span class="unseen"> line {entry.line}</span>
          </>
        }
        what="This goes out of MEMORY.md, of older entries of its journal and of the search index. Until you purge it, the last change can be undone."
        yes="Forget it"
        told="Forgotten."
        nothing="This line is no longer there."
        done={again}
      />
    </div>
  </li>
);

const Sources = ({ entry: { sources } }: { readonly entry: Entry }) =>
  sources.length === 0 ? (
    <span class="note">No log says where it is from.</span>
  ) : (
    <details>
      <summary>Where it is from</summary>
      <ul>
        {sources.map(({ file, line, text, is }) => (
          <li key={`${file}:${line}:${is}`} dir="auto">
            <a href={hrefOf('memory', dayIn(file))}>
              <Name text={`${file}:${line}`} />
            </a>{' '}
            {is === 'recorded' ? 'it was taken from here' : 'says the same'}
            {text === null ? null : (
              <>
                : <Name text={withoutMark(text)} />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );

const dayIn = (file: string): string => /\d{4}-\d{2}-\d{2}/u.exec(file)?.[0] ?? '';
