/**
 * Tells one client the events in their order, as fast as it takes them. Events are rows, so nothing is kept for one that
 * does not read: it gets nothing more until it has taken what there is, then how many it missed, and the rows again.
 */
import type { EventLog, ToldEvent } from '#daemon/data/event-log.ts';
import { READER_BUFFER_MAX_BYTES } from '#lib/spec/limits.ts';

/** The way to a client. */
export interface EventSink {
  readonly send: (event: ToldEvent) => void;
  /** So many events came while nothing could be sent; they follow. */
  readonly missed: (count: number) => void;
  /** Bytes that wait to be taken. */
  readonly waiting: () => number;
  /** Resolves when all of them were taken, or the client has gone. */
  readonly drained: () => Promise<void>;
}

/** Sends what comes after the number `after`, until `signal` is aborted. Throws DATABASE_UNUSABLE. */
export const tellEvents = async (
  log: EventLog,
  after: number,
  sink: EventSink,
  signal: AbortSignal,
): Promise<void> => {
  let last = after;
  let wake: (() => void) | undefined;
  const wakeUp = (): void => wake?.();
  const stop = log.listen(wakeUp);
  signal.addEventListener('abort', wakeUp);
  try {
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const events = await log.after(last);
      for (const event of events) {
        if (signal.aborted) return;
        sink.send(event);
        last = event.id;
        if (sink.waiting() <= READER_BUFFER_MAX_BYTES) continue;
        await sink.drained();
        const missed = (await log.newest()) - last;
        if (missed > 0) sink.missed(missed);
      }
      if (events.length === 0 && !signal.aborted) await woken;
    }
  } finally {
    stop();
    signal.removeEventListener('abort', wakeUp);
  }
};
