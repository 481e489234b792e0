/**
 * Days whose numbers are words, or years of an era: `the twenty-second of February`, `八月十七日`, `令和8年8月17日`. chrono-node
 * reads them; of what it says, only days with a month that is written there count. Loaded by a question that may hold one.
 */
import * as en from 'chrono-node/en';
import * as ja from 'chrono-node/ja';
import * as zh from 'chrono-node/zh';
import { isDay } from '#lib/text/day.ts';
import { dayOfDate, periodOf } from './calendar.ts';
import { type Asker, dated } from './days.ts';
import { literal, MARK, type Read, type Reading, WRITTEN_MONTH } from './reading.ts';

/** Reads them; what was read before is not taken again. */
export const readSpelled = (reading: Reading, asker: Asker): void => {
  // At noon in UTC no zone and no change of a clock has another day.
  const now = { instant: new Date(`${asker.today}T12:00:00Z`), timezone: 0 };
  for (const { parse } of [ja, zh, en])
    for (const { text, start } of parse(reading.text, now)) {
      const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')];
      if (!IS_WRITTEN.test(text) || year === null || month === null || day === null) continue;
      if (!start.isCertain('month') || !start.isCertain('day')) continue;
      const isNamed = start.isCertain('year');
      const read = dated(isNamed ? year : undefined, asker, true, (one) => {
        const date = dayOfDate(one, month, day);
        return isDay(date) && Number(date.slice(5, 7)) === month
          ? periodOf('day', date)
          : undefined;
      });
      reading.read(literal(text), (): Read | undefined => read);
    }
};

/** With the name of a month, and nothing that was read before. */
const IS_WRITTEN = new RegExp(String.raw`^(?!.*${MARK}).*(?:${WRITTEN_MONTH})`, 'u');
