/** The half of the cases that the detector was tuned on. */
import type { Dice } from './dice.ts';
import type { Half, Shape } from './note.ts';
import { TUNED_OTHERS } from './tuned-others.ts';
import { TUNED_TONGUES } from './tuned-tongues.ts';

const WORDS = ['Gaivota', 'quay', 'Lantern', 'tide', 'Moewe', 'Heron', 'sail', 'Buoy'];
const SERVICES = ['OpenWeather', 'Tavily', 'Brave Search', 'NewsAPI', 'Deepgram', 'Todoist'];
const HOSTS = ['nas.lan', 'db.harbour.io', 'mail.quay.net', '10.0.0.8'];

const password = (dice: Dice): string =>
  dice.pick([
    () => `${dice.pick(WORDS)}${dice.digits(dice.between(2, 4))}`,
    () => `${dice.pick(WORDS).toLowerCase()}-${dice.digits(1)}-${dice.pick(WORDS)}`,
    () => dice.made(dice.between(10, 16)),
    () => `${dice.pick(WORDS)}!${dice.digits(2)}#${dice.pick(WORDS)}`,
  ])();
const key = (dice: Dice): string =>
  dice.pick([() => dice.plain(dice.between(24, 40)), () => dice.hex(32), () => dice.hex(40)])();
const join = (...parts: readonly string[]): string => parts.join('');
const google = (dice: Dice): string => join('AI', 'za', dice.plain(35));
const openai = (dice: Dice): string => join('s', 'k-', dice.plain(dice.between(20, 48)));
const pemLines = (dice: Dice): readonly string[] => [
  join('-----BEGIN ', 'PRIVATE KEY-----'),
  `MIIEv${dice.plain(59)}`,
  dice.plain(64),
  '-----END PRIVATE KEY-----',
];

/** With a label of a password, or of a key. */
const labelled =
  (write: (label: string, value: string, colon: string) => string): Shape =>
  (dice, { passwords, keys, colon }) =>
    dice.between(0, 1) === 0
      ? write(dice.pick(passwords), password(dice), colon)
      : write(dice.pick(keys), key(dice), colon);

