/** One change of a text by its words. */

export type Edited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** `text` with `after` in the place of `before`, which must stand in it exactly once. */
export const replaceOnce = (text: string, before: string, after: string): Edited => {
  if (before === '') return { ok: false, reason: 'The text to replace is empty.' };
  const at = text.indexOf(before);
  if (at === -1) {
    return {
      ok: false,
      reason: 'The text to replace is not in the file. Read the file and give it to the letter.',
    };
  }
  if (text.includes(before, at + 1)) {
    return {
      ok: false,
      reason:
        'The text to replace is in the file more than once. Give more of what stands around it.',
    };
  }
  return { ok: true, text: text.slice(0, at) + after + text.slice(at + before.length) };
};
