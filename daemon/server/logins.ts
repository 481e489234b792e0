/** Logins that work once: what `yamo open` gives a browser, which has no token of its own. */
import { randomBytes } from 'node:crypto';
import { LOGIN_MS } from '#lib/spec/limits.ts';

const CODE_BYTES = 24;

/** What a login was given for. */
export interface GivenLogin {
  /** What its browser is to be called; `undefined`: by what it says of itself. */
  readonly name: string | undefined;
}

/** Codes that were given and not used, each until its time. */
export class Logins {
  readonly #given = new Map<string, GivenLogin & { readonly until: number }>();

  /** A new code. */
  give(login: GivenLogin): string {
    const now = performance.now();
    for (const [code, { until }] of this.#given) if (until < now) this.#given.delete(code);
    const code = randomBytes(CODE_BYTES).toString('hex');
    this.#given.set(code, { ...login, until: now + LOGIN_MS });
    return code;
  }

  /** What it was given for; `undefined` where it was not given, was used, or is too old. It does not work a second time. */
  take(code: string): GivenLogin | undefined {
    const given = this.#given.get(code);
    this.#given.delete(code);
    return given === undefined || given.until < performance.now() ? undefined : given;
  }
}
