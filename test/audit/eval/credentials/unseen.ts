/**
 * Cases that the detector has never been changed for: what it misses here stays as it is. Whoever mends the detector
 * for one of them moves it to `seen.ts` and writes another.
 */
import type { Dice } from './dice.ts';
import type { Half, Shape } from './note.ts';
import { UNSEEN_OTHERS } from './unseen-others.ts';
import { UNSEEN_TONGUES } from './unseen-tongues.ts';

const WORDS = ['Ferry', 'Copper', 'willow', 'Nimbus', 'pepper', 'Orbit', 'cactus', 'Velvet'];
const SITES = ['wiki.example.house', 'pi.hole.lan', 'mqtt.barn.dev', '172.16.4.2'];
const SERVICES = ['VirusTotal', 'Serper', 'DeepSeek', 'Mapbox', 'Firecrawl', 'TMDB'];

const password = (dice: Dice): string =>
  dice.pick([
    () => `${dice.pick(WORDS)}-${dice.pick(WORDS)}-${dice.digits(2)}`,
    () => `${dice.pick(WORDS)}.${dice.digits(4)}`,
    () => dice.made(12),
    () => `${dice.lower(4)}${dice.digits(4)}`,
    () => dice.plain(24),
  ])();
const key = (dice: Dice): string =>
  dice.pick([
    () => dice.plain(32),
    () => dice.hex(40),
    () => `${dice.plain(20)}-${dice.plain(20)}`,
    () => `${dice.plain(22)}==`,
    () => `pk_${dice.lower(2)}_${dice.plain(28)}`,
  ])();
const put = (...parts: readonly string[]): string => parts.join('');

const some =
  (write: (label: string, value: string, colon: string) => string): Shape =>
  (dice, { passwords, keys, colon }) =>
    dice.between(0, 1) === 0
      ? write(dice.pick(passwords), password(dice), colon)
      : write(dice.pick(keys), key(dice), colon);

