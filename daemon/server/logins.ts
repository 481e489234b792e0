/** Logins that work once: what `yamo open` gives a browser, which has no token of its own. */
import { randomBytes } from 'node:crypto';
import { LOGIN_MS } from '#lib/spec/limits.ts';

const CODE_BYTES = 24;

/** Codes that were given and not used, each until its time. */
export class Logins {
  readonly #until = new Map<string, number>();

  /** A new code. */
  give(): string {
    const now = performance.now();
    for (const [code, until] of this.#until) if (until < now) this.#until.delete(code);
    const code = randomBytes(CODE_BYTES).toString('hex');
    this.#until.set(code, now + LOGIN_MS);
    return code;
  }

  /** Was it given, not used, and in time? It does not work a second time. */
  take(code: string): boolean {
    const until = this.#until.get(code);
    this.#until.delete(code);
    return until !== undefined && until >= performance.now();
  }
}
