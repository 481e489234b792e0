/**
 * What was redacted, for the record and for the owner (RFC-0009 §3.2, §4.2): counted each time, told once for each
 * line and place. Names, numbers and kinds, never the text.
 */
import type { FilePlace } from '#lib/text/place.ts';
import type { Journal } from '#kernel/run/journal.ts';

/** Stands where a line of a private file was. */
export const PRIVATE_MARK = '[withheld: private line, RFC-0009 §3.2]';

export class RedactionLog {
  readonly #journal: Journal;
  readonly #notice: (section: string, text: string) => void;
  readonly #told = new Set<string>();

  constructor(journal: Journal, notice: (section: string, text: string) => void) {
    this.#journal = journal;
    this.#notice = notice;
  }

  /** `where` begins a sentence: `AGENTS.md`. */
  privateLine({ file, line }: FilePlace, where: string): void {
    this.#tell('§3.2', `${where} holds line ${line} of ${file} or most of it; that was withheld.`);
  }

  credential(where: string): void {
    this.#tell('§4.2', `${where} holds a credential; that was withheld.`);
  }

  #tell(section: string, text: string): void {
    this.#journal.redacted();
    if (this.#told.has(text)) return;
    this.#told.add(text);
    this.#notice(section, text);
  }
}
