/**
 * The adapter of the webhook, a process of its own in a view without files: sends answers to the one address that its owner
 * has named, signed as Standard Webhooks has it. What comes in, comes by the server of the daemon.
 */
import { createHmac } from 'node:crypto';
import type { OutboundMessage } from '#lib/protocol/adapter.ts';
import { webhookKey } from '#kernel/wire/webhook-key.ts';
import { ADAPTER_WAIT_MAX_MS } from '#lib/spec/limits.ts';
import { textAt } from '#lib/text/json.ts';
import { DaemonLink, type Outcome } from '#channels/daemon/link.ts';
import { Tunnels } from '#kernel/wire/tunnel.ts';

const SEND_TIMEOUT_MS = 30_000;
const RETRY_MS = 5000;
const TOO_MANY = 429;
const SERVER_FAILS = 500;

const link = new DaemonLink(Number(process.env['YAMO_CHANNEL']));
const { token, settings } = await link.begun;
const ask = new Tunnels(Number(process.env['YAMO_NETWORK'])).fetch(() => undefined);
const key = webhookKey(token);
const address = textAt(settings, 'api') ?? '';

/** The id is the same whenever it is sent: whoever has taken it does not take it twice, so it can be sent again. */
const send = async (
  message: OutboundMessage & { readonly nonce: string; readonly file?: string },
): Promise<Outcome> => {
  const { chat, parts, nonce: id, file: data } = message;
  const text = parts.map((part) => part.text).join('\n\n');
  const file = data === undefined ? {} : { file: { name: text, data } };
  const body = JSON.stringify({ chat, text, ...file });
  const seconds = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  try {
    const { status, headers } = await ask(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    if (status >= 200 && status < 300) return { is: 'sent', providerIds: [id] };
    const reason = `it answers with HTTP ${status}`;
    if (status !== TOO_MANY && status < SERVER_FAILS) return { is: 'failed', reason };
    const wait = Number(headers.get('retry-after') ?? Number.NaN) * 1000;
    const retryAfterMs = wait >= 0 ? Math.min(Math.ceil(wait), ADAPTER_WAIT_MAX_MS) : RETRY_MS;
    return { is: 'failed', reason, retryAfterMs };
  } catch {
    return { is: 'failed', reason: 'it cannot be reached', retryAfterMs: RETRY_MS };
  }
};

link.serve({ send, find: send });
link.become('connected');