const CREDENTIALS: Half['credentials'] = {
  'label and colon': labelled((label, value, colon) => `${label}${colon} ${value} ⟦c⟧`),
  'label in a list': labelled((label, value, colon) => `- ${label}${colon} ${value} ⟦c⟧`),
  'label in bold': labelled((label, value, colon) => `- **${label}${colon}** ${value} ⟦c⟧`),
  'value in code': labelled((label, value, colon) => `- ${label}${colon} \`${value}\` ⟦c⟧`),
  'row of a table': labelled((label, value) => `| ${label} | \`${value}\` | ⟦c⟧`),
  'column of a table': (dice, { keys }) =>
    `| App | ${dice.pick(keys)} |\n|---|---|\n| Radio | ${key(dice)} | ⟦c⟧\n| Sonar | ${key(dice)} | ⟦c⟧`,
  'below its label': labelled((label, value, colon) => `${label}${colon}\n${value} ⟦c⟧`),
  'below a heading': (dice, { keys }) => `## ${dice.pick(keys)}\n\n\`${dice.plain(32)}\` ⟦c⟧`,
  'in a list below': labelled((label, value, colon) => `- ${label}${colon}\n  - ${value} ⟦c⟧`),
  'in a quotation': labelled((label, value, colon) => `> ${label}${colon} ${value} ⟦c⟧`),
  'in a comment': labelled((label, value) => `<!-- ${label}: ${value} --> ⟦c⟧`),
  'in prose': (dice, { tells, prose }) =>
    `${dice.pick(prose)} ${dice.pick(tells).replace('%', password(dice))} ⟦c⟧`,
  'user and password': (dice, { users, passwords, colon, comma }) =>
    `${dice.pick(users)}${colon} ada${comma}${dice.pick(passwords)}${colon} ${password(dice)} ⟦c⟧`,
  'password and user': (dice, { users, passwords, colon, comma }) =>
    `${dice.pick(passwords)}${colon}${password(dice)}${comma}${dice.pick(users)}${colon}ada ⟦c⟧`,
  'variable of a shell': (dice) =>
    `export ${dice.pick(['OPENWEATHER_API_KEY', 'DB_PASSWORD', 'HA_TOKEN'])}=${dice.plain(32)} ⟦c⟧`,
  'variable in a block': (dice) =>
    `\`\`\`\nRADIO_TOKEN=${key(dice)} ⟦c⟧\nRADIO_URL=https://radio.quay.net\n\`\`\``,
  yaml: (dice) => `\`\`\`yaml\nradio:\n  api_key: "${key(dice)}" ⟦c⟧\n\`\`\``,
  json: (dice) => `\`\`\`json\n{"host": "nas", "token": "${key(dice)}"} ⟦c⟧\n\`\`\``,
  'property list': (dice) =>
    `<key>${dice.pick(['APIToken', 'GatewayPassword', 'OPENAI_API_KEY'])}</key>\n<string>${dice.plain(32)}</string> ⟦c⟧`,
  'element of XML': (dice) => `<password>${password(dice)}</password> ⟦c⟧`,
  'private key': (dice) => {
    const [first = '', ...rest] = pemLines(dice);
    return `${first} ⟦c⟧\n${rest.join('\n')}`;
  },
  'private key in JSON': (dice) =>
    `{"type": "service_account", "private_key": "${pemLines(dice).join(String.raw`\n`)}\\n"} ⟦c⟧`,
  'key of Google, bare': (dice, { prose }) => `${dice.pick(prose)} ${google(dice)} ⟦c⟧`,
  'key like OpenAI, bare': (dice, { prose }) => `${dice.pick(prose)} \`${openai(dice)}\` ⟦c⟧`,
  'hex of a service': (dice) => `- ${dice.pick(SERVICES)}: ${dice.hex(32)} ⟦c⟧`,
  'in brackets after a service': (dice) => `- ${dice.pick(SERVICES)} (\`${dice.plain(32)}\`) ⟦c⟧`,
  'service and dash': (dice) => `- **${dice.pick(SERVICES)}** — \`${dice.plain(36)}\` ⟦c⟧`,
  'saved to': (dice) =>
    `- ${dice.pick(['Token', 'API key', 'Gateway token'])} saved to ~/.config/radio/.env: ${key(dice)} ⟦c⟧`,
  'value saved to': (dice) =>
    `- Saved \`${dice.plain(32)}\` as the ${dice.pick(['API key', 'bot token'])} ⟦c⟧`,
  'address with password': (dice) =>
    `postgres://radio:${dice.plain(14)}@${dice.pick(HOSTS)}:5432/tide ⟦c⟧`,
  'address with key': (dice) =>
    `curl "https://api.quay.net/v1/tide?${dice.pick(['api_key', 'apikey', 'access_token', 'appid', 'key'])}=${dice.plain(32)}&units=metric" ⟦c⟧`,
  header: (dice) =>
    `curl -H "${dice.pick(['X-API-Key', 'X-Auth-Token', 'xi-api-key'])}: ${key(dice)}" https://api.quay.net ⟦c⟧`,
  'bearer token': (dice) => `Authorization: Bearer ${dice.plain(40)} ⟦c⟧`,
  'option of a command': (dice) =>
    `radio login --user ada ${dice.pick(['--password', '--token', '--api-key'])} ${dice.plain(24)} ⟦c⟧`,
  'curl with user': (dice) => `curl -u ada:${password(dice)} https://${dice.pick(HOSTS)}/api ⟦c⟧`,
  sshpass: (dice) => `sshpass -p '${password(dice)}' ssh ada@${dice.pick(HOSTS)} ⟦c⟧`,
  program: (dice) => `\`\`\`py\nclient = Radio(api_key="${key(dice)}") ⟦c⟧\n\`\`\``,
  'password of an app': (dice) =>
    `Gmail app password: ${[4, 4, 4, 4].map((count) => dice.lower(count)).join(' ')} ⟦c⟧`,
  pin: (dice) => `- ${dice.pick(['PIN', 'SIM PIN', 'Alarm PIN'])}: ${dice.digits(4)} ⟦c⟧`,
  'web token': (dice) =>
    `jwt ${join('ey', 'J')}${dice.plain(30)}.${join('ey', 'J')}${dice.plain(40)}.${dice.plain(43)} ⟦c⟧`,
  'hook of Slack': (dice) =>
    `https://hooks.slack.com/services/T${dice.plain(8).toUpperCase()}/B${dice.plain(8).toUpperCase()}/${dice.plain(24)} ⟦c⟧`,
  'key of Wi-Fi': (dice) => `SSID: Harbour, PSK: ${password(dice)} ⟦c⟧`,
  'user / password': (dice) => `- NAS login: ada / ${password(dice)} ⟦c⟧`,
  'line of YAMO': (dice) => `secret;radio;password;${password(dice)}; ⟦c⟧`,
  'weak word': (dice, { passwords, colon }) =>
    `- ${dice.pick(passwords)}${colon} ${dice.pick(['sunflower', 'seagull', 'harbour'])} ⟦w⟧`,
};

export const TUNED: Half = {
  tongues: TUNED_TONGUES,
  credentials: CREDENTIALS,
  others: TUNED_OTHERS,
};
