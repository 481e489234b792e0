import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { whenGiven, whenIn } from '#lib/recall/when/when.ts';
import { Clock } from '#kernel/process/clock.ts';
import { few } from '#test/support/deep.ts';
import { dateForms, FORTY_DAYS, LOCALES } from '#test/support/recall/date-forms.ts';
import { DATELESS } from '#test/support/recall/dateless.ts';

const TODAY = '2026-11-28';

const read = async (text: string, today = TODAY, zone?: string): Promise<string> => {
  const when = await whenIn(text, { today, zone });
  if (when === undefined) return '-';
  const { windows, isSure, isState, beside } = when;
  const days = windows.map(({ from = '', to = '' }) => (from === to ? from : `${from}..${to}`));
  const besides = beside === undefined ? [] : [`${beside.unit} ${beside.side} ${beside.words}`];
  return `${isState ? 'state ' : ''}${isSure ? '' : '? '}${[...days, ...besides].join(' + ')}`;
};

describe('stretches of days', () => {
  it.each([
    ['What happened between 3 May and 9 May?', '2026-05-03..2026-05-09'],
    ['between May 3 and May 9, 2025', '2025-05-03..2025-05-09'],
    ['from December 20 to January 5', '2025-12-20..2026-01-05'],
    ['vom 3. bis 9. Mai', '2026-05-03..2026-05-09'],
    ['du 3 au 9 mai', '2026-05-03..2026-05-09'],
    ['entre el 3 y el 9 de mayo', '2026-05-03..2026-05-09'],
    ['dal 3 al 9 maggio', '2026-05-03..2026-05-09'],
    ['de 3 a 9 de maio', '2026-05-03..2026-05-09'],
    ['van 3 tot 9 mei', '2026-05-03..2026-05-09'],
    ['с 3 по 9 мая', '2026-05-03..2026-05-09'],
    ['3月1日から3月5日まで', '2026-03-01..2026-03-05'],
    ['从3月1日到3月5日', '2026-03-01..2026-03-05'],
    ['What changed since August?', '2026-08-01..'],
    ['seit letzter Woche', '2026-11-16..'],
    ['everything until 3 May', '..2026-05-03'],
    ['до 3 мая', '..2026-05-03'],
    ['before 3 May', '..2026-05-02'],
    ['after 3 May', '2026-05-04..'],
    ['the week before last', '2026-11-09..2026-11-15'],
    ['What did I do three weeks ago?', '2026-11-02..2026-11-08'],
    ['in the last 3 weeks', '2026-11-08..2026-11-28'],
    ['What happened in summer?', '2026-06-01..2026-08-31'],
    ['in the winter of 2025', '2025-12-01..2026-02-28'],
    ['im Sommer 2025', '2025-06-01..2025-08-31'],
    ['early August', '2026-08-01..2026-08-10'],
    ['end of last month', '2026-10-21..2026-10-31'],
    ['in 2025', '2025-01-01..2025-12-31'],
    ['this quarter', '2026-10-01..2026-12-31'],
    ['last weekend', '2026-11-21..2026-11-22'],
    ['the week before 17 August', '2026-08-10..2026-08-16'],
    ['two weeks before 17 August', '2026-08-03..2026-08-09'],
    ['notes from the week of 17 August', '2026-08-17..2026-08-23'],
    ['17 August last year', '2025-08-17'],
    ['去年8月17日', '2025-08-17'],
    ['on 3 May and on 9 May', '2026-05-03 + 2026-05-09'],
    ['Montag letzter Woche', '2026-11-16'],
    ['the twenty-second of February', '2026-02-22'],
    ['令和8年8月17日', '2026-08-17'],
    ['八月十七日发生了什么', '2026-08-17'],
    ['٣ مايو ٢٠٢٦', '2026-05-03'],
  ])('%s', async (text, days) => {
    expect(await read(text)).toBe(days);
  });

  it.each([
    ['What happened the week before the move?', 'week before the move'],
    ['Was war in der Woche vor dem Umzug?', 'week before dem Umzug'],
    ['la semaine avant le déménagement', 'week before le déménagement'],
    ['引っ越しの前の週に何がありましたか', 'week before 引っ越し'],
    ['搬家前一周发生了什么', 'week before 搬家'],
    ['the day after the storm', 'day after the storm'],
  ])('beside something that is looked up: %s', async (text, beside) => {
    expect(await read(text)).toBe(beside);
  });

  it('of which nobody can be sure raise, and hide nothing', async () => {
    expect(await read('Does April like tea?')).toBe('? 2026-04-01..2026-04-30');
    expect(await read('Which bin goes out on Tuesday?')).toBe('? 2026-11-24');
    // Where nothing else is asked for, they are what is asked for.
    expect(await read('What happened on Tuesday?')).toBe('2026-11-24');
  });

  it('are none where what holds now is asked for, and what held where that is', async () => {
    expect(await read('Where does Ada live now?')).toBe('-');
    expect(await read('Where does Ada live today?')).toBe('-');
    expect(await read('What did I do today?')).toBe(TODAY);
    expect(await read('Where did she live in August?')).toBe('state 2026-08-01..2026-08-31');
    expect(await read('as of 1 June, where did Kim work?')).toBe('state ..2026-06-01');
  });

  it('are none where they lie ahead', async () => {
    expect(await read('What do I have tomorrow?')).toBe('-');
    expect(await read('the party on 17 December 2026')).toBe('-');
    expect(await read('every Tuesday')).toBe('-');
  });

  it('are those that were given, whatever the words say', async () => {
    const asker = { today: TODAY };
    const given = await whenGiven('What did Ada do last week?', { from: '2026-01-01' }, asker);
    expect(given).toMatchObject({
      windows: [{ from: '2026-01-01' }],
      isState: false,
      topic: 'ada',
    });
    const then = await whenGiven('Where does Ada live?', { asOf: '2026-01-01' }, asker);
    expect(then).toMatchObject({ windows: [{ to: '2026-01-01' }], isState: true });
  });

  it('without a year are of the last one of which there are notes', async () => {
    const when = await whenIn('What happened on 17 August?', {
      today: TODAY,
      isLogged: ({ from }) => from.startsWith('2023'),
    });
    expect(when?.windows).toEqual([{ from: '2023-08-17', to: '2023-08-17' }]);
    expect(await read('17 August', '2026-03-10')).toBe('2025-08-17');
  });

  it('have the month first where people write so, and where there is no such month', async () => {
    expect(await read('5/6/2026')).toBe('2026-06-05');
    expect(await read('5/6/2026', TODAY, 'America/New_York')).toBe('2026-05-06');
    expect(await read('8/17/2026')).toBe('2026-08-17');
  });

  it('leave the other words of a question', async () => {
    const when = await whenIn('Whom did Ada meet in the library in August 2026?', { today: TODAY });
    expect(when).toMatchObject({
      rest: 'whom did ada meet in the library ?',
      topic: 'whom ada meet library',
    });
  });
});

describe.each(Object.keys(LOCALES))('in %s', (locale) => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(dateForms(locale))('$name is read as its day, in each zone', async ({ write, means }) => {
    for (const zone of ['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland']) {
      vi.stubEnv('TZ', zone);
      for (const day of few(FORTY_DAYS, 7)) {
        const clock = Clock.start('2026-11-28T02:30', zone);
        for (const today of [clock.today(), '2026-10-25', '2027-03-14']) {
          const text = write(day);
          // Of a day without a year, the last one with notes is meant.
          const when = await whenIn(text, { today, isLogged: ({ from }) => from === day });
          const [from, to] = means(day, today);
          expect([text, when?.windows]).toEqual([text, [{ from, to }]]);
        }
      }
    }
  });
});

it.each(DATELESS)('%s holds no date', async (text) => {
  expect(await read(text)).toBe('-');
});

it('reads any text, and keeps its words', async () => {
  const property = fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
    const when = await whenIn(`${text} on 2026-02-03 ${text}`, { today: TODAY });
    expect(when?.windows.length).toBeGreaterThan(0);
  });
  await fc.assert(property);
});
