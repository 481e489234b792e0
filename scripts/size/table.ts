/** The figures as lines of text. */
import type { Figures } from './figures.ts';

/** What is counted, and what it comes to. */
export const rowsOf = (figures: Figures): readonly (readonly [string, string | number])[] => {
  const { longFiles, sharedNames, exportedNames } = figures;
  const [longest] = longFiles;
  return [
    ['source, lines of code', figures.sourceLines],
    ...Object.entries(figures.source).map(([folder, lines]) => [`  ${folder}`, lines] as const),
    ['tests, lines of code', figures.testLines],
    ['generated and committed, lines', figures.generatedLines],
    ["comparisons of a session's kind", figures.kindComparisons],
    ['guards of state by hand', figures.guardsByHand],
    ['kinds of state told in one table', figures.kindsOfState],
    [
      'exported names with several definitions',
      `${Object.keys(sharedNames).length} of ${exportedNames}`,
    ],
    ['files over 300 lines, rules and tables aside', longFiles.length],
    ['  the longest', longest === undefined ? '-' : `${longest.lines} (${longest.path})`],
    ['median file, rules aside', figures.medianLines],
    ['p90', figures.p90Lines],
    ['ring 0, lines without tables', figures.ring0Lines],
    ['ring 0, lines with tables', figures.ring0LinesWithTables],
    ['ring 0, lines with tables and ports', figures.ring0LinesWithPorts],
  ];
};

/** What the counts are of: names with their files, and the long files. */
export const listsOf = ({ sharedNames, longFiles }: Figures): readonly string[] => [
  ...Object.entries(sharedNames).map(([name, paths]) => `${name}: ${paths.join(', ')}`),
  ...longFiles.map(({ path, lines }) => `${lines} lines: ${path}`),
];
