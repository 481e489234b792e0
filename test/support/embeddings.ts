/** A server of embeddings on this machine, as Ollama and as OpenAI speak: a text is what it speaks of. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

import { onTestFinished } from 'vitest';
import { closeNow, listen } from '#test/support/listen.ts';

/** Each is a direction; a text points where its words do. */
const MEANINGS: readonly RegExp[] = [
  /boat|ship|vessel/giu,
  /tide|tidal|sea/giu,
  /lamp|light|lighthouse/giu,
  /money|price|cost/giu,
];

/** The vector of a text. */
export const meaningOf = (text: string): readonly number[] => [
  ...MEANINGS.map((meaning) => text.match(meaning)?.length ?? 0),
  0.1,
];

export interface EmbeddingsServer {
  readonly port: number;
  /** Every text that it got. */
  readonly texts: readonly string[];
  /** Of each request: its path, its model, and the key. */
  readonly requests: readonly {
    readonly path: string;
    readonly model: string;
    readonly key: string;
  }[];
  /** What it answers instead; `undefined`: vectors. */
  answer:
    | { readonly status: number; readonly body: string; readonly location?: string }
    | undefined;
}

export const embeddingsServer = async (): Promise<EmbeddingsServer> => {
  const texts: string[] = [];
  const requests: { path: string; model: string; key: string }[] = [];
  const server = createServer(async (request, response) => {
    const { model, input }: { readonly model: string; readonly input: readonly string[] } = Object(
      await json(request),
    );
    texts.push(...input);
    const path = request.url ?? '';
    requests.push({ path, model, key: request.headers.authorization ?? '' });
    const { answer } = serving;
    if (answer !== undefined) {
      const { location } = answer;
      response.writeHead(answer.status, location === undefined ? {} : { location });
      response.end(answer.body);
      return;
    }
    const vectors = input.map(meaningOf);
    // Nothing says that they come in order.
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
    const isOllama = path === '/api/embed';
    response.end(
      JSON.stringify(
        isOllama ? { model, embeddings: vectors } : { object: 'list', data: data.toReversed() },
      ),
    );
  });
  const port = await listen(server);
  onTestFinished(() => closeNow(server));
  const serving: EmbeddingsServer = { port, texts, requests, answer: undefined };
  return serving;
};
