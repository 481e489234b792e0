/** What a session of a served workspace reaches of its databases. */

/** What whoever serves a workspace keeps of it in databases, as far as one session reaches it. */
export interface SessionRecords {
  /** The rows of one SELECT, as a text. Throws QUERY_REFUSED. */
  readonly query: (sql: string) => Promise<string>;
  /** Proposes to keep something, in JSON; what became of that, in a sentence. Throws KNOWLEDGE_INVALID. */
  readonly propose: (kind: string, row: string) => Promise<string>;
}
