/** What was said in a chat, whatever the chat. Texts are bounded; who is there is told by `presenceIn` alone. */

/** One message, or an edit of one. */
export interface ChatEventRead {
  /** The chat, and its thread if it has some, as its provider names them. */
  readonly place: string;
  /** With one human at the other end, as the provider says; no evidence of who that is. */
  readonly isDirect: boolean;
  readonly isEdit: boolean;
  /** When the message, not its edit, was said: milliseconds since 1970. */
  readonly saidAt: number | undefined;
  /** `id` is the provider's; the name is theirs to choose, and proves nothing. */
  readonly author: { readonly id: string | undefined; readonly name: string };
  readonly text: string;
  /** There was more text than is read. */
  readonly isCut: boolean;
  /** What came along, by its kind. */
  readonly files: readonly string[];
  /** Why the text is nobody's own word here. */
  readonly outside: 'forwarded' | 'another bot' | undefined;
  /** What it answers or quotes: the words of somebody else. */
  readonly quoted: string | undefined;
  /** The agent is mentioned, or answered to. */
  readonly isForUs: boolean;
  /** The place has another name from now on. */
  readonly movedTo?: string;
}
