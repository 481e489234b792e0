/**
 * A session's model, on the kernel's side: the key when it is asked for, what every answer cost, and the budgets at
 * which it ends. The agent counts what the provider says; the kernel adds up, and decides.
 */
import { costOf, type Prices } from '#lib/model/cost.ts';
import type {
  BudgetAnswer,
  CredentialParams,
  CredentialResult,
  ModelSetup,
  Tokens,
  UsageReport,
} from '#lib/protocol/protocol.ts';
import { pricesOf } from '#lib/model/table.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { providerOf } from '#kernel/programs/providers.ts';
import type { Budgets, Host } from '#kernel/contract/boot-request.ts';
import type { Credentials } from '#kernel/credentials/find.ts';
import type { UsageLedger } from '#kernel/state/ledger.ts';

export interface UsageMeterParts {
  readonly host: Host;
  readonly credentials: Credentials;
  readonly ledger: UsageLedger;
  readonly bootId: string;
  /** The day that is paid from, `YYYY-MM-DD`. */
  readonly today: () => string;
}

const NOTHING: Tokens = { input: 0, cacheRead: 0, cacheWritten: 0, output: 0 };

/** Tokens, and US dollars where every price of them is known. */
interface Account {
  readonly tokens: Tokens;
  readonly usd: number | undefined;
}

export class UsageMeter {
  readonly #parts: UsageMeterParts;
  #setup: ModelSetup;
  #turn: Account = { tokens: NOTHING, usd: 0 };
  #session: Account = { tokens: NOTHING, usd: 0 };
  /** Why an answer could not be noted in the ledger. */
  #unnoted: unknown;
  /** Of the newest answer: what prompt and conversation take of what the model can. */
  #prompt = 0;

  constructor(setup: ModelSetup, parts: UsageMeterParts) {
    this.#setup = setup;
    this.#parts = parts;
  }

  get setup(): ModelSetup {
    return this.#setup;
  }

  /** Of the newest answer, with its prompt, in tokens; 0 where there was none. */
  get newest(): number {
    return this.#prompt;
  }

  /** From the next answer on. */
  use(setup: ModelSetup): void {
    this.#setup = setup;
  }

  /** Throws MODEL_KEY_MISSING, CREDENTIAL_… refusals. */
  async credential({ refused = false }: CredentialParams): Promise<CredentialResult> {
    const { credentials, host } = this.#parts;
    const provider = providerOf(this.#setup.name);
    if (refused) credentials.forget(provider);
    const found = await credentials.find(provider, host.settings.providers[provider]?.key);
    if (found === undefined) throw new Refusal('MODEL_KEY_MISSING', { provider });
    return { value: found.value, scheme: found.scheme, headers: found.headers };
  }

  /** Adds up what an answer of the provider came to. What cannot be noted ends the thinking: see `overBudget`. */
  used(report: UsageReport): void {
    const { ledger, bootId, today } = this.#parts;
    const { model, input, cacheRead, cacheWritten, output } = report;
    const prices = this.#prices(model);
    const usd = prices && costOf(report, prices);
    const account = { tokens: { input, cacheRead, cacheWritten, output }, usd };
    this.#turn = sum(this.#turn, account);
    this.#session = sum(this.#session, account);
    if (report.purpose === 'turn') this.#prompt = input + cacheRead + cacheWritten + output;
    const at = new Date().toISOString();
    try {
      ledger.note(today(), { at, bootId, model, tokens: total(account.tokens), usd: usd ?? 0 });
    } catch (error) {
      this.#unnoted ??= error;
    }
  }

  /** May the provider be asked again? Throws STATE_UNUSABLE. */
  budget(): BudgetAnswer {
    const stop = this.overBudget();
    return stop === undefined ? {} : { stop };
  }

  /** Which budget is used up, in words; `undefined` while none is. Throws STATE_UNUSABLE, also for what `used` could not note. */
  overBudget(): string | undefined {
    if (this.#unnoted !== undefined) throw this.#unnoted;
    const { host, ledger, today } = this.#parts;
    const { budgets } = host.settings;
    const { tokens, usd } = this.#session;
    const used = faultIn('session', budgets, { tokens: total(tokens), usd: usd ?? 0 });
    if (used !== undefined || (budgets.dayUsd === undefined && budgets.dayTokens === undefined))
      return used;
    return faultIn('day', budgets, ledger.spent(today()));
  }

  /** Ends a turn: what it came to, and the session so far; `undefined` if the model was not asked. */
  endTurn(): Turned | undefined {
    const turn = this.#turn;
    this.#turn = { tokens: NOTHING, usd: 0 };
    return total(turn.tokens) === 0 ? undefined : { turn, ...this.standing() };
  }

  /** The session so far. */
  standing(): Standing {
    const { contextTokens } = this.#setup.limits;
    const contextUsed = Math.min(1, this.#prompt / contextTokens);
    return { model: this.#setup.name, session: this.#session, contextUsed, contextTokens };
  }

  /** What was spent today, by all sessions of this machine. Throws STATE_UNUSABLE. */
  today(): { readonly tokens: number; readonly usd: number } {
    return this.#parts.ledger.spent(this.#parts.today());
  }

  close(): void {
    this.#parts.ledger.close();
  }

  #prices(model: string): Prices | undefined {
    const { prices } = this.#parts.host.settings;
    // A provider may call its model anything, also what every object has.
    const named = [this.#setup.name, model].find((name) => Object.hasOwn(prices, name));
    return (named === undefined ? undefined : prices[named]) ?? pricesOf(model) ?? this.#free();
  }

  /** What needs no key costs nothing. */
  #free(): Prices | undefined {
    return this.#setup.needsKey ? undefined : { input: 0, output: 0 };
  }
}

interface Standing {
  readonly model: string;
  readonly session: Account;
  readonly contextUsed: number;
  readonly contextTokens: number;
}

interface Turned extends Standing {
  readonly turn: Account;
}

const sum = (one: Account, other: Account): Account => ({
  tokens: {
    input: one.tokens.input + other.tokens.input,
    cacheRead: one.tokens.cacheRead + other.tokens.cacheRead,
    cacheWritten: one.tokens.cacheWritten + other.tokens.cacheWritten,
    output: one.tokens.output + other.tokens.output,
  },
  usd: one.usd === undefined || other.usd === undefined ? undefined : one.usd + other.usd,
});

/** All tokens of a request, whatever they cost. */
export const total = ({ input, cacheRead, cacheWritten, output }: Tokens): number =>
  input + cacheRead + cacheWritten + output;

const faultIn = (
  span: 'session' | 'day',
  budgets: Budgets,
  { tokens, usd }: { readonly tokens: number; readonly usd: number },
): string | undefined => {
  const dollars = budgets[`${span}Usd`];
  const most = budgets[`${span}Tokens`];
  const of = span === 'session' ? 'of a session' : 'of today';
  const remedy = `Raise budgets.${span}… in the settings to go on.`;
  if (dollars !== undefined && usd >= dollars)
    return `The budget ${of} is used up: $${usd.toFixed(2)} of $${dollars.toFixed(2)}. ${remedy}`;
  if (most !== undefined && tokens >= most)
    return `The budget ${of} is used up: ${tokens} of ${most} tokens. ${remedy}`;
  return undefined;
};
