/** Does this module run from the bundle? What is bundled is no source any more. */
export const IS_BUNDLED = !import.meta.filename.endsWith('.ts');
