/** Which agent serves: what the command line names, else what the settings name, else a model that there is a key for, else the scribe. */
import type { ModelSetup } from '#lib/protocol/protocol.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import { credentialsOf } from '#kernel/credentials/find.ts';
import { extraAuthorities } from './authorities.ts';
import { modelAgent } from './model-program.ts';
import { type AgentProgram, agentProgram, scribe } from './program.ts';
import { modelSetup, providerOf, PROVIDERS } from './providers.ts';

/** Looked at as far as it can be without starting it. Throws AGENT_UNAVAILABLE, AGENT_NOT_INSTALLED, MODEL_… and CREDENTIAL_… refusals. */
export const chooseAgent = (
  { agent, model }: Pick<BootRequest, 'agent' | 'model'>,
  host: Host,
): AgentProgram => {
  const { settings, environment } = host;
  if (model !== undefined) return modelNamed(model, host);
  if (agent !== undefined) return agentProgram(agent, environment, settings);
  if (settings.model !== undefined) return modelNamed(settings.model, host);
  if (settings.agent !== undefined) return agentProgram(settings.agent, environment, settings);
  const found = modelWithKey(host);
  if (found === undefined) return { ...scribe(), advice: NO_MODEL };
  return { ...modelNamed(found, host), isUnnamed: true };
};

const NO_MODEL =
  'There is no key for a model, so the scribe serves. To get a model: set ANTHROPIC_API_KEY, or look what there is (yamo credentials scan), or use a local one (--model ollama/NAME).';

/**
 * How `PROVIDER/MODEL` is reached; its key is at hand as far as can be told without reading it. Throws MODEL_INVALID,
 * MODEL_KEY_MISSING, CREDENTIAL_MISSING, CREDENTIAL_UNUSABLE.
 */
export const setupNamed = (name: string, host: Host): ModelSetup => {
  const { settings, environment } = host;
  const setup = modelSetup(name, settings.providers, environment);
  if ('fault' in setup)
    throw new Refusal('MODEL_INVALID', { name: JSON.stringify(name), reason: setup.fault });
  if (setup.needsKey) needKey(providerOf(name), host);
  const authorities = setup.baseUrl.startsWith('http:') ? [] : extraAuthorities(host);
  return authorities.length === 0 ? setup : { ...setup, authorities };
};

const needKey = (provider: string, host: Host): void => {
  const pointer = host.settings.providers[provider]?.key;
  const credentials = credentialsOf(host);
  if (credentials.has(provider, pointer)) return;
  if (pointer !== undefined) credentials.refuseMissing(provider, pointer);
  throw new Refusal('MODEL_KEY_MISSING', { provider });
};

/** Throws MODEL_INVALID, MODEL_KEY_MISSING, CREDENTIAL_MISSING, CREDENTIAL_UNUSABLE, AGENT_UNAVAILABLE. */
const modelNamed = (name: string, host: Host): AgentProgram => modelAgent(setupNamed(name, host));

/**
 * The first provider that has a model for those who name none, and whose key is at hand. A key that the settings name is
 * a wish for its provider: that it is not there is said, and no reason for the scribe.
 */
const modelWithKey = (host: Host): string | undefined => {
  const credentials = credentialsOf(host);
  const isWished = (name: string, pointer: string | undefined): boolean =>
    pointer === undefined ? credentials.has(name) : pointer !== 'none';
  const [provider, row] =
    Object.entries(PROVIDERS).find(
      ([name, { defaultModel }]) =>
        defaultModel !== undefined && isWished(name, host.settings.providers[name]?.key),
    ) ?? [];
  return provider === undefined ? undefined : `${provider}/${row?.defaultModel}`;
};
