/** The days that a search is about: those that were given with it, else those that its words name by the clock of the session. */
import type { When } from '#lib/protocol/mesh.ts';
import type { SearchParams } from '#lib/protocol/protocol.ts';
import { mayNameDays, whenGiven, whenIn } from '#lib/recall/when/when.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { archivedDayOf, dayOf, isDay } from '#lib/text/day.ts';
import type { Clock } from '#kernel/process/clock.ts';

/** `undefined` where it names none; `files`: those of memory. Throws SEARCH_DAY. */
export const daysAsked = async (
  { query, from, to, asOf }: SearchParams,
  clock: Clock,
  files: readonly string[],
): Promise<When | undefined> => {
  const given = [from, to ?? asOf].filter((day) => day !== undefined);
  if (given.length === 0 && !mayNameDays(query)) return undefined;
  const [first = '', last = first] = given;
  if (![...given, asOf].every((day) => day === undefined || isDay(day)) || first > last)
    throw new Refusal('SEARCH_DAY', { days: given.join(', ') });
  const logged = files.flatMap((file) => dayOf(file) ?? archivedDayOf(file) ?? []);
  const asker = {
    today: clock.today(),
    zone: clock.zone,
    isLogged: ({ from: one, to: other }: { readonly from: string; readonly to: string }) =>
      logged.some((day) => one <= day && day <= other),
  };
  return given.length === 0 ? whenIn(query, asker) : whenGiven(query, { from, to, asOf }, asker);
};
