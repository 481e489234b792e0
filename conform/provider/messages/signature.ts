/** A thinking block comes back as it was sent, or is refused: the signature tells. */
import { hash } from 'node:crypto';

export const signatureOf = (thinking: string): string =>
  `sig_${hash('sha256', thinking).slice(0, 32)}`;

export const isSignatureOf = (signature: string, thinking: string): boolean =>
  signature === signatureOf(thinking);
