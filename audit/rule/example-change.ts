/** Changes in git's history for the examples of rules. */
import type { Change } from '#lib/workspace/snapshot.ts';

const LINES = 9;

/** A change of a whole file in the commit whose id is this letter, forty times. */
export const exampleChange = (letter: string, kind: Change['kind'], file: string): Change => ({
  commit: letter.repeat(40),
  time: 1_772_000_000,
  file,
  kind,
  linesAdded: kind === 'deleted' ? 0 : LINES,
  linesRemoved: kind === 'deleted' ? LINES : 0,
});
