/** Why an agent does not serve, in the words of the owner's table of refusals. */
import { membersOf } from '#lib/text/json.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Child } from '#kernel/process/child.ts';
import type { Speech } from '#kernel/redact/speech.ts';
import type { Acp } from './acp.ts';
import type { Floods } from './floods.ts';
import type { StderrTail } from './stderr-tail.ts';
import type { Login } from '#kernel/programs/login.ts';

/** JSON-RPC's answer to a request that nobody knows. */
const METHOD_NOT_FOUND = -32601;

/** Of the protocol: the agent wants a login first. */
const AUTH_REQUIRED = -32000;

/** Of what an agent says of an error, as much as is looked at. */
const ERROR_LOOKED_AT_CHARS = 4000;

/** How long the end of a process may take to be known after its pipes broke. */
const DEATH_SETTLES_MS = 250;

/** No answer came in time. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
  readonly limitMs: number;

  constructor(limitMs: number) {
    super('no answer came in time');
    this.limitMs = limitMs;
  }
}

const SEES =
  'it sees only the system, its own code, and what the settings show it (agentPaths, agentEnvironment, network)';

/** What to do where it is no agent, died, or was refused by others. */
const ADVICE = {
  protocol:
    'Name a command that speaks ACP version 1 on its standard input and output (docs/agents.md); run it by hand to see what it does.',
  crash: `Put right what it says; ${SEES}. With --trace all that it prints is shown.`,
  slow: `Boot again with --trace, which shows all that it prints; ${SEES}.`,
  provider: "Look at its key, at what that key may do and has left, and at the provider's address.",
  error: `Boot again with --trace, which shows all that it prints; ${SEES}.`,
} as const;

/** What agents say where a provider said no: there is no code for it in the protocol. */
const isOfProvider = ({
  message,
  data,
}: {
  readonly message: string;
  readonly data?: unknown;
}): boolean =>
  /\b(?:401|402|403|429|529)\b|api[ _-]?key|unauthori[sz]ed|forbidden|rate.?limit|quota|overloaded|billing|credit|permission_denied/i.test(
    `${message} ${JSON.stringify(data ?? '')}`.slice(0, ERROR_LOOKED_AT_CHARS),
  );

/** An agent may answer with the gate's own refusal of what it asked for: that is no wish for a login. */
const isOfTheGate = (data: unknown): boolean => 'section' in membersOf(data);

/** What the reasons are looked for in. */
export interface FailureParts {
  readonly program: { readonly name: string; readonly login?: Login | undefined };
  readonly child: Child;
  readonly floods: Floods;
  readonly acp: Acp;
  readonly speech: Speech;
  readonly signal: AbortSignal;
  readonly stderr: StderrTail;
}

/** Tells the owner why a request to the agent came to nothing. */
export class Failures {
  readonly #parts: FailureParts;
  #lost: string | undefined;
  /** Has it answered at all, as the protocol has it? */
  speaks = false;
  /** Is its session open? */
  isOpen = false;

  constructor(parts: FailureParts) {
    this.#parts = parts;
    void parts.child.ended.then((how) => (this.#lost = how));
  }

  /** Why it serves no longer, by how its process ended. */
  ended(reason: string): Refusal {
    return this.#parts.floods.refusal ?? new Refusal('AGENT_LOST', { reason });
  }

  /** Why a request failed. What the agent answered is not repeated: it may hold anything. */
  async because(error: unknown): Promise<Refusal> {
    // It was ended before it could serve, by the owner's own wish.
    if (this.#parts.signal.aborted && !this.isOpen) return new Refusal('INTERRUPTED', {});
    if (error instanceof Refusal) return error;
    if (this.#parts.floods.refusal !== undefined) return this.#parts.floods.refusal;
    // A process that dies closes its pipes a moment before its end is known.
    await Promise.race([
      this.#parts.child.ended,
      new Promise((resolve) => setTimeout(resolve, DEATH_SETTLES_MS)),
    ]);
    if (this.#lost !== undefined) return this.#becauseLost(this.#lost);
    if (error instanceof TooSlow)
      return this.failed(
        this.speaks ? 'slow' : 'protocol',
        `does not answer: nothing came within ${error.limitMs / 1000} s`,
      );
    if (!(error instanceof this.#parts.acp.RequestError))
      return this.failed('protocol', 'answered with a broken message');
    if (error.code === AUTH_REQUIRED && !isOfTheGate(error.data)) return this.#needsLogin();
    if (error.code === METHOD_NOT_FOUND && !this.isOpen)
      return this.failed(
        'protocol',
        'does not speak the Agent Client Protocol: it knows none of its first requests',
      );
    return isOfProvider(error)
      ? this.failed('provider', `was refused by its provider (error ${error.code})`)
      : this.failed('error', `answered with error ${error.code}`);
  }

  async #becauseLost(how: string): Promise<Refusal> {
    if (this.isOpen) return this.ended(how);
    // Whoever ends by itself without a word and without a complaint waits for something else than the protocol.
    return how === 'exit code 0' && !this.speaks
      ? this.failed(
          'protocol',
          `is none of the Agent Client Protocol: it ended with ${how} and had said nothing`,
        )
      : this.failed('crash', `crashed: it ended before the session was open, with ${how}`);
  }

  /** With what it printed last, looked through as all that it says. */
  async failed(kind: keyof typeof ADVICE, reason: string): Promise<Refusal> {
    const lines = this.#parts.stderr.lines.map((line) => `\n    agent: ${line}`).join('');
    const stderr = lines === '' ? '' : await this.#parts.speech.answered(lines).catch(() => '');
    return new Refusal('AGENT_FAILED', {
      command: this.#parts.program.name,
      reason,
      said: stderr === '' ? '' : ` It printed last:${stderr}`,
      advice: ADVICE[kind],
    });
  }

  #needsLogin(): Refusal {
    const { name, login } = this.#parts.program;
    return new Refusal('AGENT_NEEDS_LOGIN', {
      command: name,
      advice:
        login?.advice ??
        'Log in with it outside of yamo, and show it by the settings what it needs for that',
    });
  }
}
