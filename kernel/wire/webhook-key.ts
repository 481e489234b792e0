/** What webhooks are signed by, in and out. */

/** After `whsec_` it is Base64, as Standard Webhooks writes a secret; any other one is a key as it stands. */
export const webhookKey = (secret: string): Uint8Array => {
  const [, base64] = STANDARD.exec(secret) ?? [];
  return base64 === undefined ? Buffer.from(secret) : Buffer.from(base64, 'base64');
};

const STANDARD =
  /^whsec_((?:[A-Za-z0-9+/]{4})+|(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==))$/u;
