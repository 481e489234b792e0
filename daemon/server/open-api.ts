/** openapi.json, from the table of methods. */
import { METHODS } from '#daemon/methods/methods.ts';

/** The description of the server that programs read. */
export const openApi = (version: string): object => ({
  openapi: '3.1.0',
  info: { title: 'yamo', version },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/hooks/{name}': HOOK,
    ...Object.fromEntries(
      Object.entries(METHODS).map(([name, { summary, params, answer }]) => [
        `/api/${name}`,
        {
          post: {
            operationId: name,
            summary,
            requestBody: { required: true, content: { 'application/json': { schema: params } } },
            responses: {
              200: {
                description: 'What came of it.',
                content: { 'application/json': { schema: answer } },
              },
              default: {
                description: 'Why not.',
                content: { 'application/problem+json': {} },
              },
            },
          },
        },
      ]),
    ),
  },
});

const header = (name: string, description: string): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** What a program says in a chat of a webhook. */
const HOOK = {
  post: {
    operationId: 'hooks.take',
    summary:
      'Says something in a chat of a webhook, signed as Standard Webhooks has it. It is on the disk when this answers; the same id is taken once. What is answered is sent to the address of the chat, signed in the same way.',
    security: [],
    parameters: [
      {
        name: 'name',
        in: 'path',
        required: true,
        description: 'What the chat is called.',
        schema: { type: 'string' },
      },
      header('webhook-id', 'An id of its own, the same whenever it is sent again.'),
      header('webhook-timestamp', 'Seconds since 1970; five minutes off at most.'),
      header(
        'webhook-signature',
        'v1,BASE64: HMAC with SHA-256 over "ID.TIMESTAMP.BODY" by the secret.',
      ),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['chat', 'text'],
            properties: {
              chat: { type: 'string', pattern: '^[\\w.:@-]{1,100}$' },
              text: { type: 'string' },
              author: {
                type: 'object',
                properties: { id: { type: 'string' }, name: { type: 'string' } },
              },
            },
          },
        },
      },
    },
    responses: {
      202: { description: 'It is kept.', content: { 'application/json': {} } },
      default: { description: 'Why not.', content: { 'application/problem+json': {} } },
    },
  },
};
