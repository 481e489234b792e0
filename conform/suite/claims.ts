/** What a kernel claims, by names that the suite knows. */
import type { KernelDocument } from '#conform/kernel/document.ts';
import { CASES } from './cases.ts';
import { LEFT_OUT } from './left-out.ts';

const IDS = new Set(CASES.map(({ id }) => id));

/** Cases, chapters and requirements, those too that no case shows. */
const NAMES = new Set([
  ...CASES.flatMap(({ id }) => [id, id.charAt(0)]),
  ...CASES.flatMap(({ requirements }) => requirements),
  ...LEFT_OUT.flatMap(({ requirements }) => requirements),
]);

/** The first name that nothing has: a JSON pointer, and what is wrong there. */
export const unknownName = ({
  claimed = [],
  notClaimed = {},
}: KernelDocument): string | undefined => {
  const at = claimed.findIndex((id) => !IDS.has(id));
  if (at !== -1) return `/claimed/${at} names no case: ${claimed[at]}`;
  for (const names of Object.keys(notClaimed)) {
    const name = names.split(' ').find((one) => !NAMES.has(one));
    if (name !== undefined)
      return `/notClaimed/${names} names no case, chapter or requirement: ${JSON.stringify(name)}`;
  }
  return undefined;
};
