/** What a line holds, and how its forms hand it over. */

/** A credential in a line. */
export interface CredentialMatch {
  readonly kind: string;
  readonly value: string;
  readonly confidence: 'high' | 'low';
  /** The value stands in a code block of its own below its label: that shows it, and is no example. */
  readonly isShown?: true;
}

/** A label, and the text that begins with its value. */
export interface Formed {
  readonly label: string;
  readonly rest: string;
}
