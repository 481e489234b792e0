/** Told where somebody may miss the index of memory. */
export const INDEX_HINT = 'An index finds more than the words themselves: yamo mesh';
