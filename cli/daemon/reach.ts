/** From where a daemon is to be reached, as its options say. */
import { isIP } from 'node:net';
import type { ReachAsked } from '#daemon/phases/reach.ts';
import type { Given } from '#cli/args/options.ts';
import { givenBytes } from '#cli/io/given-file.ts';

/** The options that say it. */
export const REACH_OPTIONS = ['bind', 'tls-cert', 'tls-key', 'behind-proxy', 'host'] as const;

/** Is any of them given? */
export const saysReach = (given: Given<'start'>): boolean =>
  given.flag('behind-proxy') ||
  given.texts('host').length > 0 ||
  (['bind', 'tls-cert', 'tls-key'] as const).some((name) => given.text(name) !== undefined);

const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,62})\.?)+$/iu;

/** What they say, or what is wrong with them. */
export const reachOf = async (given: Given<'start'>): Promise<ReachAsked | string> => {
  const [bind, cert, key] = [given.text('bind'), given.text('tls-cert'), given.text('tls-key')];
  if (bind !== undefined && isIP(bind) === 0)
    return `--bind ${JSON.stringify(bind)} is no IP address, such as 192.0.2.7 or 0.0.0.0.`;
  const isBehindProxy = given.flag('behind-proxy');
  if ((cert === undefined) !== (key === undefined))
    return '--tls-cert and --tls-key belong together.';
  if (cert !== undefined && isBehindProxy)
    return '--behind-proxy and --tls-cert exclude each other: one of them encrypts.';
  const names = given.texts('host');
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong !== undefined) return `--host ${JSON.stringify(wrong)} is no name of a host.`;
  const asked = { bind, isBehindProxy, names };
  if (cert === undefined || key === undefined) return { ...asked, tls: undefined };
  const [certBytes, keyBytes] = [await givenBytes(cert), await givenBytes(key)];
  if (typeof certBytes === 'string') return `--tls-cert ${cert}: ${certBytes}.`;
  if (typeof keyBytes === 'string') return `--tls-key ${key}: ${keyBytes}.`;
  return { ...asked, tls: { cert: certBytes, key: keyBytes } };
};
