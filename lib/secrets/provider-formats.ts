/**
 * Formats of keys that the detector of providers' keys (secretlint) does not know, or knows in part: each as the pieces
 * that it is made of, from which the expression that finds one and the examples of the tests are made.
 */

/** So many characters of an alphabet, without order. */
interface Run {
  /** As in a class of an expression. */
  readonly chars: string;
  readonly from: number;
  readonly to: number;
}

/** A fixed text, one of some fixed texts, or characters without order. */
export type KeyPiece = string | readonly string[] | Run;

/** The form of a provider's keys, in pieces. */
export interface ProviderFormat {
  readonly provider: string;
  readonly pieces: readonly KeyPiece[];
  /** What is fixed of it says little: a key has letters of both cases and a digit, which names do not. */
  readonly isMixed?: boolean;
}

/** The alphabets of keys. */
export const ALPHABETS = {
  digits: '0-9',
  hex: '0-9a-f',
  lower: '0-9a-z',
  upper: '0-9A-Z',
  plain: '0-9A-Za-z',
  url: '0-9A-Za-z_-',
  base64: '0-9A-Za-z+/',
  signs: '0-9A-Za-z_.~-',
} as const;

type MakeRun = (from: number, to?: number) => Run;
const runOf =
  (chars: string): MakeRun =>
  (from, to = from) => ({ chars, from, to });
const digits = runOf(ALPHABETS.digits);
const hex = runOf(ALPHABETS.hex);
const lower = runOf(ALPHABETS.lower);
const upper = runOf(ALPHABETS.upper);
const plain = runOf(ALPHABETS.plain);
const url = runOf(ALPHABETS.url);
const base64 = runOf(ALPHABETS.base64);
const signs = runOf(ALPHABETS.signs);
const uuid = [hex(8), '-', hex(4), '-', hex(4), '-', hex(4), '-', hex(12)];

const format = (provider: string, ...pieces: readonly KeyPiece[]): ProviderFormat => ({
  provider,
  pieces,
});
const mixed = (provider: string, ...pieces: readonly KeyPiece[]): ProviderFormat => ({
  provider,
  pieces,
  isMixed: true,
});

/** A longer token than that is no key: a JSON Web Token holds what its maker wants. */
const JWT_PART_MAX_CHARS = 8192;

