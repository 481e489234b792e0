/** What looks like a credential and is none, in the second set. */
import type { Half } from './note.ts';

export const SEEN_OTHERS: Half['others'] = {
  'instead of it': (dice, { passwords, instead, colon }) =>
    `* ${dice.pick(passwords)}${colon} ${dice.pick(instead)}`,
  'instead of a key': (dice, { keys, instead, colon }) =>
    `- ${dice.pick(keys)}${colon} ${dice.pick(instead)}`,
  'in a cell': (dice, { passwords, instead }) =>
    `| ${dice.pick(passwords)} | ${dice.pick(instead)} |`,
  'what is said of it': (dice, { about }) => dice.pick(about),
  'a note': (dice, { prose }) => `- ${dice.pick(prose)}`,
  'a test that passed': (dice) => `PASS: test_login_${dice.digits(3)} (${dice.digits(2)}ms)`,
  'a run': (dice) => `- run ${dice.uuid()} passed`,
  'a way with a token': (dice) =>
    `auth_token: ${dice.pick(['/api/v2/token', 'https://otter.dev/oauth/token', 'api.otter.dev/oauth2/token'])}`,
  'files with keys': () => 'Keys:\n- server-2026.pem\n- backup_key3.gpg\n- tokens.json',
  'a key cut short': (dice) => `| Secret | ${dice.plain(8)}… |`,
  'a key with dots': (dice) => `- Auth token: \`${dice.plain(4)}...${dice.plain(4)}\``,
  stars: (dice, { keys, colon }) => `${dice.pick(keys)}${colon} ${dice.plain(3)}*****`,
  weights: (dice) => `"trait_key": {"humor": 0.${dice.digits(2)}, "calm": 0.${dice.digits(3)}}`,
  'a template': (dice, { keys, colon }) =>
    `${dice.pick(keys)}${colon} ${dice.pick(['<paste here>', '[token]', '{{secret}}', 'xxxxxxxxxxxx', 'your-token-here', '%TOKEN%'])}`,
  'an environment': (dice) =>
    `- Auth token: ${dice.pick(['process.env.BOT_TOKEN', '${BOT_TOKEN}', '$BOT_TOKEN', 'env:BOT_TOKEN', 'os.environ["BOT_TOKEN"]'])}`,
  'a reference': (dice) => `password: !vault | ${dice.lower(5)}`,
  'a keychain': () => 'API-Key: keychain:otter-bot-2',
  'a commit': (dice) => `commit ${dice.hex(40)}\nAuthor: maria`,
  'a commit in a sentence': (dice) => `Fixed in ${dice.hex(12)}, see key changes there.`,
  'a digest': (dice) => `"integrity": "sha512-${dice.plain(86)}=="`,
  'an image': (dice) => `image: otter/cam@sha256:${dice.hex(64)}`,
  etag: (dice) => `ETag: "${dice.hex(32)}"`,
  'a trace': (dice) => `trace_id=${dice.hex(32)} span=${dice.hex(16)}`,
  'a video': (dice) => `https://youtu.be/${dice.plain(11)}`,
  'a sheet': (dice) => `Sheet: 1${dice.plain(43)}`,
  'a device': (dice) => `- Device id: ${dice.uuid()}`,
  'a channel': (dice) => `- Discord channel: ${dice.digits(18)}`,
  'an order': (dice) =>
    `- Order ${dice.digits(3)}-${dice.digits(7)}-${dice.digits(7)} arrives Friday`,
  'a parcel': (dice) => `- Tracking: 1Z${dice.plain(16).toUpperCase()}`,
  'a bank account': (dice) => `- IBAN: DE${dice.digits(20)}`,
  'a telephone': (dice) => `- Maria: +49 170 ${dice.digits(7)}`,
  'a session': (dice) => `- session_key: agent:main:discord:channel:${dice.digits(18)}`,
  'tokens used': (dice) =>
    `tokens: ${dice.digits(5)} in, ${dice.digits(4)} out; token limit: ${dice.digits(6)}`,
  'what matters': () => 'Key points: budget2026, Q3 plan, the lamp',
  'a database': () => 'primary key: user_id_v2; foreign key: order_id3',
  'a music key': () => 'Song key: F#minor7',
  'a shortcut': () => 'Key: Ctrl+Shift+P',
  'an algorithm': () => 'Token type: Bearer, auth: OAuth2.0, key: RSA-4096',
  'a public key': (dice) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${dice.plain(43)} maria@otter`,
  'a class': () => 'export class TokenStore2 { private token?: string }',
  'a call': () => 'token = jwt.sign(payload, secret)',
  'an option': () => 'run with --password-stdin and --token-file tokens.txt',
  'a coin': (dice) => `- OTR token: 0x${dice.hex(40)}`,
  'a wallet': (dice) => `- Wallet: bc1q${dice.lower(38)}`,
  'a date': () => 'API key rotated: 2026-03-01',
  'an expiry': () => 'token expires: 2026-03-01T10:00:00Z',
  'a policy': () => 'Password length: 12-16, letters+digits',
  'a place': () => 'Password: in the drawer of the desk',
  'code in a block': () =>
    '```ts\nif (password.length < 8) throw new Error("short");\nconst key = `user:${id}`;\n```',
  'a manager': (dice) => `Bitwarden item: otter-cam-${dice.digits(2)}`,
  'a version': () => 'auth: v2.3.1, keycloak: 26.0',
};
