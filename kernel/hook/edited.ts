/** A file as an edit of a tool would leave it. */
import type { TextEdit } from '#lib/hook/event.ts';
import { HOOK_TEXT_CHARS } from '#lib/spec/limits.ts';

/** As the tool would do it, as far as it is not too long for a hook; `undefined` if it would fail. */
export const edited = (before: string, edits: readonly TextEdit[]): string | undefined => {
  let text = before;
  for (const edit of edits) {
    if (edit.old === '' ? text !== '' : !text.includes(edit.old)) return undefined;
    text = edit.all ? replacedAll(text, edit) : text.replace(edit.old, () => edit.new);
    if (text.length > HOOK_TEXT_CHARS) return text;
  }
  return text;
};

/** As much of it as shows that it is too long for a hook, where it is: a character may stand at a million places. */
const replacedAll = (text: string, { old, new: by }: TextEdit): string => {
  const most = by.length > old.length ? 2 + Math.ceil(HOOK_TEXT_CHARS / by.length) : undefined;
  return text.split(old, most).join(by);
};
