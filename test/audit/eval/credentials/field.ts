/**
 * A third set of cases: what users of other scanners report as missed or wrong. The detector was mended for these kinds;
 * `held.ts` has the same kinds in other words, and was looked at when that was done.
 */
import type { Dice } from './dice.ts';
import { FIELD_OTHERS } from './field-others.ts';
import type { Half } from './note.ts';
import { SEEN_TONGUES } from './seen-tongues.ts';
import { TUNED_TONGUES } from './tuned-tongues.ts';

const NAMES = ['apiToken', 'clientSecret', 'dbPassword', 'accessKey', 'authToken'];
const HOSTS = ['npm.quay.net', 'registry.quay.net', 'api.quay.net'];

const password = (dice: Dice): string =>
  dice.pick([() => dice.made(14), () => `tide-${dice.digits(2)}-quay`, () => dice.plain(16)])();
const groups = (dice: Dice): string => Array.from({ length: 4 }, () => dice.lower(4)).join(' ');
const put = (...parts: readonly string[]): string => parts.join('');

const CREDENTIALS: Half['credentials'] = {
  'arrow of PHP': (dice) => `'${dice.pick(NAMES)}' => '${dice.plain(32)}', ⟦c⟧`,
  'arrow of Ruby': (dice) => `:${dice.pick(['password', 'api_key'])} => "${dice.made(18)}" ⟦c⟧`,
  'typed in TypeScript': (dice) => `const ${dice.pick(NAMES)}: string = '${dice.plain(36)}'; ⟦c⟧`,
  'typed in Go': (dice) => `var ${dice.pick(NAMES)} string = "${dice.plain(40)}" ⟦c⟧`,
  'typed in Rust': (dice) => `static API_TOKEN: &'static str = "${dice.hex(40)}"; ⟦c⟧`,
  'typed in Kotlin': (dice) => `val ${dice.pick(NAMES)}: String? = "${dice.plain(24)}" ⟦c⟧`,
  'assigned in Pascal': (dice) => `password := '${dice.made(15)}'; ⟦c⟧`,
  'assigned in a grammar': (dice) => `API_TOKEN ::= "${dice.plain(32)}" ⟦c⟧`,
  'two arguments': (dice) =>
    `${dice.pick(['System.setProperty', 'conf.set', 'os.environ.setdefault', 'localStorage.setItem', 'headers.append'])}("${dice.pick(['API_TOKEN', 'X-Api-Key', 'accessToken', 'db.password'])}", "${dice.plain(32)}") ⟦c⟧`,
  'attributes of a key': (dice) =>
    `<add key="${dice.pick(['ApiToken', 'SmtpPassword', 'ClientSecret'])}" value="${dice.plain(28)}" /> ⟦c⟧`,
  'attributes of a property': (dice) =>
    `<property name="${dice.pick(['password', 'db.password', 'secretKey'])}" value='${dice.made(16)}'/> ⟦c⟧`,
  'element over lines': (dice) => `<apiToken>\n  ${dice.plain(32)} ⟦c⟧\n</apiToken>`,
  'registry with a token': (dice) => `//${dice.pick(HOSTS)}/:_authToken=${dice.hex(40)} ⟦c⟧`,
  'registry with a password': (dice) => `//${dice.pick(HOSTS)}/:_password=${dice.plain(22)}== ⟦c⟧`,
  'curl, user below': (dice) =>
    `curl https://${dice.pick(HOSTS)}/v1 \\\n  -u quay:${password(dice)} ⟦c⟧`,
  'curl, user in the middle': (dice) =>
    `curl -X POST https://${dice.pick(HOSTS)}/v1 \\\n  -H 'Accept: text/plain' \\\n  --user "quay:${password(dice)}" \\ ⟦c⟧\n  --data berth=7`,
  'a key as the header': (dice) =>
    `curl -H "Authorization: ${dice.plain(32)}" https://${dice.pick(HOSTS)}/ ⟦c⟧`,
  'bearer in code': (dice) => `request.setHeader("Authorization", "Bearer ${dice.plain(40)}"); ⟦c⟧`,
  'bearer alone': (dice) => `-H 'Bearer ${dice.plain(44)}' ⟦c⟧`,
  'fragment of an address': (dice) =>
    `https://${dice.pick(HOSTS)}/hook#${dice.pick(['token', 'access_token'])}=${dice.plain(36)} ⟦c⟧`,
  cookie: (dice) =>
    `Cookie: theme=dark; ${dice.pick(['sessionid', 'PHPSESSID', 'JSESSIONID', 'connect.sid'])}=${dice.plain(32)} ⟦c⟧`,
  'key in a column': (dice, { keys, users }) =>
    `| ${dice.pick(users)} | ${dice.pick(keys)} |\n|---|---|\n| quay | \`${dice.plain(32)}\` | ⟦c⟧`,
  'app password': (dice) =>
    `- Gmail SMTP: robin@quay.net, ${dice.pick(['app password', 'App-Passwort', 'mot de passe'])} ${groups(dice)} ⟦c⟧`,
  'app password below': (dice) => `Gmail app password:\n\n    ${groups(dice)} ⟦c⟧`,
  Azure: (dice) => `${dice.lower(3)}8Q~${dice.plain(15)}.${dice.plain(18)} ⟦c⟧`,
  'Azure with a sign in front': (dice) => `secret of the app ~k48Q~${dice.plain(34)} ⟦c⟧`,
  'Slack, configuration': (dice) => `${put('xox', 'e.xoxp-1-')}${dice.plain(166)} ⟦c⟧`,
  'Slack, refresh': (dice) => `${put('xox', 'e-1-')}${dice.plain(147)} ⟦c⟧`,
  'Slack, workflow': (dice) =>
    `https://hooks.slack.com/${put('work', 'flows')}/T0${dice.plain(9).toUpperCase()}/A0${dice.plain(9).toUpperCase()}/${dice.digits(18)}/${dice.plain(24)} ⟦c⟧`,
  Sourcegraph: (dice) => `${put('sg', 'p_')}${dice.hex(16)}_${dice.hex(40)} ⟦c⟧`,
  'Sourcegraph, local': (dice) => `${put('sg', 'p_local_')}${dice.hex(40)} ⟦c⟧`,
  'Mailgun (control)': (dice) => `MAILGUN_API_KEY=${put('ke', 'y-')}${dice.hex(32)} ⟦c⟧`,
  'GitHub (control)': (dice) => `${put('gh', 'p_')}${dice.plain(36)} ⟦c⟧`,
  'a value below (control)': (dice, { passwords, colon }) =>
    `- ${dice.pick(passwords)}${colon}\n  - ${password(dice)} ⟦c⟧`,
  'a filled setting (control)': (dice) => `DB_PASSWORD=${dice.plain(12)} ⟦c⟧\nDB_HOST=localhost`,
};

/** The set. */
export const FIELD: Half = {
  tongues: [...TUNED_TONGUES, ...SEEN_TONGUES.filter(({ code }) => code === 'it' || code === 'nl')],
  credentials: CREDENTIALS,
  others: FIELD_OTHERS,
};
