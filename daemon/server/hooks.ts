/** Where programs say something by a webhook: who has signed it, and not a token, says which chat it is for. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ADAPTER_FRAME_MAX_BYTES, ADAPTER_KEY_MAX_CHARS } from '#lib/spec/limits.ts';
import { webhookEvent } from '#lib/chat/webhook.ts';
import { isSigned } from '#daemon/chats/signed.ts';
import type { ServedWorkspace } from '#daemon/workspace/served.ts';
import { HttpProblem } from '#daemon/methods/problem.ts';

/** `POST /hooks/NAME`: 202 when it is on the disk, by now or before. */
export const takeHooks = async (
  app: FastifyInstance,
  workspaces: () => readonly ServedWorkspace[],
): Promise<void> => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post<{ Params: { name: string } }>(
    '/hooks/:name',
    { config: { isOpen: true }, bodyLimit: ADAPTER_FRAME_MAX_BYTES },
    async (request, reply) => {
      const { name } = request.params;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signed = {
        id: headerIn(request, 'webhook-id').slice(0, ADAPTER_KEY_MAX_CHARS),
        timestamp: headerIn(request, 'webhook-timestamp'),
        signature: headerIn(request, 'webhook-signature'),
        body,
      };
      const hook = workspaces()
        .map((one) => one.serving?.hooks(name))
        .find((one) => one?.token !== undefined && isSigned(signed, one.token));
      // Whether there is such a chat is nobody's business who cannot sign.
      if (hook === undefined)
        throw new HttpProblem(
          401,
          'SIGNATURE_WRONG',
          'It is signed for no chat here: look at the name in the address, the secret, and the clock, which may be five minutes off.',
        );
      if (webhookEvent(body.toString('utf8')) === undefined)
        throw new HttpProblem(
          400,
          'REQUEST_INVALID',
          'What goes in is JSON: {"chat": "…", "text": "…"}. A chat is called by 1 to 100 letters, digits and . : @ _ -',
        );
      if (hook.inbox.full !== undefined)
        throw new HttpProblem(
          503,
          'CHAT_FULL',
          'Too much of what came before waits. Send it again later.',
        );
      await hook.bring(signed.id, body);
      return reply.code(202).send({ kept: signed.id });
    },
  );
};

const headerIn = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};
