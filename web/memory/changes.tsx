/** The journal of memory: what was changed, and taking it back. */
import { either, isBoolean, isInteger, isString, listOf, objectOf, oneOf } from '#lib/guard.ts';
import { textAt } from '#lib/text/json.ts';
import { useAsked, useChanged } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { PressTwice } from '#web/parts/press.tsx';
import { Name, Nothing, TimeText } from '#web/parts/text.tsx';

const isJournal = objectOf({
  entries: listOf(
    objectOf({
      id: isInteger,
      at: isString,
      kind: isString,
      files: listOf(isString),
      why: either(isString, oneOf(null)),
      isUndone: isBoolean,
      isFound: isBoolean,
      isPurged: isBoolean,
    }),
  ),
});

/** The newest are those that one takes back. */
const SHOWN = 20;

const DONE: Readonly<Record<string, string>> = {
  write: 'written',
  curate: 'curated',
  archive: 'put away',
  retain: 'removed by its age',
  forget: 'forgotten',
  undo: 'taken back',
};

export const ChangesSection = () => {
  const { asked, again } = useAsked('memory.journal');
  useChanged(again);
  return (
    <section aria-labelledby="changes">
      <h3 id="changes">Changes</h3>
      <AnswerShown asked={asked} is={isJournal} waiting="The journal is being read…">
        {({ entries }) =>
          entries.length === 0 ? (
            <Nothing>
              Memory was not changed yet. Each change stands here, and can be undone.
            </Nothing>
          ) : (
            <ul class="rows">
              {entries
                .slice(-SHOWN)
                .toReversed()
                .map(({ id, at, kind, files, why, isUndone, isFound, isPurged }) => (
                  <li key={id}>
                    <p>
                      <TimeText at={at} /> {DONE[kind] ?? kind}: <Name text={files.join(', ')} />
                      {why === null ? null : (
                        <span class="note" dir="auto">
                          {' '}
                          <Name text={why} />
                        </span>
                      )}
                      {isFound ? ' (changed outside yamo)' : null}
                      {isUndone ? ' (undone)' : null}
                    </p>
                    {isUndone || isPurged || kind === 'undo' ? null : (
                      <div class="row-actions">
                        <PressTwice
                          method="memory.undo"
                          params={{ id }}
                          agree={(seen) => ({ seen: textAt(seen, 'patch') })}
                          label={
                            <>
                              Undo<span class="unseen"> change {id}</span>
                            </>
                          }
                          what="This is how the files would be changed back."
                          yes="Undo it"
                          told="Undone."
                          nothing="Nothing of this change is left to undo."
                          done={again}
                        />
                      </div>
                    )}
                  </li>
                ))}
            </ul>
          )
        }
      </AnswerShown>
    </section>
  );
};
