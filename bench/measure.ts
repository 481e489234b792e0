/** Medians of runs that take turns, and the table that shows them. */

/** What one row of the table is about. */
export interface Figure {
  readonly what: string;
  readonly unit: 'ms' | 'µs' | 'MB';
  readonly samples: readonly number[];
  /** The same measure of bare `node -e 0`, from the same rounds; absent where there is nothing to compare with. */
  readonly bare?: readonly number[];
  /** At most this, as `× bare` or in `unit`; absent for a row that only informs. */
  readonly target?: { readonly atMost: number; readonly of: 'bare' | 'unit' };
}

/** A figure as it is printed. */
export interface Row {
  readonly what: string;
  readonly unit: Figure['unit'];
  readonly runs: number;
  readonly median: number;
  readonly p90: number;
  /** Times bare node; `null` where there is nothing to compare with. */
  readonly ratio: number | null;
  readonly target: string;
  /** `null` where there is no target. */
  readonly pass: boolean | null;
}

/** The value below which a share of `samples` lies; `share` from 0 to 1. Throws on no samples. */
const quantile = (samples: readonly number[], share: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
};

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Throws if a figure has no samples: a table of nothing would look like success. */
export const rowOf = ({ what, unit, samples, bare, target }: Figure): Row => {
  const middle = median(samples);
  const ratio = bare === undefined ? null : middle / median(bare);
  const measured = target?.of === 'bare' ? ratio : middle;
  return {
    what,
    unit,
    runs: samples.length,
    median: rounded(middle),
    p90: rounded(quantile(samples, 0.9)),
    ratio: ratio === null ? null : Math.round(ratio * 100) / 100,
    target:
      target === undefined ? '' : `≤ ${target.atMost} ${target.of === 'bare' ? '× bare' : unit}`,
    pass: target === undefined || measured === null ? null : measured <= target.atMost,
  };
};

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The rows as a Markdown table with aligned columns. */
export const tableOf = (rows: readonly Row[]): string => {
  const cells = [
    ['what', 'median', 'p90', 'runs', '× bare', 'target', ''],
    ...rows.map(({ what, unit, runs, median: middle, p90, ratio, target, pass }) => [
      what,
      `${middle.toFixed(1)} ${unit}`,
      `${p90.toFixed(1)} ${unit}`,
      String(runs),
      ratio === null ? '' : ratio.toFixed(2),
      target,
      pass === null ? '' : pass ? 'pass' : 'FAIL',
    ]),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  const rule = `|${widths.map((width, column) => (isNumeric(column) ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(head), rule, ...body.map(line)].join('\n');
};

const isNumeric = (column: number): boolean => column >= 1 && column <= 4;

const pad = (cell: string, width: number, column: number): string =>
  isNumeric(column) ? cell.padStart(width) : cell.padEnd(width);
