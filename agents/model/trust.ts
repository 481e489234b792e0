/** Whom this process believes who a provider is: Node's own authorities, and those of the setup. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

let trusted = '';

/** From the next connection on. The kernel has looked whether these are certificates. */
export const trust = (authorities: readonly string[] = []): void => {
  const wanted = authorities.join('\n');
  if (wanted === trusted) return;
  setDefaultCACertificates([...getCACertificates('bundled'), ...authorities]);
  trusted = wanted;
};