const CREDENTIALS: Half['credentials'] = {
  'plain line': some((label, value, colon) => `${label}${colon} ${value} ⟦c⟧`),
  'item with a plus': some((label, value, colon) => `+ ${label}${colon} \`${value}\` ⟦c⟧`),
  'bold label, colon outside': some((label, value) => `**${label}**: ${value} ⟦c⟧`),
  'bold value': some((label, value, colon) => `- ${label}${colon} **${value}** ⟦c⟧`),
  'with an arrow': some((label, value) => `- ${label} → ${value} ⟦c⟧`),
  'with a dash': some((label, value) => `- ${label} — \`${value}\` ⟦c⟧`),
  'with a date in front': some(
    (label, value, colon) => `- 2026-03-02: ${label}${colon} ${value} ⟦c⟧`,
  ),
  'with a time in front': some((label, value, colon) => `14:05 ${label}${colon} ${value} ⟦c⟧`),
  'under a task': some((label, value, colon) => `- [ ] router\n  * ${label}${colon} ${value} ⟦c⟧`),
  'in a callout': some((label, value, colon) => `> [!NOTE]\n> ${label}${colon} ${value} ⟦c⟧`),
  'a row with emphasis': some((label, value) => `| **${label}** | ${value} | old |  ⟦c⟧`),
  'a column in the middle': (dice, { passwords, users }) =>
    `| Host | ${dice.pick(passwords)} | ${dice.pick(users)} |\n|:--|:-:|--:|\n| ${dice.pick(SITES)} | ${password(dice)} | bob | ⟦c⟧`,
  'a sentence': (dice, { tells }) => `${dice.pick(tells).replace('%', password(dice))} ⟦c⟧`,
  'a sentence in a list': (dice, { prose, tells }) =>
    `- ${dice.pick(prose)} ${dice.pick(tells).replace('%', password(dice))} ⟦c⟧`,
  'name first': (dice, { users, passwords, colon, comma }) =>
    `${dice.pick(users)}${colon} bob${comma}${dice.pick(passwords)}${colon} ${password(dice)} ⟦c⟧`,
  'below, in code': some((label, value, colon) => `${label}${colon}\n\n    ${value} ⟦c⟧`),
  'below, quoted': some((label, value, colon) => `- ${label}${colon}\n  > ${value} ⟦c⟧`),
  'a heading above': (dice, { keys }) => `### ${dice.pick(keys)}\n\n${dice.plain(44)} ⟦c⟧`,
  'settings of a shell': (dice) =>
    `\`\`\`bash\nset -x MAPBOX_TOKEN ${dice.plain(36)} ⟦c⟧\nexport BARN_SECRET=${dice.plain(28)} ⟦c⟧\n\`\`\``,
  compose: (dice) =>
    `\`\`\`yaml\nenvironment:\n  - MQTT_PASSWORD=${dice.plain(18)} ⟦c⟧\n  - TZ=Europe/Berlin\n\`\`\``,
  'nested yaml': (dice) =>
    `\`\`\`yaml\nmqtt:\n  user: bob\n  password: '${dice.made(16)}' ⟦c⟧\n\`\`\``,
  'one line of json': (dice) => `{"user":"bob","password":"${dice.made(14)}"} ⟦c⟧`,
  'a literal of Go': (dice) => `\`\`\`go\nconst apiToken = "${dice.plain(40)}" ⟦c⟧\n\`\`\``,
  'a literal of Rust': (dice) => `    let secret_key = "${dice.hex(64)}"; ⟦c⟧`,
  'ini file': (dice) => `\`\`\`ini\n[barn]\nauth_key=${dice.plain(30)} ⟦c⟧\n\`\`\``,
  'ssh command': (dice) => `sshpass -p ${dice.plain(10)} ssh bob@${dice.pick(SITES)} ⟦c⟧`,
  'http client': (dice) => `curl --user bob:${dice.plain(12)} https://${dice.pick(SITES)} ⟦c⟧`,
  'option with equals': (dice) => `barnctl sync --api-token=${dice.plain(32)} --dry-run ⟦c⟧`,
  'cookie header': (dice) => `Authorization: Token ${dice.plain(40)} ⟦c⟧`,
  'header in code': (dice) => `headers = {"X-API-KEY": "${dice.plain(36)}"} ⟦c⟧`,
  'amqp address': (dice) => `amqp://bob:${dice.plain(15)}@mqtt.barn.dev:5672/ ⟦c⟧`,
  'https address': (dice) => `https://bob:${dice.plain(20)}@wiki.barn.dev/raw ⟦c⟧`,
  'signed link': (dice) => `https://barn.dev/feed.ics?secret=${dice.plain(30)} ⟦c⟧`,
  'plist, one line': (dice) => `<key>BarnPassword</key><string>${dice.plain(16)}</string> ⟦c⟧`,
  'xml attribute': (dice) => `<connection user="bob" password="${dice.made(14)}"/> ⟦c⟧`,
  'pem of OpenSSH': (dice) =>
    `${put('-----BEGIN OPENSSH ', 'PRIVATE KEY-----')} ⟦c⟧\n${dice.plain(70)}\n${dice.plain(70)}\n-----END OPENSSH PRIVATE KEY-----`,
  'key of Google': (dice) => `maps: ${put('AI', 'za')}${dice.plain(35)} ⟦c⟧`,
  'key of GitLab': (dice) => `- ${put('gl', 'pat-')}${dice.plain(20)} ⟦c⟧`,
  'key of OpenAI': (dice) => `openai ${put('sk-', 'proj-')}${dice.plain(60)} ⟦c⟧`,
  'service, hex': (dice) => `* ${dice.pick(SERVICES)} = ${dice.hex(64)} ⟦c⟧`,
  'service key in a row': (dice) => `| ${dice.pick(SERVICES)} | \`${dice.plain(40)}\` | free | ⟦c⟧`,
  'service, in words': (dice) => `${dice.pick(SERVICES)} key is ${dice.plain(32)} ⟦c⟧`,
  'written to': (dice) => `Service key written to ~/.barn/token: ${dice.plain(36)} ⟦c⟧`,
  'set to': (dice) => `Guest Wi-Fi password set to ${dice.made(12)} ⟦c⟧`,
  'door code': (dice) => `Garage PIN: ${dice.digits(6)} ⟦c⟧`,
  'weak word': (dice, { passwords, colon }) =>
    `- ${dice.pick(passwords)}${colon} ${dice.pick(['cactus', 'velvet', 'pepper'])} ⟦w⟧`,
};

/** The set. */
export const UNSEEN: Half = {
  tongues: UNSEEN_TONGUES,
  credentials: CREDENTIALS,
  others: UNSEEN_OTHERS,
};
