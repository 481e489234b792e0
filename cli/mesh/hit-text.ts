/** How a place that was found is shown. */
import type { SearchHit } from '#lib/protocol/protocol.ts';
import { explained, placeOf, standingText } from '#lib/text/place.ts';
import { harmless, styled } from '#cli/io/terminal.ts';

/** Where it stands, what it says, and what has replaced it; with `explain` what its score is the sum of. */
export const foundText = (hit: SearchHit, explain: boolean): string => {
  const { headings = [], id = '', text } = hit;
  const standing = standingText(hit);
  const above = headings.length === 0 ? '' : `  ${harmless(headings.join(' › '))}`;
  return [
    `${styled('bold', harmless(placeOf(hit)))}${above}  ${styled('dim', id)}`,
    ...(explain ? [styled('dim', `  ${harmless(explained(hit))}`)] : []),
    ...harmless(text)
      .split('\n')
      .map((line) => `  ${line}`),
    ...(standing === '' ? [] : [styled('dim', `  (${harmless(standing)})`)]),
    '',
    '',
  ].join('\n');
};
