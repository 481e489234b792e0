/** A badge for a README: an SVG that needs nothing from anywhere. */
import { markupText } from '#lib/report/markup.ts';
import type { Report, WorkspaceReport } from './report.ts';

/** What a badge shows besides the tier. */
export interface BadgeOptions {
  /** The left half; `RFC-0009` if nothing is said. */
  readonly label?: string;
}

const COLOURS = {
  'RFC-0009 v3.0': '#2c7d34',
  'RFC-0009 Lite': '#1f6f9f',
  'non-conformant': '#b43a2c',
  unknown: '#6b6b6b',
} as const;

/** The lowest tier of all workspaces, in the flat style of badges. */
export const badge = (report: Report, { label = 'RFC-0009' }: BadgeOptions = {}): string => {
  const { message, colour } = lowest(report.workspaces);
  return drawBadge(label, message, colour);
};

/** A badge in two halves. */
export const drawBadge = (label: string, message: string, colour: string): string => {
  const left = half(label);
  const right = half(message);
  const width = left.width + right.width;
  const title = markupText(`${label}: ${message}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    '<linearGradient id="s" x2="0" y2="100%"><stop offset="0" stop-color="#bbb" stop-opacity=".1"/><stop offset="1" stop-opacity=".1"/></linearGradient>',
    `<clipPath id="r"><rect width="${width}" height="20" rx="3" fill="#fff"/></clipPath>`,
    '<g clip-path="url(#r)">',
    `<rect width="${left.width}" height="20" fill="#555"/>`,
    `<rect x="${left.width}" width="${right.width}" height="20" fill="${colour}"/>`,
    `<rect width="${width}" height="20" fill="url(#s)"/>`,
    '</g>',
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    ...drawn(label, left, 0),
    ...drawn(message, right, left.width),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
};

const lowest = (
  workspaces: readonly WorkspaceReport[],
): { readonly message: string; readonly colour: string } => {
  const audited = workspaces.filter(({ error }) => error === undefined);
  if (audited.length === 0 || audited.length < workspaces.length)
    return { message: 'not audited', colour: COLOURS.unknown };
  const [other] = audited;
  if (other?.layout !== undefined)
    return audited.every(({ passes }) => passes)
      ? { message: other.layout, colour: COLOURS['RFC-0009 Lite'] }
      : { message: `${other.layout}: failing`, colour: COLOURS['non-conformant'] };
  const tier =
    (['non-conformant', 'RFC-0009 Lite'] as const).find((one) =>
      audited.some((workspace) => workspace.tier === one),
    ) ?? 'RFC-0009 v3.0';
  const isStatic = tier !== 'non-conformant' && audited.some(({ basis }) => basis === 'static');
  const name = tier.replace('RFC-0009 ', '');
  return { message: isStatic ? `${name} (static)` : name, colour: COLOURS[tier] };
};

interface Half {
  /** Of the whole half. */
  readonly width: number;
  /** Of the text in it. */
  readonly textWidth: number;
}

const PADDING_PX = 5;

const half = (text: string): Half => {
  let textPx = 0;
  for (const char of text) textPx += charWidth(char);
  const textWidth = Math.round(textPx);
  return { width: textWidth + 2 * PADDING_PX, textWidth };
};

const LATIN_END = '\u0250';

/** Verdana at 11 px, in groups; `textLength` makes the text fit where another font is used. */
const charWidth = (char: string): number => {
  if (/[ijl'|.,:;!]/u.test(char)) return 3.7;
  if (/[frtI()[\]/ -]/u.test(char)) return 4.6;
  if (/[mwMW@%]/u.test(char)) return 10.4;
  if (/[A-Z]/u.test(char)) return 7.6;
  return char < LATIN_END ? 6.8 : 11;
};

/** Text with the shadow that makes it legible on any colour. */
const drawn = (text: string, { width, textWidth }: Half, from: number): readonly string[] => {
  const x = from + width / 2;
  const shown = markupText(text);
  const fit = `textLength="${textWidth}" lengthAdjust="spacingAndGlyphs"`;
  return [
    `<text aria-hidden="true" x="${x}" y="15" fill="#010101" fill-opacity=".3" ${fit}>${shown}</text>`,
    `<text x="${x}" y="14" ${fit}>${shown}</text>`,
  ];
};
