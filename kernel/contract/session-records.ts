/** What a session of a served workspace reaches of its databases, and of the chat in which it is. */

/** What whoever serves a workspace keeps of it in databases, as far as one session reaches it. */
export interface SessionRecords {
  /** The rows of one SELECT, as a text. Throws QUERY_REFUSED. */
  readonly query: (sql: string) => Promise<string>;
  /** Proposes to keep something, in JSON; what became of that, in a sentence. Throws KNOWLEDGE_INVALID. */
  readonly propose: (kind: string, row: string) => Promise<string>;
}

/** The chat of a session, as far as files go there. */
export interface SessionFiles {
  /** As its owner calls it, such as `telegram:4711`. */
  readonly chat: string;
  /** Returns when the file is on the disk, to be sent. Throws SESSION_OVER, DATABASE_UNUSABLE. */
  readonly send: (name: string, bytes: Uint8Array) => Promise<void>;
}
