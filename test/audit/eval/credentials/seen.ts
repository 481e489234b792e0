/**
 * A second set of cases. The detector found 87 % of them at 100 % precision before it had seen any; kinds that it missed
 * were then put right, so that they say nothing of what it has not seen.
 */
import type { Dice } from './dice.ts';
import { SEEN_OTHERS } from './seen-others.ts';
import { SEEN_TONGUES } from './seen-tongues.ts';
import type { Half, Shape } from './note.ts';

const NAMES = ['Maria', 'Bello', 'lampara', 'ginkgo', 'Tokyo', 'matcha', 'Piano', 'otter'];
const SITES = ['shop.lantern.jp', 'cam.local', 'git.otter.dev', '192.168.1.20'];
const SERVICES = ['Finnhub', 'SerpAPI', 'Shodan', 'AssemblyAI', 'Jina AI', 'ElevenLabs'];

const password = (dice: Dice): string =>
  dice.pick([
    () => `${dice.pick(NAMES)}${dice.between(1950, 2024)}!`,
    () => dice.plain(dice.between(8, 12)),
    () => [dice.pick(NAMES), dice.pick(NAMES), dice.pick(NAMES), dice.digits(2)].join('_'),
    () => `${dice.digits(2)}${dice.pick(NAMES)}&${dice.pick(NAMES)}${dice.digits(1)}`,
    () => dice.made(20),
  ])();
const key = (dice: Dice): string =>
  dice.pick([
    () => dice.plain(dice.between(20, 64)),
    () => dice.hex(64),
    () => dice.uuid(),
    () => `${dice.plain(43)}=`,
    () => `${dice.lower(3)}_live_${dice.plain(24)}`,
  ])();
const put = (...parts: readonly string[]): string => parts.join('');

const either =
  (write: (label: string, value: string, colon: string) => string): Shape =>
  (dice, { passwords, keys, colon }) =>
    dice.between(0, 1) === 0
      ? write(dice.pick(passwords), password(dice), colon)
      : write(dice.pick(keys), key(dice), colon);

