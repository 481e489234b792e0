/** What programs say by a webhook: signed as Standard Webhooks has it (HMAC with SHA-256 over `id.timestamp.body`). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { webhookKey } from '#kernel/wire/webhook-key.ts';
import { WEBHOOK_CLOCK_MS } from '#lib/spec/limits.ts';

/** A request as it came. */
export interface SignedRequest {
  /** By which it is one row however often it comes. */
  readonly id: string;
  /** Seconds since 1970, as they were signed. */
  readonly timestamp: string;
  /** `v1,BASE64`, and others, between spaces. */
  readonly signature: string;
  readonly body: Uint8Array;
}

/** Has somebody signed it who has the secret, at about this time? */
export const isSigned = (
  { id, timestamp, signature, body }: SignedRequest,
  secret: string,
): boolean => {
  const age = Math.abs(Date.now() - Number(timestamp) * 1000);
  if (id === '' || !/^\d{1,12}$/u.test(timestamp) || age > WEBHOOK_CLOCK_MS) return false;
  const right = createHmac('sha256', webhookKey(secret))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  return signature.split(' ').some((one) => {
    const [version, text = ''] = one.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === right.length && timingSafeEqual(given, right);
  });
};
