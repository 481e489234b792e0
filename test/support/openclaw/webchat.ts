/** A page that talks to a gateway of OpenClaw over its WebSocket, as its web chat does. */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';

const CLIENT = { id: 'webchat', version: '1.0.0', platform: 'linux', mode: 'webchat' } as const;
const SCOPES = ['operator.admin', 'operator.read', 'operator.write'] as const;
const RAW_KEY_BYTES = 32;

type Fields = Readonly<Record<string, unknown>>;

/** What the session answered to `message`, with the frame that ended it. Rejects where the gateway turns the page away. */
export const sayInWebchat = async (
  port: number,
  token: string,
  message: string,
): Promise<string> => {
  const page = new Page(port);
  try {
    await page.connect(token);
    return await page.say('agent:main:main', message);
  } finally {
    page.close();
  }
};

class Page {
  readonly #socket: WebSocket;
  readonly #challenge = Promise.withResolvers<Fields>();
  readonly #final = Promise.withResolvers<Fields>();
  readonly #waiting = new Map<unknown, PromiseWithResolvers<Fields>>();

  constructor(port: number) {
    // A browser says where the page is from.
    const headers = { origin: `http://127.0.0.1:${port}` };
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers });
    this.#socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data))));
    this.#socket.addEventListener('close', ({ reason }) => {
      const gone = new Error(`the gateway closed: ${reason}`);
      for (const one of [this.#challenge, this.#final, ...this.#waiting.values()]) {
        one.promise.catch(() => undefined);
        one.reject(gone);
      }
    });
  }

  close(): void {
    this.#socket.close();
  }

  async connect(token: string): Promise<void> {
    const { nonce, ts } = await this.#challenge.promise;
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-RAW_KEY_BYTES);
    const id = createHash('sha256').update(raw).digest('hex');
    const said = [CLIENT.id, CLIENT.mode, 'operator', SCOPES.join(','), ts, token, nonce];
    const payload = ['v3', id, ...said, CLIENT.platform, ''].join('|');
    await this.#ask('connect', {
      minProtocol: 4,
      maxProtocol: 4,
      client: CLIENT,
      role: 'operator',
      scopes: SCOPES,
      caps: [],
      auth: { token },
      device: {
        id,
        publicKey: raw.toString('base64url'),
        signature: sign(undefined, Buffer.from(payload), privateKey).toString('base64url'),
        signedAt: ts,
        nonce,
      },
    });
  }

  async say(sessionKey: string, message: string): Promise<string> {
    await this.#ask('chat.send', { sessionKey, message, idempotencyKey: randomUUID() });
    return JSON.stringify(await this.#final.promise);
  }

  async #ask(method: string, params: object): Promise<Fields> {
    const id = randomUUID();
    const answer = Promise.withResolvers<Fields>();
    this.#waiting.set(id, answer);
    this.#socket.send(JSON.stringify({ type: 'req', id, method, params }));
    const response = await answer.promise;
    if (response['ok'] !== true) throw new Error(`${method}: ${JSON.stringify(response)}`);
    return response;
  }

  #hear(frame: Fields): void {
    const payload: Fields = Object(frame['payload']);
    if (frame['type'] === 'res') this.#waiting.get(frame['id'])?.resolve(frame);
    else if (frame['event'] === 'connect.challenge') this.#challenge.resolve(payload);
    else if (frame['event'] === 'chat' && ENDS.has(payload['state'])) this.#final.resolve(payload);
  }
}

const ENDS: ReadonlySet<unknown> = new Set(['final', 'error', 'aborted']);
