/** Events for programs, as server-sent events: numbered, so that one that was away goes on after its last number. */
import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventLog } from '#daemon/data/event-log.ts';
import { SECURITY_HEADERS } from './headers.ts';
import { HttpProblem } from '#daemon/methods/problem.ts';
import { tellEvents } from './reader.ts';

/** Tells the events until the client goes. Without a number it begins with what comes from now on. */
export const streamEvents = async (
  log: EventLog,
  request: FastifyRequest<{ Querystring: { after?: string } }>,
  reply: FastifyReply,
): Promise<void> => {
  const said = request.headers['last-event-id'] ?? request.query.after;
  const after = said === undefined ? await log.newest() : Number(said);
  if (!Number.isSafeInteger(after) || after < 0)
    throw new HttpProblem(400, 'REQUEST_INVALID', 'The number of an event is needed.');
  reply.hijack();
  const { raw } = reply;
  const gone = new AbortController();
  raw.on('close', () => gone.abort());
  raw.on('error', () => gone.abort());
  raw.writeHead(200, { ...SECURITY_HEADERS, 'content-type': 'text/event-stream' });
  raw.flushHeaders();
  const drained = async (): Promise<void> => {
    await once(raw, 'drain', { signal: gone.signal }).catch(() => undefined);
  };
  const sink = {
    send: ({ id, ...event }: { readonly id: number }) =>
      void raw.write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`),
    missed: (count: number) =>
      void raw.write(`event: missed\ndata: ${JSON.stringify({ count })}\n\n`),
    waiting: () => raw.writableLength,
    drained,
  };
  await tellEvents(log, after, sink, gone.signal).catch(() => undefined);
  raw.end();
};
