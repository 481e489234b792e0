/** The cases for a reader: a list, or the documentation of one. */
import { CASES, type ListedCase } from '#conform/suite/cases.ts';
import { jsonLine, styled } from '#cli/io/terminal.ts';

/** A line for each case, then how many there are. */
export const listCases = (isJson: boolean): string =>
  isJson
    ? CASES.map(({ conformanceCase: { id, title, session, requirements }, file }) =>
        jsonLine({ id, title, session, requirements, file }),
      ).join('')
    : [
        ...CASES.map(
          ({ conformanceCase: { id, title, session, requirements } }) =>
            `${id.padEnd(6)}${session.padEnd(8)}${title} (${requirements.join(', ')})`,
        ),
        `${CASES.length} cases\n`,
      ].join('\n');

/** The comment that opens the file of a case. */
export const describeCase = ({ conformanceCase, file }: ListedCase, source: string): string => {
  const { id, title, session, requirements } = conformanceCase;
  const comment = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(source)?.[1] ?? '';
  const [, , ...lines] = comment.split('\n').map((line) => line.replace(/^ \* ?/, ''));
  return [
    styled('bold', `${id} (${session} session, ${requirements.join(', ')})`),
    `  ${title}`,
    ...lines.map((line) => `  ${line}`.trimEnd()),
    `  File: ${file}`,
    '',
  ].join('\n');
};
