/** What looks like a credential and is none, of the same kinds as `field-others.ts` in other words. */
import type { Half } from './note.ts';

const put = (...parts: readonly string[]): string => parts.join('');
const x = (count: number, char = 'x'): string => char.repeat(count);

export const HELD_OTHERS: Half['others'] = {
  'files below': () =>
    'These are locked with the password:\n\n- barn-plan-v2.pdf\n- `receipts_2026.xlsx`',
  'a key with its middle left out': (dice) =>
    `openai key ${put('s', 'k-')}${dice.plain(5)}...${dice.plain(4)}\nbot token = ${dice.digits(10)}:AA${dice.plain(3)}…\nGroq: ${put('gs', 'k_')}${dice.plain(4)}****`,
  'addresses of wallets': (dice) =>
    `Solana wallet: ${dice.plain(44)}\nETH account 0x${dice.hex(40)}\nxmr: 4${dice.plain(94)}`,
  'a contract': (dice) =>
    `Token contract: 0x${dice.hex(40)}\nCA / token: ${dice.plain(44).replaceAll('0', '1')}`,
  'clients of OAuth': (dice) =>
    `google auth client: ${dice.digits(12)}-${dice.lower(28)}.apps.googleusercontent.com\nOAUTH_CLIENT_ID=${dice.hex(20)}`,
  'ids of chats': (dice) =>
    `telegram account: ${dice.digits(9)}\ncredentials id ${dice.digits(7)}\naccount ${dice.digits(4)}-${dice.digits(4)}`,
  'variables of a shell': () =>
    'export MQTT_PASSWORD="${MQTT_PASSWORD:-}"\nset API_KEY=%API_KEY%\nTOKEN=$(op read op://barn/token2)\n$env:SECRET = $env:SECRET2',
  'formats of strings': () =>
    'print("password: {}".format(pw2))\nlog("token=%d2", n)\n`secret: ${s2}`\nPASS: **{ok_1}** of {all_2}',
  'colons in prose': () =>
    'Passwords: we rotate2 them in May.\nAPI key: still2do, ask Bob.\nAuth: move2passkeys next week.',
  'mail as auth': () => 'AUTH: bob-7@barn.dev\nauth = bob.7@barn.dev',
  'stars and dots in formats': () =>
    `${put('gh', 'p_')}${x(36, '*')}\n${put('s', 'k-ant-api03-')}${x(40, '.')}\n${put('AK', 'IA')}${x(16, 'X')}\n${put('xapp', '-1-')}${x(40)}\n${put('s', 'k-')}${x(48, '0')}\n${put('gsk', '_')}${x(52)}`,
  'words in formats': () =>
    `${put('xox', 'b-your-token-here')}\n${put('xox', 'a-example-token-value')}\n${put('np', 'm_your_token_here_please_and_thanks_x')}\n${put('gl', 'pat-replace-me-with-yours')}\n${put('h', 'f_YourHuggingFaceTokenGoesRightHereOk')}`,
  'a webhook of a manual': () =>
    `https://hooks.slack.com/services/T000/B000/${x(8)}\nhttps://discord.com/api/webhooks/000000000000000000/${x(68, 'X')}`,
  'words of guides': () =>
    'Password: ChangeMe123\npasswd: change_this_now\nDB_PASSWORD=mysecretpassword\npassword: password1\ntoken: your-secret-token-2',
  'addresses of guides': () =>
    'redis://user:password@cache.barn.dev:6379\nmongodb://admin:changeme@db.barn.dev/x\nhttps://user:pass@barn.dev',
  'jwt.io, in a header': () =>
    put(
      'Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
      '.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4iOnRydWUsImlhdCI6MTUxNjIzOTAyMn0',
      '.KMUFsIDTnFmyG3nMiGM6H9FNFUROf3wh7SmqJp-QV30',
    ),
  'files with a hash': (dice) =>
    `src="/img/ico-${dice.hex(32)}.svg"\n- fc-${dice.hex(32)}.webp\nSK${dice.hex(32)}.png`,
  'words like prefixes': () =>
    'hf_transformers_generation_config_defaults_v\nr8_is_a_name\nsk-learn-contrib-2031',
  'sealed values': (dice) =>
    `password: ENC[PKCS7,${dice.plain(60)}]\napi_key: !vault |\ntoken: AQICAHh${dice.plain(3)}… (encrypted)`,
  'vault again': (dice) => `password: vault:v2:${dice.plain(48)}=`,
  'ids of credentials': (dice) => `credentials('${dice.uuid()}')\ncredentialId = "${dice.uuid()}"`,
  'cursors of an API': (dice) =>
    `continuation_token: ${dice.plain(44)}\npageToken=${dice.plain(30)}\nsync_token: ${dice.plain(36)}`,
  'tokens of forms': (dice) =>
    `X-CSRF-Token: ${dice.plain(40)}\n<input name="csrf_token" value="${dice.plain(32)}">`,
  'empty settings': () =>
    'MQTT_PASSWORD=\nMQTT_PORT=1883\nMQTT_TOPIC=barn/7\n\nSECRET_KEY=\nDEBUG=true1',
  'empty, with quotes': () => 'password = ""\nhost = "db7.barn.dev"\ntoken: \'\'\nurl: x7.barn.dev',
  'empty, YAML deep': () => '  secretKey:\n  region: eu-west-1\n  apiKey:\n  mode: fast2',
  'declared only': () =>
    'let refreshToken: String? = nil\nprivate string password = ReadLine2();\nAPI_KEY: str = os.environ["API_KEY_2"]\ndefine("TOKEN", getenv("TOKEN2"));',
  'elements of a schema': () =>
    '<password>\n  <minLength>12</minLength>\n</password>\n<add key="Password" value="" />\n<setting name="token" value="%TOKEN%"/>',
  'curl with a prompt': () =>
    'curl https://barn.dev \\\n  --user bob\ncurl https://barn.dev \\\n  -u "$USER7:$PW7"\nps \\\n  -u root:wheel2',
  'headers of a manual': () =>
    'Authorization: <api-key>\n-H "Authorization: ${API_KEY}"\nAuthorization: Basic <base64>\nauthorization: none2',
  'registry, empty': () => '//nexus.barn.dev/:_authToken=\n//nexus.barn.dev/:email=bob7@barn.dev',
  'cookies of no door': (dice) =>
    `cookies: accepted2, lang=de; _ga=GA1.2.${dice.digits(9)}.${dice.digits(10)}`,
  'short words again': () => 'mail from bobs gang came late\n(this went very well)',
  'bearer in prose': () => 'Send it as "Bearer <token>".\nbearer auth works2day',
  'names of Slack': () => 'hooks.slack.com/workflows is the address; xoxe-1 tokens expire.',
};
