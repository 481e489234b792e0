/** What an adapter prints: its libraries do, with tokens and messages of others. The end of it is kept, and told where it fails. */
import { ADAPTER_LOG_MAX_CHARS } from '#lib/spec/limits.ts';
import { StderrTail } from '#kernel/host/stderr-tail.ts';
import type { Child } from '#kernel/process/child.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';

export class AdapterLog {
  readonly #redactor: CredentialRedactor;
  #kept = '';
  #isCut = false;

  /** `tokens` are redacted wherever they stand. */
  constructor(
    tokens: readonly string[],
    { output, diagnostics }: Pick<Child, 'output' | 'diagnostics'>,
  ) {
    this.#redactor = new CredentialRedactor(tokens);
    for (const stream of [output, diagnostics])
      stream.setEncoding('utf8').on('data', (text: string) => this.#hear(text));
  }

  /** The last lines, short, without credentials. */
  async lines(): Promise<readonly string[]> {
    // What is cut may be a credential, which nobody would know by its end.
    const whole = this.#isCut ? this.#kept.replace(/^[^\n]*\n?/u, '') : this.#kept;
    const tail = new StderrTail();
    tail.hear(await this.#redactor.redactLines(whole));
    return tail.lines;
  }

  #hear(text: string): void {
    const all = this.#kept + text;
    this.#isCut ||= all.length > ADAPTER_LOG_MAX_CHARS;
    this.#kept = all.slice(-ADAPTER_LOG_MAX_CHARS);
  }
}
