/** Variables of the environment that hold credentials, by their names alone. */
import type { CredentialKind } from './kind.ts';
import { CLAUDE_VARIABLE } from './tools.ts';

/** Whose credential it is; `undefined` where the name does not tell. */
interface Meaning {
  readonly provider: string | undefined;
  readonly kind: CredentialKind;
}

/** Keys of providers of models, in the order in which they are looked for. */
const MODEL_KEYS: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
};

/** The variables in which programs look for the key of `provider`. */
export const keyVariables = (provider: string): readonly string[] =>
  (Object.hasOwn(MODEL_KEYS, provider) ? MODEL_KEYS[provider] : undefined) ?? [
    `${provider.toUpperCase().replaceAll(/[.-]/g, '_')}_API_KEY`,
  ];

const KNOWN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
    openai: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
    openrouter: ['OPENROUTER_API_KEY'],
    gemini: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    groq: ['GROQ_API_KEY'],
    mistral: ['MISTRAL_API_KEY'],
    deepseek: ['DEEPSEEK_API_KEY'],
    xai: ['XAI_API_KEY'],
    together: ['TOGETHER_API_KEY'],
    fireworks: ['FIREWORKS_API_KEY'],
    cohere: ['COHERE_API_KEY'],
    perplexity: ['PERPLEXITY_API_KEY'],
    cerebras: ['CEREBRAS_API_KEY'],
    moonshot: ['MOONSHOT_API_KEY'],
    zai: ['ZAI_API_KEY'],
    qwen: ['QWEN_API_KEY', 'DASHSCOPE_API_KEY'],
    azure: ['AZURE_OPENAI_API_KEY', 'AZURE_API_KEY'],
    huggingface: ['HF_TOKEN', 'HUGGINGFACE_TOKEN', 'HUGGING_FACE_HUB_TOKEN'],
    replicate: ['REPLICATE_API_TOKEN'],
    aws: [
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_SESSION_TOKEN',
      'AWS_BEARER_TOKEN_BEDROCK',
    ],
    google: ['GOOGLE_APPLICATION_CREDENTIALS'],
    github: ['GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_PAT'],
    gitlab: ['GITLAB_TOKEN', 'CI_JOB_TOKEN'],
    brave: ['BRAVE_SEARCH_API_KEY', 'BRAVE_API_KEY'],
    tavily: ['TAVILY_API_KEY'],
    exa: ['EXA_API_KEY'],
    serpapi: ['SERPAPI_API_KEY', 'SERPAPI_KEY'],
    elevenlabs: ['ELEVENLABS_API_KEY'],
    telegram: ['TELEGRAM_BOT_TOKEN'],
    discord: ['DISCORD_BOT_TOKEN', 'DISCORD_TOKEN'],
    slack: ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'SLACK_TOKEN'],
    notion: ['NOTION_API_KEY', 'NOTION_TOKEN'],
    linear: ['LINEAR_API_KEY'],
    npm: ['NPM_TOKEN', 'NODE_AUTH_TOKEN'],
    stripe: ['STRIPE_SECRET_KEY', 'STRIPE_API_KEY'],
  }).flatMap(([provider, names]) => names.map((name) => [name, provider] as const)),
);

/** What ends the name of a credential. */
const CREDENTIAL =
  /(?:^|_)(?:API_?KEY|ACCESS_?KEY(?:_ID)?|SECRET(?:_ACCESS)?_?KEY|PRIVATE_?KEY|SIGNING_?KEY|ENCRYPTION_?KEY|AUTH_?KEY|CLIENT_?SECRET|AUTH_?TOKEN|TOKEN|PASSWORD|PASSWD|PASSPHRASE|SECRET|CREDENTIALS?|PAT|DSN)$/;

/** What looks like one and is none: meant for everybody, a count, or the name of a file. */
const NO_CREDENTIAL =
  /^(?:XDG_|NEXT_PUBLIC_|NUXT_PUBLIC_|EXPO_PUBLIC_|PUBLIC_|VITE_|REACT_APP_|GATSBY_)|PUBLIC_?(?:API_?)?(?:KEY|TOKEN)$|(?:^|_)(?:MAX|MIN|NUM|PAD|EOS|BOS|STOP)_TOKEN$|^SSH_AUTH_SOCK$/;

/** What a variable of this name holds; `undefined` if it is no credential. */
export const variableMeaning = (name: string): Meaning | undefined => {
  if (name === CLAUDE_VARIABLE) return { provider: 'anthropic', kind: 'subscription token' };
  const provider = KNOWN.get(name);
  if (provider !== undefined) return { provider, kind: 'api key' };
  const upper = name.toUpperCase();
  return CREDENTIAL.test(upper) && !NO_CREDENTIAL.test(upper)
    ? { provider: undefined, kind: 'credential' }
    : undefined;
};
