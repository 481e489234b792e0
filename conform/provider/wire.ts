/** An API of models: how a request is read, and how an answer is said. */
import type { ModelView, Use } from './plan.ts';

/** A request that was accepted. */
interface Asked {
  readonly shown: ModelView;
  /** The body of the answer to it, by a call of a tool or by words. */
  readonly answer: (said: Use | string, nth: number) => Told;
}

/** A body, and what it is. */
interface Told {
  readonly type: string;
  readonly body: string;
}

/** Reads a body. Throws ApiError. */
export type ModelApi = (body: unknown) => Asked;

export const STREAM = 'text/event-stream; charset=utf-8';
export const JSON_TYPE = 'application/json';