/** The formats that secretlint's preset does not know or knows in part. */
export const PROVIDER_FORMATS: readonly ProviderFormat[] = [
  // Models
  format(
    'Anthropic',
    'sk-ant-',
    ['api', 'admin', 'oat', 'ort', 'sid'],
    digits(2),
    '-',
    url(60, 200),
  ),
  format('OpenAI', 'sk-', ['proj', 'svcacct', 'admin', 'None'], '-', url(40, 220)),
  format('OpenRouter', 'sk-or-v1-', hex(64)),
  format('DeepSeek', 'sk-', hex(32)),
  mixed('a provider like OpenAI', 'sk-', plain(20, 64)),
  format('Google', 'AIza', url(35)),
  format('Google OAuth', 'GOCSPX-', url(28)),
  format('Google OAuth', 'ya29.', url(40, 1000)),
  format('Hugging Face', ['hf_', 'api_org_'], plain(34, 40)),
  format('Replicate', 'r8_', plain(37)),
  format('Perplexity', 'pplx-', plain(48)),
  format('xAI', 'xai-', plain(80)),
  format('Groq', 'gsk_', plain(52)),
  format('Cerebras', 'csk-', lower(48)),
  mixed('Fireworks', 'fw_', plain(22, 24)),
  format('Together', 'tgp_v1_', url(43)),
  format('NVIDIA', 'nvapi-', url(60, 70)),
  format('Amazon Bedrock', 'ABSK', base64(109, 269)),
  mixed('Voyage', 'pa-', url(43)),
  format('Jina', 'jina_', hex(32), url(28)),
  format('Pinecone', 'pcsk_', plain(5, 6), '_', plain(60, 64)),
  format('Tavily', 'tvly-', ['', 'dev-', 'prod-'], plain(32)),
  format('Firecrawl', 'fc-', hex(32)),
  mixed('Brave Search', 'BSA', url(27, 30)),
  format('ElevenLabs', 'sk_', hex(48)),
  format('Langfuse', 'sk-lf-', ...uuid),
  format('LangSmith', 'lsv2_', ['pt', 'sk'], '_', hex(32), '_', hex(10)),
  // Tokens that any provider may give
  format(
    'JSON Web Token',
    'eyJ',
    url(17, JWT_PART_MAX_CHARS),
    '.eyJ',
    url(8, JWT_PART_MAX_CHARS),
    '.',
    url(10, JWT_PART_MAX_CHARS),
  ),
  format('private key', 'MC4CAQAwBQYDK2V', ['w', 'u'], 'BCIEI', base64(43)),
  format('age', 'AGE-SECRET-KEY-1', upper(58)),
  // Chat and mail
  format('Telegram', digits(8, 10), ':AA', url(33)),
  format('Discord', ['M', 'N', 'O'], url(22, 27), '.', url(6), '.', url(27, 40)),
  format('Discord', 'discord.com/api/webhooks/', digits(17, 20), '/', url(60, 80)),
  format('Slack', 'xoxe', ['', '.xoxb', '.xoxp'], '-', digits(1), '-', plain(100, 250)),
  format(
    'Slack',
    'hooks.slack.com/workflows/T',
    upper(8, 12),
    '/A',
    upper(8, 12),
    '/',
    digits(16, 20),
    '/',
    plain(24),
  ),
  format('Slack', 'hooks.slack.com/triggers/', upper(8, 13), '/', digits(10, 16), '/', hex(32)),
  format('Twilio', 'SK', hex(32)),
  format('Mailgun', 'key-', hex(32)),
  format('Mailchimp', hex(32), '-us', digits(1, 2)),
  format('Brevo', ['xkeysib-', 'xsmtpsib-'], hex(64), '-', plain(16)),
  mixed('Resend', 're_', plain(8), '_', plain(22, 26)),
  // Code and packages
  format(
    'GitLab',
    'gl',
    ['dt', 'rt', 'ft', 'soat', 'ffct', 'imt', 'ptt', 'agent', 'oas'],
    '-',
    url(20, 64),
  ),
  format('Bitbucket', 'ATBB', plain(32)),
  format('Atlassian', ['ATATT3', 'ATCTT3'], url(180, 190), '=', upper(8)),
  format('PyPI', 'pypi-AgEIcHlwaS5vcmc', url(50, 400)),
  format('RubyGems', 'rubygems_', hex(48)),
  format('crates.io', 'cio', plain(32)),
  format('NuGet', 'oy2', lower(43)),
  format('Clojars', 'CLOJARS_', plain(60)),
  format('JFrog', 'AKCp', plain(69)),
  format('Sourcegraph', 'sgp_', ['', 'local_'], hex(40)),
  format('Sourcegraph', 'sgp_', hex(16), '_', hex(40)),
  format('SonarQube', 'sq', ['u', 'p', 'a'], '_', hex(40)),
  format('Buildkite', 'bkua_', hex(40)),
  format('CircleCI', 'CCIPAT_', plain(22), '_', hex(40)),
  format('Postman', 'PMAK-', hex(24), '-', hex(34)),
  format('ReadMe', 'rdme_', lower(70)),
  // Clouds and data
  format('AWS', ['AKIA', 'ASIA'], upper(16)),
  format('DigitalOcean', ['dop', 'doo', 'dor'], '_v1_', hex(64)),
  format('Azure', signs(3), digits(1), 'Q~', signs(31, 34)),
  format('Azure Storage', 'AccountKey=', base64(86), '=='),
  format('Heroku', 'HRKU-AA', url(58)),
  format('Fly.io', 'fo1_', url(43)),
  format('Fly.io', ['fm1a_', 'fm1r_', 'fm2_'], base64(100, 1000)),
  format('Netlify', 'nfp_', plain(36, 40)),
  format('Render', 'rnd_', plain(28, 32)),
  format('Supabase', 'sbp_', hex(40)),
  mixed('Supabase', 'sb_secret_', url(28, 48)),
  format('Neon', 'napi_', lower(64)),
  format('PlanetScale', 'pscale_', ['tkn', 'pw', 'oauth'], '_', url(32, 64)),
  format('Doppler', 'dp.', ['pt', 'ct', 'sa', 'scim', 'audit'], '.', plain(40, 44)),
  format('Pulumi', 'pul-', hex(40)),
  format('Terraform', plain(14), '.atlasv1.', url(60, 70)),
  format('Prefect', 'pnu_', plain(36)),
  format('OpenShift', 'sha256~', url(43)),
  format('Airtable', 'pat', plain(14), '.', hex(64)),
  format('Contentful', 'CFPAT-', url(43)),
  mixed('ClickHouse', '4b1d', plain(38)),
  // Watching
  format('Sentry', 'sntryu_', hex(64)),
  format('Sentry', 'sntrys_eyJ', base64(60, 400), ['', '=', '=='], '_', base64(43)),
  format('New Relic', 'NRAK-', upper(27)),
  format('Dynatrace', 'dt0c01.', upper(24), '.', upper(64)),
  format('PostHog', 'phx_', plain(43, 50)),
  format('Infracost', 'ico-', plain(32)),
  // Work and trade
  mixed('Notion', 'secret_', plain(43)),
  format('HubSpot', 'pat-', ['na', 'eu'], digits(1), '-', ...uuid),
  format('Typeform', 'tfp_', url(40, 60)),
  format('Dropbox', 'sl.', ['', 'u.'], url(130, 400)),
  format('Facebook', 'EAA', plain(100, 400)),
  format('Stripe', 'whsec_', base64(32, 64)),
  format('Square', ['sq0atp-', 'sq0csp-'], url(22, 60)),
  format('Shippo', 'shippo_', ['live', 'test'], '_', hex(40)),
  format('EasyPost', ['EZAK', 'EZTK'], plain(54)),
  format('Duffel', 'duffel_', ['live', 'test'], '_', url(43)),
  format('Flutterwave', ['FLWSECK-', 'FLWSECK_TEST-'], hex(32), '-X'),
];
