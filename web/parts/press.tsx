/** Buttons that change something: at once, or after a look at what would change. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type JsonObject, textAt } from '#lib/text/json.ts';
import { store, tellAloud } from '#web/app/state.ts';
import { ServerProblem } from '#web/connection/http.ts';
import { Lost } from '#web/connection/link.ts';
import { Patch } from './patch.tsx';
import { Trouble } from './text.tsx';

const ask = (method: string, params: object): Promise<JsonObject> => {
  const known = store.peek();
  return known === undefined ? Promise.reject(new Lost()) : known.ask(method, params);
};

/** Why it was not done, where the page is to say so: that the connection is lost, it says already. */
const problemIn = (error: unknown): ServerProblem | undefined => {
  if (error instanceof ServerProblem) return error;
  return error instanceof Lost ? undefined : new ServerProblem(undefined, String(error));
};

/** Does what it says at once. `told` is what is said when it is done. */
export const Press = ({
  method,
  params,
  told,
  done,
  isQuiet = true,
  children,
}: {
  readonly method: string;
  readonly params: object;
  readonly told: string;
  /** Hears the answer. */
  readonly done: (answer: JsonObject) => void;
  readonly isQuiet?: boolean;
  readonly children: ComponentChildren;
}) => {
  const problem = useSignal<ServerProblem | undefined>(undefined);
  const isBusy = useSignal(false);
  const press = async (): Promise<void> => {
    isBusy.value = true;
    problem.value = undefined;
    try {
      const answer = await ask(method, params);
      tellAloud(told);
      done(answer);
    } catch (error) {
      problem.value = problemIn(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <>
      <button
        type="button"
        {...(isQuiet && { class: 'quiet' })}
        disabled={isBusy.value}
        onClick={() => void press()}
      >
        {children}
      </button>
      {problem.value === undefined ? null : <Trouble problem={problem.value} />}
    </>
  );
};

/** A change that is looked at before it is made. */
interface LookedAtChange {
  readonly method: string;
  readonly params: object;
  /** Makes of what was seen what the second call says beside `params`. */
  readonly agree: (seen: JsonObject) => object;
  readonly label: ComponentChildren;
  /** What the change is about, as the heading of the look. */
  readonly what: string;
  readonly yes: string;
  readonly told: string;
  /** Said where nothing would change. */
  readonly nothing: string;
  readonly done: () => void;
}

/** Shows what would change, and does it when it is pressed again. */
export const PressTwice = (change: LookedAtChange) => {
  const { method, params, agree, label, told, done } = change;
  const seen = useSignal<JsonObject | undefined>(undefined);
  const problem = useSignal<ServerProblem | undefined>(undefined);
  const isBusy = useSignal(false);
  const opener = useRef<HTMLButtonElement>(null);
  const work = async (task: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    problem.value = undefined;
    try {
      await task();
    } catch (error) {
      problem.value = problemIn(error);
      seen.value = undefined;
    } finally {
      isBusy.value = false;
    }
  };
  const close = (): void => {
    seen.value = undefined;
    opener.current?.focus();
  };
  const look = async (): Promise<void> => {
    seen.value = seen.peek() === undefined ? await ask(method, params) : undefined;
  };
  const make = async (): Promise<void> => {
    await ask(method, { ...params, ...agree(seen.peek() ?? {}) });
    close();
    tellAloud(told);
    done();
  };
  return (
    <>
      <button
        type="button"
        class="quiet"
        ref={opener}
        aria-expanded={seen.value !== undefined}
        disabled={isBusy.value}
        onClick={() => void work(look)}
      >
        {label}
      </button>
      {seen.value === undefined ? null : (
        <Look
          change={change}
          patch={textAt(seen.value, 'patch') ?? ''}
          isBusy={isBusy.value}
          make={() => void work(make)}
          close={close}
        />
      )}
      {problem.value === undefined ? null : <Trouble problem={problem.value} />}
    </>
  );
};

/** What would change; it has the focus when it is shown. */
const Look = ({
  change: { what, nothing, yes },
  patch,
  isBusy,
  make,
  close,
}: {
  readonly change: LookedAtChange;
  readonly patch: string;
  readonly isBusy: boolean;
  readonly make: () => void;
  readonly close: () => void;
}) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div
      class="question"
      role="group"
      aria-label={what}
      tabIndex={-1}
      ref={place}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <p>{patch === '' ? nothing : what}</p>
      {patch === '' ? null : <Patch text={patch} label={what} />}
      <p class="answers">
        {patch === '' ? null : (
          <button type="button" class="allow" disabled={isBusy} onClick={make}>
            {yes}
          </button>
        )}
        <button type="button" onClick={close}>
          {patch === '' ? 'Close' : 'Leave it'}
        </button>
      </p>
    </div>
  );
};
