/** Which library speaks to a provider; each is loaded when it is first needed. */
import type { Provider, ProviderParts } from './provider.ts';

/** The provider for a wire. Its library is loaded with it. */
export const providerOf = async (parts: ProviderParts): Promise<Provider> => {
  if (parts.setup.wire === 'openai') return (await import('./openai.ts')).openai(parts);
  return (await import('./anthropic.ts')).anthropic(parts);
};
