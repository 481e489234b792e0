/** openapi.json, from the table of methods. */
import { METHODS } from '#daemon/methods/methods.ts';

/** The description of the server that programs read. */
export const openApi = (version: string): object => ({
  openapi: '3.1.0',
  info: { title: 'yamo', version },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: Object.fromEntries(
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
});
