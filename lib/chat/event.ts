/** What was said in a chat, whatever the chat. Texts are bounded; who is there is told by `presenceIn` alone. */

/** Who an adapter is with its provider. */
export interface ChatSelf {
  /** Its account. */
  readonly id: string;
  /** Its user name, without `@`. */
  readonly name: string;
}

/** One message, an edit of one, or that one was taken back. */
export interface ChatEventRead {
  /** The chat, and its thread if it has some, as its provider names them. */
  readonly place: string;
  /** With one human at the other end, as the provider says; no evidence of who that is. */
  readonly isDirect: boolean;
  readonly isEdit: boolean;
  /** When the message, not its edit, was said: milliseconds since 1970. */
  readonly saidAt: number | undefined;
  /** `id` is the provider's, within its `team` where ids are; the name is theirs to choose, and proves nothing. */
  readonly author: {
    readonly id: string | undefined;
    readonly name: string;
    readonly team?: string;
  };
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
  /** Of the message, where its provider tells of removals. */
  readonly messageId?: string;
  /** The message was taken back; nothing is said. */
  readonly isRemoval?: true;
  /** The place has another name from now on. */
  readonly movedTo?: string;
}
