/** The cases for a reader: a list, or the documentation of one. */
import { wrapSpans } from '#audit/report/wrap.ts';
import type { ListedCase } from '#conform/case/table.ts';
import { CASES } from '#conform/suite/cases.ts';
import { jsonLine, styled } from '#cli/io/terminal.ts';

/** A line for each case, then how many there are. */
export const listCases = (isJson: boolean): string =>
  isJson
    ? CASES.map(({ id, title, session, requirements, file }) =>
        jsonLine({ id, title, session, requirements, file }),
      ).join('')
    : [
        ...CASES.map(
          ({ id, title, session, requirements }) =>
            `${id.padEnd(6)}${session.padEnd(8)}${title} (${requirements.join(', ')})`,
        ),
        `${CASES.length} cases\n`,
      ].join('\n');

/** Columns of a page. */
const WIDTH = 114;

/** What a case sets up, does and observes, and what it leaves open. */
export const describeCase = (one: ListedCase): string => {
  const { id, title, session, requirements, file } = one;
  const words = [
    title,
    `Set up: ${one.setUp}`,
    `Done: ${one.done}`,
    `Observed: ${one.observed}`,
    `Left open: ${one.leftOpen}`,
    `File: ${file}`,
  ];
  const page = { width: WIDTH, paint: (_style: unknown, text: string) => text };
  return [
    styled('bold', `${id} (${session} session, ${requirements.join(', ')})`),
    ...words.map((text) => wrapSpans([{ text }], { first: 2, rest: 4 }, page)),
    '',
  ].join('\n');
};
