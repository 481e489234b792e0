/** What looks like a credential and is none, in the cases that the detector has never been changed for. */
import type { Half } from './note.ts';

export const UNSEEN_OTHERS: Half['others'] = {
  'not told': (dice, { passwords, instead, colon }) =>
    `+ ${dice.pick(passwords)}${colon} ${dice.pick(instead)}`,
  'not told, key': (dice, { keys, instead, colon }) =>
    `**${dice.pick(keys)}**${colon} ${dice.pick(instead)}`,
  'not told, in a row': (dice, { keys, instead }) =>
    `| ${dice.pick(keys)} | ${dice.pick(instead)} |`,
  'talk of it': (dice, { about }) => `- ${dice.pick(about)}`,
  'something else': (dice, { prose }) => dice.pick(prose),
  gap: (dice, { passwords, colon }) =>
    `${dice.pick(passwords)}${colon} ${dice.pick(['<password>', '[fill in]', '____', 'xxxxxxxx', '{password}'])}`,
  'gap for a key': (dice, { keys, colon }) =>
    `${dice.pick(keys)}${colon} ${dice.pick(['sk-xxxxxxxxxxxxxxxx', '"YOUR_API_KEY"', '$(cat token)', '${env:TOKEN}'])}`,
  'beginning and end': (dice, { keys, colon }) =>
    `${dice.pick(keys)}${colon} ${dice.plain(5)}...${dice.plain(3)} (rotated)`,
  'file of a key': () =>
    '- Private Key: ~/.ssh/id_rsa_barn2\n- Signing secret: secrets/sign-2026.pem',
  'a name in a store': (dice) => `API token: barn/prod/token-${dice.digits(2)} in Vault`,
  'line of a test': (dice) => `PASS src/token${dice.digits(1)}.test.ts (${dice.digits(3)} ms)`,
  count: (dice) => `tokens used: ${dice.digits(6)} (input ${dice.digits(5)})`,
  window: () => 'Context window: 200k tokens, key takeaway: cut early2',
  'hash of a commit': (dice) => `- deployed ${dice.hex(40)} to the barn`,
  'hash of a file': (dice) => `${dice.hex(64)}  barn.tar.gz`,
  tag: (dice) => `git tag v1.${dice.digits(1)} ${dice.hex(12)}`,
  'uuid of a job': (dice) => `job_id: ${dice.uuid()}`,
  'message id': (dice) => `Message-ID: <${dice.plain(24)}@mail.barn.dev>`,
  'session id': (dice) => `session: ${dice.uuid()} (agent:main)`,
  'link to a file': (dice) => `https://drive.google.com/file/d/1${dice.plain(32)}/view`,
  picture: (dice) => `![barn](data:image/png;base64,${dice.plain(60)}=)`,
  'id of a place': (dice) => `place_id: ChIJ${dice.plain(23)}`,
  'id of a song': (dice) => `spotify:track:${dice.plain(22)}`,
  flight: (dice) => `- Flight LH${dice.digits(3)}, booking ${dice.plain(6).toUpperCase()}`,
  invoice: (dice) => `Invoice 2026-${dice.digits(5)}, customer K-${dice.digits(6)}`,
  'address of a wallet': (dice) => `ETH: 0x${dice.hex(40)}`,
  'public half': (dice) => `Public Key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${dice.plain(43)}`,
  'print of a host': (dice) => `host key fingerprint SHA256:${dice.plain(43)}`,
  'names of keys': () => 'Keys: user_id, created_at2, partition_key',
  code: () => '```ts\nconst token = tokens[index2];\nif (!password) return null;\n```',
  type: () => '```ts\ninterface Login { password: string; apiKey?: string }\n```',
  'comment of a program': () => '// password: at least 12 characters',
  flag: () => '`--token` reads the token from TOKEN_FILE_2',
  keyboard: () => 'Key: Cmd+K, then Cmd+S',
  music: () => 'key: Bb minor, tempo 92bpm',
  procedure: () => 'auth: OIDC2 via Keycloak, token: JWT',
  expires: () => 'Token expires 2026-05-01, password changed 2026-02-03',
  'where it is': () => 'Wi-Fi password: on the fridge',
  'rule about it': () => 'Password must have 12+ characters, 1 digit.',
  'version of it': () => 'keyring 25.6.0, passlib 1.7.4, token-counter 2.1',
};
