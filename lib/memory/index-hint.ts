/** What is said beside the hits of a search. */

/** Told where somebody may miss the index of memory. */
export const INDEX_HINT = 'An index finds more than the words themselves: yamo mesh';

/** What is said beside hits, as one note; none where nothing is. */
export const noted = (...notes: readonly (string | undefined)[]): { readonly note?: string } => {
  const note = notes.filter((one) => one !== undefined).join(' ');
  return note === '' ? {} : { note };
};
