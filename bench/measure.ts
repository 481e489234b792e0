/** Medians of runs that take turns, and the table that shows them. */
import { cpus, loadavg } from 'node:os';
import process from 'node:process';

/** What one row of the table is about. */
export interface Figure {
  readonly what: string;
  readonly unit: 'ms' | 'µs' | 'MB' | 'ms/MB' | 'KB' | 'tokens' | 'bytes';
  readonly samples: readonly number[];
  /**
   * The same measure of what the row is compared with, from the same rounds: bare `node -e 0`, unless the table says
   * otherwise. Absent where there is nothing to compare with.
   */
  readonly bare?: readonly number[];
  /** Time of the processors in the same runs, in `unit`, for machines that are busy with other things. */
  readonly cpu?: { readonly samples: readonly number[]; readonly bare?: readonly number[] };
  /** At most or at least this, as `× bare` on the wall or of the processors, or in `unit`; absent for a row that only informs. */
  readonly target?: Target;
}

type Target = { readonly of: 'bare' | 'bare CPU' | 'unit' } & (
  | { readonly atMost: number }
  | { readonly atLeast: number }
);

/** A figure as it is printed. */
export interface Row {
  readonly what: string;
  readonly unit: Figure['unit'];
  readonly runs: number;
  readonly median: number;
  readonly p90: number;
  /** Times bare node; `null` where there is nothing to compare with. */
  readonly ratio: number | null;
  /** The median time of the processors, and times what it is compared with; `null` where it was not taken. */
  readonly cpu: { readonly median: number; readonly ratio: number | null } | null;
  readonly target: string;
  /** `null` where there is no target. */
  readonly pass: boolean | null;
}

/** The value below which a share of `samples` lies; `share` from 0 to 1. Throws on no samples. */
export const quantile = (samples: readonly number[], share: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
};

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Throws if a figure has no samples: a table of nothing would look like success. */
export const rowOf = ({ what, unit, samples, bare, cpu, target }: Figure, base = 'bare'): Row => {
  const middle = median(samples);
  const ratio = ratioOf(samples, bare);
  const cpuRatio = cpu === undefined ? null : ratioOf(cpu.samples, cpu.bare);
  const measured = { bare: ratio, 'bare CPU': cpuRatio, unit: middle }[target?.of ?? 'unit'];
  return {
    what,
    unit,
    runs: samples.length,
    median: rounded(middle),
    p90: rounded(quantile(samples, 0.9)),
    ratio: hundredths(ratio),
    cpu:
      cpu === undefined
        ? null
        : {
            median: rounded(median(cpu.samples)),
            ratio: hundredths(cpuRatio),
          },
    target:
      target === undefined
        ? ''
        : wordsOf(target, target.of === 'unit' ? unit : `× ${target.of.replace('bare', base)}`),
    pass: target === undefined || measured === null ? null : isMet(target, measured),
  };
};

const ratioOf = (samples: readonly number[], bare: readonly number[] | undefined): number | null =>
  bare === undefined ? null : median(samples) / median(bare);

const wordsOf = (target: Target, unit: string): string =>
  'atMost' in target ? `≤ ${target.atMost} ${unit}` : `≥ ${target.atLeast} ${unit}`;

const isMet = (target: Target, measured: number): boolean =>
  'atMost' in target ? measured <= target.atMost : measured >= target.atLeast;

const hundredths = (ratio: number | null): number | null =>
  ratio === null ? null : Math.round(ratio * 100) / 100;

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The rows as a Markdown table with aligned columns; `base` is what they are compared with. */
export const tableOf = (rows: readonly Row[], base = 'bare'): string => {
  const hasCpu = rows.some(({ cpu }) => cpu !== null);
  const cells = [
    [
      'what',
      'median',
      'p90',
      'runs',
      `× ${base}`,
      ...(hasCpu ? ['CPU', `CPU × ${base}`] : []),
      'target',
      '',
    ],
    ...rows.map(({ what, unit, runs, median: middle, p90, ratio, cpu, target, pass }) => [
      what,
      `${middle.toFixed(1)} ${unit}`,
      `${p90.toFixed(1)} ${unit}`,
      String(runs),
      ratio?.toFixed(2) ?? '',
      ...(hasCpu
        ? [cpu === null ? '' : `${cpu.median.toFixed(1)} ${unit}`, cpu?.ratio?.toFixed(2) ?? '']
        : []),
      target,
      pass === null ? '' : pass ? 'pass' : 'FAIL',
    ]),
  ];
  const numeric = { from: 1, to: hasCpu ? 6 : 4 };
  const isNumeric = (column: number): boolean => column >= numeric.from && column <= numeric.to;
  const pad = (cell: string, width: number, column: number): string =>
    isNumeric(column) ? cell.padStart(width) : cell.padEnd(width);
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  const rule = `|${widths.map((width, column) => (isNumeric(column) ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(head), rule, ...body.map(line)].join('\n');
};

/** What the machine is and does, by names. */
export const machineFacts = (): Readonly<Record<string, string>> => ({
  node: process.versions.node,
  platform: `${process.platform} ${process.arch}`,
  processors: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
  load: loadavg()
    .map((load) => load.toFixed(2))
    .join(' '),
});

/** Prints the rows with what the machine is and does, as a table or with `--json`; exit code 1 where one of them fails. */
export const report = (rows: readonly Row[]): void => {
  const machine = machineFacts();
  const facts = Object.entries(machine).map(([name, value]) => `${name}: ${value}`);
  process.stdout.write(
    process.argv.includes('--json')
      ? `${JSON.stringify({ machine, rows }, undefined, 2)}\n`
      : `${facts.join('; ')}\n\n${tableOf(rows)}\n`,
  );
  process.exitCode = rows.every(({ pass }) => pass !== false) ? 0 : 1;
};
