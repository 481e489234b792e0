/** What a method of the server answers, for a view: asked when the view is shown, and again when it says so. */
import { signal, type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { JsonObject } from '#lib/text/json.ts';
import { ServerProblem } from '#web/connection/http.ts';
import { Lost } from '#web/connection/link.ts';
import { store } from './state.ts';

/** An answer, or why there is none. */
export interface Asked {
  readonly answer: JsonObject | undefined;
  readonly problem: ServerProblem | undefined;
  readonly isAsking: boolean;
}

/** Asks `method`; `again` is called to ask anew. It is asked anew by itself when the connection is back. */
export const useAsked = (
  method: string,
  params: object = {},
): { readonly asked: ReadonlySignal<Asked>; readonly again: () => void } => {
  const asked = useSignal<Asked>({ answer: undefined, problem: undefined, isAsking: true });
  const turn = useRef(signal(0));
  const text = JSON.stringify(params);
  const given = useSignal(text);
  if (given.peek() !== text) given.value = text;
  useSignalEffect(() => {
    const { current } = turn;
    void current.value;
    const link = store.value?.link;
    if (link?.state.value !== 'open') return;
    const said: unknown = JSON.parse(given.value);
    let isOver = false;
    asked.value = { ...asked.peek(), isAsking: true };
    link.ask(method, Object(said)).then(
      (answer) => {
        if (!isOver) asked.value = { answer, problem: undefined, isAsking: false };
      },
      (error: unknown) => {
        if (isOver || error instanceof Lost) return;
        const problem =
          error instanceof ServerProblem ? error : new ServerProblem(undefined, String(error));
        asked.value = { answer: undefined, problem, isAsking: false };
      },
    );
    return () => {
      isOver = true;
    };
  });
  return {
    asked,
    again: () => {
      turn.current.value = turn.current.peek() + 1;
    },
  };
};

/** Calls `again` when a command has changed something of the workspace, here or elsewhere. */
export const useChanged = (again: () => void): void => {
  useSignalEffect(() => {
    if (store.value?.told.value?.type === 'changed') again();
  });
};
