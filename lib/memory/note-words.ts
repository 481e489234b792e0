/** What a note says, without what stands around it. */

/** What stands in front of a note and is no part of what it says: its mark, its time, its day. */
const FRONT =
  /^[\s>]*(?:(?:[-+•*]|\d{1,3}[.)])\s+)?(?:\[[ x]\]\s+)?(?:\d\d:\d\d\s+|\d{4}-\d\d-\d\d:?\s+)?/u;
const END = /[\s.!?…。！？]+$/u;

/** What a line of a note says. */
export const wordsOfNote = (line: string): string =>
  line.replace(FRONT, '').replace(END, '').trim();
