import type { Options } from 'minisearch';

/** How the index is made and asked: the same in the build and in the browser. */
export const SEARCH_OPTIONS: Options = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'excerpt'],
  searchOptions: {
    boost: { title: 6, page: 2 },
    combineWith: 'AND',
    prefix: true,
    fuzzy: (term: string): number | boolean => (term.length > 4 ? 0.2 : false),
  },
};
