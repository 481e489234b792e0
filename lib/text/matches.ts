/**
 * Every match of an expression in a text, in order. `matchAll` says the same, and copies the expression each time it
 * is asked: on a short line that takes longer than the search. The expression has the flag `g`, and matches no empty
 * text.
 */
export const matchesIn = (text: string, pattern: RegExp): readonly RegExpExecArray[] => {
  const matches: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text))
    matches.push(match);
  return matches;
};
