/** The numbered requirements, read from the tables of RFC-0009.md: the document is their one source. */

export interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly level: string;
  readonly tier: string;
  readonly text: string;
  readonly 'enforced by': string;
  readonly test: string;
}

const ROW = /^\|\s*([YK]\d+)\s*\|/;

/** Every requirement row of the document, in its order. */
export const requirementsIn = (specification: string): readonly Requirement[] =>
  specification
    .split('\n')
    .filter((line) => ROW.test(line))
    .map((line) => {
      const [, id = '', section = '', level = '', tier = '', text = '', by = '', test = ''] = line
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|').replaceAll('`', ''));
      return { id, section, level, tier, text, 'enforced by': by, test };
    });
