/** Keys of a terminal, as Node decodes them, and what each does to the text that is typed. */
import type { Editor } from './editor.ts';

/** What `node:readline` tells of a key; a control character has a name, and most others only a sequence. */
export interface Key {
  readonly name?: string | undefined;
  readonly sequence?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
}

type Edit = (editor: Editor) => void;

/** By the name of the key, after `C-` with Ctrl and `M-` with Alt. */
const EDITS: ReadonlyMap<string, Edit> = new Map<string, Edit>([
  ['left', (editor) => editor.left()],
  ['C-b', (editor) => editor.left()],
  ['right', (editor) => editor.right()],
  ['C-f', (editor) => editor.right()],
  ['C-left', (editor) => editor.wordLeft()],
  ['M-left', (editor) => editor.wordLeft()],
  ['M-b', (editor) => editor.wordLeft()],
  ['C-right', (editor) => editor.wordRight()],
  ['M-right', (editor) => editor.wordRight()],
  ['M-f', (editor) => editor.wordRight()],
  ['home', (editor) => editor.home()],
  ['C-a', (editor) => editor.home()],
  ['end', (editor) => editor.end()],
  ['C-e', (editor) => editor.end()],
  ['backspace', (editor) => editor.erase()],
  ['C-h', (editor) => editor.erase()],
  ['delete', (editor) => editor.eraseRight()],
  ['C-d', (editor) => editor.eraseRight()],
  ['C-k', (editor) => editor.killToEnd()],
  ['C-u', (editor) => editor.killToStart()],
  ['C-w', (editor) => editor.killWord()],
  ['M-backspace', (editor) => editor.killWordLeft()],
  ['M-d', (editor) => editor.killWordRight()],
  ['C-y', (editor) => editor.yank()],
  ['M-return', (editor) => editor.insert('\n')],
  ['M-enter', (editor) => editor.insert('\n')],
]);

/** The key as `EDITS` names it; empty for one without a name. */
export const keyName = ({ name = '', ctrl = false, meta = false }: Key): string =>
  name === '' ? '' : `${ctrl ? 'C-' : ''}${meta ? 'M-' : ''}${name}`;

/** Does to the text what the key says; false if it says nothing. */
export const edit = (editor: Editor, key: Key): boolean => {
  const known = EDITS.get(keyName(key));
  if (known !== undefined) {
    known(editor);
    return true;
  }
  const { sequence = '', ctrl = false, meta = false } = key;
  if (ctrl || meta || /^$|\p{Cc}/u.test(sequence)) return false;
  editor.insert(sequence);
  return true;
};

/** What a paste holds of text: line ends as they are in a text, and no other control character but tabs. */
export const pasted = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '');
