/** One day: what was said, what was noted, what was decided. */
import { either, isInteger, isString, listOf, objectOf, oneOf } from '#lib/guard.ts';
import { useAsked } from '#web/app/asked.ts';
import { hrefOf } from '#web/app/route.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Name, Nothing, TimeText } from '#web/parts/text.tsx';

const isDayDetails = objectOf({
  said: listOf(
    objectOf({
      session: isString,
      at: isString,
      message: isString,
      reply: either(isString, oneOf(null)),
    }),
  ),
  told: listOf(objectOf({ file: isString, line: isInteger, text: isString })),
  noted: listOf(
    objectOf({ file: isString, notes: listOf(objectOf({ line: isInteger, text: isString })) }),
  ),
  decided: listOf(objectOf({ at: isString, is: isString, text: isString })),
  unread: listOf(objectOf({ file: isString, what: isString })),
});

export const DayDetails = ({ day }: { readonly day: string }) => {
  const { asked } = useAsked('memory.day', { day });
  return (
    <section aria-labelledby="day" class="sheet">
      <h3 id="day">{day}</h3>
      <AnswerShown asked={asked} is={isDayDetails} waiting="The day is being read…">
        {({ said, told, noted, decided, unread }) => (
          <>
            {said.length + noted.length + decided.length === 0 ? (
              <Nothing>Nothing is known of this day.</Nothing>
            ) : null}
            {said.length === 0 ? null : <h4>Said</h4>}
            <ul class="rows">
              {said.map(({ session, at, message, reply }) => (
                <li key={`${session} ${at}`}>
                  <TimeText at={at} />{' '}
                  <a href={hrefOf('chat', session)} dir="auto">
                    {message === '' ? 'What was said is deleted' : <Name text={message} />}
                  </a>
                  {reply === null ? null : (
                    <p class="note" dir="auto">
                      <Name text={reply} />
                    </p>
                  )}
                </li>
              ))}
            </ul>
            {told.length === 0 ? null : <h4>Noted</h4>}
            <ul>
              {told.map(({ file, line, text }, index) => (
                <li key={index} dir="auto">
                  <Name text={text} /> <span class="note">{`${file}:${line}`}</span>
                </li>
              ))}
            </ul>
            {noted.map(({ file, notes }) => (
              <details key={file} open={told.length === 0}>
                <summary>
                  All {notes.length} lines of <Name text={file} />
                </summary>
                <ul>
                  {notes.map(({ line, text }) => (
                    <li key={line} dir="auto">
                      <Name text={withoutMark(text)} />
                    </li>
                  ))}
                </ul>
              </details>
            ))}
            {decided.length === 0 ? null : <h4>Decided</h4>}
            <ul>
              {decided.map(({ at, text }, index) => (
                <li key={index} dir="auto">
                  <TimeText at={at} /> <Name text={text} />
                </li>
              ))}
            </ul>
            {unread.map(({ file, what }) => (
              <p key={file} class="note">
                <Name text={what} />
              </p>
            ))}
          </>
        )}
      </AnswerShown>
    </section>
  );
};

/** The page has marks of its own. */
export const withoutMark = (text: string): string => text.replace(/^\s*[-*+]\s+/u, '');
