/** What looks like a credential and is none, in the half that the detector was tuned on. */
import type { Half } from './note.ts';

export const TUNED_OTHERS: Half['others'] = {
  'result of a test': (dice) => `- PASS: ${dice.uuid()}`,
  'a way of an interface': (dice) =>
    `search_token: ${dice.pick(['api.quay.net/v2/search', 'POST /v1/search/token2', 'wss://quay.net/v2/tok3n', 'v1/search/tokens2?q=boat'])}`,
  'instead of a password': (dice, { passwords, instead, colon }) =>
    `- ${dice.pick(passwords)}${colon} ${dice.pick(instead)}`,
  'files below a label': (dice) =>
    `${dice.pick(['Credentials', 'Passwords', 'API keys'])}:\n- secrets-2026.json\n- deploy_key_v2.pub\n- wifi.kdbx\n- id_ed25519`,
  'a shortened key': (dice) =>
    `- API key: ${dice.plain(dice.between(6, 14))}${dice.pick(['…', '...', '…' + dice.plain(4), '...' + dice.plain(4), ' …', '****'])}`,
  'weights of a person': (dice) =>
    `"personality_key": "${dice.pick(['warm', 'dry'])}0.${dice.digits(2)}-playful0.${dice.digits(2)}-calm0.3"`,
  'about passwords': (dice, { about }) => `- ${dice.pick(about)}`,
  prose: (dice, { prose }) => dice.pick(prose),
  variables: (dice) =>
    `export API_KEY=${dice.pick(['$RADIO_KEY', '${RADIO_KEY}', '<your key>', 'your-api-key-here', '{{ radio_key }}', '$(pass radio)'])}`,
  'a place in a vault': (dice) => `- Token: op://home/radio-${dice.digits(2)}/token`,
  'names of variables': (dice) =>
    `- API key: \`${dice.pick(['RADIO_API_KEY', 'OPENAI_API_KEY'])}\` in .env`,
  commit: (dice) => `- Merged ${dice.hex(40)} into main`,
  'short commits': (dice) => `- key commits: ${dice.hex(7)}, ${dice.hex(7)}`,
  digest: (dice) => `sha256:${dice.hex(64)}`,
  'checksum of a file': (dice) => `md5(tide.csv) = ${dice.hex(32)}`,
  identifier: (dice) => `- Project id: ${dice.uuid()}`,
  'page of Notion': (dice) => `- Notion page: ${dice.hex(32)}`,
  document: (dice) => `https://docs.google.com/document/d/1${dice.plain(43)}/edit`,
  'identifiers of a chat': (dice) => `- Telegram chat: -100${dice.digits(10)}`,
  'key of a session': (dice) => `- **Session Key**: agent:main:telegram:${dice.digits(9)}`,
  'count of tokens': (dice) =>
    `max_tokens: ${dice.digits(4)}; token budget: ${dice.digits(5)} tokens`,
  decisions: () => 'Key decisions: use Postgres16 for the tide tables',
  'key of a cache': (dice) => `cache key: user:profile:v2:${dice.digits(5)}`,
  'key of a keyboard': () => 'Access key: Alt+F4',
  'public key': (dice) => `Public key: AAAAC3NzaC1lZDI1NTE5AAAAI${dice.plain(43)}`,
  'print of a key': (dice) => `SSH key: SHA256:${dice.plain(43)}`,
  'type of a value': () => 'password: string; token?: string; apiKey: z.string().min(20)',
  'call of a function': () => 'const token = await getAccessToken(user.id)',
  property: () => 'token = config.radio.token2',
  masked: (dice, { passwords, colon }) => `- ${dice.pick(passwords)}${colon} ********`,
  redacted: (dice, { keys, colon }) => `- ${dice.pick(keys)}${colon} [REDACTED]`,
  coin: (dice) => `COLS Token: COLS-${dice.hex(6)}`,
  'address of a coin': (dice) => `Token: 0x${dice.hex(40)}`,
  handshake: () => 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'store of a browser': () => "const AUTH_STORAGE_KEY = 'app-auth-v2'",
  'local default': () => 'postgres://freqtrade:freqtrade@localhost:5432/x',
  'date of a change': () => 'Password last changed: 2026-02-11',
  'a port': (dice) => `- Auth server: nas.lan:${dice.digits(4)}`,
  'a link': (dice) => `- Reset the password: https://quay.net/reset/${dice.digits(5)}`,
  'name of a package': () => 'auth: @quay/auth-core-v2, token: jose5',
  'a branch': (dice) => `key branch: feature/auth-token-rotation-${dice.digits(3)}`,
  'kinds of key': () => 'SSH key: ed25519, API key: v2, token type: Bearer',
  'an item of a manager': (dice) => `- 1Password item: ${dice.lower(8)}${dice.digits(4)}`,
};
