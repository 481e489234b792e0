/** Spans of time as people write them: `30m`, `2h`, `1h30m`, `90 minutes`. */

const UNITS: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 60 * 60,
  d: 24 * 60 * 60,
  w: 7 * 24 * 60 * 60,
};

const NAMES: Readonly<Record<string, string>> = {
  sec: 's',
  second: 's',
  min: 'm',
  minute: 'm',
  hr: 'h',
  hour: 'h',
  day: 'd',
  week: 'w',
};

const WHOLE = /^(?:\d{1,6} ?[a-z]{1,7} ?){1,5}$/;
const PART = /(\d{1,6}) ?([a-z]{1,7})/g;

/** Whole seconds; `undefined` for what is no span, or none at all. */
export const secondsIn = (text: string): number | undefined => {
  const span = text.trim().toLowerCase();
  if (!WHOLE.test(span)) return undefined;
  let seconds = 0;
  for (const [, count, word = ''] of span.matchAll(PART)) {
    const unit = UNITS[word] ?? UNITS[NAMES[word.replace(/s$/, '')] ?? ''];
    if (unit === undefined) return undefined;
    seconds += Number(count) * unit;
  }
  return seconds > 0 ? seconds : undefined;
};

/** `1h30m`: what `secondsIn` reads. */
export const spanOf = (seconds: number): string => {
  let rest = Math.max(0, Math.round(seconds));
  let text = '';
  for (const unit of ['d', 'h', 'm', 's']) {
    const size = UNITS[unit] ?? 1;
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) text += `${count}${unit}`;
  }
  return text === '' ? '0s' : text;
};
