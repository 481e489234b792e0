/** One WebSocket: frames `req` in, `res` and `event` out. It hears events once it has said after which number. */
import type { WebSocket } from '@fastify/websocket';
import { isJsonObject, type JsonObject } from '#lib/text/json.ts';
import type { EventLog } from '#daemon/data/event-log.ts';
import { READER_BUFFER_MAX_BYTES, SOCKET_ASKED_MAX } from '#lib/spec/limits.ts';
import { HttpProblem, problemOf } from '#daemon/methods/problem.ts';
import { tellEvents } from './reader.ts';

/** What a frame asks for. */
export interface AskedFrame {
  readonly method: string;
  readonly params: unknown;
}

/** What came of it. */
export interface AnsweredFrame {
  readonly ok: boolean;
  readonly payload: unknown;
}

/** Of this method the socket itself takes care. */
const LISTEN = 'events.listen';

/** Serves a socket until it closes. `ask` carries out what is no matter of the socket itself. */
export const takeSocket = (
  socket: WebSocket,
  log: EventLog,
  ask: (frame: AskedFrame) => Promise<AnsweredFrame>,
): void => {
  const gone = new AbortController();
  let isListening = false;
  socket.on('close', () => gone.abort());
  socket.on('error', () => gone.abort());
  const sent: { last: Promise<void> } = { last: Promise.resolve() };
  let inHand = 0;
  const send = (frame: object): void => {
    if (gone.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    sent.last = promise;
    socket.send(JSON.stringify(frame), () => resolve());
    if (socket.isPaused || socket.bufferedAmount <= READER_BUFFER_MAX_BYTES) return;
    // Who does not take answers is not heard.
    socket.pause();
    void promise.then(() => socket.resume());
  };
  const listen = async (params: unknown): Promise<AnsweredFrame> => {
    const after = isJsonObject(params) ? params['after'] : undefined;
    const newest = await log.newest();
    const from = after === undefined ? newest : after;
    if (typeof from !== 'number' || !Number.isSafeInteger(from) || from < 0)
      throw new HttpProblem(400, 'REQUEST_INVALID', 'The number of an event is needed.');
    if (isListening) throw new HttpProblem(409, 'LISTENS', 'This socket hears the events.');
    isListening = true;
    const sink = {
      send: ({ type, payload, ...event }: { readonly type: string; readonly payload: object }) =>
        send({ type: 'event', event: type, payload, ...event }),
      missed: (count: number) => send({ type: 'event', event: 'missed', payload: { count } }),
      waiting: () => socket.bufferedAmount,
      drained: () => sent.last,
    };
    void tellEvents(log, from, sink, gone.signal).catch(() => socket.close(CLOSE_ERROR));
    return { ok: true, payload: { after: from, newest } };
  };
  socket.on('message', (data, isBinary) => {
    void (async () => {
      const frame = isBinary || !Buffer.isBuffer(data) ? undefined : frameIn(data.toString('utf8'));
      if (frame === undefined) return socket.close(CLOSE_INVALID, 'a frame is JSON of type req');
      const { id, method, params } = frame;
      inHand += 1;
      try {
        if (inHand > SOCKET_ASKED_MAX)
          throw new HttpProblem(429, 'TOO_MANY', 'Too much of what was asked has no answer yet.');
        const answer = method === LISTEN ? await listen(params) : await ask({ method, params });
        send({ type: 'res', id, ...answer });
      } catch (error) {
        send({ type: 'res', id, ok: false, payload: problemOf(error) });
      } finally {
        inHand -= 1;
      }
    })();
  });
};

/** As RFC 6455 numbers them: what was said is against the protocol; something is wrong here. */
const CLOSE_INVALID = 1008;
const CLOSE_ERROR = 1011;

const frameIn = (text: string): (AskedFrame & { readonly id: string | number }) | undefined => {
  const value = parsed(text);
  if (value?.['type'] !== 'req') return undefined;
  const { id, method, params } = value;
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string')
    return undefined;
  return { id, method, params };
};

const parsed = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
