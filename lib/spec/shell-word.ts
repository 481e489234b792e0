/** A word of a command that somebody pastes into a shell: what is more than letters stands in quotes. */
export const shellWord = (word: string): string =>
  /^[\w./@%+=:,-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