const CREDENTIALS: Half['credentials'] = {
  'with a hash in front': either((label, value, colon) => `* ${label}${colon}${value} ⟦c⟧`),
  'with an equals sign': either((label, value) => `${label} = ${value} ⟦c⟧`),
  numbered: either((label, value, colon) => `3. ${label}${colon} ${value} ⟦c⟧`),
  'in a task': either((label, value, colon) => `- [x] ${label}${colon} ${value} ⟦c⟧`),
  'label in italics': either((label, value, colon) => `_${label}_${colon} **${value}** ⟦c⟧`),
  'with an emoji': either((label, value, colon) => `🔑 ${label}${colon} ${value} ⟦c⟧`),
  'in quotation marks': either((label, value, colon) => `${label}${colon} "${value}" ⟦c⟧`),
  'with a remark': either((label, value, colon) => `- ${label}${colon} ${value} (2026-03-01) ⟦c⟧`),
  'with a full stop': either((label, value, colon) => `${label}${colon} ${value}. ⟦c⟧`),
  'deep in a list': either((label, value, colon) => `- home\n    - ${label}${colon} ${value} ⟦c⟧`),
  'last of three cells': either((label, value) => `| otter | ${label} | ${value} | ⟦c⟧`),
  'table of sites': (dice, { users, passwords }) =>
    `| Site | ${dice.pick(users)} | ${dice.pick(passwords)} |\n| :-- | :-- | :-- |\n| ${dice.pick(SITES)} | maria | ${password(dice)} | ⟦c⟧`,
  'below bold': (dice, { keys }) => `**${dice.pick(keys)}**\n\n${dice.plain(40)} ⟦c⟧`,
  'in a block below': either(
    (label, value, colon) => `${label}${colon}\n\n\`\`\`\n${value} ⟦c⟧\n\`\`\``,
  ),
  told: (dice, { tells }) => `${dice.pick(tells).replace('%', password(dice))} ⟦c⟧`,
  'told in a quotation': (dice, { tells }) =>
    `> ${dice.pick(tells).replace('%', `\`${password(dice)}\``)} ⟦c⟧`,
  'account and password': (dice, { users, passwords, colon, comma }) =>
    `- ${dice.pick(users)}${colon} maria@otter.dev${comma}${dice.pick(passwords)}${colon} ${password(dice)} ⟦c⟧`,
  'with a password and more': (dice, { passwords, colon, prose }) =>
    `${dice.pick(passwords)}${colon} ${dice.plain(10)}; ${dice.pick(prose)} ⟦c⟧`,
  'file of variables': (dice) =>
    `\`\`\`env\nSTRIPE_WEBHOOK_SECRET="${dice.plain(32)}" ⟦c⟧\nMQTT_PASS='${dice.made(14)}' ⟦c⟧\nPORT=8080\n\`\`\``,
  toml: (dice) => `\`\`\`toml\n[camera]\nauth_token = "${dice.plain(44)}" ⟦c⟧\n\`\`\``,
  'json over lines': (dice) =>
    `\`\`\`json\n{\n  "apiKey": "${dice.plain(39)}", ⟦c⟧\n  "model": "otter-3"\n}\n\`\`\``,
  json5: (dice) => `  botToken: '${dice.digits(10)}:${put('AA', dice.plain(33))}', ⟦c⟧`,
  'program of JavaScript': (dice) =>
    `\`\`\`js\nconst client = new Client({ accessToken: '${dice.plain(48)}' }); ⟦c⟧\n\`\`\``,
  'settings of maven': (dice) =>
    `<server><username>maria</username><password>${dice.made(16)}</password></server> ⟦c⟧`,
  'plist over two lines': (dice) =>
    `\t<key>HomebridgeToken</key>\n\t<string>${dice.uuid()}</string> ⟦c⟧`,
  docker: (dice) => `docker run -e POSTGRES_PASSWORD=${dice.plain(18)} -p 5432:5432 postgres ⟦c⟧`,
  mysql: (dice) => `mysql -h cam.local --password ${dice.plain(12)} otter ⟦c⟧`,
  redis: (dice) => `redis://:${dice.plain(20)}@cam.local:6379/0 ⟦c⟧`,
  mongo: (dice) => `mongodb+srv://maria:${dice.plain(16)}@cluster0.otter.dev/test ⟦c⟧`,
  'clone with a token': (dice) =>
    `git clone https://maria:${dice.plain(30)}@git.otter.dev/home.git ⟦c⟧`,
  parameter: (dice) => `https://api.otter.dev/v2/quote?symbol=OTR&token=${dice.plain(40)} ⟦c⟧`,
  'header of a client': (dice) => `  -H 'Authorization: Bearer ${dice.plain(50)}' \\ ⟦c⟧`,
  'basic header': (dice) => `Authorization: Basic ${dice.plain(30)}== ⟦c⟧`,
  'header with a key': (dice) => `X-Api-Token: ${dice.plain(36)} ⟦c⟧`,
  'key of an RSA host': (dice) =>
    `${put('-----BEGIN RSA ', 'PRIVATE KEY-----')} ⟦c⟧\n${dice.plain(64)}\n${dice.plain(64)}\n-----END RSA PRIVATE KEY-----`,
  'key of a service account': (dice) =>
    String.raw`  "private_key": "${put('-----BEGIN ', 'PRIVATE KEY-----')}\n${dice.plain(64)}\n${dice.plain(64)}\n-----END PRIVATE KEY-----\n", ⟦c⟧`,
  'GitHub in a sentence': (dice, { prose }) =>
    `${dice.pick(prose)} (${put('gh', 'p_')}${dice.plain(36)}) ⟦c⟧`,
  'Anthropic in a list': (dice) => `- ${put('sk-', 'ant-api03-')}${dice.plain(93)}AA ⟦c⟧`,
  'AWS in a cell': (dice) =>
    `| ${put('AK', 'IA')}${dice.plain(16).toUpperCase()} | ${dice.plain(40)} | ⟦c⟧`,
  'Hugging Face, bare': (dice) => `${put('h', 'f_')}${dice.plain(34)} ⟦c⟧`,
  'service, colon, key': (dice) => `- ${dice.pick(SERVICES)}: \`${dice.plain(40)}\` ⟦c⟧`,
  'service in a cell': (dice) => `| ${dice.pick(SERVICES)} | ${dice.hex(64)} | ⟦c⟧`,
  'service and brackets': (dice) => `${dice.pick(SERVICES)} (${dice.hex(32)}) works. ⟦c⟧`,
  'stored as': (dice) => `- Auth token stored in /etc/otter/env: \`${dice.plain(40)}\` ⟦c⟧`,
  'reset to': (dice) => `- Root password reset to ${dice.made(14)} ⟦c⟧`,
  'PIN of a card': (dice) => `* Bank card PIN: ${dice.digits(4)} ⟦c⟧`,
  weak: (dice, { passwords, colon }) =>
    `${dice.pick(passwords)}${colon} ${dice.pick(['matcha', 'otterlove', 'lampara'])} ⟦w⟧`,
};

export const SEEN: Half = {
  tongues: SEEN_TONGUES,
  credentials: CREDENTIALS,
  others: SEEN_OTHERS,
};
