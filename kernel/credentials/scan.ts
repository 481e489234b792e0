/** Every credential that can be seen from here, by name and place; the values are looked at and forgotten. */
import { Refusal } from '#lib/spec/refusals.ts';
import { parsedJson } from '#lib/text/json.ts';
import { expiryBeside } from './json.ts';
import { type CredentialKind, usageTerms } from './kind.ts';
import { activeProfile, profilePlace } from './profile.ts';
import { keyFault, type CredentialReader, readSource, credentialText, valueIn } from './read.ts';
import { type CredentialSource, sourceText, variable } from './source.ts';
import { type ToolLogin, type Tool, LOGIN_TOOLS } from './tools.ts';
import { keyVariables, variableMeaning } from './variables.ts';

/**
 * `now`: used without a word of the owner; `import`: once the owner imports it; `consent`: with
 * --allow-subscription-tokens too; `no`: not at all.
 */
type Use = 'now' | 'import' | 'consent' | 'no';

/** A credential that lies somewhere, by name and place and without its value. */
export interface SeenCredential {
  /** The variable, or the program that it belongs to. */
  readonly name: string;
  /** As `yamo credentials import` takes it. */
  readonly place: string;
  readonly provider?: string;
  readonly kind: CredentialKind;
  /** ISO 8601, UTC. */
  readonly expiresAt?: string;
  readonly expired?: boolean;
  readonly use: Use;
  /** In words, how yamo can use it, or why it does not. */
  readonly how: string;
}

/** What `yamo credentials scan` found. */
export interface Scan {
  readonly findings: readonly SeenCredential[];
  /** Did a keychain answer? Without one its entries are unknown. */
  readonly keychain: boolean;
}

export interface ScanParts extends CredentialReader {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Providers that yamo knows how to reach: built in, and named in the settings. */
  readonly providers: readonly string[];
}

type Place = Exclude<CredentialSource, { readonly type: 'env' }>;
type Life = Pick<SeenCredential, 'expiresAt' | 'expired'>;

/** Looks at the environment and at the files and entries of other programs. */
export const scanCredentials = async (parts: ScanParts): Promise<Scan> => {
  const tools = LOGIN_TOOLS.flatMap((tool) => tool.places(parts).map((place) => ({ tool, place })));
  const looked = await Promise.all(tools.map(({ tool, place }) => inTool(tool, place, parts)));
  return {
    findings: [
      ...inEnvironment(parts),
      ...(await inProfile(parts)),
      ...looked.flatMap((found) => found ?? []),
    ],
    keychain: looked.every((found) => found !== undefined),
  };
};

const inEnvironment = ({ environment, providers }: ScanParts): readonly SeenCredential[] =>
  Object.keys(environment)
    .toSorted()
    .flatMap((name) => {
      const value = variable(environment, name);
      return value === undefined ? [] : (inVariable(name, value, providers) ?? []);
    });

const inVariable = (
  name: string,
  value: string,
  providers: readonly string[],
): SeenCredential | undefined => {
  const meaning = variableMeaning(name);
  if (meaning === undefined) return undefined;
  const { provider, kind } = meaning;
  const common = { name, place: sourceText({ type: 'env', name }), kind };
  if (provider === undefined)
    return { ...common, use: 'import', how: 'import it with --as PROVIDER' };
  return { ...common, provider, ...useOfVariable(name, value, { provider, kind, providers }) };
};

const useOfVariable = (
  name: string,
  value: string,
  {
    provider,
    kind,
    providers,
  }: {
    readonly provider: string;
    readonly kind: CredentialKind;
    readonly providers: readonly string[];
  },
): Pick<SeenCredential, 'use' | 'how'> => {
  const fault = keyFault(value);
  if (fault !== undefined) return no(fault);
  if (kind === 'subscription token') return consent(provider);
  if (!providers.includes(provider))
    return {
      use: 'import',
      how: 'of no provider of models that is set up; write down its name only',
    };
  return keyVariables(provider).includes(name)
    ? { use: 'now', how: `used for ${provider}` }
    : { use: 'import', how: 'import it' };
};

const consent = (provider: string): Pick<SeenCredential, 'use' | 'how'> => ({
  use: 'consent',
  how: `${usageTerms(provider)}; else import it with --allow-subscription-tokens`,
});

const inProfile = async (parts: ScanParts): Promise<readonly SeenCredential[]> => {
  const common = { name: 'Anthropic profile', provider: 'anthropic', kind: 'login token' } as const;
  const profile = activeProfile(parts);
  if (profile.is === 'absent') return [];
  if (profile.is === 'unusable') {
    const place = sourceText({ type: 'file', path: profilePlace(parts.environment) });
    return [{ ...common, place, use: 'no', how: profile.reason }];
  }
  const { name, source } = profile;
  const read = await readSource(source, parts);
  const place = { ...common, name: `${common.name} ${name}`, place: sourceText(source) };
  if (read.is === 'absent')
    return [{ ...place, use: 'no', how: 'it has no token: ant auth login' }];
  if (read.is === 'unusable') return [{ ...place, use: 'no', how: read.reason }];
  const life = lifeOf(read.expiresAt, parts.now());
  return [
    life.expired === true
      ? { ...place, ...life, use: 'no', how: 'log in again: ant auth login' }
      : { ...place, ...life, use: 'now', how: 'used for anthropic' },
  ];
};

/** What a tool keeps at `place`; `undefined` if there is no keychain to ask. */
const inTool = async (
  tool: Tool,
  place: Place,
  parts: ScanParts,
): Promise<readonly SeenCredential[] | undefined> => {
  const text = await textAt(place, parts);
  if (text === undefined) return undefined;
  if (text.is === 'absent') return [];
  const common = { name: tool.name, place: sourceText(place), kind: 'credential' } as const;
  if (text.is === 'unusable') return [{ ...common, use: 'no', how: text.reason }];
  const json = parsedJson(text.text);
  if (json === undefined) return [{ ...common, use: 'no', how: 'it is not JSON' }];
  return tool.held(json).flatMap(({ provider, kind, pointer }) => {
    const read = valueIn(text, pointer);
    if (read.is === 'absent') return [];
    const source = sourceText({ ...place, pointer });
    const life = lifeOf(expiryBeside(json, pointer), parts.now());
    const use =
      read.is === 'found' ? useOf(tool, { provider, kind, place, life }) : no(read.reason);
    return [{ name: tool.name, place: source, provider, kind, ...life, ...use }];
  });
};

const useOf = (
  tool: Tool,
  {
    provider,
    kind,
    place,
    life,
  }: Omit<ToolLogin, 'pointer'> & { readonly place: Place; readonly life: Life },
): Pick<SeenCredential, 'use' | 'how'> => {
  if (life.expired === true) return no(`log in again: ${tool.login}`);
  if (kind === 'subscription token') return consent(provider);
  return place.type === 'file'
    ? { use: 'now', how: `used for ${provider}` }
    : { use: 'import', how: 'import it' };
};

const no = (how: string): Pick<SeenCredential, 'use' | 'how'> => ({ use: 'no', how });

const textAt = async (
  place: Place,
  parts: ScanParts,
): Promise<Awaited<ReturnType<typeof credentialText>> | undefined> => {
  try {
    return await credentialText(place, parts);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'KEYCHAIN_UNUSABLE') return undefined;
    throw error;
  }
};

const lifeOf = (expiresAt: number | undefined, now: number): Life =>
  expiresAt === undefined
    ? {}
    : { expiresAt: new Date(expiresAt).toISOString(), expired: expiresAt <= now };
