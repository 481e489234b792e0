/**
 * A provider of models on the loopback whose model is the probe: it notes what it is shown, asks for the kernel's tools
 * in order to try what its script says, and ends when it is killed.
 *
 *     node conform-provider.js messages|chat PORT SCRIPT JOURNAL
 *
 * SCRIPT is base64 of JSON. Prints a line when it listens. Signals to the watch as the probe agent does (probe.mjs); a
 * request with neither a tool nor a canary is no agent's, but a kernel that looks whether its provider is there.
 */
import { appendFileSync, rmdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import process from 'node:process';
import { text } from 'node:stream/consumers';

import { CANARY } from '#conform/case/texts.ts';
import { chat } from '#conform/provider/chat.ts';
import { ApiError, errorBody } from '#conform/provider/messages/error.ts';
import { messages } from '#conform/provider/messages.ts';
import { nextOf, type Script } from '#conform/provider/plan.ts';
import { JSON_TYPE } from '#conform/provider/wire.ts';
import { LACKING, SIGNALS, STARTED, TRIED } from '#conform/witness/trace.ts';

const [, , kind, port, encoded = '', journal = ''] = process.argv;
const script: Script = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
const api =
  kind === 'chat'
    ? { wire: chat, path: /\/chat\/completions$/ }
    : { wire: messages, path: /\/v1\/messages$/ };

const signal = (word: string): void => {
  try {
    rmdirSync(`${SIGNALS}/${word}`);
  } catch {
    // Nobody has such a folder: it is the call that is seen.
  }
};

let isStarted = false;
let requests = 0;

const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await text(request);
  const reply = (status: number, type: string, told: string): void => {
    response.writeHead(status, { 'content-type': type }).end(told);
  };
  requests += 1;
  try {
    const path = request.url?.replace(/\?.*$/, '') ?? '';
    if (request.method === 'GET') {
      reply(200, JSON_TYPE, '{"object":"list","data":[]}');
      return;
    }
    if (!api.path.test(path)) throw fault(404, `there is no ${path} here`);
    const { authorization, 'x-api-key': key } = request.headers;
    if (authorization === undefined && key === undefined) throw fault(401, 'a key is required');
    const { shown, answer } = api.wire(JSON.parse(body));
    const canaries = Object.values(CANARY).filter((one) => body.includes(one));
    if (!isStarted && (shown.tools.length > 0 || canaries.length > 0)) {
      isStarted = true;
      signal(STARTED);
    }
    for (const one of canaries) signal(one);
    // What an agent writes down is its own.
    appendFileSync(journal, `${JSON.stringify({ path, body })}\n`);
    const next = nextOf(shown, script);
    if (next === 'done') signal(TRIED);
    if (next === 'lacking') signal(LACKING);
    const told = answer(
      typeof next === 'string' ? 'The probe has done what it was told.' : next,
      requests,
    );
    reply(200, told.type, told.body);
  } catch (error) {
    const refused =
      error instanceof ApiError ? error.fault : fault(400, 'the body is not JSON').fault;
    appendFileSync(journal, `${JSON.stringify({ refused: refused.message })}\n`);
    reply(refused.status, JSON_TYPE, JSON.stringify(errorBody(refused, `req_${requests}`)));
  }
};

const fault = (status: number, message: string): ApiError =>
  new ApiError({ status, type: 'invalid_request_error', message });

const HERE = { port: Number(port), host: '127.0.0.1' };

createServer((request, response) => void serve(request, response)).listen(HERE, () => {
  // One may listen on a loopback that is down.
  const self = connect(HERE, () => {
    self.destroy();
    process.stdout.write('listens\n');
  });
  self.once('error', () => process.exit(1));
});
