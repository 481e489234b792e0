/** What a search says of the days that a question names, in a sentence. */
import type { FoundDays, When, Window } from '#lib/protocol/mesh.ts';
import { plural } from '#lib/report/plural.ts';

/** `undefined` where the answer says all: these days, and all of their notes. */
export const daysNote = (
  { topic, beside }: Pick<When, 'topic' | 'beside'>,
  { is, windows, more, beside: found }: FoundDays,
  shown: number,
): string | undefined => {
  const days = windows.map(windowSaid).join(', ');
  const looked =
    beside === undefined || found === undefined
      ? []
      : [
          `“${beside.words}” is ${found.file}:${found.line} (${found.day}); the ${beside.unit} ${beside.side} it is ${days}.`,
        ];
  const said = [...looked, ...answerSaid({ is, more, days, shown, topic })];
  return said.length === 0 ? undefined : said.join(' ');
};

const answerSaid = ({
  is,
  more,
  days,
  shown,
  topic,
}: Pick<FoundDays, 'is' | 'more'> & {
  readonly days: string;
  readonly shown: number;
  readonly topic: string;
}): readonly string[] => {
  if (is === 'held') return [`This was written by then (${days}), the newest first.`];
  if (is === 'near') {
    const none =
      topic === '' ? `There is no note of ${days}` : `No note of ${days} has these words`;
    return [shown === 0 ? `${none}.` : `${none}; what is near is shown.`];
  }
  return more === 0 ? [] : [`Of ${days} these stand out, and ${plural(more, 'note')} more.`];
};

/** `2026-08-17`, `2026-08-10 to 2026-08-16`, `since …`, `until …`. */
const windowSaid = ({ from, to }: Window): string => {
  if (from === undefined) return `the time until ${to ?? 'now'}`;
  if (to === undefined) return `the time since ${from}`;
  return from === to ? from : `${from} to ${to}`;
};
