/** In place of kernel/programs/from-bundle.ts, in tests: the programs beside yamo are those in dist/. */
export const IS_BUNDLED = true;
