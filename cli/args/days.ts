/** Options that take a day or the name of a time zone. */
import { isDay } from '#lib/text/day.ts';
import { isZone } from '#lib/text/zones.ts';

/** What was typed behind the options of a command. */
interface Typed<Option extends string> {
  readonly text: (option: Option | 'tz') => string | undefined;
}

/** What is wrong with those of these options that take a day, or with `--tz`; `undefined` for nothing. */
export const dayMistake = <Option extends string>(
  given: Typed<Option>,
  options: readonly Option[],
): string | undefined => {
  const odd = options.find((option) => !isDay(given.text(option) ?? FINE));
  if (odd !== undefined)
    return `--${odd} takes a day that the calendar has (YYYY-MM-DD), not ${JSON.stringify(given.text(odd))}.`;
  const zone = given.text('tz');
  return zone === undefined || isZone(zone)
    ? undefined
    : `--tz ${JSON.stringify(zone)} is not the name of a time zone, such as Europe/Berlin.`;
};

/** Of an option that is absent nothing is wrong. */
const FINE = '2000-01-01';
