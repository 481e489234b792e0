/** What the score of a place is the sum of, in words. */

/** `2.35 = own 0.90 + context 1.00`; empty where there is no score. Parts of ranks are small, and get more digits. */
export const explained = ({
  score,
  parts = {},
}: {
  readonly score?: number;
  readonly parts?: Readonly<Record<string, number>>;
}): string => {
  if (score === undefined) return '';
  const named = Object.entries(parts).map(([name, value]) => `${name} ${figure(value)}`);
  return `${figure(score)} = ${named.join(' + ')}`;
};

const figure = (value: number): string => value.toFixed(Math.abs(value) < 0.1 ? 4 : 2);
